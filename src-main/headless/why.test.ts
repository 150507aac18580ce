import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { newId } from '../kit/index.ts'
import { tempFolder } from '../kit/testing.ts'
import { Store } from '../store/index.ts'
import { whyCommand } from './why.ts'

it('answers from what the servers listed before, and without a data folder from the files alone', async () => {
  const folder = realpathSync(tempFolder())
  mkdirSync(path.join(folder, 'x'))
  writeFileSync(
    path.join(folder, 'workspace.yaml'),
    'agents: { id: a }\nmcp_registry:\n  servers: { s: { type: local, command: [s] } }\n  allowlist: { tool_ids: [s.a, s.gone] }\n',
  )
  const why = async (data: string, toolId: string) => {
    const said: string[] = []
    await whyCommand(data, { folder: path.join(folder, 'x/..'), toolId, kind: 'main', json: false }, (text) =>
      said.push(text),
    )
    return said.join('\n')
  }
  expect(await why(path.join(tempFolder(), 'none'), 's.gone')).toContain('can be called in a main session')
  const data = tempFolder()
  const store = Store.open(data)
  const id = newId('workspace')
  store.workspaces.put({ id, path: folder, name: 'w', trusted: '', openedAt: 1 })
  store.listings.put(id, 's', [{ name: 'a', description: '', readOnly: true, schema: { type: 'string' } }], 1)
  expect(await why(data, 's.gone')).toContain('had no tool "gone" when it was last asked [not_resolved]')
  expect(await why(data, 's.a')).toContain('[quarantined]')
  store.close()
})
