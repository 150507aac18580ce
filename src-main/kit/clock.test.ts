import { describe, expect, it } from 'vitest'
import { FakeClock, systemClock, withDeadline } from './clock.ts'

describe('a fake clock', () => {
  it('runs what falls due in order of time, at its time, and nothing that was cancelled', () => {
    const clock = new FakeClock(1000)
    const seen: [string, number][] = []
    const note = (name: string) => () => seen.push([name, clock.now()])
    clock.after(30, note('c'))
    clock.after(10, note('a'))
    const cancel = clock.after(20, note('b'))
    clock.after(31, note('later'))
    cancel()
    clock.pass(30)
    expect(seen).toEqual([
      ['a', 1010],
      ['c', 1030],
    ])
    expect(clock.elapsed()).toBe(1030)
  })

  it('runs what is set up while it passes, when that falls due too', () => {
    const clock = new FakeClock(0)
    const seen: number[] = []
    const tick = () => {
      seen.push(clock.now())
      clock.after(10, tick)
    }
    clock.after(10, tick)
    clock.pass(35)
    expect(seen).toEqual([10, 20, 30])
    clock.pass(5)
    expect(seen).toEqual([10, 20, 30, 40])
  })
})

describe('the clock of the system', () => {
  it('waits, can be cancelled, and does not take a long wait for none', async () => {
    const seen: string[] = []
    systemClock.after(5, () => seen.push('short'))
    systemClock.after(5, () => seen.push('cancelled'))()
    const cancel = systemClock.after(40 * 24 * 3600 * 1000, () => seen.push('in 40 days'))
    await new Promise((resolve) => setTimeout(resolve, 40))
    cancel()
    expect(seen).toEqual(['short'])
  })
})

describe('a deadline', () => {
  const late = () => new Error('too late')

  it('gives the value of work that is in time, and rejects as the work does', async () => {
    const clock = new FakeClock()
    await expect(withDeadline(clock, 10, Promise.resolve('value'), late)).resolves.toBe('value')
    await expect(withDeadline(clock, 10, Promise.reject(new Error('own')), late)).rejects.toThrow('own')
    clock.pass(100)
  })

  it('rejects with its own words when the time is over', async () => {
    const clock = new FakeClock()
    const waiting = withDeadline(clock, 10, new Promise(() => {}), late)
    clock.pass(9)
    const early = await Promise.race([waiting.catch(() => 'late'), Promise.resolve('still waiting')])
    expect(early).toBe('still waiting')
    clock.pass(1)
    await expect(waiting).rejects.toThrow('too late')
  })
})
