import { expect, type Page } from '@playwright/test'
import type {
  CompiledRun,
  Input,
  OperationName,
  Reply,
  Value,
  WorkspaceId,
} from '../../src-preload/contract/index.ts'

/** What the window asks main, asked from a test; a fault fails it. */
export async function call<N extends OperationName>(page: Page, name: N, input: Input<N>): Promise<Value<N>> {
  const asked: [string, unknown] = [name, input]
  const reply = (await page.evaluate(([operation, value]) => {
    const { operator } = window as unknown as {
      operator: { call(name: unknown, input: unknown): Promise<unknown> }
    }
    return operator.call(operation, value)
  }, asked)) as Reply<Value<N>>
  expect(reply).toMatchObject({ ok: true })
  if (!reply.ok) throw new Error(reply.fault.message)
  return reply.value
}

/** The workspace on screen at a first start. */
export async function sampleId(page: Page) {
  const { sampleWorkspaceId } = await call(page, 'product.info', {})
  if (!sampleWorkspaceId) throw new Error('there is no sample workspace')
  return sampleWorkspaceId
}

/** The newest session of the sample, with its newest run. */
export async function newestSession(page: Page) {
  const [session] = await call(page, 'sessions.list', { workspaceId: await sampleId(page) })
  if (!session?.runId) throw new Error('no run was started yet')
  return { sessionId: session.id, runId: session.runId }
}

/** The workspace with this name. */
export async function idOf(page: Page, name: string): Promise<WorkspaceId> {
  const find = async () => (await call(page, 'workspaces.list', {})).find((one) => one.name === name)?.id
  await expect.poll(find).toBeDefined()
  return (await find()) as WorkspaceId
}

/** What the newest run of the workspace with this name was given. */
export async function newestPackage(page: Page, name: string): Promise<CompiledRun> {
  const [session] = await call(page, 'sessions.list', { workspaceId: await idOf(page, name) })
  if (!session?.runId) throw new Error('no run was started yet')
  return (await call(page, 'runs.package', { runId: session.runId })).package
}
