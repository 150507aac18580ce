import type { BlobHash, Fault, Input, Reply, RunId, WorkspaceId } from '@contract'
import { failed, keyIn, type Loaded, loading, ready, type Stores } from '../state/index.ts'
import type { Call } from './call.ts'
import { givenLoad } from './load-given.ts'

/** Everything the window asks for to show it. An old value stays on screen until the new one is there. */
export interface Loads {
  product(): Promise<void>
  models(): Promise<void>
  workspaces(): Promise<void>
  workspace(workspaceId: WorkspaceId): Promise<void>
  sessions(workspaceId: WorkspaceId): Promise<void>
  folder(workspaceId: WorkspaceId, path: string): Promise<void>
  file(workspaceId: WorkspaceId, path: string): Promise<void>
  outputs(workspaceId: WorkspaceId): Promise<void>
  appLog(workspaceId: WorkspaceId, appId: string): Promise<void>
  /** What the run was given. It is frozen, so one that is there already is not asked for again. */
  package(runId: RunId): Promise<void>
  /** What the run had to work with; one that is not over is asked again when it is. */
  given(runId: RunId, isOver: boolean): Promise<void>
  /** What the folder would do, against what was granted. */
  review(workspaceId: WorkspaceId): Promise<void>
  preflight(wish: Input<'runs.preflight'>): Promise<void>
  imports(workspaceId: WorkspaceId): Promise<void>
  blob(hash: BlobHash, offset: number): Promise<Reply<{ text: string; next: number; bytes: number }>>
}

const blobPage = 65_536

/** `loading` only where nothing is shown yet. */
const begin = <T>(old: Loaded<T> | undefined): Loaded<T> => (old?.kind === 'ready' ? old : loading)
const settle = <T>(reply: Reply<T>): Loaded<T> => (reply.ok ? ready(reply.value) : failed(reply.fault))

export function createLoads(stores: Stores, call: Call): Loads {
  const { product, workspaces, files, outputs, apps, packages } = stores
  return {
    async product() {
      product.setState(({ info }) => ({ info: begin(info) }))
      const reply = await call('product.info', {})
      product.setState({ info: settle(reply) })
    },
    async models() {
      product.setState(({ models }) => ({ models: begin(models) }))
      const reply = await call('models.read', {})
      product.setState({ models: settle(reply) })
    },
    async workspaces() {
      workspaces.setState(({ list }) => ({ list: begin(list) }))
      const reply = await call('workspaces.list', {})
      workspaces.setState({ list: settle(reply) })
    },
    async workspace(id) {
      workspaces.setState(({ views }) => ({ views: { ...views, [id]: begin(views[id]) } }))
      const reply = await call('workspaces.view', { workspaceId: id })
      workspaces.setState(({ views }) => ({ views: { ...views, [id]: settle(reply) } }))
      if (reply.ok)
        apps.setState(({ byWorkspace }) => ({ byWorkspace: { ...byWorkspace, [id]: reply.value.apps } }))
    },
    async sessions(id) {
      const reply = await call('sessions.list', { workspaceId: id })
      if (!reply.ok) return warn(stores, reply.fault)
      const sorted = reply.value.toSorted((one, other) => other.updatedAt - one.updatedAt)
      stores.sessions.setState(({ byWorkspace }) => ({ byWorkspace: { ...byWorkspace, [id]: sorted } }))
    },
    async folder(id, path) {
      const key = keyIn(id, path)
      files.setState(({ folders }) => ({ folders: { ...folders, [key]: begin(folders[key]) } }))
      const reply = await call('files.list', { workspaceId: id, path })
      files.setState(({ folders }) => ({ folders: { ...folders, [key]: settle(reply) } }))
    },
    async file(id, path) {
      const key = keyIn(id, path)
      files.setState(({ contents }) => ({ contents: { ...contents, [key]: begin(contents[key]) } }))
      const reply = await call('files.read', { workspaceId: id, path })
      files.setState(({ contents }) => ({ contents: { ...contents, [key]: settle(reply) } }))
    },
    async outputs(id) {
      outputs.setState(({ byWorkspace }) => ({
        byWorkspace: { ...byWorkspace, [id]: begin(byWorkspace[id]) },
      }))
      const reply = await call('outputs.list', { workspaceId: id })
      outputs.setState(({ byWorkspace }) => ({ byWorkspace: { ...byWorkspace, [id]: settle(reply) } }))
    },
    async appLog(id, appId) {
      const key = keyIn(id, appId)
      apps.setState(({ logs }) => ({ logs: { ...logs, [key]: begin(logs[key]) } }))
      const reply = await call('apps.log', { workspaceId: id, appId })
      const log = reply.ok ? ready(reply.value.text) : failed(reply.fault)
      apps.setState(({ logs }) => ({ logs: { ...logs, [key]: log } }))
    },
    async package(runId) {
      const known = packages.getState().byRun[runId]
      if (known?.kind === 'ready' || known?.kind === 'loading') return
      packages.setState(({ byRun }) => ({ byRun: { ...byRun, [runId]: loading } }))
      const reply = await call('runs.package', { runId })
      packages.setState(({ byRun }) => ({ byRun: { ...byRun, [runId]: settle(reply) } }))
    },
    ...givenLoad(stores, call),
    ...contractLoads(stores, call),
    blob: (hash, offset) => call('blobs.read', { hash, offset, length: blobPage }),
  }
}

/** What is authored, and what it means. */
function contractLoads({ contract }: Stores, call: Call): Pick<Loads, 'review' | 'preflight' | 'imports'> {
  return {
    async review(id) {
      contract.setState(({ reviews }) => ({ reviews: { ...reviews, [id]: begin(reviews[id]) } }))
      const reply = await call('trust.review', { workspaceId: id })
      contract.setState(({ reviews }) => ({ reviews: { ...reviews, [id]: settle(reply) } }))
    },
    async preflight(wish) {
      const { workspaceId: id } = wish
      contract.setState(({ preflights }) => ({ preflights: { ...preflights, [id]: loading } }))
      const reply = await call('runs.preflight', wish)
      contract.setState(({ preflights }) => ({ preflights: { ...preflights, [id]: settle(reply) } }))
    },
    async imports(id) {
      contract.setState(({ imports }) => ({ imports: { ...imports, [id]: begin(imports[id]) } }))
      const reply = await call('imports.inspect', { workspaceId: id })
      contract.setState(({ imports }) => ({ imports: { ...imports, [id]: settle(reply) } }))
    },
  }
}

let noticeId = 0

/** Says something outside of where the operator is looking. */
function warn(stores: Stores, fault: Fault): void {
  notify(stores, 'failed', fault.message)
}

export function notify(stores: Stores, tone: 'info' | 'failed', text: string): void {
  noticeId++
  const notice = { id: noticeId, tone, text }
  stores.window.setState(({ notices }) => ({ notices: [...notices.slice(-4), notice] }))
}
