/** What an agent may reach: built-in tools, MCP servers, apps. */
export { answered, refused } from './answer.ts'
export { App } from './apps/app.ts'
export type { AppStatus } from './apps/manifest.ts'
export { runCommand } from './commands/run-command.ts'
export { McpServer, type ServerStatus, type ServerTarget } from './mcp/server.ts'
export type { HeldTools, HolderPort, Tool, ToolAnswer, Unavailable } from './port.ts'
export { builtIn, fileTools } from './tools/files.ts'
