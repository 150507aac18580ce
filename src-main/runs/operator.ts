import {
  type BlobHash,
  type CoreApi,
  type Envelope,
  type Fault,
  type Preflight,
  type ProductInfo,
  type WorkspaceId,
  withOpenText,
} from '@contract'
import { type HostRuntime, harnesses } from '../harness/index.ts'
import { type Clock, type Log, raise } from '../kit/index.ts'
import type { Store } from '../store/index.ts'
import { previewEdit, previewFile, writeFile } from './authoring.ts'
import { listFolder, readForView } from './browse.ts'
import { givenOf } from './given.ts'
import { importOperations } from './imports.ts'
import { EventLog } from './log.ts'
import { modelSettings, readChoice, type SecretPort, writeChoice } from './models.ts'
import type { OpenWorkspace } from './open-workspace.ts'
import { openOutput } from './outputs.ts'
import { preflight } from './preflight.ts'
import { recoverRuns } from './recover.ts'
import { Runs } from './runs.ts'
import { readSession } from './stages/index.ts'
import { notTrusted, trustOperations } from './trust/index.ts'
import { Workspaces } from './workspaces.ts'

export interface OperatorOptions {
  store: Store
  clock: Clock
  diary: Log
  host: HostRuntime
  secrets: SecretPort
  dataFolder: string
  /** What only the wiring knows: versions, platform, whether pages are sandboxed. */
  product: Omit<ProductInfo, 'harnesses' | 'sampleWorkspaceId' | 'dataFolder' | 'notices'>
}

/** Everything an operator can do that needs no window. The window and the headless command both stand on it. */
export class Operator {
  readonly workspaces: Workspaces
  readonly runs: Runs
  readonly api: CoreApi
  private readonly log: EventLog
  private sampleId: WorkspaceId | null = null
  /** What went wrong at the start and is told in the window. */
  readonly notices: Fault[] = []

  constructor(private readonly options: OperatorOptions) {
    const { store, clock, diary, host, secrets, dataFolder } = options
    this.log = new EventLog(store, clock, diary, secrets)
    this.log.onStoreTrouble((fault) => this.workspaces.tellAll({ type: 'store.trouble', fault }))
    this.workspaces = new Workspaces({
      store,
      log: this.log,
      clock,
      runtime: host.runtime,
      secrets,
      dataFolder,
    })
    this.runs = new Runs(this.workspaces, secrets, { log: this.log, clock, diary, host })
    this.api = this.implementation()
  }

  /** Ends what an earlier process left open. Once, before anything is started. */
  recover(): number {
    return recoverRuns(this.log).length
  }

  onEnvelopes(listen: (envelopes: Envelope[]) => void): () => void {
    return this.log.onEnvelopes(listen)
  }

  async openFolder(folder: string, trust: '' | 'bundled' | 'flag') {
    const workspace = await this.workspaces.add(folder, trust)
    if (workspace.row.trusted === 'bundled') this.sampleId = workspace.row.id
    return workspace.summary()
  }

  folderOf(id: WorkspaceId): string {
    return this.workspaces.get(id).root
  }

  /** As `runs.preflight`; the headless command can also give the address of the model service. */
  preflight(id: WorkspaceId, wish: Parameters<typeof preflight>[1]): Promise<Preflight> {
    const { store, clock, secrets, host } = this.options
    return preflight(this.workspaces.get(id), wish, { store, clock, secrets, runtime: host.runtime })
  }

  /** The address of an app's page, starting the app where needed. */
  async appPage(id: WorkspaceId, appId: string, route: string): Promise<{ url: string; title: string }> {
    const { app, workspace } = await this.appOf(id, appId)
    try {
      const url = await app.pageUrl(route)
      return { url, title: workspace.appViewOf(appId)?.name ?? appId }
    } catch (error) {
      throw raise(
        {
          owner: 'capability',
          code: 'app_not_running',
          message: `Tried to open ${appId}: ${error instanceof Error ? error.message : String(error)}`,
          hint: 'Its log says more.',
          retry: 'now',
        },
        error,
      )
    }
  }

