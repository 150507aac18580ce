import type { Json } from '@contract'

/** Names of keys whose value is a secret, in lower case with `_` between words. `tokens` counts tokens. */
const secretKey =
  /(^|_)(api_?keys?|authorization|token|secrets?|passwords?|passwd|cookies?|credentials?|private_key|pat)$/

const isSecretKey = (key: string) =>
  secretKey.test(
    key
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/[-. ]/g, '_')
      .toLowerCase(),
  )

/** Shorter values would hit ordinary words. */
const shortest = 6

type Given = [name: string, value: string][]

/** Texts with every given secret's value replaced, wherever it appears. Everything else is left as it is. */
export function withoutSecrets<T>(value: T, given: Given): T {
  const known = given
    .filter(([, secret]) => secret.length >= shortest)
    .sort((a, b) => b[1].length - a[1].length)
  if (known.length === 0) return value
  const text = JSON.stringify(value)
  // Nearly everything has none: one look at its text is enough.
  if (!known.some(([, secret]) => text.includes(JSON.stringify(secret).slice(1, -1)))) return value
  const clean = (words: string) =>
    known.reduce((rest, [name, secret]) => rest.replaceAll(secret, `[secret ${name}]`), words)
  return mapTexts(JSON.parse(text) as Json, clean) as T
}

/**
 * A value fit to be kept: no secret's value anywhere, and nothing under a key that names one, be it a text, a number or
 * a list of them. `max_tokens` and `author` are not such names.
 */
export function sanitize(value: Json, given: Given): Json {
  return hideByKey(withoutSecrets(value, given))
}

function hideByKey(entry: Json): Json {
  if (Array.isArray(entry)) return entry.map(hideByKey)
  if (entry === null || typeof entry !== 'object') return entry
  return Object.fromEntries(
    Object.entries(entry).map(([key, inner]) => [
      key,
      isSecretKey(key) && isPlain(inner) ? '[secret]' : hideByKey(inner),
    ]),
  )
}

/** An object under such a key is a schema or a group: its own keys are judged. */
function isPlain(value: Json): boolean {
  return (
    typeof value === 'string' || typeof value === 'number' || (Array.isArray(value) && value.every(isPlain))
  )
}

function mapTexts(entry: Json, change: (text: string) => string): Json {
  if (typeof entry === 'string') return change(entry)
  if (Array.isArray(entry)) return entry.map((inner) => mapTexts(inner, change))
  if (entry === null || typeof entry !== 'object') return entry
  return Object.fromEntries(
    Object.entries(entry).map(([key, inner]) => [change(key), mapTexts(inner, change)]),
  )
}
