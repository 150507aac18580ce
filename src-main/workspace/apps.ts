import path from 'node:path'
import type { Diagnostic } from '@contract'
import { isMap } from 'yaml'
import { keyOf } from './collect.ts'
import type { AppPlan, Collected } from './plan.ts'
import { fileAt } from './reference.ts'
import { YamlFile, YamlMap } from './yaml-file.ts'

/** Ids of the declared apps, as far as they can be read: the registry counts them as servers. */
export function declaredAppIds(config: YamlMap): string[] {
  const apps = config.json('applications')
  if (!Array.isArray(apps)) return []
  return apps.flatMap((app: unknown) =>
    app && typeof app === 'object' && 'app_id' in app && typeof app.app_id === 'string' ? [app.app_id] : [],
  )
}

export function readApps(
  config: YamlMap,
  collected: Collected,
): { apps: AppPlan[]; diagnostics: Diagnostic[] } {
  const items = config.list('applications', 'workspace_application_invalid') ?? []
  const seen = new Set<string>()
  const diagnostics: Diagnostic[] = []
  const apps = items.flatMap((item): AppPlan[] => {
    if (!isMap(item)) {
      config.file.report('workspace_application_invalid', 'An application is {app_id, config_path}.', item)
      return []
    }
    const entry = new YamlMap(config.file, item)
    // holaOS writes the lifecycle here too; the manifest's is the one that counts.
    entry.warnUnknown(['app_id', 'config_path', 'lifecycle'])
    const id = required(entry, 'app_id')
    const configPath = required(entry, 'config_path')
    if (!id || !configPath) return []
    if (seen.has(id)) {
      config.file.report('app_duplicate_id', `The app "${id}" is declared twice.`, entry.nodeOf('app_id'))
      return []
    }
    seen.add(id)
    checkId(entry, id)
    const manifest = manifestOf(entry, configPath, collected)
    if (!manifest) return []
    const app = readManifest(manifest, id, configPath)
    diagnostics.push(...manifest.problems)
    return app ? [app] : []
  })
  return { apps, diagnostics }
}

/** The id is a server's id, the name of a folder of ours, and part of tool names. */
function checkId(entry: YamlMap, id: string): void {
  if (/[./\\\s:\0]/.test(id)) {
    entry.file.report(
      'workspace_application_invalid',
      `The app id "${id}" may have no dot, slash, colon or space.`,
      entry.nodeOf('app_id'),
    )
  }
  if (id === 'workspace') {
    entry.file.report(
      'workspace_server_id_conflict',
      'The id "workspace" is kept for the runtime.',
      entry.nodeOf('app_id'),
    )
  }
}

function required(entry: YamlMap, key: string): string | undefined {
  if (!entry.has(key))
    entry.file.report('workspace_application_invalid', `An application needs "${key}".`, entry.node)
  return entry.string(key, 'workspace_application_invalid')
}

function manifestOf(entry: YamlMap, path: string, collected: Collected): YamlFile | null {
  const node = entry.nodeOf('config_path')
  const file = fileAt(entry.file, { path, node, collected, absent: 'app_config_not_found' })
  return file && new YamlFile(file.path, file.text, 'workspace_config_invalid_yaml')
}

const wrong = 'app_manifest_invalid'

function readManifest(yaml: YamlFile, id: string, configPath: string): AppPlan | null {
  const manifest = yaml.root
  if (!manifest) return null
  const ownId = manifest.string('app_id', wrong)
  if (ownId !== id) {
    yaml.report(
      'app_id_mismatch',
      `workspace.yaml calls this app "${id}", its manifest "${ownId ?? 'nothing'}".`,
      manifest.nodeOf('app_id'),
    )
  }
  if (manifest.has('integrations') && manifest.has('integration')) {
    yaml.report(
      'app_integration_conflict',
      'Both "integrations" and the older "integration" are there.',
      manifest.keyNode('integration'),
    )
  }
  const mcp = readMcp(manifest)
  const lifecycle = manifest.map('lifecycle', wrong)
  const app: AppPlan = {
    id,
    configPath,
    folder: path.posix.dirname(keyOf(configPath)),
    name: manifest.string('name', wrong) ?? id,
    icon: manifest.string('icon', wrong) ?? null,
    mcp: mcp ?? { port: 0, transport: 'http', path: '/mcp', tools: null },
    health: readHealth(manifest),
    setup: lifecycle?.string('setup', wrong) ?? null,
    start: lifecycle?.string('start', wrong) ?? manifest.string('start', wrong) ?? null,
    stop: lifecycle?.string('stop', wrong) ?? null,
    envContract: manifest.strings('env_contract', wrong) ?? [],
    ui: readUi(manifest),
  }
  return yaml.problems.some((problem) => problem.severity === 'error') ? null : app
}

function readMcp(manifest: YamlMap): AppPlan['mcp'] | undefined {
  const missing = 'app_mcp_port_missing'
  const mcp = manifest.map('mcp', missing)
  const port = mcp?.positiveInteger('port', missing)
  if (!mcp || !port) {
    if (mcp ? !mcp.has('port') : !manifest.has('mcp'))
      manifest.file.report(
        missing,
        'The manifest needs "mcp.port": the port of its MCP endpoint.',
        manifest.nodeOf('mcp'),
      )
    return undefined
  }
  if (port > 65_535) {
    manifest.file.report(missing, `"mcp.port" is ${port}; ports end at 65535.`, mcp.nodeOf('port'))
    return undefined
  }
  const transport = mcp.string('transport', wrong) ?? 'http'
  if (transport !== 'http' && transport !== 'http-sse') {
    manifest.file.report(wrong, '"mcp.transport" is "http" or "http-sse".', mcp.nodeOf('transport'))
    return undefined
  }
  return {
    port,
    transport,
    path: mcp.string('path', wrong) ?? '/mcp',
    tools: mcp.strings('tools', wrong) ?? null,
  }
}

function readHealth(manifest: YamlMap): AppPlan['health'] {
  const checks = manifest.map('healthchecks', wrong)
  const name = ['mcp', 'api', ...(checks?.keys() ?? [])].find((key) => checks?.has(key))
  const check = name ? checks?.map(name, wrong) : undefined
  return {
    path: check?.string('path', wrong) ?? '/health',
    timeoutMs: (check?.positiveInteger('timeout_s', wrong) ?? 60) * 1000,
    intervalMs: (check?.positiveInteger('interval_s', wrong) ?? 5) * 1000,
    target: name === 'mcp' ? 'mcp' : 'api',
  }
}

function readUi(manifest: YamlMap): AppPlan['ui'] {
  const ui = manifest.map('ui', wrong)
  if (!ui) return null
  return { path: ui.string('path', wrong) ?? '/', views: ui.stringMap('views', wrong) ?? {} }
}
