import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId } from '../../src-main/kit/index.ts'
import { type NewEvent, Store } from '../../src-main/store/index.ts'
import { WorkspaceReader } from '../../src-main/workspace/index.ts'
import { type Figure, median, timed } from './measure.ts'

/** Events appended per second, each batch committed and synced to disk before the next. */
export async function appendFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'))
  const store = Store.open(folder)
  const stream = { kind: 'workspace', id: newId('workspace') } as const
  const entry = (index: number): NewEvent => ({
    stream,
    event: {
      type: 'capability.state',
      kind: 'server',
      id: `server-${index}`,
      state: 'ready',
      detail: 'a detail of some length, as they are',
    },
  })
  const rate = async (batch: number, total: number) => {
    const ms = await timed(() => {
      for (let done = 0; done < total; done += batch)
        store.append(
          Date.now(),
          Array.from({ length: batch }, (_, index) => entry(done + index)),
        )
    })
    return (total / ms) * 1000
  }
  await rate(20, 400)
  const batched = await rate(20, 20_000)
  const alone = await rate(1, 1500)
  store.close()
  rmSync(folder, { recursive: true, force: true })
  return [
    { name: 'events appended, batches of 20, durable', unit: 'events/s', value: batched },
    { name: 'events appended, one by one, durable', unit: 'events/s', value: alone },
    { name: 'batched against one by one', unit: 'ratio', value: batched / alone },
  ]
}

/** Stages 1 and 2 on the sample: read and compiled for the first time, and again with nothing changed. */
export async function compileFigures(root: string): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'))
  const workspace = path.join(folder, 'ws')
  cpSync(path.join(root, 'resources/workspaces/product-launch'), workspace, { recursive: true })
  const cold: number[] = []
  const again: number[] = []
  for (let round = 0; round < 30; round++) {
    const reader = new WorkspaceReader(workspace)
    cold.push(await timed(() => reader.read()))
    again.push(await timed(() => reader.read()))
  }
  rmSync(folder, { recursive: true, force: true })
  return [
    { name: 'compile the sample, first in the process', unit: 'ms', value: cold[0] ?? Number.NaN },
    { name: 'compile the sample, cold', unit: 'ms', value: median(cold) },
    { name: 'compile the sample, unchanged', unit: 'ms', value: median(again) },
    { name: 'cold against unchanged', unit: 'ratio', value: median(cold) / median(again) },
  ]
}
