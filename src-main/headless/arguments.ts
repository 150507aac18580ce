import { parseArgs } from 'node:util'
import { isId, type RunId, type SessionId, type SessionKind, sessionKinds } from '@contract'

export type Command =
  | { name: 'help' }
  | {
      name: 'compile'
      folder: string
      kind: SessionKind
      json: boolean
      /** Null: from the files alone, starting nothing. */
      live: { trust: boolean; harness?: string; model?: string; baseUrl?: string } | null
    }
  | { name: 'why'; folder: string; toolId: string; kind: SessionKind; json: boolean }
  | { name: 'given'; folder: string; runId: RunId; json: boolean }
  | {
      name: 'run'
      folder: string
      instruction: string
      kind: SessionKind
      harness?: string
      model?: string
      baseUrl?: string
      tape?: string
      sessionId?: SessionId
      trust: boolean
      json: boolean
    }
  | {
      name: 'events'
      folder: string
      runId?: RunId
      sessionId?: SessionId
      after: number
      follow: boolean
      json: boolean
    }

/** Wrong use: exit code 64. */
export class UsageError extends Error {}

export const usage = `signalbox compile DIR [--kind K] [--json] [--live [--harness H] [--model P/M] [--base-url URL] [--trust]]
signalbox run DIR --instruction TEXT [--kind K] [--harness loop|rehearsal] [--model P/M] [--base-url URL]
              [--tape FILE] [--session ID] [--trust] [--json]
signalbox why DIR TOOL [--kind K] [--json]
signalbox why DIR --run RUN [--json]
signalbox events DIR --run RUN | --session ID [--after SEQ] [--follow] [--json]

--live starts and asks the servers and apps, as a run would. why --run: what that run was given, and what not.
K: ${sessionKinds.join(', ')}. With --json: one JSON value, or one envelope a line.
Exit codes: 0 done, 1 the run failed, 2 authored errors, 64 wrong use, 75 another process is writing,
77 the folder is not trusted, 130 stopped. Data: SIGNALBOX_HOME, else the platform's application-data folder.
`

const flags = {
  json: { type: 'boolean' },
  kind: { type: 'string' },
  instruction: { type: 'string' },
  harness: { type: 'string' },
  model: { type: 'string' },
  'base-url': { type: 'string' },
  tape: { type: 'string' },
  session: { type: 'string' },
  run: { type: 'string' },
  after: { type: 'string' },
  follow: { type: 'boolean' },
  trust: { type: 'boolean' },
  live: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const allowed: Record<string, (keyof typeof flags)[]> = {
  compile: ['kind', 'json', 'live', 'harness', 'model', 'base-url', 'trust'],
  why: ['kind', 'json', 'run'],
  run: ['kind', 'json', 'instruction', 'harness', 'model', 'base-url', 'tape', 'session', 'trust'],
  events: ['run', 'session', 'after', 'follow', 'json'],
}

export function parseCommand(argv: string[]): Command {
  const { values, positionals } = parse(argv)
  const [name, folder, ...rest] = positionals
  if (values.help || name === undefined || name === 'help') return { name: 'help' }
  const known = allowed[name]
  if (!known) throw new UsageError(`There is no command "${name}".`)
  const foreign = Object.keys(values).find((flag) => !known.includes(flag as keyof typeof flags))
  if (foreign) throw new UsageError(`${name} has no option --${foreign}.`)
  const [toolId, ...more] = name === 'why' ? rest : [undefined, ...rest]
  if (folder === undefined || more.length > 0) throw new UsageError(`${name} wants one folder.`)
  const json = values.json === true
  if (name === 'why') {
    return whyCommand(folder, toolId, values, json)
  }
  if (name === 'compile') return compileCommand(folder, values, json)
  if (name === 'events') return eventsCommand(folder, values, json)
  if (!values.instruction) throw new UsageError('run wants --instruction TEXT.')
  checkBaseUrl(values)
  return {
    name: 'run',
    folder,
    instruction: values.instruction,
    kind: kindOf(values.kind),
    trust: values.trust === true,
    json,
    ...(values.harness === undefined ? {} : { harness: values.harness }),
    ...(values.model === undefined ? {} : { model: values.model }),
    ...(values['base-url'] === undefined ? {} : { baseUrl: values['base-url'] }),
    ...(values.tape === undefined ? {} : { tape: values.tape }),
    ...(values.session === undefined ? {} : { sessionId: sessionOf(values.session) }),
  }
}

type Values = ReturnType<typeof parse>['values']

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: flags, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function checkBaseUrl(values: Values): void {
  if (values['base-url'] !== undefined && !/^https?:\/\//.test(values['base-url']))
    throw new UsageError('--base-url wants an http or https address.')
}

function compileCommand(folder: string, values: Values, json: boolean): Command {
  const kind = kindOf(values.kind)
  const forLive = (['harness', 'model', 'base-url', 'trust'] as const).find(
    (flag) => values[flag] !== undefined,
  )
  if (!values.live) {
    if (forLive) throw new UsageError(`compile has --${forLive} only with --live.`)
    return { name: 'compile', folder, kind, json, live: null }
  }
  checkBaseUrl(values)
  const live = {
    trust: values.trust === true,
    ...(values.harness === undefined ? {} : { harness: values.harness }),
    ...(values.model === undefined ? {} : { model: values.model }),
    ...(values['base-url'] === undefined ? {} : { baseUrl: values['base-url'] }),
  }
  return { name: 'compile', folder, kind, json, live }
}

function whyCommand(folder: string, toolId: string | undefined, values: Values, json: boolean): Command {
  if ((toolId === undefined) === (values.run === undefined))
    throw new UsageError('why wants a folder and a tool, or a folder and --run RUN.')
  if (toolId !== undefined) return { name: 'why', folder, toolId, kind: kindOf(values.kind), json }
  if (!isId('run', values.run)) throw new UsageError(`"${values.run}" is not a run id.`)
  return { name: 'given', folder, runId: values.run, json }
}

function eventsCommand(folder: string, values: Values, json: boolean): Command {
  if ((values.run === undefined) === (values.session === undefined))
    throw new UsageError('events wants --run RUN or --session ID.')
  const after = Number(values.after ?? 0)
  if (!Number.isInteger(after) || after < 0) throw new UsageError('--after wants a whole number.')
  if (values.run !== undefined && !isId('run', values.run))
    throw new UsageError(`"${values.run}" is not a run id.`)
  return {
    name: 'events',
    folder,
    ...(isId('run', values.run) ? { runId: values.run } : { sessionId: sessionOf(values.session ?? '') }),
    after,
    follow: values.follow === true,
    json,
  }
}

function sessionOf(text: string): SessionId {
  if (isId('session', text)) return text
  throw new UsageError(`"${text}" is not a session id.`)
}

function kindOf(text: string | undefined): SessionKind {
  const kind = text ?? 'main'
  if ((sessionKinds as readonly string[]).includes(kind)) return kind as SessionKind
  throw new UsageError(`--kind is one of ${sessionKinds.join(', ')}, not "${kind}".`)
}
