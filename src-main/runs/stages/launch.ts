import type { CompiledRun, HarnessRequest, Json, JsonObject, RequestSnapshot } from '@contract'
import { digestOf, raise } from '../../kit/index.ts'
import type { Store } from '../../store/index.ts'
import type { SecretPort } from '../models.ts'
import { sanitize } from '../sanitize.ts'
import { systemPrompt } from '../sections.ts'
import type { Projected } from './port.ts'

/** Stage 6, first half: the reduced request, and its sanitized snapshot stored. Without the snapshot there is no launch. */
export function launchStage(
  projected: Projected,
  secrets: SecretPort,
  attempt: number,
  now: number,
  store: Store,
): { request: HarnessRequest; snapshot: RequestSnapshot } {
  const { run, kept, packageHash } = projected
  const request = reduce(run, attempt)
  const sanitized = sanitize(JSON.parse(JSON.stringify(request)) as Json, secrets.given()) as JsonObject
  const snapshot: RequestSnapshot = {
    runId: run.runId,
    attempt,
    time: now,
    requestFingerprint: digestOf(sanitized),
    manifestFingerprint: digestOf(run.manifest),
    packageHash,
    request: sanitized,
  }
  try {
    store.transact(() => {
      if (attempt === 1) store.packages.put(kept, packageHash)
      store.packages.putSnapshot(snapshot)
    })
  } catch (error) {
    throw raise(
      {
        owner: 'store',
        stage: 'launch',
        code: 'snapshot_not_stored',
        message: `Tried to store what the host would be given: ${error instanceof Error ? error.message : String(error)}.`,
        hint: 'Nothing was launched. Free disk space, then retry.',
        retry: 'later',
      },
      error,
    )
  }
  return { request, snapshot }
}

/** Only what a host needs, key by key: anything not named here stays in main. */
function reduce(run: CompiledRun, attempt: number): HarnessRequest {
  return {
    workspaceId: run.workspaceId,
    sessionId: run.sessionId,
    runId: run.runId,
    attempt,
    sessionKind: run.sessionKind,
    instruction: run.instruction,
    contextMessages: run.contextMessages,
    systemPrompt: systemPrompt(run.sections),
    modelClient: run.model,
    ...(run.reasoning === undefined ? {} : { reasoning: run.reasoning }),
    attachments: run.attachments,
    tools: run.tools.map(({ id, alias, description, schema }) => ({ id, alias, description, schema })),
    skills: run.skills.map(({ id, description }) => ({ id, description })),
    mcpServers: run.servers.filter((server) => server.enabled).map(({ id }) => ({ id })),
    mcpRefs: run.mcpRefs,
    outputFormat: run.outputFormat,
    budgets: run.budgets,
    configChecksum: run.configChecksum,
    ...(run.tape ? { tape: run.tape } : {}),
  }
}
