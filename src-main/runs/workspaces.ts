import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { LiveEvent, TrustReview, WorkspaceId, WorkspaceSummary } from '@contract'
import { newId, raise } from '../kit/index.ts'
import type { WorkspaceRow } from '../store/index.ts'
import { readIdentity } from '../workspace/index.ts'
import { workspaceStream } from './log.ts'
import { OpenWorkspace, type WorkspaceEnvironment } from './open-workspace.ts'

/** The workspaces this operator has opened, and those of them that are open now. */
export class Workspaces {
  private readonly open = new Map<WorkspaceId, OpenWorkspace>()

  constructor(private readonly env: WorkspaceEnvironment) {}

  /**
   * Opens a folder: reads it and lists it. Starts nothing, and writes nothing into it without `trust`, which grants
   * everything that is in it now.
   */
  async add(folder: string, trust: '' | 'bundled' | 'flag'): Promise<OpenWorkspace> {
    const root = await realpath(folder).catch(() => null)
    if (!root || !(await stat(root)).isDirectory()) {
      throw raise({
        owner: 'operator',
        code: 'folder_missing',
        message: `Tried to open ${folder}: it is not a folder.`,
      })
    }
    const { store, clock, log } = this.env
    const known = store.workspaces.byPath(root)
    const id = known?.id ?? (await this.identify(root))
    const row: WorkspaceRow = {
      id,
      path: root,
      name: path.basename(root),
      trusted: known?.trusted ?? '',
      openedAt: clock.now(),
    }
    store.workspaces.put(row)
    const workspace = this.openRow(row)
    await this.readAndName(workspace)
    if (!known) log.appendToWorkspace(id, [{ type: 'workspace.opened', path: root }])
    if (trust) await this.grantAll(workspace, trust)
    else await workspace.lookAtItems()
    this.announce(workspace)
    return workspace
  }

  /** The open workspace; opens it when it is only listed. Throws `workspace_unknown`. */
  get(id: WorkspaceId): OpenWorkspace {
    const open = this.open.get(id)
    if (open) return open
    const row = this.env.store.workspaces.byId(id)
    if (!row)
      throw raise({ owner: 'contract', code: 'workspace_unknown', message: `There is no workspace ${id}.` })
    return this.openRow(row)
  }

  async list(): Promise<WorkspaceSummary[]> {
    return Promise.all(
      this.env.store.workspaces.listed().map(async (row) => {
        const workspace = this.get(row.id)
        await workspace.read()
        await workspace.lookAtItems()
        return workspace.summary()
      }),
    )
  }

  async review(id: WorkspaceId): Promise<TrustReview> {
    const workspace = this.get(id)
    return workspace.trust.review((await workspace.read())?.plan ?? null)
  }

  /** From now on exactly these items are trusted. Throws `trust_changed` when `digest` is not of now. */
  async grant(id: WorkspaceId, digest: string, keys: string[]): Promise<TrustReview> {
    const workspace = this.get(id)
    const plan = (await workspace.read())?.plan ?? null
    const review = await workspace.trust.grant(plan, digest, keys)
    this.keepTrust(workspace, workspace.row.trusted || 'operator')
    this.env.log.appendToWorkspace(id, [{ type: 'workspace.trusted', by: 'operator', keys }])
    await workspace.lookAtItems()
    await workspace.stopRefused()
    this.announce(workspace)
    return review
  }

  /** Nothing of it is trusted any more; what runs of it ends. */
  async withdraw(id: WorkspaceId): Promise<TrustReview> {
    const workspace = this.get(id)
    if (workspace.row.trusted !== '') {
      this.keepTrust(workspace, '')
      workspace.trust.withdraw()
      this.env.log.appendToWorkspace(id, [{ type: 'workspace.trust_withdrawn' }])
      await workspace.stopAll()
    }
    await workspace.lookAtItems()
    this.announce(workspace)
    return this.review(id)
  }

  /** Everything that is in it now. Told only when that is news. */
  private async grantAll(workspace: OpenWorkspace, by: 'bundled' | 'flag'): Promise<void> {
    const plan = (await workspace.read())?.plan ?? null
    const shown = await workspace.trust.grantAll(plan)
    this.keepTrust(workspace, workspace.row.trusted || by)
    const isNews = shown.status === 'untrusted' || shown.items.some(({ state }) => state !== 'granted')
    const keys = shown.items.map(({ key }) => key)
    if (isNews) this.env.log.appendToWorkspace(workspace.row.id, [{ type: 'workspace.trusted', by, keys }])
    await workspace.lookAtItems()
  }

  private keepTrust(workspace: OpenWorkspace, trusted: WorkspaceRow['trusted']): void {
    workspace.row = { ...workspace.row, trusted }
    this.env.store.workspaces.put(workspace.row)
  }

  /** What is granted may be another thing now, for a reason outside of the folders: the operator's own model. */
  async lookAgain(): Promise<void> {
    for (const workspace of this.open.values()) {
      await workspace.lookAtItems()
      this.announce(workspace)
    }
  }

  /** Tells every open workspace's stream; nothing is stored. */
  tellAll(event: LiveEvent): void {
    for (const id of this.open.keys()) this.env.log.live(workspaceStream(id), null, [event])
  }

  async forget(id: WorkspaceId): Promise<void> {
    await this.open.get(id)?.close()
    this.open.delete(id)
    this.env.store.workspaces.unlist(id)
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.open.values()].map((workspace) => workspace.close()))
    this.open.clear()
  }

  /** The id in the folder, unless it belongs to another folder that still has it: then this one is a copy. */
  private async identify(root: string): Promise<WorkspaceId> {
    const own = await readIdentity(root)
    if (!own) return newId('workspace', this.env.clock.now())
    const elsewhere = this.env.store.workspaces.byId(own)
    const isCopy = elsewhere && elsewhere.path !== root && (await readIdentity(elsewhere.path)) === own
    return isCopy ? newId('workspace', this.env.clock.now()) : own
  }

  /** Its name in the list is the one that workspace.yaml gives it. */
  private async readAndName(workspace: OpenWorkspace): Promise<void> {
    const { name } = (await workspace.read())?.plan ?? {}
    if (!name || name === workspace.row.name) return
    workspace.row = { ...workspace.row, name }
    this.env.store.workspaces.put(workspace.row)
  }

  private openRow(row: WorkspaceRow): OpenWorkspace {
    const known = this.open.get(row.id)
    if (known && known.root === row.path) {
      known.row = { ...row, name: known.row.name }
      return known
    }
    void known?.close()
    const workspace = new OpenWorkspace(row, this.env, () => {
      void this.readAndName(workspace)
        .then(() => workspace.lookAtItems())
        .then(() => this.announce(workspace))
        // What could not be read or kept is said by the next call that needs it.
        .catch(() => {})
    })
    this.open.set(row.id, workspace)
    return workspace
  }

  private announce(workspace: OpenWorkspace): void {
    if (workspace.isClosed) return
    this.env.log.live(workspaceStream(workspace.row.id), null, [
      { type: 'workspace.changed', workspace: workspace.summary() },
    ])
  }
}
