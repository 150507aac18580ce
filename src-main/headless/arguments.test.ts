import { describe, expect, it } from 'vitest'
import { newId } from '../kit/index.ts'
import { parseCommand, UsageError } from './arguments.ts'
import { exitCodeOf, faultText } from './exit.ts'

const run = newId('run')
const session = newId('session')

describe('arguments', () => {
  it.each([
    [['compile', 'ws'], { name: 'compile', folder: 'ws', kind: 'main', json: false }],
    [['compile', 'ws', '--kind', 'subagent', '--json'], { kind: 'subagent', json: true }],
    [
      ['run', 'ws', '--instruction', 'go', '--trust'],
      { name: 'run', instruction: 'go', trust: true, kind: 'main' },
    ],
    [
      ['run', 'ws', '--instruction', 'go', '--model', 'a/b', '--base-url', 'http://127.0.0.1:1'],
      { model: 'a/b', baseUrl: 'http://127.0.0.1:1' },
    ],
    [
      ['events', 'ws', '--run', run, '--after', '3', '--follow'],
      { name: 'events', runId: run, after: 3, follow: true },
    ],
    [['events', 'ws', '--session', session], { sessionId: session, after: 0, follow: false }],
    [
      ['why', 'ws', 's.t', '--kind', 'subagent'],
      { name: 'why', folder: 'ws', toolId: 's.t', kind: 'subagent' },
    ],
    [['compile', 'ws', '--live', '--trust'], { name: 'compile', live: { trust: true } }],
    [['compile', 'ws', '--live', '--model', 'a/b'], { live: { trust: false, model: 'a/b' } }],
    [['why', 'ws', '--run', run, '--json'], { name: 'given', runId: run, json: true }],
    [[], { name: 'help' }],
    [['--help'], { name: 'help' }],
  ])('%j is understood', (argv, command) => {
    expect(parseCommand(argv)).toMatchObject(command)
  })

  it.each([
    [['dance', 'ws'], 'dance'],
    [['compile'], 'folder'],
    [['compile', 'a', 'b'], 'folder'],
    [['why', 'ws'], 'tool'],
    [['compile', 'ws', '--trust'], '--trust'],
    [['compile', 'ws', '--model', 'a/b'], '--live'],
    [['why', 'ws', 's.t', '--run', run], '--run'],
    [['why', 'ws', '--run', session], 'not a run id'],
    [['compile', 'ws', '--kind', 'boss'], 'boss'],
    [['run', 'ws'], '--instruction'],
    [['run', 'ws', '--instruction', 'x', '--base-url', 'ftp://x'], '--base-url'],
    [['events', 'ws'], '--run'],
    [['events', 'ws', '--run', run, '--session', session], '--run'],
    [['events', 'ws', '--run', session], 'not a run id'],
    [['events', 'ws', '--session', session, '--after', '-1'], '--after'],
    [['run', 'ws', '--nonsense'], 'nonsense'],
  ])('%j is wrong use, and says why', (argv, words) => {
    expect(() => parseCommand(argv)).toThrow(UsageError)
    expect(() => parseCommand(argv)).toThrow(words)
  })
})

describe('exit codes', () => {
  it.each([
    ['operator', 'already_writing', 75],
    ['operator', 'not_trusted', 77],
    ['author', 'workspace_general_missing', 2],
    ['provider', 'provider_key', 1],
    ['harness', 'host_exited', 1],
  ] as const)('a fault of %s, %s, ends with %i', (owner, code, exit) => {
    expect(exitCodeOf({ owner, code, message: '', retry: 'no' })).toBe(exit)
  })

  it('a fault is said with its place, its owner, its stage and what to do', () => {
    const text = faultText({
      owner: 'author',
      stage: 'compile',
      code: 'c',
      message: 'It is wrong.',
      hint: 'Mend it.',
      at: { file: 'workspace.yaml', line: 3, column: 5 },
      retry: 'no',
    })
    expect(text).toBe('workspace.yaml:3:5 It is wrong. [author, stage compile: c]\n  Mend it.')
  })
})
