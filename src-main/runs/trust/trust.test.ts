import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type SessionKind, sessionKinds } from '@contract'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../kit/testing.ts'
import { everything, Place } from './fixtures/place.ts'

const yaml = (servers: string) => `agents: { id: t }\nmcp_registry:\n  servers:\n${servers}`
const local = (...argv: string[]) => yaml(`    s: { type: local, command: ${JSON.stringify(argv)} }\n`)
const filesOf = async (place: Place, key = 'server:s') =>
  (await place.item(key)).files.map((file) => file.path)

describe('a grant', () => {
  it('names exactly what was shown: with a digest that is not of now it is refused, and grants nothing', async () => {
    const place = new Place(everything)
    const shown = await place.review()
    place.write({ 'servers/files.mjs': 'other()' })
    await expect(place.grant(shown.digest, ['server:files'])).rejects.toThrow(/trust_changed/)
    expect(place.store.trust.of(shown.workspaceId)).toEqual([])
    const now = await place.review()
    expect(now.digest).not.toBe(shown.digest)
    await expect(place.grant(now.digest, ['server:nobody'])).rejects.toThrow(/trust_unknown/)
    const { status, items } = await place.grant(now.digest, ['server:files', 'app:board'])
    expect(status).toBe('trusted')
    expect(items.filter(({ state }) => state === 'new' || state === 'changed')).toEqual([])
    expect(items.filter(({ state }) => state === 'granted').map(({ key }) => key)).toEqual([
      'server:files',
      'app:board',
    ])
  })

  it('takes the place of the one before', async () => {
    const place = new Place(everything)
    await place.grantAll()
    expect((await place.review()).status).toBe('trusted')
    await place.grant((await place.review()).digest, ['server:far'])
    const standing = await place.trust.standing(await place.plan())
    expect(standing.refusal('server:far')).toBeNull()
    expect(standing.refusal('server:files')).toBe('you left it out when you trusted this folder')
    expect(standing.sourceRefusal('server', 'far')).toBe(
      'FAR_KEY is not given to server far: you left it out when you trusted this folder',
    )
  })

  it('leaves out what was not ticked, and asks again once that is another', async () => {
    const place = new Place(everything)
    await place.grant((await place.review()).digest, [])
    expect(await place.review()).toMatchObject({ status: 'trusted' })
    place.write({ 'servers/files.mjs': 'other()' })
    const { status, items } = await place.review()
    expect(status).toBe('review')
    const server = items.find(({ key }) => key === 'server:files')
    expect(server).toMatchObject({
      state: 'changed',
      files: expect.arrayContaining([{ path: 'servers/files.mjs', state: 'changed' }]),
    })
    const standing = await place.trust.standing(await place.plan())
    expect(standing.refusal('server:files')).toBe('changed since you left it out: servers/files.mjs')
  })

  it('does not stand on data that a command line names, and says that it was not looked at', async () => {
    const yaml =
      'agents: { id: a }\nmcp_registry:\n  servers:\n    s: { type: local, command: [sh, s.sh, --db, data/notes.sqlite] }\n'
    const place = new Place({ 'workspace.yaml': yaml, 's.sh': 'true\n', 'data/notes.sqlite': 'one' })
    await place.grantAll()
    place.write({ 'data/notes.sqlite': 'two' })
    const { status, items } = await place.review()
    expect(status).toBe('trusted')
    expect(items[0]?.unchecked).toContain('data/notes.sqlite is data')
    place.write({ 's.sh': 'false\n' })
    expect((await place.review()).status).toBe('review')
  })

  it('is the first time that anything is written into the folder: its identity', async () => {
    const place = new Place(everything)
    const { workspaceId } = await place.review()
    await place.trust.standing(await place.plan())
    expect(() => execFileSync('ls', [place.at('.signalbox')], { stdio: 'ignore' })).toThrow()
    await place.grantAll()
    expect(place.store.trust.identityOf(workspaceId)).toBe(workspaceId)
  })

  it('holds for the folder that it was made for: another one at its path is not trusted, until it is back', async () => {
    const place = new Place(everything)
    await place.grantAll()
    const plan = await place.plan()
    renameSync(place.root, `${place.root}-away`)
    mkdirSync(place.root)
    place.write(everything)
    expect((await place.review()).status).toBe('untrusted')
    expect(await place.trust.mayStartApp(plan.apps[0]!)).toBe('this folder is not trusted')
    expect((await place.trust.standing(plan)).refusal('server:files')).toBe('this folder is not trusted')
    rmSync(place.root, { recursive: true })
    renameSync(`${place.root}-away`, place.root)
    expect((await place.review()).status).toBe('trusted')
  })

  it('says in words what is other', async () => {
    const place = new Place(everything)
    await place.grantAll()
    place.write({
      'apps/board/server.mjs': 'x',
      'workspace.yaml': everything['workspace.yaml'].replace('two words', 'x'),
    })
    const { refusal } = await place.trust.standing(await place.plan())
    expect(refusal('app:board')).toBe('changed since it was trusted: apps/board/server.mjs')
    expect(refusal('server:files')).toBe('changed since it was trusted: what it is started with')
    for (const name of ['a', 'b', 'c', 'd']) place.write({ [`apps/board/${name}`]: '' })
    expect((await place.trust.standing(await place.plan())).refusal('app:board')).toBe(
      'changed since it was trusted: apps/board/a, apps/board/b, apps/board/c, 2 more files',
    )
  })
})

