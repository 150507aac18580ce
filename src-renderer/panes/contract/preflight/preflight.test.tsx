import type { Preflight, WorkspaceId } from '@contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { words } from '../../../state/index.ts'
import { acme, draw, launch, openDesk, radar } from '../../testing.tsx'
import { PreflightSection } from './preflight-section.tsx'

const say = words.trustScreen.preflight

afterEach(cleanup)

async function show(workspaceId: WorkspaceId) {
  const opened = await openDesk({ workspaceId })
  draw(opened.desk, <PreflightSection workspaceId={workspaceId} visible />)
  return { ...opened, asked: () => opened.inputs('runs.preflight') }
}

const check = (name: string) => screen.getByRole('button', { name })

describe('the pre-flight', () => {
  it('says what it does, and does nothing before it is asked', async () => {
    const { asked } = await show(launch)
    expect(screen.getByText(say.emptyText)).toBeTruthy()
    expect(asked()).toEqual([])
  })

  it('asks for the usual kind and harness from the files, and starts nothing', async () => {
    const { asked } = await show(launch)
    fireEvent.click(check(say.files))
    expect(await screen.findByText(say.startsFiles)).toBeTruthy()
    expect(asked()).toEqual([{ workspaceId: launch, kind: 'main', harness: 'loop', live: false }])
  })

  it('says first what stops a run, who must act, and where', async () => {
    await show(radar)
    fireEvent.click(check(say.files))
    expect(await screen.findByRole('heading', { name: say.stops })).toBeTruthy()
    const stops = within(screen.getByRole('region', { name: say.stops }))
    expect(stops.getByText('agents.model is empty.')).toBeTruthy()
    expect(stops.getAllByText(/because of the authored files/)).toHaveLength(2)
    expect(stops.getByRole('button', { name: 'Open workspace.yaml:4' })).toBeTruthy()
    expect(screen.getByText(say.notReached)).toBeTruthy()
  })

  it('names what is missing with its destination, what is quarantined, and what each section costs', async () => {
    await show(launch)
    fireEvent.click(check(say.files))
    const variables = within(await screen.findByRole('region', { name: say.environment }))
    expect(variables.getAllByRole('listitem')[0]?.textContent).toContain(
      'CALENDAR_URL goes to server calendar',
    )
    expect(variables.getByText(say.environmentStates.not_granted)).toBeTruthy()
    const held = within(screen.getByRole('region', { name: say.quarantined }))
    expect(held.getByText('docs.bulk_export')).toBeTruthy()
    const table = within(screen.getByRole('table'))
    expect(table.getByRole('row', { name: /Knowledge.*1,840/ })).toBeTruthy()
    // The sum of the sections and of the tools whose size is known.
    const rows = table.getAllByRole('row')
    const numbers = rows
      .slice(1, -1)
      .map((row) => Number(row.lastElementChild?.textContent?.replace(',', '')))
    const total = numbers.reduce((sum, one) => sum + one, 0)
    expect(rows.at(-1)?.lastElementChild?.textContent).toBe(total.toLocaleString('en-US'))
    expect(document.body.textContent?.match(/estimate/g)).toHaveLength(1)
  })

  it('offers the live one only where the folder is trusted, and says why not', async () => {
    const { asked } = await show(acme)
    const live = check(say.live)
    expect(live.getAttribute('aria-disabled')).toBe('true')
    expect(live.title).toBe(say.whyNot.untrusted)
    fireEvent.click(live)
    expect(asked()).toEqual([])
  })

  it('tells how long a live one takes, and cannot be asked twice meanwhile', async () => {
    const { fake, asked } = await show(launch)
    let answer: (value: { ok: true; value: Preflight }) => void = () => {}
    fake.answer('runs.preflight', () => {
      return new Promise((done) => {
        answer = done
      })
    })
    fireEvent.click(check(say.live))
    expect((await screen.findByRole('status')).textContent).toContain(say.runningLive)
    expect(await screen.findByText('0:01', {}, { timeout: 4000 })).toBeTruthy()
    fireEvent.click(check(say.files))
    expect(asked()).toHaveLength(1)
    answer({
      ok: true,
      value: {
        kind: 'main',
        harness: 'loop',
        live: true,
        faults: [],
        findings: [],
        sections: [],
        tools: [],
        manifest: null,
        discovery: [],
        environment: [],
        model: null,
        configChecksum: null,
        stageMs: {},
      },
    })
    expect(await screen.findByText(say.startsLive)).toBeTruthy()
  })

  it('says why it did not finish, with one button', async () => {
    const { fake, asked } = await show(launch)
    const fault = { owner: 'bug', code: 'odd', message: 'It broke.', retry: 'now' } as const
    fake.answer('runs.preflight', () => ({ ok: false, fault }))
    fireEvent.click(check(say.files))
    expect((await screen.findByRole('alert')).textContent).toContain('It broke.')
    fireEvent.click(check(words.common.tryAgain))
    expect(asked()).toHaveLength(2)
  })
})
