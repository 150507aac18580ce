import type { Fault, Output, WorkspaceView } from '@contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Desk, PaneName } from '../commands/index.ts'
import { failed, loading, ready, valueOf, words } from '../state/index.ts'
import { launch, showPane } from './testing.tsx'

const fault: Fault = {
  owner: 'store',
  code: 'unreadable',
  message: 'It could not be read.',
  hint: 'Wait.',
  retry: 'later',
}

afterEach(cleanup)

const show = (name: PaneName, change: (desk: Desk) => void = () => {}, appId?: string) =>
  showPane(name, { change, appId })

const setView = (change: (view: WorkspaceView) => WorkspaceView) => (desk: Desk) => {
  const view = valueOf(desk.stores.workspaces.getState().views[launch])
  if (view) desk.stores.workspaces.setState({ views: { [launch]: ready(change(view)) } })
}

describe('the Files pane', () => {
  it('shows the tree and opens a folder when asked', async () => {
    await show('files')
    fireEvent.click(await screen.findByRole('treeitem', { name: 'apps' }))
    expect(await screen.findByRole('treeitem', { name: 'launch-board' })).toBeTruthy()
  })

  it('shows what is wrong with the authored files and leads to the place', async () => {
    const at = { file: 'workspace.yaml', line: 4 }
    const finding = {
      severity: 'error',
      code: 'model_missing',
      message: 'agents.model is empty.',
      hint: 'Name one.',
      at,
    } as const
    const { stores } = await show(
      'files',
      setView((view) => ({ ...view, diagnostics: [finding] })),
    )
    fireEvent.click(screen.getByRole('button', { name: /agents.model is empty. Name one./ }))
    expect(stores.files.getState().goTo).toEqual({ key: `${launch}:workspace.yaml`, line: 4 })
  })

  it('shows edits that a form made of the file, not what is on disk', async () => {
    const key = `${launch}:workspace.yaml`
    const { stores } = await show('files', ({ stores }) => {
      const draft = { original: 'name: a\n', text: 'name: b\n', base: 'f', saving: false, fault: null }
      stores.files.setState({ open: { [launch]: 'workspace.yaml' }, drafts: { [key]: draft } })
    })
    fireEvent.click(await screen.findByRole('treeitem', { name: 'workspace.yaml' }))
    expect((await screen.findByTestId('code-view')).textContent).toContain('name: b')
    expect(stores.files.getState().drafts[key]?.text).toBe('name: b\n')
  })

  it('says that a binary file is not text', async () => {
    await show('files')
    fireEvent.click(await screen.findByRole('treeitem', { name: 'export.bin' }))
    expect(await screen.findByText(words.files.binary)).toBeTruthy()
  })

  it('has a state for loading, for an error and for nothing', async () => {
    await show('files', ({ stores }) => stores.files.setState({ folders: { [`${launch}:`]: loading } }))
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    cleanup()
    await show('files', ({ stores }) => stores.files.setState({ folders: { [`${launch}:`]: failed(fault) } }))
    expect(screen.getByText(words.files.failedFolder)).toBeTruthy()
    cleanup()
    await show('files', ({ stores }) => stores.files.setState({ folders: { [`${launch}:`]: ready([]) } }))
    expect(screen.getByText(words.files.emptyTitle)).toBeTruthy()
  })
})

describe('the Apps pane', () => {
  it('shows each app and server with its state in words', async () => {
    await show('apps')
    const notes = within(screen.getByTestId('app-notes'))
    expect(notes.getByText('Failed')).toBeTruthy()
    expect(screen.getByText('Needs sign-in')).toBeTruthy()
  })

  it('starts an app and shows what it became', async () => {
    await show('apps')
    const board = within(screen.getByTestId('app-launch-board'))
    fireEvent.click(board.getByRole('button', { name: words.apps.start }))
    expect(await board.findByText('Ready', {}, { timeout: 3000 })).toBeTruthy()
    expect(board.getByText(/port 38081 · 12 tools/)).toBeTruthy()
  })

  it('says at the app why it did not start', async () => {
    await show('apps')
    const notes = within(screen.getByTestId('app-notes'))
    fireEvent.click(notes.getByRole('button', { name: words.apps.start }))
    expect((await notes.findByRole('alert')).textContent).toContain('Cannot find module')
  })

  it('has a state for loading, for an error and for nothing', async () => {
    await show('apps', ({ stores }) => stores.workspaces.setState({ views: { [launch]: loading } }))
    expect(screen.getByRole('status')).toBeTruthy()
    cleanup()
    await show('apps', ({ stores }) => stores.workspaces.setState({ views: { [launch]: failed(fault) } }))
    expect(screen.getByRole('alert').textContent).toContain(fault.message)
    cleanup()
    await show('apps', (desk) => {
      setView((view) => ({ ...view, servers: [] }))(desk)
      desk.stores.apps.setState({ byWorkspace: {} })
    })
    expect(screen.getByText(words.apps.emptyTitle)).toBeTruthy()
  })
})

