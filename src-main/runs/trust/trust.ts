import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type {
  Diagnostic,
  FilePosition,
  ModelChoice,
  SessionKind,
  TrustItem,
  TrustReview,
  WorkspaceId,
} from '@contract'
import { type Clock, digestOf, foldName, raise } from '../../kit/index.ts'
import type { Store } from '../../store/index.ts'
import {
  type AppPlan,
  placesIn,
  readIdentity,
  type ServerPlan,
  type WorkspacePlan,
  writeIdentity,
} from '../../workspace/index.ts'
import { type Current, currentOf, isDeclined, itemOf, refusalOf, rowOf, withMade } from './compare.ts'
import { type Draft, keys, noFiles } from './draft.ts'
import { coveredBy } from './files.ts'
import { forEach, Hashes } from './hashes.ts'
import { appDrafts, commandDraft, draftsOf, modelDraft, serverDrafts } from './items.ts'
import { effectivePlan, skillKinds } from './loosening.ts'
import { isCode } from './words.ts'

export interface TrustPort {
  workspaceId: WorkspaceId
  root: string
  store: Store
  clock: Clock
  /** The operator's own model, as it is now. */
  choice(): ModelChoice | null
  /** workspace.yaml as last read, to say where things are written. */
  text(): string | null
  /** The operator said that this folder is trusted. */
  isGranted(): boolean
}

/** What may happen of a workspace now; asked once for a run. */
export interface Standing {
  /** The plan without what loosens and was not granted: what a run gets. */
  plan: WorkspacePlan
  /** Why this item does not happen, or null. */
  refusal(key: string): string | null
  /** The same of a server or app with every variable that it is given. */
  sourceRefusal(kind: 'server' | 'app', id: string): string | null
  /** It does not happen because the operator left it out, not because something waits for their word. */
  isLeftOut(kind: 'server' | 'app', id: string): boolean
  /** The operator granted that this skill gives sessions of this kind a tool which they have not by themselves. */
  mayWiden(kind: SessionKind, skillId: string, toolId: string): boolean
  /** It is part of what an item stands on: writing it would change what was granted. */
  covers(file: string): boolean
  /** Settings that have no effect until they are granted. */
  findings: Diagnostic[]
}

/** What a list of workspaces and of their servers shows. */
export interface Glance {
  /** Items that are new or changed in a trusted folder, notes aside. */
  waiting: number
  /** Why this server or app would not be started. */
  refusal(kind: 'server' | 'app', id: string): string | null
  /** It waits for the operator's word; false for one that was left out. */
  waits(kind: 'server' | 'app', id: string): boolean
  /** Folders in which a change may change an item. */
  folders: string[]
}

/** What the operator granted of one workspace, against what its folder is now. Nothing in the folder can grant anything. */
export class Trust {
  private readonly hashes: Hashes
  private isSameFolder = true
  private lastPlaces: { text: string | null; places: ReturnType<typeof placesIn> } | null = null

  constructor(private readonly port: TrustPort) {
    this.hashes = new Hashes(port.root)
  }

  /** As of the last look at the folder: granted, and still the folder that it was granted for. */
  get isTrusted(): boolean {
    return this.port.isGranted() && this.isSameFolder
  }

  /** Looks whether this is the folder that was granted: another one may lie at its path by now. */
  async look(): Promise<boolean> {
    const { store, workspaceId, root } = this.port
    this.isSameFolder =
      !this.port.isGranted() || store.trust.identityOf(workspaceId) === (await readIdentity(root))
    return this.isTrusted
  }

  /** Everything it would do, against what was granted. `plan` null: only what needs no plan. */
  async review(plan: WorkspacePlan | null): Promise<TrustReview> {
    await this.look()
    return this.reviewOf(await this.currents(await this.allDrafts(plan)))
  }

  /** From now on exactly these. Throws `trust_changed` when `digest` is not of now, `trust_unknown` for a foreign key. */
  async grant(plan: WorkspacePlan | null, digest: string, wanted: string[]): Promise<TrustReview> {
    await this.look()
    const currents = await this.currents(await this.allDrafts(plan))
    if (digestOfAll(currents) !== digest) {
      throw raise({
        owner: 'operator',
        code: 'trust_changed',
        message: 'Tried to trust what was shown: it has changed since.',
        hint: 'Look at it again.',
        retry: 'now',
      })
    }
    const known = new Set(currents.map(({ draft }) => draft.key))
    const foreign = wanted.find((key) => !known.has(key))
    if (foreign !== undefined)
      throw raise({ owner: 'contract', code: 'trust_unknown', message: `There is no item "${foreign}".` })
    const granting = new Set(wanted)
    await this.keep(currents, (key) => granting.has(key))
    return this.reviewOf(currents, true)
  }

  /** Grants everything as it is now. Gives the review as it was shown, before. */
  async grantAll(plan: WorkspacePlan | null): Promise<TrustReview> {
    await this.look()
    const currents = await this.currents(await this.allDrafts(plan))
    const shown = this.reviewOf(currents)
    await this.keep(currents, () => true)
    return shown
  }

