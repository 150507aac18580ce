import type { GivenView, Reply, RunId, RunView, ToolItem } from '@contract'
import { packageOf } from './packages.ts'
import type { FakeState } from './state.ts'

const changing = new Set(['launch-board.add_item', 'write_report'])

/** What a run of the fake had to work with, from its package and its log. */
export function givenOf(state: FakeState, runId: RunId): Reply<GivenView> {
  const found = packageOf(state, runId)
  const session = state.sessions
    .map(({ id }) => state.log.view(id))
    .find(({ runs }) => runs.some((run) => run.id === runId))
  const run = session?.runs.find(({ id }) => id === runId)
  if (!found || !session || !run) {
    const message = 'This run has no package: it ended before one was made.'
    return { ok: false, fault: { owner: 'operator', code: 'package_missing', message, retry: 'no' } }
  }
  const { sections } = found.package
  const earlier = session.runs.slice(0, session.runs.indexOf(run))
  return {
    ok: true,
    value: {
      runId,
      continuity: earlier.map(({ id, instruction, items }) => ({
        runId: id,
        instruction,
        kept: items.length + 1,
        dropped: 0,
        why: null,
      })),
      sections: sections.map(({ id, title, tokens }) => ({
        id,
        title,
        tokens,
        truncated: false,
      })),
      ...ofCalls(run),
    },
  }
}

function ofCalls(run: RunView): Pick<GivenView, 'cutResults' | 'unassociated' | 'refused'> {
  const calls = run.items.filter((item): item is ToolItem => item.kind === 'tool')
  const tied = new Set<string>(run.outputs.map(({ callId }) => callId))
  return {
    cutResults: calls.flatMap(({ callId, toolId, result }) =>
      result?.kind === 'blob' ? [{ callId, toolId, bytes: result.ref.bytes, given: 4000 }] : [],
    ),
    unassociated: calls
      .filter(({ status, toolId, callId }) => status === 'ok' && changing.has(toolId) && !tied.has(callId))
      .map(({ callId, toolId }) => ({ callId, toolId })),
    refused: calls
      .filter(({ status }) => status === 'denied')
      .map(({ callId, toolId, error }) => ({
        callId,
        toolId,
        reason: error?.code ?? 'denied_by_policy',
        detail: error?.message ?? '',
      })),
  }
}
