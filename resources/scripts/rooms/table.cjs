// The rooms of the house and what each may import. The checker, the README's diagram and a reader use this one table.
// A room may always import its own files; npm packages unless `packages: false`.

const contract = 'contract'

const main = [
  { room: 'kit', mayImport: [contract], packages: false },
  { room: 'store', mayImport: [contract, 'kit'] },
  { room: 'workspace', mayImport: [contract, 'kit'] },
  { room: 'policy', mayImport: [contract, 'kit'] },
  { room: 'memory', mayImport: [contract, 'kit', 'store'] },
  { room: 'capabilities', mayImport: [contract, 'kit'] },
  { room: 'harness', mayImport: [contract, 'kit'] },
  {
    room: 'runs',
    mayImport: [contract, 'kit', 'store', 'workspace', 'policy', 'memory', 'capabilities', 'harness'],
  },
  {
    room: 'headless',
    mayImport: [contract, 'kit', 'store', 'workspace', 'policy', 'memory', 'capabilities', 'harness', 'runs'],
  },
  { room: 'shell', mayImport: [contract, 'kit'] },
]

const renderer = [
  { room: 'ui', mayImport: [] },
  { room: 'state', mayImport: [contract] },
  { room: 'bridge', mayImport: [contract, 'state'] },
  { room: 'commands', mayImport: [contract, 'bridge', 'state'] },
  { room: 'panes', mayImport: [contract, 'state', 'commands', 'ui'] },
  { room: 'app', mayImport: [contract, 'ui', 'state', 'bridge', 'commands', 'panes'] },
]

/** Packages that only one room knows, so that only one room has to change with them. */
const onlyIn = [
  {
    what: 'electron',
    module: '^electron$|node_modules/electron/',
    rooms: ['^src-main/shell/', '^src-preload/'],
  },
  {
    what: 'SQLite',
    module: 'node_modules/@photostructure/sqlite/|^(node:)?sqlite$',
    rooms: ['^src-main/store/'],
  },
  { what: 'React', module: 'node_modules/(@types/)?react(-dom)?/', rooms: ['^src-renderer/'] },
]

module.exports = { floors: { 'src-main': main, 'src-renderer': renderer }, onlyIn }
