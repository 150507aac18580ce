// Every sentence that is made from a fact of the board.

export const columnNames = { planned: 'Planned', doing: 'Doing', done: 'Done' }
export const columnIds = Object.keys(columnNames)

const day = 24 * 60 * 60 * 1000
const freshFor = 90 * 1000

export function ago(iso, now = Date.now()) {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000))
  // No counting of seconds: words that change all the time draw the eye and move the line.
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 24 * 3600) return `${Math.floor(seconds / 3600)} h ago`
  return dayWords(new Date(iso), now)
}

export function moment(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Returns `{ text, late }`; a done item is never late. */
export function due(item, now = Date.now()) {
  if (!item.due) return null
  const [year, month, date] = item.due.split('-').map(Number)
  const today = new Date(now).setHours(0, 0, 0, 0)
  const days = Math.round((new Date(year, month - 1, date) - today) / day)
  const late = days < 0 && item.column !== 'done'
  if (days === 0) return { text: 'due today', late }
  if (days === 1) return { text: 'due tomorrow', late }
  if (days > 1 && days < 7)
    return {
      text: `due ${new Date(year, month - 1, date).toLocaleDateString(undefined, { weekday: 'long' })}`,
      late,
    }
  return { text: `${late ? 'was due' : 'due'} ${dayWords(new Date(year, month - 1, date), now)}`, late }
}

function dayWords(date, now) {
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

export const who = (by) => (by ? (by.runTitle ?? 'a run') : 'hand')

/** Items of the run that added last, for a minute and a half. */
export function freshIds(items, now = Date.now()) {
  const key = (item) => item.by.runId ?? item.by.sessionId ?? ''
  const byRuns = items.filter((item) => item.by)
  const last = byRuns.reduce(
    (latest, item) => (!latest || item.createdAt > latest.createdAt ? item : latest),
    null,
  )
  const fresh = byRuns.filter(
    (item) => key(item) === key(last) && now - Date.parse(item.createdAt) < freshFor,
  )
  return new Set(fresh.map((item) => item.id))
}

/** What changed between two boards, to be read out. */
export function news(before, after) {
  const old = new Map(before.items.map((item) => [item.id, item]))
  const lines = []
  for (const item of after.items) {
    const known = old.get(item.id)
    old.delete(item.id)
    if (!known)
      lines.push(`${item.title} added to ${columnNames[item.column]}${item.by ? ` by ${who(item.by)}` : ''}.`)
    else if (known.column !== item.column) lines.push(`${item.title} moved to ${columnNames[item.column]}.`)
  }
  for (const item of old.values()) lines.push(`${item.title} deleted.`)
  return lines.length > 3 ? `${lines.length} changes on the board.` : lines.join(' ')
}