  /** A join: runs end first, then what they used, then the store. */
  async close(): Promise<void> {
    await this.runs.close()
    await this.workspaces.close()
    this.options.store.close()
  }

  private implementation(): CoreApi {
    return {
      ...this.settingOperations(),
      ...this.workspaceOperations(),
      ...this.runOperations(),
      ...this.appOperations(),
      ...importOperations(this.workspaces, this.options.secrets),
      ...trustOperations(this.workspaces, this.runs),
    }
  }

  private settingOperations(): Pick<
    CoreApi,
    'product.info' | 'settings.read' | 'settings.write' | 'models.read' | 'models.write'
  > {
    const { store, secrets, product, dataFolder } = this.options
    const models = () => modelSettings(readChoice(store), secrets)
    return {
      'product.info': () => ({
        ...product,
        dataFolder,
        harnesses: harnesses.map(({ id, title, label, depth, needsModel }) => ({
          id,
          title,
          label,
          depth,
          needsModel,
        })),
        sampleWorkspaceId: this.sampleId,
        notices: this.notices,
      }),
      'settings.read': ({ key }) => ({ value: store.settings.read(`window:${key}`) }),
      'settings.write': ({ key, value }) => {
        store.settings.write(`window:${key}`, value)
        return { saved: true }
      },
      'models.read': models,
      'models.write': ({ sessionKey, ...choice }) => {
        const keyName = sessionKey && choice.keyName === '' ? 'SESSION_KEY' : choice.keyName
        if (sessionKey) secrets.keepModelKey(keyName, sessionKey)
        writeChoice(store, { ...choice, keyName })
        void this.workspaces.lookAgain()
        return models()
      },
    }
  }

  private workspaceOperations(): Pick<
    CoreApi,
    | 'workspaces.list'
    | 'workspaces.view'
    | 'workspaces.forget'
    | 'files.list'
    | 'files.read'
    | 'authoring.write'
    | 'authoring.edit'
    | 'authoring.preview'
  > {
    const listingsOf = (id: WorkspaceId) => this.options.store.listings.of(id)
    return {
      'workspaces.list': () => this.workspaces.list(),
      'workspaces.view': ({ workspaceId }) => this.workspaces.get(workspaceId).view(),
      'workspaces.forget': async ({ workspaceId }) => {
        this.runs.checkIdle(workspaceId)
        await this.workspaces.forget(workspaceId)
        return { forgotten: true }
      },
      'files.list': ({ workspaceId, path }) => {
        const workspace = this.workspaces.get(workspaceId)
        workspace.watchFolder(path)
        return listFolder(workspace.root, path)
      },
      'authoring.write': ({ workspaceId, path, text, baseSha256 }) =>
        writeFile(this.workspaces.get(workspaceId), path, text, baseSha256),
      'authoring.edit': ({ workspaceId, edits, text }) =>
        previewEdit(this.workspaces.get(workspaceId), edits, listingsOf(workspaceId), text),
      'authoring.preview': ({ workspaceId, path, text }) =>
        previewFile(this.workspaces.get(workspaceId), path, text, listingsOf(workspaceId)),
      'files.read': ({ workspaceId, path }) => readForView(this.folderOf(workspaceId), path),
    }
  }

