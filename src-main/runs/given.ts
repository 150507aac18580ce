import type { CompiledRun, GivenView, RunId, RunView, ToolItem } from '@contract'
import { raise } from '../kit/index.ts'
import type { Store } from '../store/index.ts'
import { continuityOf } from './history.ts'
import { readSession } from './stages/index.ts'
import { givenToModel } from './values.ts'

/** What a run was given to work with, and what it was not, from its package and its log. Throws `run_unknown`, `package_missing`. */
export async function givenOf(store: Store, runId: RunId): Promise<GivenView> {
  const row = store.runs.byId(runId)
  if (!row) throw raise({ owner: 'operator', code: 'run_unknown', message: `There is no run ${runId}.` })
  const given = store.packages.byRun(runId)
  if (!given) {
    const message = 'This run has no package: it ended before one was made.'
    throw raise({ owner: 'operator', code: 'package_missing', message })
  }
  const { runs } = await readSession(store, row.sessionId)
  const at = runs.findIndex(({ id }) => id === runId)
  const run = runs[at]
  return {
    runId,
    continuity: continuityOf(runs.slice(0, Math.max(at, 0)), (id) => id).map(
      ({ run: earlier, messages, kept }) => ({
        runId: earlier.id,
        instruction: earlier.instruction,
        kept: kept ? messages.length : 0,
        dropped: kept ? 0 : messages.length,
        why: kept ? null : 'the conversation is longer than what is told again; the oldest runs are left out',
      }),
    ),
    sections: given.sections.map(({ id, title, tokens }) => ({ id, title, tokens, truncated: false })),
    ...(run ? ofCalls(run, given) : { cutResults: [], unassociated: [], refused: [] }),
  }
}

function ofCalls(
  run: RunView,
  given: CompiledRun,
): Pick<GivenView, 'cutResults' | 'unassociated' | 'refused'> {
  const calls = run.items.filter((item): item is ToolItem => item.kind === 'tool')
  const readOnly = new Set(given.tools.filter((tool) => tool.readOnly).map(({ id }) => id))
  const tied = new Set<string>(run.outputs.map(({ callId }) => callId))
  return {
    cutResults: calls.flatMap(({ callId, toolId, result }) => {
      if (result?.kind !== 'blob') return []
      const told = givenToModel(result.ref.bytes)
      return told < result.ref.bytes ? [{ callId, toolId, bytes: result.ref.bytes, given: told }] : []
    }),
    unassociated: calls
      .filter(({ status, toolId, callId }) => status === 'ok' && !readOnly.has(toolId) && !tied.has(callId))
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