describe('what loosens and was not granted', () => {
  it('is not in the plan that a run gets, and is a finding with its place', async () => {
    const place = new Place(everything)
    const review = await place.review()
    const strict = review.items.filter(({ group }) => group !== 'loosen').map(({ key }) => key)
    await place.grant(review.digest, strict)
    const { plan, findings } = await place.trust.standing(await place.plan())
    expect(plan.sessionKinds.main).toEqual({ preset: 'coordinate', allow: ['files.read'], deny: [] })
    expect(plan.sessionKinds.onboarding?.allow).toEqual([])
    expect(plan.policy.map(({ verdict }) => verdict)).toEqual(['deny'])
    expect(plan.options).toMatchObject({ memory: {}, schedule: {}, egress: { rules: [] } })
    expect(findings).toHaveLength(9)
    expect(findings[0]).toMatchObject({
      severity: 'info',
      code: 'trust_needed',
      at: { file: 'workspace.yaml', line: 24 },
    })
    await place.grantAll()
    const granted = await place.trust.standing(await place.plan())
    // The word was about these kinds, and no other.
    const widens = (kind: SessionKind) => granted.mayWiden(kind, 'writer', 'file_write')
    expect(sessionKinds.filter(widens)).toEqual(['main', 'subagent', 'scheduled'])
    expect(granted.plan).toEqual(await place.plan())
    expect(granted.findings).toEqual([])
  })
})