  private runOperations(): Pick<
    CoreApi,
    | 'sessions.list'
    | 'sessions.view'
    | 'runs.start'
    | 'runs.stop'
    | 'runs.package'
    | 'runs.preflight'
    | 'runs.given'
    | 'streams.since'
    | 'streams.openText'
    | 'outputs.list'
    | 'outputs.open'
    | 'blobs.read'
  > {
    const { store } = this.options
    return {
      'sessions.list': ({ workspaceId }) => store.sessions.ofWorkspace(workspaceId),
      'sessions.view': async ({ sessionId }) => {
        const view = await readSession(store, sessionId)
        return withOpenText(view, this.runs.openText(sessionId))
      },
      'runs.start': (start) => this.runs.start(start),
      'runs.stop': ({ runId }) => {
        this.runs.stop(runId)
        return { requested: true }
      },
      'runs.package': ({ runId }) => {
        const found = store.packages.byRun(runId)
        if (!found)
          throw raise({
            owner: 'operator',
            code: 'package_missing',
            message: 'This run has no package: it ended before one was made.',
          })
        return { package: found, snapshots: store.packages.snapshots(runId) }
      },
      'runs.preflight': ({ workspaceId, ...wish }) => this.preflight(workspaceId, wish),
      'runs.given': ({ runId }) => givenOf(store, runId),
      'streams.since': ({ stream, seq, limit }) => store.since(stream, seq, limit),
      'streams.openText': ({ sessionId }) => this.runs.openText(sessionId),
      'outputs.list': ({ workspaceId }) => store.outputs.ofWorkspace(workspaceId),
      'outputs.open': async ({ outputId }) => {
        const output = store.outputs.byId(outputId)
        const workspaceId = store.outputs.workspaceOf(outputId)
        if (!output || !workspaceId)
          throw raise({
            owner: 'contract',
            code: 'output_unknown',
            message: `There is no output ${outputId}.`,
          })
        const compiled = await this.workspaces.get(workspaceId).read()
        return openOutput(output, compiled?.plan?.apps ?? [], store)
      },
      'blobs.read': ({ hash, offset, length }) => readText(store, hash, offset, length),
    }
  }

  private appOperations(): Pick<CoreApi, 'apps.start' | 'apps.stop' | 'apps.log'> {
    const viewOf = (workspace: OpenWorkspace, appId: string) => {
      const view = workspace.appViewOf(appId)
      if (!view) throw unknownApp(appId)
      return view
    }
    return {
      'apps.start': async ({ workspaceId, appId }) => {
        const { app, workspace } = await this.appOf(workspaceId, appId)
        // How it went is in the view: state and detail.
        await app.start().catch(() => {})
        return viewOf(workspace, appId)
      },
      'apps.stop': async ({ workspaceId, appId }) => {
        // Whatever its files or its trust are by now: what runs can be stopped.
        const workspace = this.workspaces.get(workspaceId)
        await workspace.read()
        await workspace.startedApp(appId)?.stop()
        return viewOf(workspace, appId)
      },
      'apps.log': async ({ workspaceId, appId }) => {
        const workspace = this.workspaces.get(workspaceId)
        await workspace.read()
        viewOf(workspace, appId)
        return { text: workspace.startedApp(appId)?.log() ?? '' }
      },
    }
  }

  private async appOf(id: WorkspaceId, appId: string) {
    const workspace = this.workspaces.get(id)
    const compiled = await workspace.read()
    if (!workspace.isTrusted) throw notTrusted(workspace.root)
    const app = compiled?.plan ? await workspace.app(compiled.plan, appId) : null
    if (!app) throw unknownApp(appId)
    return { app, workspace }
  }
}

const unknownApp = (appId: string) =>
  raise({
    owner: 'operator',
    code: 'app_unknown',
    message: `There is no app "${appId}" in this workspace now.`,
    hint: 'Look at the diagnostics of workspace.yaml.',
  })

/** Text from a blob, ending at a whole character; `next` is the first byte that was not given. */
function readText(store: Store, hash: BlobHash, offset: number, length: number) {
  const { bytes, size } = store.readBlob(hash, offset, length)
  let end = bytes.length
  if (offset + end < size) {
    // Step back over the bytes of a character that is cut at the end.
    let back = 1
    while (back <= 3 && ((bytes[end - back] ?? 0) & 0xc0) === 0x80) back++
    const lead = bytes[end - back] ?? 0
    const needs = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
    if (needs > back) end -= back
  }
  return { text: new TextDecoder().decode(bytes.subarray(0, end)), next: offset + end, bytes: size }
}
