import path from 'node:path'
import type { AppView, Diagnostic, LiveEvent, ServerView, WorkspaceView } from '@contract'
import {
  App,
  type AppStatus,
  McpServer,
  type ServerStatus,
  type ServerTarget,
} from '../capabilities/index.ts'
import { type Clock, digestOf, faultOf, type Runtime, Scope } from '../kit/index.ts'
import type { Store, WorkspaceRow } from '../store/index.ts'
import {
  type AppPlan,
  type Compiled,
  FolderWatch,
  listingOf,
  listTapes,
  type ServerPlan,
  type WorkspacePlan,
  type WorkspaceReader,
} from '../workspace/index.ts'
import { type EventLog, workspaceStream } from './log.ts'
import { readChoice, type SecretPort } from './models.ts'
import { readerFor } from './reader.ts'
import { type Glance, Trust } from './trust/index.ts'

export interface WorkspaceEnvironment {
  store: Store
  log: EventLog
  clock: Clock
  runtime: Runtime
  secrets: SecretPort
  dataFolder: string
}

/** Of the folders in which items have files, so many are watched. */
const maxCoveredFolders = 50

const watched = ['', 'skills', 'apps', 'knowledge', 'rehearsals']

/** A workspace that is open: its files as last read, and the servers and apps that were started for it. */
export class OpenWorkspace {
  readonly reader: WorkspaceReader
  readonly trust: Trust
  private readonly scope = new Scope()
  private readonly servers = new Map<string, { key: string; server: McpServer }>()
  private readonly apps = new Map<string, { key: string; app: App; manifest: AppPlan }>()
  private readonly watch: FolderWatch
  private compiled: Compiled | null = null
  private problem: Diagnostic | null = null
  private text: string | null = null
  private glance: Glance | null = null
  private covered = new Set<string>()
  private looking: Promise<void> = Promise.resolve()
  /** Nothing is asked of the store any more: it may be gone. */
  isClosed = false

  constructor(
    public row: WorkspaceRow,
    private readonly env: WorkspaceEnvironment,
    private readonly onAuthoredChange: () => void,
  ) {
    this.reader = readerFor(row.path, env.dataFolder)
    this.trust = new Trust({
      workspaceId: row.id,
      root: row.path,
      store: env.store,
      clock: env.clock,
      choice: () => readChoice(env.store),
      text: () => this.text,
      isGranted: () => this.row.trusted !== '',
    })
    this.watch = new FolderWatch(row.path, env.clock, (folders) => this.filesChanged(folders))
    this.scope.add(() => this.watch.close())
    for (const folder of watched) this.watch.add(folder, true)
  }

  get root(): string {
    return this.row.path
  }

  /** As of the last look: nothing of it is started otherwise. */
  get isTrusted(): boolean {
    return this.trust.isTrusted
  }

  /** The model that the author names, as last read; null where the app's default is used. */
  get authoredModel(): string | null {
    const model = this.compiled?.plan?.agent.model ?? 'auto'
    return model === 'auto' ? null : model
  }

  watchFolder(folder: string): void {
    this.watch.add(folder === '.' ? '' : folder)
  }

  /** Reads and compiles what is authored now. What cannot be read at all becomes a diagnostic. */
  async read(): Promise<Compiled | null> {
    try {
      const { collected, compiled } = await this.reader.read()
      this.text = collected.files.get('workspace.yaml')?.text ?? null
      await this.trust.look()
      this.compiled = compiled
      this.problem = null
      for (const app of compiled.plan?.apps ?? []) this.watch.add(app.folder)
      for (const skill of compiled.plan?.skills ?? []) this.watch.add(path.posix.dirname(skill.path))
      return compiled
    } catch (error) {
      const { code, message, hint } = faultOf(error)
      this.compiled = null
      this.text = null
      this.problem = {
        severity: 'error',
        code,
        message,
        at: { file: 'workspace.yaml' },
        ...(hint ? { hint } : {}),
      }
      return null
    }
  }

  async view(): Promise<WorkspaceView> {
    const compiled = await this.read()
    if (!this.glance) await this.lookAtItems()
    const plan = compiled?.plan ?? null
    const diagnostics = compiled?.diagnostics ?? (this.problem ? [this.problem] : [])
    return {
      summary: this.summary(),
      diagnostics,
      configChecksum: compiled?.configChecksum ?? null,
      files: compiled?.files ?? [],
      agent: plan && { id: plan.agent.id, model: plan.agent.model, harness: plan.harness },
      servers: plan?.servers.map((server) => this.serverView(plan, server)) ?? [],
      apps: plan?.apps.map((app) => this.appView(app, this.apps.get(app.id)?.app.current)) ?? [],
      skills: plan?.skills.map(({ id, description, path: at }) => ({ id, description, path: at })) ?? [],
      toolIds: plan?.allowlist.toolIds ?? [],
      tapes: (await listTapes(this.root)).map(({ path: at, name, instruction }) => ({
        path: at,
        name,
        instruction,
      })),
      hasInstructions: plan?.instructions !== null && plan !== null,
    }
  }

