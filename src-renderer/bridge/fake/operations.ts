import type {
  AppView,
  Fault,
  Input,
  Reply,
  RunId,
  SessionId,
  SessionSummary,
  Value,
  WorkspaceId,
  WorkspaceView,
} from '@contract'
import { contractHandlers } from './contract.ts'
import { packageOf } from './packages.ts'
import { playRun, type ScriptedRun, type World } from './script.ts'
import { listFolder, productInfo, readFile, writeFile } from './seed.ts'
import { report } from './seed-texts.ts'
import type { FakeState, Handlers } from './state.ts'
import { trustHandlers } from './trust.ts'

const ok = <T>(value: T): Reply<T> => ({ ok: true, value })
const no = (
  owner: Fault['owner'],
  code: string,
  message: string,
  hint?: string,
): { ok: false; fault: Fault } => ({
  ok: false,
  fault: { owner, code, message, ...(hint && { hint }), retry: 'now' },
})
const nothing = (what: string) => no('operator', 'not_found', `${what} was not found.`)

export function createHandlers(state: FakeState): Handlers {
  const { log, views } = state
  const viewOf = (id: WorkspaceId): Reply<WorkspaceView> => {
    const view = views.get(id)
    return view ? ok(view) : nothing('The workspace')
  }

  return {
    'product.info': () => ok(productInfo),
    'settings.read': ({ key }) => ok({ value: state.settings.get(key) ?? null }),
    'settings.write': ({ key, value }) => {
      state.settings.set(key, value)
      return ok({ saved: true })
    },
    'models.read': () => ok(state.models),
    'models.write': ({ sessionKey, ...choice }) => {
      state.models = { choice, key: sessionKey ? 'session' : choice.keyName ? 'environment' : 'not-needed' }
      return ok(state.models)
    },
    'workspaces.list': () => ok([...views.values()].map((view) => view.summary)),
    'workspaces.pick': () => ok(null),
    'workspaces.view': ({ workspaceId }) => viewOf(workspaceId),
    'workspaces.reveal': () => ok({ shown: true }),
    'workspaces.forget': ({ workspaceId }) => {
      views.delete(workspaceId)
      return ok({ forgotten: true })
    },
    'sessions.list': ({ workspaceId }) =>
      ok(state.sessions.filter((session) => session.workspaceId === workspaceId)),
    'sessions.view': ({ sessionId }) => ok(log.view(sessionId)),
    'runs.start': (input) => startRun(state, input),
    'runs.stop': ({ runId }) => stopRun(state, runId),
    'runs.package': ({ runId }) => {
      const given = packageOf(state, runId)
      return given
        ? ok(given)
        : no('operator', 'package_missing', 'This run has no package: it ended before one was made.')
    },
    'streams.since': ({ stream, seq, limit }) => ok(log.since(stream, seq, limit)),
    'streams.openText': ({ sessionId }) => ok(log.openText(sessionId)),
    'streams.watch': ({ stream }) => {
      log.watch(stream)
      return ok({ watching: true })
    },
    'streams.unwatch': ({ stream }) => {
      log.unwatch(stream)
      return ok({ watching: false })
    },
    'files.list': ({ workspaceId, path }) => ok(listFolder(workspaceId, path)),
    'files.read': ({ workspaceId, path }) => {
      const content = readFile(workspaceId, path)
      return content ? ok(content) : nothing(`The file ${path}`)
    },
    'authoring.write': ({ workspaceId, path, text, baseSha256 }) => {
      const content = readFile(workspaceId, path)
      if (content && content.kind !== 'text') return nothing(`The file ${path}`)
      if ((content?.sha256 ?? null) !== baseSha256)
        return no(
          'operator',
          'file_changed_outside',
          `Tried to save ${path}: it was changed by another program.`,
        )
      writeFile(workspaceId, path, text)
      return ok({ sha256: 'f'.repeat(64), diagnostics: [] })
    },
    ...contractHandlers(state),
    ...trustHandlers(state),
    ...appHandlers(state),
  }
}

type AppHandlers = Pick<
  Handlers,
  | 'apps.start'
  | 'apps.stop'
  | 'apps.log'
  | 'surfaces.open'
  | 'surfaces.place'
  | 'surfaces.hide'
  | 'outputs.list'
  | 'outputs.open'
  | 'blobs.read'
>

