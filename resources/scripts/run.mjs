import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { callerDir, isRoot, root } from './lib/paths.mjs'
import { Stop } from './lib/stop.mjs'

/** Arguments of the app that name a file or folder; npm has changed the directory they were meant from. */
const PATH_OPTIONS = ['--demo', '--workspace']

export function absolutePaths(args, { from = callerDir, options = PATH_OPTIONS } = {}) {
  return args.map((arg, index) => {
    const [option, value] = arg.split(/=(.*)/s)
    if (value !== undefined && options.includes(option)) return `${option}=${path.resolve(from, value)}`
    const named = options.includes(args[index - 1]) && !arg.startsWith('-')
    return named ? path.resolve(from, arg) : arg
  })
}

/** Chromium switches this machine needs, none on an ordinary desktop. */
export function switches(display) {
  const found = []
  if (isRoot) found.push('--no-sandbox') // Chromium refuses root otherwise
  if (display.virtual) found.push('--disable-gpu', '--log-level=3')
  if (smallSharedMemory()) found.push('--disable-dev-shm-usage')
  return found
}

/** Containers often give 64 MB, on which a renderer dies with a bus error. */
function smallSharedMemory() {
  if (process.platform !== 'linux' || !fs.existsSync('/dev/shm')) return false
  const { blocks, bsize } = fs.statfsSync('/dev/shm')
  return blocks * bsize < 256 * 1024 * 1024
}

/** Starts a program with windows and waits for its end; the answer is its exit code. `timeout` (ms) kills it. */
export async function runApp(exe, args, display, { env = process.env, timeout } = {}) {
  const { ELECTRON_RUN_AS_NODE: _, ...clean } = env // set in terminals inside Electron editors; we would start as plain Node
  const child = spawn(exe, args, {
    cwd: root,
    env: { ...clean, ...display.env },
    stdio: 'inherit',
    timeout,
    killSignal: 'SIGKILL',
  })
  const stopForwarding = forwardSignals(child)
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', (error) => reject(new Stop(`cannot start ${exe}: ${error.message}`)))
      child.on('exit', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]))
    })
  } finally {
    stopForwarding()
    display.close()
  }
}

/**
 * A terminal's Ctrl-C and a kill of the process group reach the app as well, and Electron dies at once when the
 * same signal comes a second time. So the other of the pair is passed on, once: it closes the app just as gently.
 */
function forwardSignals(child) {
  const forward = { SIGINT: 'SIGTERM', SIGTERM: 'SIGINT', SIGHUP: 'SIGTERM' }
  let sent = false
  const listeners = Object.entries(forward).map(([signal, instead]) => {
    const listener = () => {
      if (!sent) child.kill(instead)
      sent = true
    }
    process.on(signal, listener)
    return [signal, listener]
  })
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}
