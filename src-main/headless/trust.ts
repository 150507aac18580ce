import type { TrustGroup, TrustItem, TrustReview } from '@contract'

const groups: Record<TrustGroup, string> = {
  start: 'It would start',
  contact: 'It would contact',
  give: 'It would give',
  code: 'It has code that runs may execute',
  loosen: 'It would loosen',
  note: 'Other programs start from it',
}

/** Every item of a folder, word for word, by what it does. */
export function trustText({ path, items }: TrustReview): string {
  const parts = (Object.keys(groups) as TrustGroup[]).flatMap((group) => {
    const those = items.filter((item) => item.group === group)
    return those.length === 0 ? [] : [`${groups[group]}:`, ...those.flatMap(itemLines)]
  })
  const nothing = ['It would start, contact, give and loosen nothing.']
  return [plain(path), ...(parts.length > 0 ? parts : nothing)].join('\n')
}

/** The items that wait for the operator's word, a line each; null when none does. */
export function waitingText({ items }: TrustReview): string | null {
  const waiting = items.filter(({ group, state }) => group !== 'note' && state !== 'granted')
  if (waiting.length === 0) return null
  const lines = waiting.map(({ title, state }) => `  ${plain(title)} (${state})`)
  return ['Left out until you trust it (--trust, or the trust screen):', ...lines].join('\n')
}

function itemLines({ title, lines, unchecked, state }: TrustItem): string[] {
  return [
    `  ${plain(title)}${state === 'changed' ? ' (changed)' : ''}`,
    ...lines.map((line) => `    ${plain(line)}`),
    ...(unchecked === null ? [] : [`    (not checked: ${plain(unchecked)})`]),
  ]
}

/** Text of a folder that nobody trusts yet: what would steer the terminal or hide in it is spelled out. */
function plain(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
