const fs = require('node:fs')
const path = require('node:path')

// SIGNALBOX_ELECTRON_DIST: a folder with an unpacked Electron; without it electron-builder downloads its own.
const dist = process.env.SIGNALBOX_ELECTRON_DIST
// SIGNALBOX_DRIVABLE=1: leave the inspector on, so that Playwright can drive the package. Never for people.
const drivable = process.env.SIGNALBOX_DRIVABLE === '1'

const sqlite = 'node_modules/@photostructure/sqlite'
const carriedFolders = ['workspaces', 'templates'].filter((name) => fs.existsSync(`resources/${name}`))

module.exports = {
  appId: 'invalid.example.signalbox',
  productName: 'Signalbox',
  directories: { output: process.env.SIGNALBOX_OUT || 'release' },
  files: [
    'out/**',
    'package.json',
    'LICENSE',
    '!out/.build.json',
    '!**/*.map',
    `!${sqlite}/{src,scripts,doc}/**`,
    // Native code only for the system of the package, and of the two C libraries only glibc's.
    `!${sqlite}/prebuilds/!(\${platform}-\${arch})/**`,
    `!${sqlite}/prebuilds/*/*musl.node`,
  ],
  linux: {
    target: ['dir'],
    category: 'Development',
    maintainer: 'signalbox <signalbox@example.invalid>',
    executableName: 'signalbox',
    synopsis: 'Signalbox',
  },
  mac: { target: ['dmg'] },
  win: { target: ['nsis'] },
  // Beside app.asar, because a person copies from them and programs start out of them.
  extraResources: carriedFolders.map((name) => ({ from: `resources/${name}`, to: name })),
  asar: true,
  asarUnpack: ['**/*.node'],
  npmRebuild: false, // every native module ships Node-API binaries
  ...(dist && {
    electronDist: dist,
    electronVersion: fs.readFileSync(path.join(dist, 'version'), 'utf8').trim(),
  }),
  electronFuses: {
    runAsNode: true, // hosts and servers run on our own binary
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: drivable,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  // What belongs to a runtime in the cache, not to an application.
  afterPack: async ({ appOutDir }) => {
    for (const name of ['version', '.complete', 'resources/default_app.asar']) {
      fs.rmSync(path.join(appOutDir, name), { force: true })
    }
  },
  publish: null,
}