  withdraw(): void {
    this.port.store.trust.clear(this.port.workspaceId)
  }

  /** What may happen now. With nothing granted: nothing that is an item. */
  async standing(plan: WorkspacePlan): Promise<Standing> {
    await this.look()
    const currents = await this.currents(draftsOf(plan, this.port.choice()))
    const rows = this.rows()
    const refusals = new Map(
      currents.map((current) => [
        current.draft.key,
        this.refusalFor(current, rows.get(current.draft.key) ?? null),
      ]),
    )
    const refusal = (key: string) => {
      const found = refusals.get(key)
      return found === undefined ? 'it is not part of this workspace now' : found
    }
    const places = this.places()
    return {
      plan: effectivePlan(plan, (key) => refusal(key) === null),
      refusal,
      sourceRefusal: (kind, id) => {
        const parts = currents.map(({ draft }) => draft.key).filter((key) => isOf(key, kind, id))
        return parts.map(refusal).find((why) => why !== null) ?? null
      },
      isLeftOut: (kind, id) => {
        const refused = currents.filter(
          ({ draft }) => isOf(draft.key, kind, id) && refusal(draft.key) !== null,
        )
        return refused.length > 0 && refused.every((one) => isDeclined(one, rows.get(one.draft.key) ?? null))
      },
      mayWiden: (kind, skillId, toolId) =>
        skillKinds.includes(kind) && refusal(keys.skill(skillId, toolId)) === null,
      covers: coverOf(currents),
      findings: currents.flatMap((current) => {
        const why = refusals.get(current.draft.key) ?? null
        if (why === null || current.draft.group !== 'loosen') return []
        const isKnown = isDeclined(current, rows.get(current.draft.key) ?? null)
        return [finding(current, why, isKnown ? 'info' : 'warning', places)]
      }),
    }
  }

  /** Asked right before a server is started or contacted; a string is why not. */
  mayStartServer(server: ServerPlan): Promise<string | null> {
    return this.mayStart(serverDrafts(server))
  }

  mayStartApp(app: AppPlan): Promise<string | null> {
    return this.mayStart(appDrafts(app))
  }

  async mayRunCommand(command: { id: string; run: string[] | null }): Promise<string | null> {
    const draft = commandDraft(command)
    return draft ? this.mayStart([draft]) : null
  }

  /** Null when the key may go where the workspace says, or where it needs no grant. `choice`: the one that the run goes by. */
  async mayGiveKey(authoredModel: string, choice: ModelChoice | null): Promise<string | null> {
    const draft = modelDraft(authoredModel, choice)
    return draft ? this.mayStart([draft]) : null
  }

  /** A setup that was granted has run: what it made belongs to the app. */
  async setupDone(app: AppPlan): Promise<void> {
    const [draft] = appDrafts(app)
    const row = draft && this.row(draft.key)
    if (!draft || !row?.granted || !(await this.look())) return
    const current = await this.current(draft)
    if (current.digest === row.digest) return
    const made = withMade(current, row)
    if (made) this.port.store.trust.put(this.port.workspaceId, made)
  }

  /** When a source was granted as it is now; another time means that its processes are of another grant. */
  grantedAt(kind: 'server' | 'app', id: string): number {
    const row = this.row(keys[kind](id))
    return row?.granted ? row.decidedAt : 0
  }

  /** What waits for the operator's word, in short. */
  async glance(plan: WorkspacePlan): Promise<Glance> {
    await this.look()
    const currents = await this.currents(draftsOf(plan, this.port.choice()))
    const rows = this.rows()
    const refusals = new Map<string, string>()
    const waitingKeys: string[] = []
    for (const current of currents) {
      const why = this.refusalFor(current, rows.get(current.draft.key) ?? null)
      if (why !== null) refusals.set(current.draft.key, why)
      if (why !== null && !isDeclined(current, rows.get(current.draft.key) ?? null))
        waitingKeys.push(current.draft.key)
    }
    const files = currents.flatMap(({ covered }) => [...covered.hashes.keys()])
    return {
      waiting: this.isTrusted ? waitingKeys.length : 0,
      refusal: (kind, id) => [...refusals].find(([key]) => isOf(key, kind, id))?.[1] ?? null,
      waits: (kind, id) => waitingKeys.some((key) => isOf(key, kind, id)),
      folders: [...new Set(files.map((file) => path.posix.dirname(file)))],
    }
  }

  private async mayStart(drafts: Draft[]): Promise<string | null> {
    if (!(await this.look())) return 'this folder is not trusted'
    for (const draft of drafts) {
      const why = this.refusalFor(await this.current(draft), this.row(draft.key))
      if (why !== null) return why
    }
    return null
  }

  private refusalFor(current: Current, row: Parameters<typeof refusalOf>[1]): string | null {
    return this.isTrusted ? refusalOf(current, row) : 'this folder is not trusted'
  }

