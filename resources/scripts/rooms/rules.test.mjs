import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../lib/paths.mjs'
import { cruiseRooms } from './cruise.mjs'

/** A small house: file -> what it imports. The rules that must object stand behind the arrow. */
const HOUSE = {
  'src-preload/contract/index.ts': [],
  'src-preload/contract/schemas.ts': ['zod', './index.ts'],
  'src-preload/index.ts': ['electron', './contract/index.ts'],
  'src-main/index.ts': ['./kit/index.ts', './store/index.ts', './shell/index.ts'],
  'src-main/cli.ts': ['./shell/index.ts', './store/db.ts'], // headless-without-shell, room-by-its-face-from-the-floor
  'src-main/kit/index.ts': ['zod', '@contract'], // room-without-packages
  'src-main/kit/clock.ts': ['../index.ts', '../store/index.ts'], // room-knows-no-wiring, room-kit
  'src-main/store/index.ts': ['./db.ts'],
  'src-main/store/db.ts': ['@photostructure/sqlite', '../kit/index.ts'],
  'src-main/store/db.test.ts': ['../kit/index.ts', '../policy/index.ts', '../kit/clock.ts'], // room-by-its-face-in-tests
  'src-main/policy/index.ts': ['../kit/clock.ts', 'react', 'node:sqlite'], // room-by-its-face, only-react, only-sqlite
  'src-main/shell/index.ts': ['electron', '@contract/schemas', '../../src-renderer/state/index.ts'], // floor-main, room-shell
  'src-main/attic/index.ts': ['../kit/index.ts'], // room-unknown
  'src-main/harness/port.ts': ['@contract'],
  'src-main/harness/index.ts': ['./loop/adapter.ts'],
  'src-main/harness/loop/adapter.ts': ['../port.ts', '../../kit/index.ts'],
  'src-main/harness/loop/host.ts': ['../port.ts', './turn.ts', '../../kit/index.ts', 'zod'],
  'src-main/harness/loop/turn.ts': ['../index.ts'], // host-reaches-no-works; a cycle with index.ts is not one: adapter.ts ends it
  'src-main/harness/other/host.ts': ['../loop/turn.ts', '../../store/index.ts'], // host-on-its-own
  'src-renderer/main.tsx': ['react', './app/index.ts', './ui/base.css'],
  'src-renderer/ui/base.css': [],
  'src-renderer/ui/index.ts': ['react', '@contract'], // room-ui
  'src-renderer/app/index.ts': ['../ui/index.ts'],
  'src-renderer/state/index.ts': ['@contract', '@contract/schemas', './a.ts'], // schemas-only-in-main
  'src-renderer/state/a.ts': ['./b.ts'], // no-cycle, told once
  'src-renderer/state/b.ts': ['./a.ts', './gone.ts', '../../src-preload/contract/ids.ts'], // resolvable, floor-renderer
  'src-preload/contract/ids.ts': ['node:path'], // contract-stands-alone
  'src-renderer/panes/runs/index.ts': ['../../state/index.ts', '../files/index.ts'], // panes-stay-apart
  'src-renderer/panes/files/index.ts': ['../../state/a.test.ts'], // tests-are-not-shipped
  'src-renderer/state/a.test.ts': [],
  'src-renderer/bridge/index.ts': ['electron'], // only-electron
}

const EXPECTED = [
  'cli.ts headless-without-shell',
  'cli.ts room-by-its-face-from-the-floor',
  'kit/index.ts room-without-packages',
  'kit/clock.ts room-knows-no-wiring',
  'kit/clock.ts room-kit',
  'store/db.test.ts room-by-its-face-in-tests',
  'policy/index.ts room-by-its-face',
  'policy/index.ts only-react',
  'policy/index.ts only-sqlite',
  'shell/index.ts floor-main',
  'shell/index.ts room-shell',
  'attic/index.ts room-unknown',
  'loop/host.ts host-reaches-no-works',
  'other/host.ts host-on-its-own',
  'other/host.ts host-reaches-no-works',
  'other/host.ts room-harness',
  'ui/index.ts room-ui',
  'state/index.ts schemas-only-in-main',
  'state/a.ts no-cycle',
  'state/b.ts resolvable',
  'state/b.ts floor-renderer',
  'contract/ids.ts contract-stands-alone',
  'runs/index.ts panes-stay-apart',
  'files/index.ts tests-are-not-shipped',
  'files/index.ts room-by-its-face',
  'bridge/index.ts only-electron',
]

let base = ''

beforeAll(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-rooms-'))
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(base, 'node_modules'))
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json'])
    fs.copyFileSync(path.join(root, name), path.join(base, name))
  for (const [file, imports] of Object.entries(HOUSE)) {
    fs.mkdirSync(path.join(base, path.dirname(file)), { recursive: true })
    fs.writeFileSync(
      path.join(base, file),
      file.endsWith('.css') ? '' : imports.map((name) => `import '${name}'\n`).join(''),
    )
  }
})
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

it('objects to every broken law in a small house and to nothing else', async () => {
  const { violations } = await cruiseRooms(base)
  const found = violations.map(({ from, rule }) => `${from.split('/').slice(-2).join('/')} ${rule.name}`)
  expect(new Set(found)).toEqual(new Set(EXPECTED.map((line) => line.replace(/^cli/, 'src-main/cli'))))
}, 90_000)
