import { describe, expect, it } from 'vitest'
import { Scope } from './scope.ts'

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

describe('a scope', () => {
  it('runs its ends newest first, each after the one before has ended, and once', async () => {
    const scope = new Scope()
    const seen: string[] = []
    scope.add(() => seen.push('first'))
    scope.add(async () => {
      await later(10)
      seen.push('second')
    })
    scope.add(() => seen.push('third'))
    expect(scope.closed).toBe(false)
    await Promise.all([scope.close(), scope.close()])
    await scope.close()
    expect(seen).toEqual(['third', 'second', 'first'])
    expect(scope.closed).toBe(true)
  })

  it('runs the others when one fails, and then throws the first failure', async () => {
    const scope = new Scope()
    const seen: string[] = []
    scope.add(() => seen.push('last'))
    scope.add(() => Promise.reject(new Error('second failure')))
    scope.add(() => {
      throw new Error('first failure')
    })
    await expect(scope.close()).rejects.toThrow('first failure')
    expect(seen).toEqual(['last'])
  })

  it('forgets an end that was taken back', async () => {
    const scope = new Scope()
    const seen: string[] = []
    const same = () => seen.push('same')
    const takeBack = scope.add(() => seen.push('taken back'))
    scope.add(same)
    takeBack()
    takeBack()
    await scope.close()
    expect(seen).toEqual(['same'])
  })

  it('ends what comes late at once, and a late failure harms nobody', async () => {
    const scope = new Scope()
    await scope.close()
    const seen: string[] = []
    // An unhandled rejection would fail this file.
    scope.add(() => Promise.reject(new Error('nobody hears this')))
    scope.add(() => seen.push('late'))()
    await later(5)
    expect(seen).toEqual(['late'])
  })

  it('also ends what is added while it closes', async () => {
    const scope = new Scope()
    const seen: string[] = []
    scope.add(async () => {
      await later(5)
      scope.add(() => seen.push('added while closing'))
    })
    await scope.close()
    await later(1)
    expect(seen).toEqual(['added while closing'])
  })
})
