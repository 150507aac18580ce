import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/** All files below the given project paths (files or folders, missing ones skipped), sorted, tests optional. */
export function filesBelow(paths, { tests = true, base = root } = {}) {
  const found = []
  const visit = (relative) => {
    const stat = fs.statSync(path.join(base, relative), { throwIfNoEntry: false })
    if (stat?.isFile() && (tests || !/\.test\.\w+$/.test(relative))) found.push({ relative, stat })
    if (!stat?.isDirectory() || path.basename(relative) === 'node_modules') return
    for (const name of fs.readdirSync(path.join(base, relative))) visit(`${relative}/${name}`)
  }
  for (const start of paths) visit(start)
  return found.sort((a, b) => (a.relative < b.relative ? -1 : 1))
}

/** Changes whenever a file is touched; costs only a stat each. */
export function statPrint(files) {
  return digest(files.map(({ relative, stat }) => `${relative} ${stat.size} ${stat.mtimeMs}`))
}

/** Changes only with names and content, so a fresh checkout or a `touch` is not a change. */
export function contentPrint(files, base = root) {
  return digest(files.flatMap(({ relative }) => [relative, fs.readFileSync(path.join(base, relative))]))
}

export function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Parsed JSON, or undefined where there is none or it is cut short. */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

export function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(value, null, 2)}\n`)
  fs.renameSync(`${file}.${process.pid}`, file)
}
