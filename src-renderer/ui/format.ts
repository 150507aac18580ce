/** 134_000 -> `2:14`, with hours only when there are any. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** A duration as a person reads it: `84 ms`, `1.2 s`, `2:14`. */
export function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return age(ms)
}

const hourMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const hourMinuteSecond = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

export const clock = (time: number) => hourMinuteSecond.format(time)
export const fullTime = (time: number) => full.format(time)

/** The hour for today, the day for any other. */
export function shortTime(time: number, now: number): string {
  return sameDay(time, now) ? hourMinute.format(time) : dayMonth.format(time)
}

export function sameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`
  if (count < 1024 * 1024) return `${(count / 1024).toFixed(count < 10_240 ? 1 : 0)} KB`
  return `${(count / 1024 / 1024).toFixed(1)} MB`
}

/** A digest in short: first and last digits. */
export function shortHash(hash: string): string {
  const bare = hash.replace(/^sha256:/, '')
  return bare.length <= 10 ? bare : `${bare.slice(0, 4)}…${bare.slice(-3)}`
}
