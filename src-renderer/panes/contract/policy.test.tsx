import type { Fault } from '@contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Desk, verbs, writeIn } from '../../commands/index.ts'
import { type ContractSection, failed, keyIn, words } from '../../state/index.ts'
import { launch, showPane } from '../testing.tsx'

const config = 'workspace.yaml'
const key = keyIn(launch, config)
const say = words.contract

const explicit = `# Kept
agents:
  id: workspace.general # who
mcp_registry:
  allowlist:
    tool_ids:
      - docs.search # the one we need
      - launch-board.add_item
  servers:
    docs:
      type: local
      command: [node, servers/docs.mjs]
    crm:
      type: remote
      url: https://crm.example/mcp
applications:
  - app_id: launch-board
    config_path: apps/launch-board/app.yaml
`
const discovery = explicit.replace(/ {2}allowlist:[\s\S]*? {2}servers:/, '  servers:')

afterEach(cleanup)

async function show(section: ContractSection, text = explicit, change: (desk: Desk) => void = () => {}) {
  const file = { workspaceId: launch, path: config, text, baseSha256: 'f'.repeat(64) }
  const opened = await showPane('contract', {
    begin: (fake) => fake.call('authoring.write', file),
    change(desk) {
      desk.stores.contract.setState({ section: { [launch]: section } })
      change(desk)
    },
  })
  const draft = () => opened.stores.files.getState().drafts[key]
  return { ...opened, draft, edits: () => opened.inputs('authoring.edit') }
}

const tick = (id: string) => screen.findByRole('checkbox', { name: say.tools.tick(id) })
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
/** The difference stands for a moment before it can be saved. */
async function save(): Promise<void> {
  await waitFor(() =>
    expect(screen.getByRole('button', { name: say.bar.save }).getAttribute('aria-disabled')).toBeNull(),
  )
  click(say.bar.save)
}
/** Radix opens a menu on the key, as an operator without a mouse does. */
function pick(trigger: HTMLElement, choice: string | RegExp): void {
  fireEvent.keyDown(trigger, { key: 'Enter' })
  fireEvent.click(screen.getByRole('menuitemradio', { name: choice }))
}

