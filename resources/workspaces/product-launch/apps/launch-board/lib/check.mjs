// Checks input against the part of JSON Schema that our own schemas use, with messages an agent can act on.

/** Returns a list of sentences; empty means fine. */
export function check(schema, value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return ['The arguments must be an object.']
  const known = Object.keys(schema.properties)
  const findings = []
  for (const key of schema.required ?? []) if (value[key] === undefined) findings.push(`${key}: missing.`)
  for (const [key, given] of Object.entries(value)) {
    if (given === undefined) continue
    if (!known.includes(key)) findings.push(`${key}: unknown. Known: ${known.join(', ')}.`)
    else findings.push(...checkText(key, schema.properties[key], given))
  }
  return findings
}

/** Every input of the board is a text. */
function checkText(key, rule, given) {
  if (typeof given !== 'string') return [`${key}: must be a string.`]
  if (rule.enum && !rule.enum.includes(given)) return [`${key}: must be one of ${rule.enum.join(', ')}.`]
  if (rule.minLength && given.trim().length < rule.minLength) return [`${key}: must not be empty.`]
  if (rule.maxLength && given.length > rule.maxLength)
    return [`${key}: at most ${rule.maxLength} characters, got ${given.length}.`]
  if (rule.pattern && !new RegExp(rule.pattern).test(given)) return [`${key}: ${rule.description}`]
  return []
}
