import type { BuiltInFamily } from '@contract'

/** The built-in tools that an author can name (spec 00). A name that is not here is a slip: a typo in a `deny` must not pass. */
const builtIn: Record<BuiltInFamily, string[]> = {
  plan: ['plan_enter', 'plan_write', 'plan_exit', 'todo_write'],
  ask: ['ask_user'],
  skill: ['skill'],
  delegate: [
    'agent_spawn',
    'agent_send',
    'agent_list',
    'task_output',
    'task_list',
    'task_cancel',
    'wait_async_results',
  ],
  memory: ['memory_search', 'memory_get', 'memory_save', 'session_search', 'session_history', 'scratchpad'],
  workspace: [
    'instructions_update',
    'command_run',
    'schedule_create',
    'schedule_list',
    'schedule_delete',
    'propose_skill',
    'propose_work',
  ],
  apps: ['app_list', 'app_start', 'app_stop', 'app_restart'],
  outputs: ['write_report', 'output_link', 'submit_result'],
  'files.read': ['file_read', 'file_list', 'file_glob', 'file_grep'],
  'files.write': ['file_write', 'file_edit'],
  shell: ['shell'],
  browser: [],
  team: ['memory_put', 'memory_find', 'note_add', 'brief_set', 'task_claim', 'task_add_child', 'handoff'],
}

/** The family that this name is, or that a built-in tool of this name is of; null for any other. */
export function familyOf(name: string): BuiltInFamily | null {
  if (/^browser_[a-z_]+$/.test(name)) return 'browser'
  const found = Object.entries(builtIn).find(([family, tools]) => family === name || tools.includes(name))
  return (found?.[0] ?? null) as BuiltInFamily | null
}

const standIns = ['describe_tool', 'call_tool']

export const families = Object.keys(builtIn)
const tools = new Set([...Object.values(builtIn).flat(), ...standIns])

export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(builtIn, name) || tools.has(name) || /^browser_[a-z_]+$/.test(name)
}