describe('the files of an item', () => {
  it.each([
    ['in a shell text', ['sh', '-c', 'cd x && node srv/a.mjs --x'], { 'srv/a.mjs': '' }, ['srv/a.mjs']],
    [
      'after a flag',
      ['node', '--import=./hook/b.mjs', 'srv/a.mjs'],
      { 'hook/b.mjs': '', 'srv/a.mjs': '' },
      ['hook/b.mjs', 'srv/a.mjs'],
    ],
    [
      'a module of Python',
      ['python3', '-m', 'pkg.tool'],
      { 'pkg/tool.py': '', 'pkg/__init__.py': '' },
      ['pkg/__init__.py', 'pkg/tool.py'],
    ],
    [
      'a folder that is a program',
      ['node', 'srv'],
      { 'srv/package.json': '{}', 'srv/a.js': '' },
      ['srv/a.js', 'srv/package.json'],
    ],
    ['a folder of data is none', ['fs-server', 'docs'], { 'docs/a.json': '', 'docs/b.md': '' }, []],
    [
      'scripts of package.json',
      ['npm', 'run', 'go'],
      { 'package.json': '{"scripts":{"go":"node srv/a.mjs"}}', 'srv/a.mjs': '' },
      ['package.json', 'srv/a.mjs'],
    ],
    [
      'what a script at the top names',
      ['node', 'a.mjs'],
      {
        'a.mjs': 'import "./lib/b.mjs"; import("./c")',
        'c.js': '',
        'lib/b.mjs': '',
        'lib/d.mjs': '',
        'other.mjs': '',
      },
      ['a.mjs', 'c.js', 'lib/b.mjs', 'lib/d.mjs'],
    ],
    [
      'a script without an ending',
      ['bin/go'],
      { 'bin/go': '#!/bin/sh\n', 'bin/a.mjs': '' },
      ['bin/a.mjs', 'bin/go'],
    ],
    [
      'a folder that it changes to',
      ['sh', '-c', 'cd srv && cd in && exec python3 main.py'],
      { 'srv/in/main.py': '' },
      ['srv/in/main.py'],
    ],
    [
      'a folder that a flag names',
      ['uv', '--directory', 'srv', 'run', 'main.py'],
      { 'srv/main.py': '', 'srv/pyproject.toml': '' },
      ['srv/main.py', 'srv/pyproject.toml'],
    ],
    [
      'a path for modules',
      ['env', 'PYTHONPATH=srv', 'python3', '-m', 'pkg.tool'],
      { 'srv/pkg/tool.py': '' },
      ['srv/pkg/tool.py'],
    ],
    [
      'a name with blanks, quoted',
      ['sh', '-c', "node 'my srv/a.mjs'"],
      { 'my srv/a.mjs': '' },
      ['my srv/a.mjs'],
    ],
    ['nothing above the folder', ['node', '../a.mjs', '/etc/hosts'], {}, []],
  ] as [string, string[], Record<string, string>, string[]][])('%s', async (_what, argv, files, expected) => {
    const place = new Place({ 'workspace.yaml': local(...argv), ...files })
    expect(await filesOf(place)).toEqual(expected)
  })

  it('says what it cannot check', async () => {
    const about = async (...argv: string[]) =>
      (await new Place({ 'workspace.yaml': local(...argv), 'a.mjs': '' }).item('server:s')).unchecked
    expect(await about('node', '/usr/lib/x.mjs')).toBeNull()
    const outside = path.join(tempFolder(), 'x.mjs')
    writeFileSync(outside, '')
    expect(await about('node', outside)).toBe(`${outside} lies outside of the folder: it is not checked.`)
    expect(await about('npx', '-y', 'some-server')).toBe('npx may fetch what it starts: that is not checked.')
    expect(await about('node', '.')).toContain('It starts the whole folder')
    expect(await about('node', 'a.mjs')).toContain('only files that it names are checked')
    for (const word of ['$PWD/srv/a.mjs', 'srv/*.mjs', 'sr\\\\v/a.mjs'])
      expect(await about('sh', '-c', `node ${word}`)).toContain('is known only when it runs')
    expect(await about('sh', '-c', 'serve --port $PORT https://x.test/?a=1')).toBeNull()
  })

  it('are found quickly in a script that is made to be slow', async () => {
    const place = new Place({ 'workspace.yaml': local('python3', 'a.py'), 'a.py': '\n'.repeat(500_000) })
    const plan = await place.plan()
    const startedAt = performance.now()
    await place.trust.review(plan)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })

  it('neither hangs at a FIFO nor follows a link out, and sees when a link leads elsewhere', async () => {
    const place = new Place(everything)
    const outside = tempFolder()
    writeFileSync(path.join(outside, 'secret'), 'x')
    execFileSync('mkfifo', [place.at('apps/board/pipe')])
    symlinkSync(path.join(outside, 'secret'), place.at('apps/board/out'))
    symlinkSync(outside, place.at('apps/board/folder'))
    symlinkSync('nowhere', place.at('apps/board/dangling'))
    symlinkSync('../../servers/files.mjs', place.at('apps/board/linked.mjs'))
    await place.grantAll()
    const { unchecked, files } = await place.item('app:board')
    expect(files.map((file) => file.path)).toEqual(
      expect.arrayContaining(['apps/board/pipe', 'apps/board/out', 'apps/board/folder']),
    )
    expect(files.some((file) => file.path.startsWith('apps/board/folder/'))).toBe(false)
    expect(unchecked).toContain('apps/board/out is a link that leads out of the folder: it is not followed.')
    writeFileSync(path.join(outside, 'secret'), 'y')
    expect(await place.open()).toEqual({})
    place.write({ 'servers/files.mjs': 'what the link leads to' })
    expect(await place.open()).toEqual({ 'server:files': 'changed', 'app:board': 'changed' })
    await place.grantAll()
    rmSync(place.at('apps/board/dangling'))
    symlinkSync('elsewhere', place.at('apps/board/dangling'))
    expect(await place.open()).toEqual({ 'app:board': 'changed' })
  })

  it('of a huge folder are bounded; of the rest name and size count', async () => {
    const place = new Place(everything)
    mkdirSync(place.at('apps/board/many'))
    for (let index = 0; index < 5200; index++)
      writeFileSync(place.at(`apps/board/many/f${String(index).padStart(5, '0')}`), 'a')
    await place.grantAll()
    expect((await place.item('app:board')).unchecked).toMatch(
      /^Of 20\d of its 520\d files only name and size are checked\.$/,
    )
    expect(await place.open()).toEqual({})
    place.write({ 'apps/board/many/f00001': 'b' })
    expect(await place.open()).toEqual({ 'app:board': 'changed' })
    place.write({ 'apps/board/many/f00001': 'a', 'apps/board/many/f05199': 'longer' })
    expect(await place.open()).toEqual({ 'app:board': 'changed' })
  })

  it('that are the same are not read twice', async () => {
    const place = new Place(everything)
    await place.grantAll()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await place.review()
    const before = process.resourceUsage().fsRead
    const startedAt = performance.now()
    await place.review()
    expect(performance.now() - startedAt).toBeLessThan(500)
    expect(process.resourceUsage().fsRead).toBe(before)
  })

  it('may not be written by an agent, nor may code beside them', async () => {
    const place = new Place(everything)
    const { covers } = await place.trust.standing(await place.plan())
    for (const file of [
      'servers/files.mjs',
      'servers/LIB/read.mjs',
      'servers/new.js',
      'scripts/tidy.mjs',
      'apps/board/new.txt',
      'modules/sum.mjs',
    ])
      expect([file, covers(file)]).toEqual([file, true])
    // The same name as another disk writes it.
    place.write({
      'servers/e\u0301.bin': '',
      'workspace.yaml': everything['workspace.yaml'].replace('files.mjs', 'e\u0301.bin'),
    })
    const { covers: then } = await place.trust.standing(await place.plan())
    expect([then('servers/e\u0301.bin'), then('servers/\u00c9.BIN')]).toEqual([true, true])
    for (const file of ['servers/notes.md', 'brief.md', 'data/x.json'])
      expect([file, covers(file)]).toEqual([file, false])
  })
})

