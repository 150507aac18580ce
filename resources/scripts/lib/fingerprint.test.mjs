import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contentPrint, filesBelow, statPrint } from './fingerprint.mjs'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-print-'))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

const write = (name, text) => {
  fs.mkdirSync(path.join(base, path.dirname(name)), { recursive: true })
  fs.writeFileSync(path.join(base, name), text)
}
const look = () => filesBelow(['src', 'one.json', 'gone'], { tests: false, base })

it('changes with names and content, not with a touch, a test or a foreign package', () => {
  write('src/a/b.ts', 'one')
  write('one.json', '{}')
  const [content, stat] = [contentPrint(look(), base), statPrint(look())]

  fs.utimesSync(path.join(base, 'src/a/b.ts'), 1, 1)
  write('src/a/b.test.ts', 'test')
  write('src/node_modules/x.js', 'x')
  expect(contentPrint(look(), base)).toBe(content)
  expect(statPrint(look())).not.toBe(stat)

  write('src/a/b.ts', 'two')
  expect(contentPrint(look(), base)).not.toBe(content)
})