  summary() {
    const errors =
      this.compiled?.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length ??
      (this.problem ? 1 : 0)
    const state = this.problem?.code === 'folder_missing' ? 'missing' : errors > 0 ? 'errors' : 'ok'
    const { id, name, path: folder, openedAt } = this.row
    const trusted = this.isTrusted
    const review = trusted ? (this.glance?.waiting ?? 0) : 0
    return { id, name, path: folder, trusted, review, state, errors, openedAt } as const
  }

  /** Compares every item with what was granted, as it is now: what the summary and the views then show. */
  lookAtItems(): Promise<void> {
    const next = this.looking.then(() => (this.isClosed ? undefined : this.compareItems()))
    this.looking = next.catch(() => {})
    return next
  }

  private async compareItems(): Promise<void> {
    const plan = this.compiled?.plan
    const before = this.glance
    this.glance = plan ? await this.trust.glance(plan) : null
    this.covered = new Set(this.glance?.folders.slice(0, maxCoveredFolders))
    for (const folder of this.covered) this.watch.add(folder === '.' ? '' : folder)
    if (plan && this.isTrusted) this.tellRefusals(plan, before)
  }

  /** The server as planned now. One that was planned otherwise ends with the last run that holds it. */
  server(target: ServerTarget, server: ServerPlan): McpServer {
    const key = digestOf({ target, granted: this.trust.grantedAt('server', server.id) })
    const known = this.servers.get(target.id)
    if (known?.key === key) return known.server
    void known?.server.retire()
    const made = new McpServer(target, {
      runtime: this.env.runtime,
      root: this.root,
      mayStart: () => this.trust.mayStartServer(server),
      // One that is on its way out does not speak for its successor.
      onChange: (status) => {
        if (this.servers.get(target.id)?.server === made) this.serverChanged(status)
      },
    })
    this.servers.set(target.id, { key, server: made })
    return made
  }

  /**
   * The app as planned now, or null when it is not. Another command or port means another process, but not while a run
   * holds the one there is: two of them would share ports and data.
   */
  async app(plan: WorkspacePlan, appId: string): Promise<App | null> {
    const manifest = plan.apps.find((candidate) => candidate.id === appId)
    if (!manifest) return null
    const { folder, mcp, health, setup, start, envContract } = manifest
    const { tools: _, ...endpoint } = mcp
    const granted = this.trust.grantedAt('app', appId)
    const key = digestOf({ folder, endpoint, health, setup, start, envContract, granted })
    const known = this.apps.get(appId)
    if (known && (known.key === key || known.app.isHeld)) {
      known.app.describe(manifest)
      return known.app
    }
    await known?.app.stop()
    const app = this.makeApp(manifest)
    this.apps.set(appId, { key, app, manifest })
    return app
  }

  private makeApp(manifest: WorkspacePlan['apps'][number]): App {
    const { store, clock, runtime, secrets, dataFolder } = this.env
    const { id } = manifest
    return new App(manifest, {
      runtime,
      clock,
      root: this.root,
      binFolder: path.join(dataFolder, 'bin'),
      ports: {
        kept: (role) => store.ports.of(this.row.id, id, role),
        taken: () => store.ports.taken(),
        keep: (role, port) => void store.ports.put(this.row.id, id, role, port),
      },
      environment: (name) => secrets.variable(name),
      mayStart: () => this.trust.mayStartApp(manifest),
      setupDone: () => this.trust.setupDone(manifest),
      onChange: (status) => this.appChanged(id, status),
    })
  }

  appViewOf(appId: string): AppView | null {
    const known = this.apps.get(appId)
    const declared = this.compiled?.plan?.apps.find((candidate) => candidate.id === appId)
    const manifest = declared ?? known?.manifest
    return manifest ? this.appView(manifest, known?.app.current) : null
  }

  /** One that was started for it, also when no file declares it any more. */
  startedApp(appId: string): App | null {
    return this.apps.get(appId)?.app ?? null
  }

  /** Ends every server and app of it. */
  async stopAll(): Promise<void> {
    await Promise.allSettled([
      ...[...this.servers.values()].map(({ server }) => server.close()),
      ...[...this.apps.values()].map(({ app }) => app.stop()),
    ])
  }

