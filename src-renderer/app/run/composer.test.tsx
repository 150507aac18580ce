import type { WorkspaceId } from '@contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { verbs } from '../../commands/index.ts'
import { draw, launch, openDesk } from '../../panes/testing.tsx'
import { select, words } from '../../state/index.ts'
import { Composer } from './composer.tsx'

afterEach(cleanup)

async function show(workspaceId: WorkspaceId = launch) {
  const opened = await openDesk({ workspaceId })
  draw(opened.desk, <Composer workspaceId={workspaceId} />)
  const box = screen.getByRole('textbox', { name: words.composer.label })
  const sent = () => opened.inputs('runs.start').length
  return { ...opened, box, sent }
}

describe('the composer', () => {
  it('sends on Enter', async () => {
    const { box, sent } = await show()
    fireEvent.change(box, { target: { value: 'Plan the launch' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(sent()).toBe(1)
  })

  it('does not send twice when Enter is pressed twice', async () => {
    const { box, sent } = await show()
    fireEvent.change(box, { target: { value: 'Plan the launch' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    fireEvent.keyDown(box, { key: 'Enter' })
    await expect.poll(sent).toBe(1)
  })

  it('makes a line on Shift+Enter', async () => {
    const { box, sent } = await show()
    fireEvent.change(box, { target: { value: 'Plan' } })
    fireEvent.keyDown(box, { key: 'Enter', shiftKey: true })
    expect(sent()).toBe(0)
  })

  it.each([
    ['isComposing', { key: 'Enter', isComposing: true }],
    ['keyCode 229', { key: 'Enter', keyCode: 229 }],
    ['the key Process', { key: 'Process' }],
  ])('does not send while an input method owns Enter: %s (P37)', async (_, press) => {
    const { box, sent } = await show()
    fireEvent.change(box, { target: { value: '日本' } })
    fireEvent.keyDown(box, press)
    expect(sent()).toBe(0)
  })

  it('says the reason at the button when it cannot be sent', async () => {
    const { box } = await show('ws_radar00001' as WorkspaceId)
    fireEvent.change(box, { target: { value: 'Go' } })
    expect(screen.getByText(words.composer.whyNot.errors(2))).toBeTruthy()
    const send = screen.getByRole('button', { name: words.composer.send })
    expect(send.getAttribute('aria-disabled')).toBe('true')
  })

  it('offers Stop while a run is active, and says Stopping until it has stopped', async () => {
    const { desk, box, stores } = await show()
    stores.composer.setState({
      drafts: { [launch]: { text: 'Go', harness: 'rehearsal', kind: 'main', tape: null } },
    })
    fireEvent.keyDown(box, { key: 'Enter' })
    const stop = await screen.findByRole('button', { name: words.composer.stop })
    expect(screen.getByText(words.composer.active)).toBeTruthy()
    fireEvent.click(stop)
    expect(await screen.findByRole('button', { name: words.composer.stopping })).toBeTruthy()
    await expect.poll(() => select.activeRun(stores)).toBeNull()
    expect(verbs.stopRun.canRun(desk.stores)).toBe(words.composer.whyNot.noRun)
  })

  it('labels a rehearsal', async () => {
    const { stores } = await show()
    stores.composer.setState({
      drafts: { [launch]: { text: 'Go', harness: 'rehearsal', kind: 'main', tape: null } },
    })
    expect(await screen.findByText('rehearsal: no AI')).toBeTruthy()
  })
})
