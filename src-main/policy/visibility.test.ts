import { type SessionKind, sessionKinds, type ToolFamily } from '@contract'
import { describe, expect, it } from 'vitest'
import { gate, type KindRules, mayReach, policyRules, visibleIn } from './index.ts'

/** The table of session kinds and visibility, row by row: main, subagent, onboarding, scheduled. */
const table: [ToolFamily, boolean, boolean, boolean, boolean][] = [
  ['plan', true, true, true, true],
  ['ask', true, true, true, true],
  ['skill', true, true, true, true],
  ['delegate', true, false, false, true],
  ['memory', true, true, true, true],
  ['workspace', true, false, true, false],
  ['apps', true, false, false, false],
  ['outputs', true, true, false, true],
  ['files.read', true, true, true, true],
  ['files.write', false, true, false, false],
  ['shell', false, true, false, false],
  ['browser', false, true, false, false],
  ['mcp:press-kit', true, true, false, true],
  ['app:launch-board', true, true, false, true],
]
const cells = table.flatMap(([family, ...row]) =>
  sessionKinds.map((kind, index) => ({ family, kind, visible: row[index] as boolean })),
)

describe('a family of tools', () => {
  it.each(cells)('$family in a $kind session is visible: $visible', ({ family, kind, visible }) => {
    expect(visibleIn(kind, family)).toBe(visible)
  })

  it.each(['', 'Shell', 'files', 'files.', 'constructor', '__proto__', 'toString', 'mcp', 'app'])(
    'that is not in the table (%j) is visible nowhere',
    (family) => {
      for (const kind of sessionKinds) expect(visibleIn(kind, family as ToolFamily)).toBe(false)
    },
  )
})

