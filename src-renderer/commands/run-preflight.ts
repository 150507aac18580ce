import type { WorkspaceId } from '@contract'
import { type PreflightWish, type Stores, select, valueOf, words } from '../state/index.ts'
import { type Command, title } from './command.ts'
import { showSection } from './show-section.ts'

const say = words.trustScreen.preflight

/** What was chosen, else what the composer would start, else what is usual here. */
export function preflightWish(stores: Stores, id: WorkspaceId): PreflightWish {
  const wish = stores.contract.getState().preflightWishes[id]
  const known = select.harnesses(stores)
  if (wish && known.some(({ id: harness }) => harness === wish.harness)) return wish
  const draft = select.draftOf(stores, id).harness
  const usual = draft || valueOf(stores.workspaces.getState().views[id])?.agent?.harness
  const harness = known.find((one) => one.id === usual)?.id ?? known[0]?.id ?? ''
  return { kind: wish?.kind ?? 'main', harness, asked: wish?.asked ?? null }
}

export function choosePreflight(
  stores: Stores,
  id: WorkspaceId,
  change: Partial<Pick<PreflightWish, 'kind' | 'harness'>>,
): void {
  const wish = { ...preflightWish(stores, id), ...change }
  stores.contract.setState(({ preflightWishes }) => ({ preflightWishes: { ...preflightWishes, [id]: wish } }))
}

/** What a run would be given now. Only `live` starts anything, and only what is trusted. */
export const runPreflight: Command<{ live: boolean }> = {
  id: 'preflight.run',
  title: title('preflight.run'),
  group: 'run',
  canRun(stores, { live }) {
    const workspace = select.currentWorkspace(stores)
    if (!workspace) return words.composer.whyNot.noWorkspace
    if (live && !workspace.trusted) return say.whyNot.untrusted
    if (stores.contract.getState().preflights[workspace.id]?.kind === 'loading') return say.whyNot.running
    return preflightWish(stores, workspace.id).harness === '' ? say.whyNot.noHarness : true
  },
  async run(desk, { live }) {
    const { stores, link } = desk
    const { workspaceId: id } = stores.selection.getState()
    if (!id) return
    const { kind, harness } = preflightWish(stores, id)
    const wish: PreflightWish = { kind, harness, asked: { kind, harness, live, at: Date.now() } }
    stores.contract.setState(({ preflightWishes }) => ({
      preflightWishes: { ...preflightWishes, [id]: wish },
    }))
    void showSection.run(desk, 'preflight')
    await link.load.preflight({ workspaceId: id, kind, harness, live })
  },
  choices: () => [
    { key: 'files', label: say.files, note: say.filesNote, arg: { live: false } },
    { key: 'live', label: say.live, note: say.liveNote, arg: { live: true } },
  ],
}
