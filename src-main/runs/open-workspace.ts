import path from 'node:path'
import type { AppView, Diagnostic, ServerView, WorkspaceView } from '@contract'
import {
  App,
  type AppStatus,
  McpServer,
  type ServerStatus,
  type ServerTarget,
} from '../capabilities/index.ts'
import { harnesses } from '../harness/index.ts'
import { type Clock, digestOf, faultOf, type Runtime, Scope } from '../kit/index.ts'
import type { Store, WorkspaceRow } from '../store/index.ts'
import {
  type Compiled,
  FolderWatch,
  listingOf,
  listTapes,
  type ServerPlan,
  type WorkspacePlan,
  WorkspaceReader,
} from '../workspace/index.ts'
import { type EventLog, workspaceStream } from './log.ts'
import type { SecretPort } from './models.ts'

export interface WorkspaceEnvironment {
  store: Store
  log: EventLog
  clock: Clock
  runtime: Runtime
  secrets: SecretPort
  dataFolder: string
}

const watched = ['', 'skills', 'apps', 'knowledge', 'rehearsals']

/** A workspace that is open: its files as last read, and the servers and apps that were started for it. */
export class OpenWorkspace {
  readonly reader: WorkspaceReader
  private readonly scope = new Scope()
  private readonly servers = new Map<string, { key: string; server: McpServer }>()
  private readonly apps = new Map<string, { key: string; app: App }>()
  private readonly watch: FolderWatch
  private compiled: Compiled | null = null
  private problem: Diagnostic | null = null

  constructor(
    public row: WorkspaceRow,
    private readonly env: WorkspaceEnvironment,
    private readonly onAuthoredChange: () => void,
  ) {
    this.reader = new WorkspaceReader(row.path, { harnesses: harnesses.map(({ id }) => id) })
    this.watch = new FolderWatch(row.path, env.clock, (folders) => this.filesChanged(folders))
    this.scope.add(() => this.watch.close())
    for (const folder of watched) this.watch.add(folder, true)
  }

  get root(): string {
    return this.row.path
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
      const { compiled } = await this.reader.read()
      this.compiled = compiled
      this.problem = null
      for (const app of compiled.plan?.apps ?? []) this.watch.add(app.folder)
      for (const skill of compiled.plan?.skills ?? []) this.watch.add(path.posix.dirname(skill.path))
      return compiled
    } catch (error) {
      const { code, message, hint } = faultOf(error)
      this.compiled = null
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
    const { id, name, path: folder, trusted, openedAt } = this.row
    return { id, name, path: folder, trusted: trusted !== '', state, errors, openedAt } as const
  }

  /** The server as planned now. One that was planned otherwise ends with the last run that holds it. */
  server(target: ServerTarget): McpServer {
    const key = digestOf(target)
    const known = this.servers.get(target.id)
    if (known?.key === key) return known.server
    void known?.server.retire()
    const server = new McpServer(target, {
      runtime: this.env.runtime,
      root: this.root,
      // One that is on its way out does not speak for its successor.
      onChange: (status) => {
        if (this.servers.get(target.id)?.server === server) this.serverChanged(status)
      },
    })
    this.servers.set(target.id, { key, server })
    return server
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
    const key = digestOf({ folder, endpoint, health, setup, start, envContract })
    const known = this.apps.get(appId)
    if (known && (known.key === key || known.app.isHeld)) {
      known.app.describe(manifest)
      return known.app
    }
    await known?.app.stop()
    const app = this.makeApp(manifest)
    this.apps.set(appId, { key, app })
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
      onChange: (status) => this.appChanged(id, status),
    })
  }

  appViewOf(appId: string): AppView | null {
    const manifest = this.compiled?.plan?.apps.find((candidate) => candidate.id === appId)
    return manifest ? this.appView(manifest, this.apps.get(appId)?.app.current) : null
  }

  async close(): Promise<void> {
    await Promise.allSettled([
      ...[...this.servers.values()].map(({ server }) => server.close()),
      ...[...this.apps.values()].map(({ app }) => app.stop()),
    ])
    await this.scope.close()
  }

  private serverView(plan: WorkspacePlan, server: ServerPlan): ServerView {
    const status = this.servers.get(server.id)?.server.current
    const listing = listingOf(plan, server.id)
    return {
      id: server.id,
      kind: server.kind,
      enabled: server.enabled,
      mode: listing.mode === 'discovery' ? 'discovery' : 'explicit',
      target: server.kind === 'local' ? server.command.join(' ') : server.url,
      state: status?.state ?? 'off',
      detail: status?.detail ?? (server.enabled ? 'Starts with the first run' : 'Disabled in workspace.yaml'),
      tools: status?.tools ?? null,
    }
  }

  private appView(manifest: WorkspacePlan['apps'][number], status: AppStatus | undefined): AppView {
    return {
      workspaceId: this.row.id,
      id: manifest.id,
      name: manifest.name,
      icon: manifest.icon,
      state: status?.state ?? 'off',
      detail: status?.detail ?? 'Starts when it is needed',
      port: status?.port ?? null,
      tools: status?.tools ?? manifest.mcp.tools?.length ?? null,
      hasPage: manifest.ui !== null,
      startCommand: manifest.start ?? '',
      pid: status?.pid ?? null,
    }
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
        watched.some((root) => root !== '' && (folder === root || folder.startsWith(`${root}/`))),
    )
    if (authored) this.onAuthoredChange()
  }
}
