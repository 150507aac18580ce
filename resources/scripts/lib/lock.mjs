import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` while no other process runs work under the same file. A lock whose owner is dead is taken over,
 * so a killed start never blocks the next one.
 */
export async function withLock(file, note, work) {
  const token = `${process.pid} ${randomUUID()}`
  await acquire(file, token, note)
  const release = () => {
    if (read(file) === token) fs.rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function acquire(file, token, note) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const mine = `${file}.${process.pid}`
  fs.writeFileSync(mine, token)
  try {
    for (let told = false; ; await sleep(100)) {
      // A hard link appears with its content or not at all: no reader ever sees an empty lock.
      if (tryLink(mine, file)) return
      const owner = Number.parseInt(read(file) ?? '', 10)
      if (owner && !alive(owner)) fs.rmSync(file, { force: true })
      else if (!told) {
        note(`waiting for process ${owner || 'unknown'}, which is doing the same`)
        told = true
      }
    }
  } finally {
    fs.rmSync(mine, { force: true })
  }
}

function tryLink(from, to) {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM' // exists, belongs to somebody else
  }
}
