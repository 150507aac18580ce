import type { SessionKind } from '@contract'
import { isSessionKind } from './kinds.ts'
import type { CommandPlan } from './plan.ts'
import type { YamlMap } from './yaml-file.ts'

const invalid = 'workspace_command_invalid'

/** `commands.<id>`: what agents reach through `command_run` and people through `/id`. `skills`: ids of those that are on. */
export function readCommands(config: YamlMap, skills: ReadonlySet<string>): CommandPlan[] {
  const commands = config.map('commands', invalid)
  return (commands?.keys() ?? []).flatMap((id): CommandPlan[] => {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(id)) {
      const message = `The command id "${id}" may have letters, digits, "-" and "_" only: it is typed as /${id}.`
      config.file.report(invalid, message, commands?.keyNode(id))
    }
    if (skills.has(id)) {
      const message = `There is a skill "${id}" too: /${id} means the skill.`
      config.file.report(
        'workspace_command_shadowed',
        message,
        commands?.keyNode(id),
        'Give one of them another name.',
        'warning',
      )
    }
    const command = commands?.map(id, invalid)
    const read = command && readCommand(command, id)
    return read ? [read] : []
  })
}

function readCommand(command: YamlMap, id: string): CommandPlan | null {
  command.warnUnknown(['description', 'run', 'prompt', 'session_kinds'])
  const description = command.string('description', invalid)
  if (!command.has('description'))
    command.file.report(invalid, `The command "${id}" needs a "description".`, command.node)
  if (command.has('run') === command.has('prompt')) {
    command.file.report(
      invalid,
      `The command "${id}" has either "run" or "prompt".`,
      command.has('run') ? command.keyNode('prompt') : command.node,
      '"run" is a list, program first; "prompt" is text for the agent.',
    )
  }
  const run = command.strings('run', invalid)
  if (run && !run[0]) command.file.report(invalid, '"run" is a list, program first.', command.nodeOf('run'))
  const prompt = command.string('prompt', invalid) ?? null
  if (!description || (!run && prompt === null)) return null
  return { id, description, run: run ?? null, prompt, sessionKinds: readSessionKinds(command) }
}

function readSessionKinds(command: YamlMap): SessionKind[] | null {
  const texts = command.texts('session_kinds', invalid)
  if (!texts) return null
  return texts.flatMap(({ text, node }) => {
    if (isSessionKind(text)) return [text]
    command.file.report(invalid, `There is no session kind "${text}".`, node)
    return []
  })
}