describe('the gate', () => {
  const reasonFor = (kind: SessionKind, family: ToolFamily, id = 'some_tool') => {
    const decision = gate(kind, { id, family })
    return decision.callable ? 'callable' : decision.reason
  }

  it.each(cells.filter(({ visible }) => !visible))(
    'hides $family from a $kind session, and says why',
    ({ family, kind }) => {
      expect(gate(kind, { id: 'x', family })).toEqual({
        callable: false,
        reason: 'session_kind',
        detail: `not for sessions of kind ${kind}`,
      })
    },
  )

  const open: [ToolFamily, SessionKind[]][] = [
    ['skill', ['main', 'subagent', 'onboarding', 'scheduled']],
    ['files.read', ['main', 'subagent', 'onboarding', 'scheduled']],
    ['files.write', ['subagent']],
    ['outputs', ['main', 'subagent', 'scheduled']],
    ['mcp:s', ['main', 'subagent', 'scheduled']],
    ['app:a', ['main', 'subagent', 'scheduled']],
  ]
  it.each(open)('lets %s through in exactly the kinds that have it', (family, kinds) => {
    expect(sessionKinds.filter((kind) => gate(kind, { id: 'x', family }).callable)).toEqual(kinds)
  })

  it('denies everything else that is visible, since there is no rule that allows it', () => {
    const allowed = open.map(([family]) => family.replace(/:.*/, ':'))
    const others = cells.filter(
      ({ visible, family }) => visible && !allowed.includes(family.replace(/:.*/, ':')),
    )
    expect(others.length).toBeGreaterThan(10)
    for (const { family, kind } of others) {
      // A tool that the kind may have: of memory and workspace some kinds have only part.
      const id = family === 'memory' ? 'memory_get' : 'instructions_update'
      expect({ family, kind, why: reasonFor(kind, family, id) }).toEqual({
        family,
        kind,
        why: 'denied_by_policy',
      })
    }
  })

  it('gives a subagent and onboarding memory to read only, and onboarding only the instructions', () => {
    for (const kind of ['subagent', 'onboarding'] as const) {
      expect(reasonFor(kind, 'memory', 'memory_save')).toBe('session_kind')
      expect(reasonFor(kind, 'memory', 'scratchpad')).toBe('session_kind')
      expect(reasonFor(kind, 'memory', 'memory_search')).not.toBe('session_kind')
    }
    expect(reasonFor('main', 'memory', 'memory_save')).not.toBe('session_kind')
    expect(reasonFor('onboarding', 'workspace', 'schedule_create')).toBe('session_kind')
    expect(reasonFor('onboarding', 'workspace', 'instructions_update')).not.toBe('session_kind')
  })

  it('is narrowed and widened by what the author says of a kind, and deny beats allow', () => {
    const rules = (change: Partial<KindRules>): KindRules => ({
      preset: 'coordinate',
      allow: [],
      deny: [],
      ...change,
    })
    const callable = (kind: SessionKind, id: string, family: ToolFamily, change: Partial<KindRules>) =>
      gate(kind, { id, family }, rules(change)).callable
    expect(callable('main', 's.a', 'mcp:s', { deny: ['s.a'] })).toBe(false)
    expect(callable('main', 's.b', 'mcp:s', { deny: ['s.a'] })).toBe(true)
    expect(callable('main', 's.b', 'mcp:s', { deny: ['mcp:s'] })).toBe(false)
    expect(callable('onboarding', 's.a', 'mcp:s', { allow: ['s.a'] })).toBe(true)
    expect(callable('main', 'file_write', 'files.write', { allow: ['files.write'] })).toBe(true)
    expect(
      callable('main', 'file_write', 'files.write', { allow: ['file_write'], deny: ['files.write'] }),
    ).toBe(false)
    expect(callable('main', 'file_write', 'files.write', { preset: 'direct' })).toBe(true)
    expect(callable('scheduled', 'file_write', 'files.write', { preset: 'direct' })).toBe(false)
    // A server may be called like half a family: what lets in means the family, what denies means both.
    expect(callable('onboarding', 'files.read', 'mcp:files', { allow: ['files.read'] })).toBe(false)
    expect(callable('main', 'files.read', 'mcp:files', { deny: ['files.read'] })).toBe(false)
    const letsIn = (allow: string[]) => mayReach('onboarding', 'files', 'mcp:files', rules({ allow }))
    expect([letsIn(['files.read']), letsIn(['files.list'])]).toEqual([false, true])
    // Widening makes visible; it does not allow what no rule allows.
    expect(gate('main', { id: 'shell', family: 'shell' }, rules({ allow: ['shell'] }))).toMatchObject({
      reason: 'denied_by_policy',
    })
  })

  it('connects a server for a kind when the family is visible, or one of its tools was let in', () => {
    expect(mayReach('main', 's', 'mcp:s')).toBe(true)
    expect(mayReach('onboarding', 's', 'mcp:s')).toBe(false)
    expect(mayReach('onboarding', 's', 'mcp:s', { preset: 'coordinate', allow: ['s.a'], deny: [] })).toBe(
      true,
    )
    expect(mayReach('onboarding', 's', 'mcp:s', { preset: 'coordinate', allow: ['mcp:s'], deny: [] })).toBe(
      true,
    )
    expect(mayReach('onboarding', 's', 'mcp:s', { preset: 'coordinate', allow: ['s2.a'], deny: [] })).toBe(
      false,
    )
    expect(mayReach('main', 's', 'mcp:s', { preset: 'coordinate', allow: [], deny: ['mcp:s'] })).toBe(false)
  })

  it('takes no family that only begins like an allowed one', () => {
    for (const family of ['files.reader', 'outputs2', 'files.read.more', 'xmcp:s'] as never[]) {
      expect(reasonFor('subagent', family)).toBe('session_kind')
    }
  })

  it('stands on rules that can be hashed: the same every time, another for another kind', () => {
    expect(policyRules('main')).toEqual(policyRules('main'))
    expect(policyRules('main')).not.toEqual(policyRules('subagent'))
    expect(policyRules('main').otherwise).toBe('deny')
  })
})