describe('servers and tools', () => {
  it('appends a ticked tool, shows the difference, and saves only after it was seen', async () => {
    const { fake, draft, edits } = await show('tools')
    fireEvent.click(await tick('docs.read'))
    expect(await screen.findByText(say.bar.edits(1))).toBeTruthy()
    expect(edits().at(-1)).toMatchObject({
      edits: [{ path: ['mcp_registry', 'allowlist', 'tool_ids', 2], value: 'docs.read' }],
    })
    expect(screen.queryByRole('button', { name: say.bar.save })).toBeNull()
    click(say.bar.review)
    expect(screen.getByRole('region', { name: say.bar.diff }).textContent).toContain('- docs.read')
    await save()
    await waitFor(() => expect(draft()).toBeUndefined())
    const saved = await fake.call('files.read', { workspaceId: launch, path: config })
    expect(saved.ok && saved.value.kind === 'text' && saved.value.text).toContain('# the one we need')
    expect(screen.queryByText(say.bar.label)).toBeNull()
  })

  it('removes one entry by its place, and is no edit any more when it is ticked back', async () => {
    const { draft, edits } = await show(
      'tools',
      explicit.replace('add_item\n', 'add_item\n      - docs.read\n'),
    )
    fireEvent.click(await tick('docs.read'))
    await screen.findByText(say.bar.edits(1))
    expect(edits().at(-1)).toMatchObject({ edits: [{ path: ['mcp_registry', 'allowlist', 'tool_ids', 2] }] })
    fireEvent.click(await tick('docs.read'))
    await waitFor(() => expect(draft()).toBeUndefined())
  })

  it('makes quick ticks one after the other', async () => {
    const { draft } = await show('tools')
    fireEvent.click(await tick('docs.read'))
    fireEvent.click(await tick('docs.cite'))
    fireEvent.click(await tick('docs.outline'))
    await screen.findByText(say.bar.edits(3))
    for (const id of ['docs.read', 'docs.cite', 'docs.outline']) expect(draft()?.text).toContain(`- ${id}\n`)
  })

  it('leaves the other sources in discovery when the first tool is named', async () => {
    const { draft } = await show('tools', discovery)
    fireEvent.click(await tick('docs.search'))
    await waitFor(() => expect(draft()?.text).toContain('others: discover'))
    expect(within(screen.getByTestId('source-crm')).getByText(say.tools.says.discovery)).toBeTruthy()
    expect(within(screen.getByTestId('source-docs')).getByText(say.tools.says.explicit(1, 4))).toBeTruthy()
  })

  it('asks before a change moves other sources along', async () => {
    const { draft } = await show('tools', explicit.replace('      - launch-board.add_item\n', ''))
    fireEvent.click(await tick('docs.search'))
    const ask = await screen.findByRole('alertdialog')
    expect(ask.textContent).toContain(say.tools.lastTool('docs'))
    expect(ask.textContent).toContain('crm, launch-board')
    expect(draft()).toBeUndefined()
    fireEvent.click(within(ask).getByRole('button', { name: say.tools.goOn }))
    await waitFor(() => expect(draft()?.text).not.toContain('allowlist'))
  })

  it('turns the last explicit source back to discovery by emptying the list', async () => {
    const mixed = explicit
      .replace('      - launch-board.add_item\n', '')
      .replace('  servers:', '    others: discover\n  servers:')
    const { draft } = await show('tools', mixed)
    pick(
      await screen.findByRole('button', { name: `${say.tools.mode('docs')}: ${say.tools.modes.explicit}` }),
      new RegExp(say.tools.modes.discovery),
    )
    await waitFor(() => expect(draft()?.text).not.toContain('tool_ids'))
    expect(draft()?.text).not.toContain('others')
  })

  it('names all that a source offers when it becomes explicit, also what a search leaves out', async () => {
    const { draft } = await show('tools', discovery)
    await tick('docs.read')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'docs.read' } })
    pick(
      screen.getByRole('button', { name: `${say.tools.mode('docs')}: ${say.tools.modes.discovery}` }),
      new RegExp(say.tools.modes.explicit),
    )
    await waitFor(() => expect(draft()?.text).toContain('- docs.read'))
    expect(draft()?.text).toContain('- docs.search')
  })

  it('gives up an edit that is on its way when everything is discarded', async () => {
    const { desk, draft } = await show('tools')
    fireEvent.click(await tick('docs.read'))
    await screen.findByText(say.bar.edits(1))
    fireEvent.click(await tick('docs.cite'))
    await act(async () => verbs.discardEdit.run(desk, config))
    expect(draft()).toBeUndefined()
  })

  it('saves mine also where the file is gone', async () => {
    const { fake, desk, draft } = await show('tools')
    fireEvent.click(await tick('docs.read'))
    await screen.findByText(say.bar.edits(1))
    const fault: Fault = { owner: 'operator', code: 'file_changed_outside', message: 'Gone.', retry: 'now' }
    fake.answer('authoring.write', () => ({ ok: false, fault }))
    fake.answer('files.read', () => ({ ok: false, fault }))
    fake.answer('files.list', () => ({ ok: true, value: [] }))
    await act(async () => verbs.saveFile.run(desk, config))
    click(words.files.keepMine)
    await waitFor(() => expect(draft()).toMatchObject({ base: null, fault: null }))
  })

  it('turns a server off by a key and on by taking it out', async () => {
    const { draft } = await show('tools')
    const crm = await screen.findByRole('switch', { name: say.tools.enabled('crm') })
    fireEvent.click(crm)
    await waitFor(() => expect(draft()?.text).toContain('enabled: false'))
    fireEvent.click(crm)
    await waitFor(() => expect(draft()).toBeUndefined())
  })

  it('says that a server with named tools takes them along when it is turned off', async () => {
    const { draft } = await show('tools')
    fireEvent.click(await screen.findByRole('switch', { name: say.tools.enabled('docs') }))
    const ask = await screen.findByRole('alertdialog')
    expect(ask.textContent).toContain(say.tools.offNamed('docs', 1))
    fireEvent.click(within(ask).getByRole('button', { name: say.tools.goOn }))
    await waitFor(() => expect(draft()?.text).toContain('enabled: false'))
    expect(draft()?.text).not.toContain('docs.search')
  })

  it('tells what another program wrote, and takes theirs or keeps mine', async () => {
    const { fake, draft } = await show('tools')
    fireEvent.click(await tick('docs.read'))
    await screen.findByText(say.bar.edits(1))
    const fault: Fault = {
      owner: 'operator',
      code: 'file_changed_outside',
      message: 'It was changed by another program.',
      retry: 'now',
    }
    fake.answer('authoring.write', () => ({ ok: false, fault }))
    click(say.bar.review)
    await save()
    expect((await screen.findByRole('alert')).textContent).toContain(fault.message)
    click(words.files.keepMine)
    await waitFor(() => expect(draft()?.fault).toBeNull())
    expect(draft()?.text).toContain('docs.read')
    await save()
    await screen.findByRole('alert')
    click(words.files.takeTheirs)
    await waitFor(() => expect(draft()).toBeUndefined())
  })

  it('walks the rows with the arrow keys', async () => {
    await show('tools')
    const head = await screen.findByRole('button', { name: /^docs/ })
    head.focus()
    fireEvent.keyDown(head, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(await tick('docs.cite'))
    fireEvent.keyDown(document.activeElement as Element, { key: 'End' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      say.tools.tick('launch-board.remove_item'),
    )
  })

  it('has a state for loading, for an error, for nothing, and for a text that does not compile', async () => {
    await show('tools')
    expect(screen.getByRole('status')).toBeTruthy()
    cleanup()
    const fault: Fault = {
      owner: 'store',
      code: 'unreadable',
      message: 'It could not be read.',
      retry: 'now',
    }
    const { stores } = await show('tools')
    await tick('docs.read')
    act(() => stores.contract.setState({ previews: { [key]: failed(fault) } }))
    expect(screen.getByRole('alert').textContent).toContain(fault.message)
    cleanup()
    await show('tools', 'agents: {id: a}\nmcp_registry: {servers: {}}\n')
    expect(await screen.findByText(say.tools.emptyTitle)).toBeTruthy()
    cleanup()
    await show('tools', 'agents: {}\n')
    expect(await screen.findByText(say.broken(1))).toBeTruthy()
  })

  it('says with how many errors it would be saved', async () => {
    const { desk } = await show('tools')
    await tick('docs.read')
    act(() => writeIn(desk.stores, launch, config, explicit.replace('docs.search', 'dcos.search')))
    await waitFor(() => expect(screen.getByText(/Shown is what it meant before/)).toBeTruthy(), {
      timeout: 3000,
    })
    click(say.bar.review)
    expect(screen.getByRole('button', { name: say.bar.saveWith(1) })).toBeTruthy()
  })
})

