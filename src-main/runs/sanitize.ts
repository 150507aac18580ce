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

/**
 * A value fit to be kept: every secret's value is replaced wherever it appears, and so is everything under a key that
 * names one. `max_tokens` and `author` are not such names.
 */
export function sanitize(value: Json, secrets: Record<string, string>): Json {
  const known = Object.entries(secrets)
    .filter(([, secret]) => secret.length >= shortest)
    .sort((a, b) => b[1].length - a[1].length)
  const clean = (text: string) =>
    known.reduce((rest, [name, secret]) => rest.replaceAll(secret, `[secret ${name}]`), text)
  const walk = (entry: Json): Json => {
    if (typeof entry === 'string') return clean(entry)
    if (Array.isArray(entry)) return entry.map(walk)
    if (entry === null || typeof entry !== 'object') return entry
    return Object.fromEntries(
      Object.entries(entry).map(([key, inner]) => [
        clean(key),
        typeof inner === 'string' && isSecretKey(key) ? '[secret]' : walk(inner),
      ]),
    )
  }
  return walk(value)
}
