import type { ModelChoice } from '@contract'
import type { AppPlan, ServerPlan, WorkspacePlan } from '../../workspace/index.ts'
import { givenEndpoint } from '../models.ts'
import { commandLine, type Draft, hostOf, keys, noFiles } from './draft.ts'
import { looseningDrafts } from './loosening.ts'

/** Everything that a plan would start, contact, give, run or loosen. */
export function draftsOf(plan: WorkspacePlan, choice: ModelChoice | null): Draft[] {
  const model = modelDraft(plan.agent.model, choice)
  const drafts = [
    ...plan.servers.filter(({ enabled }) => enabled).flatMap(serverDrafts),
    ...plan.apps.flatMap(appDrafts),
    ...(model ? [model] : []),
    ...plan.commands.flatMap((command) => commandDraft(command) ?? []),
    ...moduleDrafts(plan),
    ...looseningDrafts(plan),
  ]
  // The same rule written twice is one item.
  return [...new Map(drafts.map((draft) => [draft.key, draft])).values()]
}

/** The server itself, and each variable that it is given. */
export function serverDrafts(server: ServerPlan): Draft[] {
  const destination = { kind: 'server', id: server.id } as const
  const place = { path: ['mcp_registry', 'servers', server.id] }
  if (server.kind === 'remote') {
    const { id, url, transport, headers } = server
    const about = { kind: 'remote', url, transport, headers }
    const contact: Draft = {
      key: keys.server(id),
      group: 'contact',
      title: `Server ${id}`,
      lines: [url],
      effect: 'A run that may use it contacts this address and sends it what the agent asks of its tools.',
      place,
      about,
      files: noFiles,
    }
    const to = { label: hostOf(url), about: { url } }
    return [contact, ...envDrafts(destination, place, headers, to)]
  }
  const { id, command, environment } = server
  const line = commandLine(command)
  const start: Draft = {
    key: keys.server(id),
    group: 'start',
    title: `Server ${id}`,
    lines: [line],
    effect: 'A run that may use it starts this program with your rights, in the workspace folder.',
    place,
    about: { kind: 'local', command, environment },
    // A value of the environment may name code too (NODE_OPTIONS, PYTHONPATH).
    files: {
      ...noFiles,
      commands: [{ words: [...command, ...Object.values(environment)], folder: '.' }],
    },
  }
  const to = { label: `server ${id} (${line})`, about: { command } }
  return [start, ...envDrafts(destination, place, environment, to)]
}

/** The app's commands with everything in its folder, and each variable that it is given. */
export function appDrafts(app: Pick<AppPlan, AppField>): Draft[] {
  const { id, folder, configPath, setup, start, stop, envContract } = app
  const commands = Object.entries({ setup, start, stop }).flatMap(([name, line]) =>
    line === null ? [] : [{ name, line }],
  )
  const place = { file: configPath }
  const item: Draft = {
    key: keys.app(id),
    group: 'start',
    title: `App ${app.name}`,
    lines: commands.map(({ name, line }) => `${name}: ${line}`),
    effect: `When the app is needed, these commands are started with your rights, in ${folder === '.' ? 'the workspace folder' : folder}.`,
    place,
    about: { folder, setup, start, stop },
    files: {
      commands: commands.map(({ line }) => ({ words: [line], folder })),
      // An app at the top would make every file of the workspace its own.
      trees: folder === '.' ? [] : [folder],
      paths: [configPath],
    },
  }
  const given = Object.fromEntries(envContract.map((name) => [name, `{env:${name}}`]))
  const to = { label: `app ${id} (${start ?? 'no start command'})`, about: { setup, start } }
  return [item, ...envDrafts({ kind: 'app', id }, place, given, to)]
}

type AppField = 'id' | 'name' | 'folder' | 'configPath' | 'setup' | 'start' | 'stop' | 'envContract'

const placeholder = /\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g

/** A pair of name and destination; another command line or address at the destination asks again. */
function envDrafts(
  { kind, id }: { kind: 'server' | 'app'; id: string },
  place: Draft['place'],
  values: Record<string, string>,
  to: { label: string; about: unknown },
): Draft[] {
  const names = new Set(
    Object.values(values).flatMap((value) =>
      [...value.matchAll(placeholder)].map(([, name]) => name as string),
    ),
  )
  return [...names].map((name) => ({
    key: keys.env(kind, id, name),
    group: 'give',
    title: `${name} for ${kind} ${id}`,
    lines: [`${name} -> ${to.label}`],
    effect: `The value of ${name} in your environment is given to it.`,
    place,
    about: { name, kind, id, ...(to.about as object) },
    files: noFiles,
    subject: `${name} is not given to ${kind} ${id}`,
  }))
}

/** The key that leaves because the workspace, and nobody else, names the model; null where none does. */
export function modelDraft(authored: string, choice: ModelChoice | null): Draft | null {
  if (authored === 'auto') return null
  const provider = authored.slice(0, authored.indexOf('/'))
  if (provider === choice?.provider) return null
  const endpoint = givenEndpoint(provider)
  if (!endpoint) return null
  const { keyName, baseUrl } = endpoint
  return {
    key: keys.model(provider),
    group: 'give',
    title: `Model of ${provider}`,
    lines: [`${keyName} -> ${hostOf(baseUrl)} (${authored})`],
    effect: 'A run without a model of its own sends its requests and this key to this address.',
    place: { path: ['agents', 'model'] },
    about: { provider, keyName, baseUrl },
    files: noFiles,
    subject: `${keyName} is not sent to ${hostOf(baseUrl)}`,
  }
}

/** Null for a command that is text for the agent. */
export function commandDraft({ id, run }: { id: string; run: string[] | null }): Draft | null {
  if (run === null) return null
  return {
    key: keys.command(id),
    group: 'code',
    title: `Command /${id}`,
    lines: [commandLine(run)],
    effect: 'An agent that may run commands, or you, can start this program with your rights.',
    place: { path: ['commands', id] },
    about: { run },
    files: { ...noFiles, commands: [{ words: run, folder: '.' }] },
  }
}

function moduleDrafts({ catalog, outputSchema }: WorkspacePlan): Draft[] {
  const draft = (path: string, lines: string[], place: (string | number)[]): Draft => ({
    key: keys.module(path),
    group: 'code',
    title: `Module ${path}`,
    lines,
    effect: 'A run may load this file as code, with your rights.',
    place: { path: place },
    about: { path, lines },
    files: { ...noFiles, commands: [{ words: [path], folder: '.' }], paths: [path] },
  })
  const paths = [...new Set(catalog.map(({ modulePath }) => modulePath))]
  const modules = paths.map((path) => {
    const tools = catalog.filter(({ modulePath }) => modulePath === path)
    const lines = tools.map(({ id, symbol }) => `${id}: ${symbol} of ${path}`)
    return draft(path, lines, ['mcp_registry', 'catalog', tools[0]?.id ?? ''])
  })
  if (outputSchema?.kind !== 'module') return modules
  const { path } = outputSchema
  const known = modules.find(({ key }) => key === keys.module(path))
  const line = `schema of the result: ${path}`
  if (!known) return [...modules, draft(path, [line], ['agents', 'schema_module_path'])]
  known.lines.push(line)
  return modules
}
