import { expect, it } from 'vitest'
import { withDiagram } from './rooms/diagram.mjs'
import { absolutePaths } from './run.mjs'
import { checkNode } from './steps/node.mjs'

it('makes named paths absolute from where the person stands and leaves the rest alone', () => {
  const args = [
    '--demo',
    'a.png',
    '--workspace=sub/ws',
    '--kind',
    'main',
    'plain',
    '--demo',
    '--flag',
    '--workspace',
    '/abs',
  ]
  expect(absolutePaths(args, { from: '/here' })).toEqual([
    '--demo',
    '/here/a.png',
    '--workspace=/here/sub/ws',
    '--kind',
    'main',
    'plain',
    '--demo',
    '--flag',
    '--workspace',
    '/abs',
  ])
})

it('accepts the Node releases that the build tools run on', () => {
  for (const good of ['20.19.0', '20.20.2', '22.12.0', '24.1.0']) expect(checkNode(good)).toBe(good)
  for (const old of ['18.20.0', '20.18.1', '21.7.0', '22.11.0']) expect(() => checkNode(old)).toThrow(old)
})

it('puts the picture of the rooms between its markers, however often', () => {
  const readme = 'a\n<!-- rooms:start -->\nold\n<!-- rooms:end -->\nb\n'
  const fresh = withDiagram(readme, 'new')
  expect(fresh).toBe('a\n<!-- rooms:start -->\nnew\n<!-- rooms:end -->\nb\n')
  expect(withDiagram(fresh, 'new')).toBe(fresh)
  expect(withDiagram('no markers', 'new')).toBeUndefined()
})