describe('what the setup of an app makes', () => {
  it('belongs to the app, also when it makes it anew; what was there before does not change with it', async () => {
    const place = new Place(everything)
    await place.grantAll()
    const app = (await place.plan()).apps[0]!
    const setUp = async (files: Record<string, string>) => {
      place.write(files)
      await place.trust.setupDone(app)
      return place.trust.mayStartApp(app)
    }
    expect(await setUp({ 'apps/board/node_modules/a/index.js': '1' })).toBeNull()
    expect(await place.open()).toEqual({})
    expect(await setUp({ 'apps/board/node_modules/a/index.js': '2' })).toBeNull()
    expect(await setUp({ 'apps/board/server.mjs': 'other' })).toContain('apps/board/server.mjs')
    place.write({ 'apps/board/server.mjs': everything['apps/board/server.mjs'] })
    expect(await place.trust.mayStartApp(app)).toBeNull()
    place.write({ 'apps/board/node_modules/a/index.js': 'between two setups' })
    expect(await place.trust.mayStartApp(app)).toContain('changed')
    // Another grant does not take from it what its setup made.
    place.write({ 'apps/board/server.mjs': 'a new version' })
    await place.grantAll()
    expect(await setUp({ 'apps/board/node_modules/a/index.js': '3' })).toBeNull()
  })
})

describe('a copy of a trusted folder', () => {
  it('is another one, whatever is in it', async () => {
    const place = new Place(everything)
    await place.grantAll()
    const copy = new Place({})
    cpSync(place.root, copy.root, { recursive: true })
    expect((await copy.review()).status).toBe('untrusted')
    expect((await copy.trust.standing(await copy.plan())).refusal('server:files')).toBe(
      'this folder is not trusted',
    )
  })
})
