import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Child, readLines, startChild } from '../../kit/index.ts'
import { plainEnvironment } from '../binary.ts'
import { checkStart } from '../changed.ts'
import type { Tail } from '../tail.ts'
import { isHealthy } from './health.ts'
import type { AppManifest, AppPort } from './manifest.ts'
import { nodeFolder } from './node-folder.ts'
import { leasePort } from './ports.ts'

/** One launch of an app: its process, its ports, and the token that only this launch takes. */
export interface Launched {
  child: Child
  mcpPort: number
  pagePort: number
  token: string
  healthUrl: string
}

export interface LaunchListener {
  onStep(state: 'setting_up' | 'starting', detail: string): void
  /** A process is being started; until the launch resolves it is the one to stop. */
  onChild(child: Child): void
  onPid(pid: number): void
}

/**
 * Sets up, starts and waits until it is healthy. Rejects with the reason in words, with ChangedError when it may not be
 * started, or when `signal` is aborted; the last child may still run then.
 */
export async function launchApp(
  manifest: AppManifest,
  port: AppPort,
  tail: Tail,
  listener: LaunchListener,
  signal: AbortSignal,
): Promise<Launched> {
  const { start, setup, health } = manifest
  if (!start) throw new Error('The manifest has no start command.')
  const { env, mcpPort, pagePort, token } = await prepare(manifest, port)
  signal.throwIfAborted()
  const spawn = async (command: string) => {
    await checkStart(port)
    signal.throwIfAborted()
    const cwd = path.join(port.root, manifest.folder)
    const child = startChild(port.runtime, { command: '/bin/sh', args: ['-c', command], cwd, env })
    for (const stream of [child.stdout, child.stderr])
      readLines(stream, { line: (text) => tail.add(text) }, 64 * 1024)
    listener.onChild(child)
    listener.onPid(await child.started)
    signal.throwIfAborted()
    return child
  }
  if (setup) {
    listener.onStep('setting_up', setup)
    const { code } = await (await spawn(setup)).ended
    if (code !== 0) throw new Error(`Its setup "${setup}" ended with code ${code}.`)
    await port.setupDone?.()
  }
  listener.onStep('starting', start)
  const child = await spawn(start)
  const healthUrl = `http://127.0.0.1:${health.target === 'mcp' ? mcpPort : pagePort}${health.path}`
  await untilHealthy(manifest, port, child, healthUrl)
  signal.throwIfAborted()
  return { child, mcpPort, pagePort, token, healthUrl }
}

async function prepare(manifest: AppManifest, port: AppPort) {
  const missing = manifest.envContract.filter((name) => port.environment(name) === undefined)
  if (missing.length > 0) throw new Error(`It needs the variables ${missing.join(', ')}, which are not set.`)
  const dataDir = path.join(port.root, '.signalbox', 'apps', manifest.id, 'data')
  await mkdir(dataDir, { recursive: true })
  const mcpPort = await leasePort(port.ports, 'mcp', manifest.mcp.port, [])
  const pagePort = await leasePort(port.ports, 'page', null, [mcpPort])
  const token = randomBytes(24).toString('base64url')
  const plain = plainEnvironment()
  const env = {
    ...plain,
    ...Object.fromEntries(manifest.envContract.map((name) => [name, port.environment(name) as string])),
    PATH: [plain.PATH, await nodeFolder(port.binFolder, port.runtime)].filter(Boolean).join(path.delimiter),
    PORT: String(pagePort),
    MCP_PORT: String(mcpPort),
    DATA_DIR: dataDir,
    APP_TOKEN: token,
  }
  return { env, mcpPort, pagePort, token }
}

async function untilHealthy(manifest: AppManifest, port: AppPort, child: Child, url: string): Promise<void> {
  const { path: route, timeoutMs } = manifest.health
  const deadline = port.clock.elapsed() + timeoutMs
  let gone: number | undefined
  void child.ended.then(({ code }) => {
    gone = code ?? -1
  })
  // Starting is the one moment without a signal to wait for: a fresh process opens its port when it does.
  for (let wait = 30; ; wait = Math.min(wait * 1.5, 500)) {
    if (gone !== undefined) throw new Error(`It ended with code ${gone} before it was ready.`)
    if (await isHealthy(url)) return
    if (port.clock.elapsed() > deadline)
      throw new Error(`${route} did not answer within ${timeoutMs / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
