import { spawn } from 'node:child_process'
import { root } from './paths.mjs'
import { Stop } from './stop.mjs'

/**
 * Runs a program to its end and collects what it says; `show: true` lets it write to our terminal instead.
 * Never rejects for a failing program, only for one that cannot be started.
 */
export function run(
  command,
  args,
  { cwd = root, env = process.env, show = false, signal, shell = false } = {},
) {
  return new Promise((resolve, reject) => {
    const stdio = show ? 'inherit' : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd, env, stdio, signal, shell })
    const output = []
    const stdout = []
    child.stdout?.on('data', (chunk) => {
      output.push(chunk)
      stdout.push(chunk)
    })
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => reject(new Stop(`cannot run ${command}: ${error.message}`)))
    child.on('close', (code, by) =>
      resolve({
        code: code ?? 128,
        by,
        stdout: Buffer.concat(stdout).toString(),
        output: Buffer.concat(output).toString(), // both streams in the order they came
      }),
    )
  })
}

/** Like `run`, but a failure ends the script with the program's own output. */
export async function must(what, command, args, options) {
  const result = await run(command, args, options)
  if (result.code !== 0) {
    throw new Stop(`${what} failed (${command} ended with ${result.by ?? result.code})`, {
      output: result.output,
      ...options,
    })
  }
  return result
}

/** Another script of this folder, in a process of its own: build tools keep memory and threads for good. */
export const node = (file, args = [], options = {}) => run(process.execPath, [file, ...args], options)

/** npm the way it was called, so that version managers and Windows both work. */
export function npm(args, options = {}) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js') && cli.includes('npm-cli')) return run(process.execPath, [cli, ...args], options)
  const windows = process.platform === 'win32'
  return run(windows ? 'npm.cmd' : 'npm', args, { ...options, shell: windows })
}

/** Is a program on the PATH? */
export async function has(command) {
  const finder = process.platform === 'win32' ? 'where' : 'which'
  return (await run(finder, [command])).code === 0
}