describe('session kinds', () => {
  const shell = (said: string) => say.kinds.cell('Shell and terminal', 'Main', said)

  it('allows, denies and gives back by the menu of a cell', async () => {
    const { draft } = await show('kinds')
    pick(await screen.findByRole('button', { name: shell(say.verdict.no) }), /^Allow/)
    const widened = await screen.findByRole('button', {
      name: shell(`${say.verdict.yes}, ${say.verdict.widened}`),
    })
    expect(draft()?.text).toMatch(/session_kinds:\n {2}main:\n {4}allow:\n {6}- shell\n/)
    expect(screen.getByText(say.kinds.wide(1, ['Shell and terminal (Main)']))).toBeTruthy()
    pick(widened, /^Deny/)
    const denied = await screen.findByRole('button', {
      name: shell(`${say.verdict.no}, ${say.verdict.narrowed}`),
    })
    expect(draft()?.text).toMatch(/deny:\n {6}- shell\n/)
    expect(draft()?.text).not.toContain('allow:')
    pick(denied, say.kinds.choices.own)
    await waitFor(() => expect(draft()).toBeUndefined())
  })

  it('changes one tool of a family, and the preset of main', async () => {
    const { draft } = await show('kinds')
    fireEvent.click(await screen.findByRole('button', { name: /^Files: write 2/ }))
    pick(
      screen.getByRole('button', { name: say.kinds.cell('file_edit', 'Subagent', say.verdict.yes) }),
      /^Deny/,
    )
    await waitFor(() => expect(draft()?.text).toMatch(/subagent:\n {4}deny:\n {6}- file_edit/))
    expect(screen.getByRole('button', { name: /Files: write, Subagent: 1 of 2/ })).toBeTruthy()
    pick(screen.getByRole('button', { name: `${say.kinds.preset}: coordinate` }), /direct/)
    await waitFor(() => expect(draft()?.text).toContain('preset: direct'))
  })
})

