// Stands in for Electron's own default app, which the carried runtime comes without. It makes
// `electron <folder or .js file> [arguments]`, `electron --version` and `electron --abi` work.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const args = process.argv.slice(1)

function answer(text) {
  fs.writeSync(1, `${text}\n`)
  process.exit(0)
}

function refuse(text, code) {
  fs.writeSync(2, `${text}\n`)
  process.exit(code)
}

const target = args.find((arg) => !arg.startsWith('-'))
const own = target === undefined ? args : args.slice(0, args.indexOf(target)) // what follows belongs to the application
if (own.includes('-v') || own.includes('--version')) answer(`v${process.versions.electron}`)
if (own.includes('-a') || own.includes('--abi')) answer(process.versions.modules)
if (target === undefined) refuse('usage: electron [switches] <application folder or .js file> [arguments]', 2)

/** Takes over what Electron reads from the manifest when it starts an application by itself. */
function adopt(folder) {
  const { productName, name, version, desktopName } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  if (version) app.setVersion(version)
  if (productName ?? name) app.setName(productName ?? name)
  app.setDesktopName(desktopName ?? `${app.getName()}.desktop`)
}

const where = path.resolve(target)
const isFolder = fs.existsSync(path.join(where, 'package.json'))
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true, configurable: false })
if (isFolder) adopt(where)

let entry
try {
  entry = createRequire(import.meta.url).resolve(where)
} catch (error) {
  refuse(`there is no Electron application at ${where}: ${error.message}`, 1)
}
app.setAppPath(isFolder ? where : path.dirname(entry))
await import(pathToFileURL(entry).href)