  private row(key: string) {
    return this.isTrusted ? this.port.store.trust.one(this.port.workspaceId, key) : null
  }

  private rows() {
    const rows = this.isTrusted ? this.port.store.trust.of(this.port.workspaceId) : []
    return new Map(rows.map((row) => [row.key, row]))
  }

  /** Writes the folder's identity first: granting is the first time that anything is written into it. */
  private async keep(currents: Current[], isGranted: (key: string) => boolean): Promise<void> {
    const { store, clock, workspaceId, root } = this.port
    await writeIdentity(root, workspaceId).catch(() => {})
    const identity = await readIdentity(root)
    const before = this.rows()
    const rows = currents.map((current) => {
      const granted = isGranted(current.draft.key)
      const old = before.get(current.draft.key)
      if (old?.digest === current.digest && old.granted === granted)
        return { ...old, lines: current.draft.lines }
      return rowOf(current, granted, Math.max(clock.now(), (old?.decidedAt ?? 0) + 1), old)
    })
    store.trust.replace(workspaceId, identity, rows)
    this.isSameFolder = true
  }

  private reviewOf(currents: Current[], isGranted = this.isTrusted): TrustReview {
    const rows = new Map(
      (isGranted ? this.port.store.trust.of(this.port.workspaceId) : []).map((row) => [row.key, row]),
    )
    const places = this.places()
    const items = currents.map((current) =>
      itemOf(current, rows.get(current.draft.key) ?? null, placeOf(current.draft, places)),
    )
    const { workspaceId, root } = this.port
    const status = !isGranted ? 'untrusted' : waiting(items) > 0 ? 'review' : 'trusted'
    return { workspaceId, path: root, status, digest: digestOfAll(currents), items }
  }

  private async allDrafts(plan: WorkspacePlan | null): Promise<Draft[]> {
    const drafts = plan ? draftsOf(plan, this.port.choice()) : []
    return [...drafts, ...(await this.hookDrafts())]
  }

  private async hookDrafts(): Promise<Draft[]> {
    const folder = '.git/hooks'
    const names = await readdir(path.join(this.port.root, folder)).catch(() => [])
    const drafts: Draft[] = []
    for (const name of names.sort().slice(0, 200)) {
      const file = `${folder}/${name}`
      const stat = await this.hashes.stat(file)
      const runs = stat && (stat.isSymbolicLink() || (stat.isFile() && (stat.mode & 0o111n) !== 0n))
      if (!runs || name.endsWith('.sample')) continue
      drafts.push({
        key: keys.hook(file),
        group: 'note',
        title: `Git hook ${name}`,
        lines: [file],
        effect: 'Git starts it by itself, for example at a commit. Signalbox never does, trusted or not.',
        place: { file },
        about: { file },
        files: { ...noFiles, paths: [file] },
      })
    }
    return drafts
  }

  /** Parsed once for a text. */
  private places(): ReturnType<typeof placesIn> {
    const text = this.port.text()
    if (this.lastPlaces?.text !== text) this.lastPlaces = { text, places: placesIn(text) }
    return this.lastPlaces.places
  }

  private async currents(drafts: Draft[]): Promise<Current[]> {
    const found = new Map<Draft, Current>()
    await forEach(drafts, async (draft) => void found.set(draft, await this.current(draft)))
    return drafts.flatMap((draft) => found.get(draft) ?? [])
  }

  private async current(draft: Draft): Promise<Current> {
    return currentOf(draft, await coveredBy(draft.files, this.port.root, this.hashes))
  }
}

/** Items that wait for the operator's word. */
function waiting(items: TrustItem[]): number {
  return items.filter(({ group, state }) => group !== 'note' && (state === 'new' || state === 'changed'))
    .length
}

function digestOfAll(currents: Current[]): string {
  return digestOf(currents.map(({ draft, digest }) => [draft.key, draft.lines, digest]))
}

const placeOf = ({ place }: Draft, places: ReturnType<typeof placesIn>): FilePosition =>
  'file' in place ? place : places(place.path)

function isOf(key: string, kind: 'server' | 'app', id: string): boolean {
  return key === keys[kind](id) || key.startsWith(keys.env(kind, id, ''))
}

function coverOf(currents: Current[]): (file: string) => boolean {
  const files = new Set(currents.flatMap(({ covered }) => [...covered.hashes.keys()].map(foldName)))
  const folders = currents.flatMap(({ covered }) => covered.folders)
  return (file) => {
    const folded = foldName(file)
    if (files.has(folded)) return true
    return folders.some(
      ({ folder, all }) => folded.startsWith(`${foldName(folder)}/`) && (all || isCode(folded)),
    )
  }
}

function finding(
  { draft }: Current,
  why: string,
  severity: Diagnostic['severity'],
  places: ReturnType<typeof placesIn>,
): Diagnostic {
  return {
    severity,
    code: 'trust_needed',
    message: `${draft.title} has no effect: ${why}.`,
    hint: 'Grant it in the trust screen.',
    at: placeOf(draft, places),
  }
}