describe('workspace.yaml as form and text', () => {
  const editor = async () => (await screen.findByTestId('code-view')).textContent

  it('shows an edit of the form in the text, and one of the text in the form', async () => {
    const { desk, draft } = await show('settings')
    const model = await screen.findByLabelText(say.settings.fields.model?.[0] ?? '')
    fireEvent.change(model, { target: { value: 'ollama/qwen3' } })
    fireEvent.blur(model)
    await waitFor(() => expect(draft()?.text).toContain('model: ollama/qwen3'))
    expect(draft()?.text).toContain('# who')
    click(say.settings.text)
    expect(await editor()).toContain('model: ollama/qwen3')
    act(() => writeIn(desk.stores, launch, config, explicit.replace('workspace.general', 'someone.else')))
    expect(await editor()).toContain('someone.else')
    click(say.settings.form)
    await waitFor(() => expect(screen.getByDisplayValue('someone.else')).toBeTruthy(), { timeout: 3000 })
  })

  it('tells at the field what is wrong with it, and lists keys that have no effect', async () => {
    await show('settings', `${explicit.replace('# who', '\n  model: qwen3')}colour: blue\n`)
    const model = await screen.findByLabelText(say.settings.fields.model?.[0] ?? '')
    await waitFor(() => expect(model.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText(/"qwen3" is no model/)).toBeTruthy()
    expect(within(screen.getByRole('region', { name: say.settings.kept })).getByText('colour')).toBeTruthy()
  })

  it('adds a server, and a row to its command', async () => {
    const { draft } = await show('settings')
    const id = await screen.findByLabelText(say.settings.addServer)
    fireEvent.change(id, { target: { value: 'maps' } })
    fireEvent.keyDown(id, { key: 'Enter' })
    fireEvent.click(await screen.findByRole('button', { name: 'maps' }))
    const row = screen.getByLabelText(say.settings.fields.command?.[0] ?? '')
    fireEvent.change(row, { target: { value: 'servers/maps.mjs' } })
    fireEvent.keyDown(row, { key: 'Enter' })
    await waitFor(() => expect(draft()?.text).toContain('- servers/maps.mjs'))
  })
})

it('takes one row out of a list, however often it is asked to', async () => {
  const { draft } = await show('settings')
  fireEvent.click(await screen.findByRole('button', { name: 'docs' }))
  const row = screen.getByDisplayValue('node')
  fireEvent.change(row, { target: { value: '' } })
  fireEvent.keyDown(row, { key: 'Enter' })
  fireEvent.blur(row)
  await waitFor(() => expect(draft()?.text).not.toContain('node,'))
  await waitFor(() => expect(screen.queryByDisplayValue('node')).toBeNull())
  expect(screen.getByDisplayValue('servers/docs.mjs')).toBeTruthy()
})

describe('AGENTS.md', () => {
  const path = 'AGENTS.md'

  it('is weighed, linted and held against what the run was given', async () => {
    const { desk } = await show('instructions')
    await screen.findByTestId('code-view')
    expect(await screen.findByText(/≈ \d+ tokens/)).toBeTruthy()
    act(() => writeIn(desk.stores, launch, path, '# How we launch\n\nTBD: be slow.\n'))
    const finding = await screen.findByRole(
      'button',
      { name: /"TBD" goes into the prompt/ },
      { timeout: 3000 },
    )
    expect(finding.textContent).toContain(say.settings.line(3))
    click(new RegExp(`^${say.instructions.compare}`))
    const diff = await screen.findByRole('region', { name: say.instructions.diff })
    expect(diff.querySelector('ins')?.textContent).toBe('TBD: be slow.')
    expect(screen.getByText(/Against what the newest run/)).toBeTruthy()
  })

  it('is created where it is missing', async () => {
    const { fake, stores } = await show('instructions')
    click('ONBOARD.md')
    fireEvent.click(await screen.findByRole('button', { name: say.instructions.create('ONBOARD.md') }))
    click(say.instructions.save)
    await waitFor(() => expect(stores.files.getState().drafts[keyIn(launch, 'ONBOARD.md')]).toBeUndefined())
    const write = fake.calls.findLast(({ name }) => name === 'authoring.write')
    expect(write?.input).toMatchObject({ path: 'ONBOARD.md', baseSha256: null })
  })

  it('shows why it could not be read', async () => {
    const fault: Fault = { owner: 'store', code: 'unreadable', message: 'The disk is away.', retry: 'later' }
    const { fake, desk } = await show('instructions')
    await screen.findByTestId('code-view')
    fake.answer('files.read', () => ({ ok: false, fault }))
    await act(() => desk.link.load.file(launch, path))
    expect(screen.getByRole('alert').textContent).toContain(fault.message)
  })
})