function appHandlers(state: FakeState): AppHandlers {
  return {
    'apps.start': async ({ workspaceId, appId }) => {
      if (appId === 'notes')
        return no(
          'capability',
          'app_ended',
          'Notes ended with code 1: Cannot find module ./store.mjs',
          'Read its log.',
        )
      changeApp(state, workspaceId, appId, { state: 'starting', detail: 'Waiting for /health' })
      await state.wait(700)
      const ready = {
        state: 'ready',
        detail: 'Answers /health in 4 ms',
        port: 38_081,
        tools: 12,
        pid: 4127,
      } as const
      return changeApp(state, workspaceId, appId, ready)
    },
    'apps.stop': ({ workspaceId, appId }) =>
      changeApp(state, workspaceId, appId, {
        state: 'off',
        detail: 'Stopped',
        port: null,
        pid: null,
        tools: null,
      }),
    'apps.log': ({ appId }) =>
      ok({
        text: `> node apps/${appId}/server.mjs\nlistening on 38081\nmcp: 12 tools\nGET /health 200 4 ms\n`,
      }),
    'surfaces.open': async ({ workspaceId, appId }) => {
      await state.wait(200)
      const app = changeApp(state, workspaceId, appId, { state: 'ready', port: 38_081, tools: 12, pid: 4127 })
      return app.ok ? ok({ surfaceId: `surface_${appId}`, title: app.value.name }) : app
    },
    'surfaces.place': () => ok({ placed: true }),
    'surfaces.hide': () => ok({ hidden: true }),
    'outputs.list': ({ workspaceId }) => {
      const own = new Set(
        state.sessions.filter((one) => one.workspaceId === workspaceId).map((one) => one.id),
      )
      return ok(state.outputs.filter((output) => own.has(output.sessionId)))
    },
    'outputs.open': ({ outputId }) => {
      const output = state.outputs.find((other) => other.id === outputId)
      if (!output) return nothing('The output')
      if (output.ownerApp === 'launch-board')
        return ok({ kind: 'app', appId: 'launch-board', route: '/items/brief' })
      return ok({
        kind: 'preview',
        mime: 'text/markdown',
        text: report,
        truncated: false,
        ownerMissing: output.ownerApp,
      })
    },
    'blobs.read': ({ offset }) => ok({ text: `{"row": ${offset}}\n`, next: offset + 65_536, bytes: 200_000 }),
  }
}

function changeApp(
  state: FakeState,
  id: WorkspaceId,
  appId: string,
  change: Partial<AppView>,
): Reply<AppView> {
  const view = state.views.get(id)
  const app = view?.apps.find((other) => other.id === appId)
  if (!view || !app) return nothing(`The app ${appId}`)
  const changed = { ...app, ...change }
  state.views.set(id, { ...view, apps: view.apps.map((other) => (other.id === appId ? changed : other)) })
  state.log.live({ kind: 'workspace', id }, { type: 'app.changed', app: changed })
  return ok(changed)
}

function startRun(state: FakeState, input: Input<'runs.start'>): Reply<Value<'runs.start'>> {
  state.serial++
  const serial = String(state.serial).padStart(8, '0')
  const sessionId = input.sessionId ?? (`ses_new${serial}` as SessionId)
  const run: ScriptedRun = {
    sessionId,
    runId: `run_new${serial}` as RunId,
    instruction: input.instruction,
    harness: input.harness,
    model: input.harness === 'rehearsal' ? 'none/none' : (input.model ?? 'ollama/qwen3'),
    stop: false,
  }
  state.runs.set(run.runId, run)
  const world: World = {
    log: state.log,
    now: state.now,
    wait: state.wait,
    appChanged: (appId, change) => void changeApp(state, input.workspaceId, appId, change),
    outputMade: (output) => void state.outputs.unshift(output),
    sessionChanged: (runState) => putSession(state, input, run, runState),
  }
  putSession(state, input, run, 'starting')
  void playRun(run, world)
  return ok({ runId: run.runId, sessionId })
}

function putSession(
  state: FakeState,
  input: Input<'runs.start'>,
  run: ScriptedRun,
  runState: SessionSummary['state'],
): void {
  const old = state.sessions.find((session) => session.id === run.sessionId)
  const session: SessionSummary = {
    id: run.sessionId,
    workspaceId: input.workspaceId,
    title: old?.title ?? run.instruction.slice(0, 60),
    kind: input.kind,
    createdAt: old?.createdAt ?? state.now(),
    updatedAt: state.now(),
    runId: run.runId,
    state: runState,
    startedAt: old?.runId === run.runId ? old.startedAt : state.now(),
  }
  state.sessions = [session, ...state.sessions.filter((other) => other.id !== session.id)]
  state.log.live({ kind: 'workspace', id: input.workspaceId }, { type: 'session.changed', session })
}

function stopRun(state: FakeState, runId: RunId): Reply<{ requested: true }> {
  const run = state.runs.get(runId)
  if (!run) return nothing('The run')
  run.stop = true
  state.log.append(
    { kind: 'session', id: run.sessionId },
    { type: 'run.stop_requested', by: 'operator' },
    runId,
  )
  return ok({ requested: true })
}