describe('the surface pane', () => {
  it('does not start an app by being looked at', async () => {
    const { fake } = await show('surface', undefined, 'launch-board')
    expect(screen.getByText(words.surface.offTitle('Launch board'))).toBeTruthy()
    expect(fake.calls.some((call) => call.name === 'surfaces.open')).toBe(false)
  })

  it('starts and opens it when asked', async () => {
    const { fake, asked } = await show('surface', undefined, 'launch-board')
    fireEvent.click(screen.getByRole('button', { name: words.surface.startAndOpen }))
    expect(await screen.findByRole('img', { name: words.surface.behind })).toBeTruthy()
    expect(asked).toEqual(['surface'])
    expect(fake.calls.some((call) => call.name === 'surfaces.open')).toBe(true)
  })

  it('says why the page could not be opened', async () => {
    const { fake } = await show('surface', undefined, 'launch-board')
    fake.answer('surfaces.open', () => ({ ok: false, fault }))
    fireEvent.click(screen.getByRole('button', { name: words.surface.startAndOpen }))
    expect((await screen.findByRole('alert')).textContent).toContain(fault.message)
  })

  it('says when the app is not in the workspace any more', async () => {
    await show('surface', undefined, 'long-gone')
    expect(screen.getByText(words.surface.gone)).toBeTruthy()
  })
})

describe('the Outputs pane', () => {
  it('says where each output opens', async () => {
    await show('outputs')
    expect(screen.getByRole('button', { name: /Launch brief.*opens in Launch board/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Announcement.*Draft.*opens in the preview/ })).toBeTruthy()
  })

  it('previews what has lost its app, and names the owner', async () => {
    await show('outputs')
    fireEvent.click(screen.getByRole('button', { name: /Announcement/ }))
    expect(await screen.findByText(words.outputs.ownerGone('press-room'))).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: words.outputs.back }))
    expect(screen.getByRole('button', { name: /Announcement/ })).toBeTruthy()
  })

  it('has a state for loading, for an error and for nothing', async () => {
    const put = (value: Output[] | 'loading' | 'error') => (desk: Desk) =>
      desk.stores.outputs.setState({
        byWorkspace: {
          [launch]: value === 'loading' ? loading : value === 'error' ? failed(fault) : ready(value),
        },
      })
    await show('outputs', put('loading'))
    expect(screen.getByRole('status')).toBeTruthy()
    cleanup()
    await show('outputs', put('error'))
    expect(screen.getByRole('alert').textContent).toContain(words.outputs.failed)
    cleanup()
    await show('outputs', put([]))
    expect(screen.getByText(words.outputs.emptyTitle)).toBeTruthy()
  })
})

describe('the Activity pane', () => {
  it('says what will be here when nothing is selected', async () => {
    await show('activity', ({ stores }) => stores.selection.setState({ sessionId: null }))
    expect(screen.getByText(words.activity.emptyTitle)).toBeTruthy()
  })

  it('reads the log when it is shown, and offers its filters', async () => {
    const { stores } = await show('activity')
    const sessionId = stores.selection.getState().sessionId
    expect(await screen.findByRole('button', { name: words.activity.filters.tools })).toBeTruthy()
    expect(sessionId && stores.activity.getState().logs[sessionId]?.complete).toBe(true)
  })

  it('says when nothing matches', async () => {
    await show('activity')
    fireEvent.change(await screen.findByRole('searchbox', { name: words.activity.search }), {
      target: { value: 'zzz' },
    })
    expect(screen.getByText(words.activity.noneTitle)).toBeTruthy()
  })

  it('says why the log could not be read', async () => {
    const { fake, stores } = await show('activity', (desk) => desk.stores.activity.setState({ logs: {} }))
    cleanup()
    fake.answer('streams.since', () => ({ ok: false, fault }))
    expect(stores.selection.getState().sessionId).not.toBeNull()
    await show('activity', (desk) => {
      const { sessionId } = desk.stores.selection.getState()
      if (sessionId)
        desk.stores.activity.setState({ logs: { [sessionId]: { envelopes: [], complete: false, fault } } })
    })
    expect(screen.getByRole('alert').textContent).toContain(fault.message)
  })
})
