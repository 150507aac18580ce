/**
 * The keeper: a small process between us and a child. The child runs in a group of its own; when our end of the
 * control pipe (fd 3) closes, by quit, crash or kill -9 alike, the keeper ends that whole group.
 * First line on fd 3: KeeperOrder. Answer: one line, KeeperReport. Exit code: the child's.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants } from 'node:os'

export interface KeeperOrder {
  command: string
  args: string[]
  cwd: string
  env: Record<string, string>
  /** From TERM to KILL, milliseconds. */
  graceMs: number
  /** Hand fd 4 on to the child as its fd 3. */
  extraPipe: boolean
}
export type KeeperReport = { pid: number } | { error: string; code: string }

const control = new Socket({ fd: 3 })
control.setEncoding('utf8')
let head = ''
control.on('data', function first(chunk: string) {
  head += chunk
  const at = head.indexOf('\n')
  if (at < 0) return
  control.off('data', first)
  control.resume()
  keep(JSON.parse(head.slice(0, at)) as KeeperOrder)
})
control.on('error', () => {})
control.on('close', neverAsked)

// Ctrl-C in a terminal reaches the whole foreground group; ours ends by the pipe, after the child had its grace.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

function neverAsked(): void {
  process.exit(0)
}

function keep(order: KeeperOrder): void {
  control.off('close', neverAsked)
  const refuse = (error: NodeJS.ErrnoException) => {
    report({ error: wordsFor(error, order), code: error.code ?? 'unknown' })
    setTimeout(() => process.exit(127), 50)
  }
  let child: ChildProcess
  try {
    child = spawnChild(order)
  } catch (error) {
    // Some refusals are thrown (a NUL in an argument, too long a list), others come as an event.
    return refuse(error as NodeJS.ErrnoException)
  }
  const endGroup = () => {
    const { pid } = child
    if (pid === undefined) return
    signalGroup(pid, 'SIGTERM')
    setTimeout(() => signalGroup(pid, 'SIGKILL'), order.graceMs)
  }
  child.on('error', refuse)
  child.on('spawn', () => report({ pid: child.pid as number }))
  child.on('exit', (code, signal) => {
    void sweep(child.pid as number, order.graceMs).then(() => leave(code, signal))
  })
  control.on('close', endGroup)
}

function spawnChild(order: KeeperOrder): ChildProcess {
  return spawn(order.command, order.args, {
    cwd: order.cwd,
    env: order.env,
    detached: true,
    stdio: order.extraPipe ? [0, 1, 2, 4] : [0, 1, 2],
  })
}

function report(line: KeeperReport): void {
  control.write(`${JSON.stringify(line)}\n`)
}

/** The system says ENOENT for a missing folder too, and names the command. */
function wordsFor(error: NodeJS.ErrnoException, { cwd }: KeeperOrder): string {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return existsSync(cwd) ? 'there is no such program' : `its folder ${cwd} does not exist`
  }
  if (error.code === 'EACCES') return 'it may not be run (not a program, or no permission)'
  return error.message
}

const stepMs = 50
/** How long a killed process may take to be gone before the keeper leaves all the same. */
const killedMs = 1000

/** What the child left behind in its group goes too: TERM, then KILL after the grace. */
async function sweep(group: number, graceMs: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM') || (await gone(group, graceMs))) return
  signalGroup(group, 'SIGKILL')
  await gone(group, killedMs)
}

async function gone(group: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += stepMs) {
    await new Promise((resolve) => setTimeout(resolve, stepMs))
    if (!signalGroup(group, 0)) return true
  }
  return false
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}

/** The child's code; of a signal what a shell would say. */
function leave(code: number | null, signal: NodeJS.Signals | null): void {
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1))
}
