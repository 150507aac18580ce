import type { Reply, TrustItem, TrustReview, WorkspaceId } from '@contract'
import { givenOf } from './given.ts'
import { importHandlers } from './imports.ts'
import { preflightOf } from './preflight.ts'
import type { FakeState, Handlers } from './state.ts'
import { seedTrust } from './trust-seed.ts'

type TrustHandlers = Pick<
  Handlers,
  | 'trust.review'
  | 'trust.grant'
  | 'trust.withdraw'
  | 'imports.inspect'
  | 'imports.preview'
  | 'imports.apply'
  | 'runs.preflight'
  | 'runs.given'
>

const refuse = (code: string, message: string, hint?: string): Reply<never> => ({
  ok: false,
  fault: { owner: 'operator', code, message, ...(hint && { hint }), retry: 'now' },
})

/** Trust, importing, and the pre-flight. */
export function trustHandlers(state: FakeState): TrustHandlers {
  const items = seedTrust()
  const digestOf = (list: TrustItem[]) => `digest:${JSON.stringify(list).length}:${list.length}`

  function review(id: WorkspaceId): Reply<TrustReview> {
    const view = state.views.get(id)
    if (!view) return refuse('not_found', 'The workspace was not found.')
    const list = items.get(id) ?? []
    const { path, trusted, review: waiting } = view.summary
    const status = !trusted ? 'untrusted' : waiting > 0 ? 'review' : 'trusted'
    return { ok: true, value: { workspaceId: id, path, status, digest: digestOf(list), items: list } }
  }

  function setTrust(id: WorkspaceId, trusted: boolean, keys: ReadonlySet<string>): Reply<TrustReview> {
    const view = state.views.get(id)
    if (!view) return refuse('not_found', 'The workspace was not found.')
    const list = (items.get(id) ?? []).map((item) => settled(item, keys.has(item.key), trusted))
    items.set(id, list)
    const summary = { ...view.summary, trusted, review: 0 }
    state.views.set(id, { ...view, summary })
    state.log.live({ kind: 'workspace', id }, { type: 'workspace.changed', workspace: summary })
    return review(id)
  }

  return {
    'trust.review': ({ workspaceId }) => review(workspaceId),
    'trust.grant': ({ workspaceId, digest, keys }) => {
      const now = review(workspaceId)
      if (now.ok && now.value.digest !== digest)
        return refuse('trust_changed', 'Tried to trust the folder: it is not as it was shown any more.')
      return setTrust(workspaceId, true, new Set(keys))
    },
    'trust.withdraw': ({ workspaceId }) => setTrust(workspaceId, false, new Set()),
    'runs.preflight': async (input) => {
      await state.wait(input.live ? 1600 : 120)
      const view = state.views.get(input.workspaceId)
      if (!view) return refuse('not_found', 'The workspace was not found.')
      if (input.live && !view.summary.trusted)
        return refuse('not_trusted', 'Tried to start its servers: this folder is not trusted.')
      return { ok: true, value: preflightOf(view, input) }
    },
    'runs.given': ({ runId }) => givenOf(state, runId),
    ...importHandlers(state),
  }
}

function settled(item: TrustItem, isGranted: boolean, isAsked: boolean): TrustItem {
  const files = item.files
    .filter((file) => file.state !== 'removed')
    .map((file) => ({ ...file, state: isGranted || isAsked ? ('same' as const) : ('new' as const) }))
  return { ...item, state: isGranted ? 'granted' : isAsked ? 'declined' : 'new', linesBefore: null, files }
}
