import type { Json } from '@contract'
import type { FolderPort, Gatherer } from './port.ts'

/** A server as another product wrote it, in words they share. */
export interface ForeignServer {
  name: string
  command: string[] | null
  url: string | null
  environment: Record<string, string>
  headers: Record<string, string>
  transport: 'http' | 'sse' | null
  timeoutMs: number | null
  cwd: string | null
  /** The other product had it turned off. */
  isOff: boolean
  file: string
  line: number
}

const secretName = /(key|token|secret|passw|auth|cookie|credential|_pat$)/i

/** The forms of a variable in other products: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `{env:NAME}`. */
const variable = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^{}]*))?\}|\{env:([A-Za-z_]\w*)\}/g

export function addServer(gatherer: Gatherer, port: FolderPort, server: ForeignServer): void {
  const { name, file, line, command, url } = server
  if (!command?.[0] && !url) {
    const message = `The server "${name}" has neither a command nor an address.`
    gatherer.say('import_server_invalid', message, file, line)
    return
  }
  const id = idFrom(name)
  const notes = notesOn(server, id)
  const values = (map: Record<string, string>) =>
    Object.fromEntries(Object.entries(map).map(([key, text]) => [key, valueOf(key, text, notes)]))
  const environment = values(server.environment)
  const headers = values(server.headers)
  const given = { ...environment, ...headers }
  for (const missing of namesIn(Object.values(given)).filter((variableName) => !port.isSet(variableName))) {
    const message = `The server "${name}" needs ${missing}, which is not set now.`
    gatherer.say('workspace_env_undefined', message, file, line, 'Set it before starting Signalbox.')
  }
  gatherer.add({
    group: 'server',
    title: name,
    lines: [targetOf(server), ...Object.entries(given).map(([key, text]) => `${key}: ${text}`)],
    at: { file, line },
    becomes: `mcp_registry.servers.${id}`,
    note: notes.length > 0 ? notes.join(' ') : null,
    edits: [{ path: ['mcp_registry', 'servers', id], value: valueFor(server, environment, headers) }],
  })
}

const targetOf = ({ command, url }: ForeignServer) => (command?.[0] ? command.join(' ') : (url ?? ''))

function valueFor(
  { command, url, transport, timeoutMs }: ForeignServer,
  environment: Record<string, string>,
  headers: Record<string, string>,
): Json {
  const timeout: { [key: string]: Json } = timeoutMs ? { timeout_ms: timeoutMs } : {}
  if (command?.[0])
    return { type: 'local', command, ...(isEmpty(environment) ? {} : { environment }), ...timeout }
  return {
    type: 'remote',
    url: url ?? '',
    ...(transport ? { transport } : {}),
    ...(isEmpty(headers) ? {} : { headers }),
    ...timeout,
  }
}

/** What is not as it was there. */
function notesOn({ name, command, url, cwd, isOff }: ForeignServer, id: string): string[] {
  const open = (text: string) => /\$\{|\{env:/.test(text)
  return [
    ...(id === name ? [] : [`Its id becomes ${id}.`]),
    ...(isOff ? ['It is turned off there.'] : []),
    ...(cwd ? [`It ran in ${cwd}; here every server runs in the workspace folder.`] : []),
    ...(command ?? [])
      .filter(open)
      .map((word) => `"${word}" stays as it is: variables are filled in environment and headers only.`),
    ...(url && open(url) ? ['The variable in its address stays as it is: put it into a header.'] : []),
  ]
}

/** A server's id has no dot and no space. */
export function idFrom(name: string): string {
  return (
    name
      .slice(0, 200)
      .trim()
      .replace(/[.\s/\\]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'server'
  )
}

/** A secret in the file is not copied: what is asked for is its name. */
function valueOf(key: string, text: string, notes: string[]): string {
  const filled = text.replace(
    variable,
    (_all, one: string | undefined, fallback: string | undefined, two: string | undefined) => {
      if (fallback !== undefined) notes.push(`The default "${fallback}" of ${one} is not taken over.`)
      return `{env:${one ?? two}}`
    },
  )
  if (filled.includes('{env:') || !secretName.test(key) || text === '') return filled
  const name = key
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(\d)/, '_$1')
  notes.push(`The value of ${key} stands in the file and is not copied: set ${name} in the environment.`)
  const scheme = /^(Bearer|Basic|token)\s+/i.exec(text)?.[0] ?? ''
  return `${scheme}{env:${name}}`
}

function namesIn(values: string[]): string[] {
  const found = values.flatMap((value) => [...value.matchAll(/\{env:([A-Za-z_]\w*)\}/g)])
  return [...new Set(found.map((match) => match[1] ?? ''))]
}

const isEmpty = (map: object) => Object.keys(map).length === 0

/** A map of texts out of whatever stands there; numbers and yes or no as text. */
export function texts(value: unknown): Record<string, string> {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      ['string', 'number', 'boolean'].includes(typeof entry) ? [[key, String(entry)]] : [],
    ),
  )
}

export function words(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}

/** `command` as a text with `args`, or as one list. */
export function argvOf(command: unknown, args: unknown): string[] | null {
  if (Array.isArray(command)) return words(command)
  return typeof command === 'string' && command !== '' ? [command, ...words(args)] : null
}
