import type { JsonFile } from './json-file.ts'
import type { FolderPort, Gatherer } from './port.ts'
import { addServer, argvOf, texts } from './servers.ts'

/** `mcpServers` as Claude Code, Cursor and AgentScope write it: `command` and `args`, or `url`. */
export function readMcpServers(json: JsonFile, gatherer: Gatherer, port: FolderPort): void {
  for (const [name, entry, line] of json.entries('mcpServers')) {
    const server = (entry ?? {}) as Record<string, unknown>
    const type = String(server.type ?? server.transport ?? '')
    addServer(gatherer, port, {
      name,
      command: argvOf(server.command, server.args),
      url: typeof server.url === 'string' ? server.url : null,
      environment: texts(server.env ?? server.environment),
      headers: texts(server.headers),
      transport: type === 'sse' ? 'sse' : /^(streamable-?)?http$/i.test(type) ? 'http' : null,
      timeoutMs: null,
      cwd: typeof server.cwd === 'string' ? server.cwd : null,
      isOff: server.disabled === true || server.enabled === false,
      file: json.path,
      line,
    })
  }
}
