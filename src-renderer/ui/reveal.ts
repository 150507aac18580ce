/**
 * Characters that change how text reads without being seen: bidirectional controls, zero-width marks, fillers, tags,
 * other line separators, and controls other than tab and line end. A joiner between two pictographs is part of an
 * emoji and stays.
 */
const hidden =
  /(?<!\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2028\u2029\u2060-\u206F\u115F\u1160\u3164\uFFA0\uFEFF]|\u034F|[\u{E0000}-\u{E01EF}]|\r(?!\n|$)/gu

const spelled = (sign: string) =>
  `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Untrusted text with its invisible characters spelled out, so that nothing can hide in it. */
export function reveal(text: string): string {
  return text.replace(hidden, spelled)
}

/** The same for what is one line: a line end in it does not make it look like two. */
export function revealLine(text: string): string {
  return reveal(text.replace(/[\r\n]/g, spelled))
}
