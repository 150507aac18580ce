import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { previewFile } from '../../../commands/index.ts'
import { keyIn, words } from '../../../state/index.ts'
import { acme, draw, launch, openDesk } from '../../testing.tsx'
import { SkillsSection } from './skills-section.tsx'

const say = words.trustScreen.skills

afterEach(cleanup)

async function show(workspaceId = launch) {
  const opened = await openDesk({ workspaceId })
  const { desk, stores } = opened
  await previewFile(desk, workspaceId, 'workspace.yaml')
  draw(desk, <SkillsSection workspaceId={workspaceId} visible />)
  const draft = () => stores.files.getState().drafts[keyIn(workspaceId, 'workspace.yaml')]?.text
  return { ...opened, draft }
}

const toggle = (id: string) => screen.getByRole('switch', { name: say.on(id) })
const order = () => screen.getAllByTestId(/^skill-/).map((row) => row.dataset.testid?.slice('skill-'.length))

describe('skills and commands', () => {
  it('lists skills in the order of the prompt with what they grant and cost, and what is wrong with one', async () => {
    await show()
    expect(order()).toEqual(['press-note', 'pricing', 'release-notes', 'style-guide'])
    const pricing = within(screen.getByTestId('skill-pricing'))
    expect(pricing.getByText(say.tokens(912))).toBeTruthy()
    expect(pricing.getByText('/price-check')).toBeTruthy()
    const broken = within(screen.getByTestId('skill-style-guide'))
    expect(broken.getByText(/must be the folder/)).toBeTruthy()
    expect(toggle('style-guide').getAttribute('aria-disabled')).toBe('true')
  })

  it('turns one off in the draft of workspace.yaml, and on again', async () => {
    const { draft } = await show()
    fireEvent.click(toggle('pricing'))
    await expect.poll(draft).toMatch(/skills:\n\s+disabled:\n\s+- pricing/)
    expect(toggle('pricing').getAttribute('aria-checked')).toBe('false')
    fireEvent.click(toggle('pricing'))
    await expect.poll(() => toggle('pricing').getAttribute('aria-checked')).toBe('true')
    expect(draft() ?? '').not.toContain('disabled')
  })

  it('moves one with its arrow and with Alt and the arrow keys, keeps the focus, and writes the order', async () => {
    const { draft } = await show()
    const down = screen.getByRole('button', { name: say.down('press-note') })
    down.focus()
    fireEvent.click(down)
    await expect.poll(order).toEqual(['pricing', 'press-note', 'release-notes', 'style-guide'])
    expect(draft()).toMatch(/enabled:\n\s+- pricing\n\s+- press-note\n\s+- release-notes/)
    expect(screen.getByTestId('skill-press-note').contains(document.activeElement)).toBe(true)
    fireEvent.keyDown(toggle('press-note'), { key: 'ArrowUp', altKey: true })
    await expect.poll(order).toEqual(['press-note', 'pricing', 'release-notes', 'style-guide'])
  })

  it('shows a command as it is run, and that a subagent is not started', async () => {
    await show()
    expect(screen.getByText('node scripts/price-check.mjs --currency "EUR and USD"')).toBeTruthy()
    expect(screen.getByText(/needs the skill pricing/)).toBeTruthy()
    expect(screen.getByText(say.notStarted)).toBeTruthy()
    expect(screen.getByText(say.modes.isolated)).toBeTruthy()
  })

  it('says where each comes from while there is none', async () => {
    await show(acme)
    expect(screen.getByText(say.skillsNoneNote)).toBeTruthy()
    expect(screen.getByText(say.commandsNoneNote)).toBeTruthy()
    expect(screen.getByText(say.subagentsNoneNote)).toBeTruthy()
  })
})
