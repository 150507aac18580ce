import type { Output } from '@contract'
import { failed, loading, ready, valueOf } from '../state/index.ts'
import { always, type Command, title } from './command.ts'
import { loadSurface } from './open-app.ts'

/** Reopens an output: in the app that owns it at its own place, or in the built-in preview. */
export const openOutput: Command<Output> = {
  id: 'output.open',
  title: title('output.open'),
  group: 'outputs',
  canRun: always,
  async run(desk, output) {
    const { stores, link, ports } = desk
    const { workspaceId } = stores.selection.getState()
    if (!workspaceId) return
    stores.outputs.setState({ preview: { workspaceId, output, opening: loading } })
    if (!output.ownerApp) ports.focusPane('outputs')
    const reply = await link.call('outputs.open', { outputId: output.id })
    if (reply.ok && reply.value.kind === 'app') {
      stores.outputs.setState({ preview: null })
      ports.focusPane('surface', reply.value.appId)
      return loadSurface(desk, workspaceId, reply.value)
    }
    stores.outputs.setState({
      preview: { workspaceId, output, opening: reply.ok ? ready(reply.value) : failed(reply.fault) },
    })
    ports.focusPane('outputs')
  },
  choices(stores) {
    const { workspaceId } = stores.selection.getState()
    const outputs = workspaceId ? valueOf(stores.outputs.getState().byWorkspace[workspaceId]) : null
    return (outputs ?? []).slice(0, 20).map((output) => ({
      key: output.id,
      label: output.title,
      note: output.ownerApp ?? output.type,
      arg: output,
    }))
  },
}