  /** Ends what runs and may not be started any more: a server with the last run that holds it, an app that none holds. */
  async stopRefused(): Promise<void> {
    const { glance } = this
    if (!glance) return
    const servers = [...this.servers].filter(([id]) => glance.refusal('server', id) !== null)
    for (const [id] of servers) this.servers.delete(id)
    await Promise.allSettled([
      ...servers.map(([, { server }]) => server.retire()),
      ...[...this.apps]
        .filter(([id, { app }]) => !app.isHeld && glance.refusal('app', id) !== null)
        .map(([, { app }]) => app.stop()),
    ])
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.looking
    await this.stopAll()
    await this.scope.close()
  }

  private serverView(plan: WorkspacePlan, server: ServerPlan): ServerView {
    const status = this.servers.get(server.id)?.server.current
    const refusal = server.enabled ? this.refusalOf('server', server.id) : null
    const listing = listingOf(plan, server.id)
    return {
      id: server.id,
      kind: server.kind,
      enabled: server.enabled,
      mode: listing.mode === 'discovery' ? 'discovery' : 'explicit',
      target: server.kind === 'local' ? server.command.join(' ') : server.url,
      state: refusal === null ? (status?.state ?? 'off') : this.refusedState('server', server.id),
      detail:
        refusal ??
        status?.detail ??
        (server.enabled ? 'Starts with the first run' : 'Disabled in workspace.yaml'),
      tools: status?.tools ?? null,
    }
  }

  private appView(manifest: WorkspacePlan['apps'][number], status: AppStatus | undefined): AppView {
    const refusal = this.refusalOf('app', manifest.id)
    return {
      workspaceId: this.row.id,
      id: manifest.id,
      name: manifest.name,
      icon: manifest.icon,
      state: refusal === null ? (status?.state ?? 'off') : this.refusedState('app', manifest.id),
      detail: refusal ?? status?.detail ?? 'Starts when it is needed',
      port: status?.port ?? null,
      tools: status?.tools ?? manifest.mcp.tools?.length ?? null,
      hasPage: manifest.ui !== null,
      startCommand: manifest.start ?? '',
      pid: status?.pid ?? null,
    }
  }

  /** Why it would not be started now; null too where nothing of the folder is. */
  private refusalOf(kind: 'server' | 'app', id: string): string | null {
    return this.isTrusted ? (this.glance?.refusal(kind, id) ?? null) : null
  }

  private refusedState(kind: 'server' | 'app', id: string): 'changed' | 'off' {
    return this.glance?.waits(kind, id) ? 'changed' : 'off'
  }

  /** Sources that wait for the operator's word since now, and those that do not any more. */
  private tellRefusals(plan: WorkspacePlan, before: Glance | null): void {
    const live: LiveEvent[] = []
    const isOther = (kind: 'server' | 'app', id: string) => {
      const now = this.refusalOf(kind, id)
      if (now !== null) this.note(kind, id, this.refusedState(kind, id), now)
      return now !== (before?.refusal(kind, id) ?? null)
    }
    for (const server of plan.servers)
      if (server.enabled && isOther('server', server.id))
        live.push({ type: 'server.changed', server: this.serverView(plan, server) })
    for (const app of plan.apps)
      if (isOther('app', app.id))
        live.push({ type: 'app.changed', app: this.appView(app, this.apps.get(app.id)?.app.current) })
    if (live.length > 0) this.env.log.live(workspaceStream(this.row.id), null, live)
  }

  private readonly lastStates = new Map<string, string>()

  /** A new state is a fact and goes into the log; everything else about it is only told. */
  private note(kind: 'app' | 'server', id: string, state: AppStatus['state'], detail: string): void {
    const key = `${kind}:${id}`
    if (this.lastStates.get(key) === state) return
    this.lastStates.set(key, state)
    this.env.log.appendToWorkspace(this.row.id, [{ type: 'capability.state', kind, id, state, detail }])
  }

  private appChanged(appId: string, status: AppStatus): void {
    this.note('app', appId, status.state, status.detail)
    const app = this.appViewOf(appId)
    if (app) this.env.log.live(workspaceStream(this.row.id), null, [{ type: 'app.changed', app }])
  }

  private serverChanged(status: ServerStatus): void {
    this.note('server', status.id, status.state, status.detail)
    const plan = this.compiled?.plan
    const server = plan?.servers.find((candidate) => candidate.id === status.id)
    if (plan && server) {
      this.env.log.live(workspaceStream(this.row.id), null, [
        { type: 'server.changed', server: this.serverView(plan, server) },
      ])
    }
  }

  private filesChanged(folders: string[]): void {
    this.env.log.live(workspaceStream(this.row.id), null, [{ type: 'files.changed', folders }])
    const authored = folders.some(
      (folder) =>
        folder === '' ||
        this.covered.has(folder) ||
        watched.some((root) => root !== '' && (folder === root || folder.startsWith(`${root}/`))),
    )
    if (authored) this.onAuthoredChange()
  }
}
