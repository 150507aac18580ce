import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Duplex, Readable, Writable } from 'node:stream'
import type { KeeperOrder, KeeperReport } from './keeper.ts'
import { readLines } from './lines.ts'

/** How to run our own JavaScript in another process: Electron's binary as Node, or Node itself. */
export interface Runtime {
  /** The binary that runs JavaScript. */
  command: string
  /** Variables that make it do so (`ELECTRON_RUN_AS_NODE`); given to our own entries only. */
  env: Record<string, string>
  /** The built keeper. */
  keeperFile: string
}

export interface ChildOptions {
  command: string
  args: string[]
  cwd: string
  /** The whole environment of the child; nothing is inherited. */
  env: Record<string, string>
  /** From TERM to KILL; default 2000 ms. */
  graceMs?: number
  /** Written to the child's fd 3 and closed: for what must be in neither argv nor environment. */
  secret?: string
}

export interface Child {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** The child's process id, which is also its group; rejects when it could not be started. */
  readonly started: Promise<number>
  /**
   * When the child and everything in its group are gone and what they wrote was read. Never rejects, and does not wait
   * for a process that left the group and still holds an output open.
   */
  readonly ended: Promise<{ code: number | null }>
  /** TERM to the whole group, KILL after the grace. Resolves like `ended`. */
  stop(): Promise<{ code: number | null }>
}

/** Starts a child under the keeper: it ends with us, however we end. */
export function startChild(runtime: Runtime, options: ChildOptions): Child {
  const order: KeeperOrder = {
    command: options.command,
    args: options.args,
    cwd: options.cwd,
    env: options.env,
    graceMs: options.graceMs ?? 2000,
    extraPipe: options.secret !== undefined,
  }
  const keeper = spawn(runtime.command, [runtime.keeperFile], {
    cwd: '/',
    env: runtime.env,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', ...(order.extraPipe ? (['pipe'] as const) : [])],
  })
  const control = keeper.stdio[3] as Duplex
  // Its end is told by `exit`; a pipe that breaks on the way adds nothing.
  for (const pipe of keeper.stdio) pipe?.on('error', () => {})
  control.write(`${JSON.stringify(order)}\n`)
  if (options.secret !== undefined) (keeper.stdio[4] as Duplex).end(options.secret)
  const ended = endOf(keeper)
  return {
    stdin: keeper.stdin as Writable,
    stdout: keeper.stdout as Readable,
    stderr: keeper.stderr as Readable,
    started: startOf(keeper, control, options.command),
    ended,
    stop() {
      control.destroy()
      return ended
    },
  }
}

/** How long output may be silent and open when everyone who was in the group is gone, milliseconds. */
const lingerMs = 1000

function endOf(keeper: ChildProcess): Promise<{ code: number | null }> {
  return new Promise((resolve) => {
    let linger: NodeJS.Timeout | undefined
    const bytesRead = () =>
      [keeper.stdout, keeper.stderr].map((pipe) => (pipe as Socket | null)?.bytesRead).join()
    const waitForClose = () => {
      const before = bytesRead()
      // `setImmediate`: after a time in which this process was busy, what lies in the pipe is read first.
      const check = () => setImmediate(() => (bytesRead() === before ? letGo() : waitForClose()))
      linger = setTimeout(check, lingerMs)
    }
    const letGo = () => {
      for (const pipe of keeper.stdio) pipe?.destroy()
    }
    keeper.on('exit', waitForClose)
    keeper.on('close', (code) => {
      clearTimeout(linger)
      resolve({ code })
    })
    keeper.on('error', () => resolve({ code: null }))
  })
}

function startOf(keeper: ChildProcess, control: Duplex, command: string): Promise<number> {
  const started = new Promise<number>((resolve, reject) => {
    readLines(control, {
      line(text) {
        const report = JSON.parse(text) as KeeperReport
        if ('pid' in report) resolve(report.pid)
        else reject(new Error(`could not start ${command}: ${report.error}`))
      },
    })
    keeper.on('error', (error) => reject(new Error(`could not start ${command}: ${error.message}`)))
    keeper.on('exit', () => reject(new Error(`${command} ended before it started`)))
  })
  // Callers that only care about the end need not listen.
  started.catch(() => {})
  return started
}
