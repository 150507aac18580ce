// Turns the table of rooms into dependency-cruiser rules. `$1` stands for what the parentheses of `from` caught.
const { floors, onlyIn } = require('./table.cjs')

const TESTS = ['\\.test\\.tsx?$', '/testing(/|\\.tsx?$)', '/fixtures/']
const CONTRACT = '^src-preload/contract/'
const SCHEMAS = '^src-preload/contract/schemas(/|\\.ts$)'
const ANY_ROOM = '^src-(?:main|renderer)/[^/]+/'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const pathOf = (floor, room) => (room === 'contract' ? CONTRACT : `^${floor}/${room}/`)

/** One rule a room: everything in another room, or in the contract, that its row does not name. */
function tableRules() {
  return Object.entries(floors).flatMap(([floor, rows]) =>
    rows.map(({ room, mayImport }) => {
      const allowed = mayImport.map((name) => pathOf(floor, name))
      const others = mayImport.filter((name) => name !== 'contract')
      const says = `${room} may import ${others.join(', ') || 'no other room'}`
      return rule(
        `room-${room}`,
        says,
        { path: pathOf(floor, room), pathNot: TESTS },
        { path: [ANY_ROOM, CONTRACT], pathNot: [pathOf(floor, room), ...allowed] },
      )
    }),
  )
}

function roomRules() {
  const known = Object.entries(floors).flatMap(([floor, rows]) =>
    rows.map(({ room }) => `^${floor}/${room}/`),
  )
  const bare = Object.entries(floors).flatMap(([floor, rows]) =>
    rows.filter(({ packages }) => packages === false).map(({ room }) => `^${floor}/${room}/`),
  )
  const face = '^src-(?:main|renderer)/[^/]+/index\\.tsx?$'
  const testFace = '^src-(?:main|renderer)/[^/]+/(?:testing(?:/index)?|fake)\\.tsx?$'
  const styles = '^src-renderer/ui/[^/.]+\\.css$'
  const elsewhere = { path: ANY_ROOM, pathNot: ['^$1/', face, styles] }
  return [
    rule(
      'room-unknown',
      'every folder of a floor is a room: add it to rooms/table.cjs',
      { path: ANY_ROOM, pathNot: known },
      {},
    ),
    rule(
      'room-by-its-face',
      'a room is entered by its index.ts',
      { path: '^(src-(?:main|renderer)/[^/]+)/', pathNot: TESTS },
      elsewhere,
    ),
    rule(
      'room-by-its-face-in-tests',
      'tests enter another room by its index.ts, testing.ts or fake.ts',
      { path: '^(src-(?:main|renderer)/[^/]+)/.*\\.test\\.tsx?$' },
      { ...elsewhere, pathNot: [...elsewhere.pathNot, testFace] },
    ),
    rule(
      'room-by-its-face-from-the-floor',
      'index.ts, cli.ts and main.tsx enter a room by its index.ts',
      { path: '^src-(?:main|renderer)/[^/]+$' },
      { path: ANY_ROOM, pathNot: [face, styles] },
    ),
    rule(
      'room-knows-no-wiring',
      'rooms are wired by index.ts and cli.ts and know neither',
      { path: ANY_ROOM, pathNot: TESTS },
      { path: '^src-(?:main|renderer)/[^/]+\\.tsx?$', pathNot: '\\.d\\.ts$' },
    ),
    rule(
      'room-without-packages',
      'this room is built on Node alone',
      { path: bare, pathNot: TESTS },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    ),
    rule(
      'headless-without-shell',
      'everything but index.ts runs without a window',
      { path: '^src-main/[^/]+$', pathNot: '^src-main/index\\.ts$' },
      { path: '^src-main/shell/' },
    ),
    rule(
      'tests-are-not-shipped',
      'code that ships does not import tests',
      { path: '^src-', pathNot: TESTS },
      { path: TESTS },
    ),
    rule(
      'panes-stay-apart',
      'panes never import each other',
      { path: '^src-renderer/panes/([^/]+)/' },
      { path: '^src-renderer/panes/[^/]+/', pathNot: '^src-renderer/panes/$1/' },
    ),
  ]
}

/**
 * A host is a process of its own: what it reaches, even through others, must not be the works. The room's own files
 * that speak the wire are on both sides of it; its list of adapters and its launcher belong to the works.
 */
function hostRules() {
  const host = { path: '^src-main/harness/([^/]+)/host\\.ts$' }
  const own = [
    '^src-main/kit/',
    '^src-main/harness/$1/',
    '^src-main/harness/(?!index\\.|start\\.)[^/]+\\.ts$',
  ]
  return [
    rule('host-on-its-own', 'a host imports the contract, kit, the wire and its own folder', host, {
      path: '^src-',
      pathNot: [...own, CONTRACT],
    }),
    rule('host-reaches-no-works', 'something this host imports leads into the works', host, {
      path: '^src-main/',
      pathNot: own,
      reachable: true,
    }),
  ]
}

function floorRules() {
  const doors = '^src-preload/contract/(index|schemas)\\.ts$'
  return [
    rule(
      'floor-main',
      'main meets the others only at @contract',
      { path: '^src-main/' },
      { path: '^src-(renderer|preload)/', pathNot: doors },
    ),
    rule(
      'floor-renderer',
      'the window meets the others only at @contract',
      { path: '^src-renderer/' },
      { path: '^src-(main|preload)/', pathNot: doors },
    ),
    rule(
      'floor-preload',
      'the preload knows only the contract',
      { path: '^src-preload/' },
      { path: '^src-(main|renderer)/' },
    ),
    rule(
      'schemas-only-in-main',
      'zod and @contract/schemas stay in main: the window takes validated values',
      { path: '^src-(renderer|preload)/', pathNot: [SCHEMAS, ...TESTS] },
      { path: [SCHEMAS, 'node_modules/zod/'] },
    ),
    rule(
      'contract-stands-alone',
      'the contract is compiled for Node and for the browser and can know neither',
      { path: CONTRACT, pathNot: [SCHEMAS, ...TESTS] },
      { pathNot: CONTRACT },
    ),
    rule(
      'schemas-know-zod',
      'schemas import zod and the contract',
      { path: SCHEMAS, pathNot: TESTS },
      { pathNot: [CONTRACT, 'node_modules/zod/'] },
    ),
  ]
}

const packageRules = () =>
  onlyIn.map(({ what, module, rooms }) =>
    rule(
      `only-${what.toLowerCase()}`,
      `${what} is imported only in ${rooms.join(', ').replaceAll(/[\^\\]/g, '')}`,
      { path: '^src-', pathNot: rooms },
      { path: module },
    ),
  )

module.exports = [
  ...tableRules(),
  ...roomRules(),
  ...hostRules(),
  ...floorRules(),
  ...packageRules(),
  rule('no-cycle', 'two files that need each other are one file, or need a third', {}, { circular: true }),
  rule(
    'resolvable',
    'this import leads nowhere',
    { path: '^src-' },
    { couldNotResolve: true, pathNot: ['\\?', '^(node:)?sqlite$'] },
  ),
]
