import type { SessionKind } from '@contract'
import { z } from 'zod'
import { answered, builtIn, refused, runCommand, type Tool } from '../capabilities/index.ts'
import type { Runtime } from '../kit/index.ts'
import type { WorkspacePlan } from '../workspace/index.ts'

export interface RunCommandsPort {
  root: string
  runtime: Runtime
  kind: SessionKind
  /** Why this command may not run now, in words; null: it may. Asked at every call. */
  refusal(commandId: string): Promise<string | null> | string | null
  /** The skills of which one was to be invoked first, or null when it may be run. */
  waitsFor(commandId: string): string[] | null
}

/** The commands of one run: exactly the argv that the author wrote and the operator granted, nothing added. */
export class RunCommands {
  private readonly commands: WorkspacePlan['commands']

  constructor(
    commands: WorkspacePlan['commands'],
    private readonly port: RunCommandsPort,
  ) {
    this.commands = commands.filter(
      ({ sessionKinds }) => sessionKinds === null || sessionKinds.includes(port.kind),
    )
  }

  /** What is offered: for the package. */
  list(): { id: string; description: string }[] {
    return this.commands.map(({ id, description }) => ({ id, description }))
  }

  /** `command_run`, or nothing where there is nothing to run in this kind of session. */
  tools(): Tool[] {
    if (this.commands.length === 0) return []
    const lines = this.commands.map(({ id, description }) => {
      const skills = this.port.waitsFor(id)
      return `${id}: ${description}${skills ? ` (only after the skill ${skills.join(' or ')} was invoked)` : ''}`
    })
    const args = z.object({ id: z.string().describe('One of the commands of this workspace') })
    const description = `Runs a command of this workspace, as its author wrote it.\n${lines.join('\n')}`
    return [
      builtIn('command_run', 'workspace', description, args, false, ({ id }, context) =>
        this.run(id, context),
      ),
    ]
  }

  private async run(id: string, context: Parameters<Tool['call']>[1]) {
    const command = this.commands.find((candidate) => candidate.id === id)
    if (!command) {
      const known = this.commands.map((one) => one.id).join(', ')
      return refused({ code: 'command_unknown', message: `There is no command "${id}"; there is ${known}.` })
    }
    const skills = this.port.waitsFor(id)
    if (skills) {
      const message = `The command ${id} may be run only after the skill ${skills.join(' or ')} was invoked.`
      return refused({ owner: 'policy', code: 'skill_required', message })
    }
    const why = command.run && (await this.port.refusal(id))
    if (why)
      return refused({ owner: 'policy', code: 'changed', message: `The command ${id} may not run: ${why}.` })
    if (!command.run) return answered(command.prompt ?? '')
    return runCommand(command.run, this.port.root, this.port.runtime, context)
  }
}
