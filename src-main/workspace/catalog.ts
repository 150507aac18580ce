import type { CatalogPlan, Collected } from './plan.ts'
import { fileAt } from './reference.ts'
import type { YamlMap } from './yaml-file.ts'

const invalid = 'workspace_mcp_catalog_entry_invalid'

/** `mcp_registry.catalog`: functions of the workspace that its sidecar serves as `workspace.<tool>`. */
export function readCatalog(registry: YamlMap, collected: Collected): CatalogPlan[] {
  // Older workspaces leave the key empty.
  if (registry.json('catalog') === null) return []
  const catalog = registry.map('catalog', invalid)
  return (catalog?.keys() ?? []).flatMap((id): CatalogPlan[] => {
    if (!/^workspace\.[^.\s]+$/.test(id)) {
      const message = `The catalog serves "workspace.<tool>", not "${id}".`
      registry.file.report(invalid, message, catalog?.keyNode(id))
      return []
    }
    const entry = catalog?.map(id, invalid)
    if (!entry) return []
    entry.warnUnknown(['module_path', 'symbol'])
    const path = required(entry, 'module_path', id)
    const symbol = required(entry, 'symbol', id)
    if (!path || !symbol) return []
    const node = entry.nodeOf('module_path')
    const file = fileAt(entry.file, { path, node, collected, absent: invalid })
    return file ? [{ id, modulePath: file.path, symbol }] : []
  })
}

function required(entry: YamlMap, key: string, id: string): string | undefined {
  if (!entry.has(key)) entry.file.report(invalid, `"${id}" needs "${key}".`, entry.node)
  return entry.string(key, invalid)
}
