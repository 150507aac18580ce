import type { Diagnostic } from '@contract'
import type { WorkspacePlan } from '../workspace/index.ts'
import type { RunTools } from './run-tools.ts'
import type { Quoted } from './sections.ts'

/** What the leading `/id` lines of an instruction ask for, in their order. */
export interface Quotes {
  skills: string[]
  commands: WorkspacePlan['commands']
  findings: Diagnostic[]
}

const quote = /^\/([A-Za-z0-9][\w-]*)\s*$/

/**
 * Leading lines `/id` quote skills and commands; the first other line ends them. What is neither stays text and is
 * said, since a person who wrote it meant something.
 */
export function readQuotes(
  instruction: string,
  plan: Pick<WorkspacePlan, 'skills' | 'skillsOff' | 'commands'>,
): Quotes {
  const quoted: Quotes = { skills: [], commands: [], findings: [] }
  for (const line of instruction.split('\n')) {
    if (line.trim() === '') continue
    const id = quote.exec(line)?.[1]
    if (id === undefined) break
    const command = plan.commands.find((candidate) => candidate.id === id)
    if (plan.skills.some((skill) => skill.id === id)) quoted.skills.push(id)
    else if (command) quoted.commands.push(command)
    else {
      const off = plan.skillsOff.some((skill) => skill.id === id)
      quoted.findings.push({
        severity: 'warning',
        code: 'quote_unknown',
        message: off
          ? `The instruction quotes /${id}: that skill is off or has something wrong, so the line is left as text.`
          : `The instruction quotes /${id}: there is no skill and no command of that name, so the line is left as text.`,
        at: { file: 'workspace.yaml' },
      })
    }
  }
  return { ...quoted, skills: [...new Set(quoted.skills)] }
}

/**
 * The texts that the quotes bring into the prompt. A quoted skill is invoked by it: its grants hold from the start. A
 * command with a prompt brings its text; one with a command line is asked for, and is run as any other call.
 */
export function quotesOf(
  instruction: string,
  plan: Pick<WorkspacePlan, 'skills' | 'skillsOff' | 'commands'>,
  tools: Pick<RunTools, 'skills' | 'commands' | 'offer'>,
): { quoted: Quoted[]; findings: Diagnostic[] } {
  const quotes = readQuotes(instruction, plan)
  const { findings } = quotes
  const refuse = (id: string, why: string) =>
    findings.push({
      severity: 'warning',
      code: 'quote_refused',
      message: `The instruction quotes /${id}: ${why}.`,
      at: { file: 'workspace.yaml' },
    })
  const skillGate = tools.offer({ id: 'skill', family: 'skill' })
  const skills = quotes.skills.flatMap((id): Quoted[] => {
    if (!skillGate.callable) refuse(id, skillGate.detail ?? skillGate.reason)
    const text = skillGate.callable ? tools.skills.invoke(id) : null
    const skill = plan.skills.find((candidate) => candidate.id === id)
    const file = skill?.layer === 'workspace' ? skill.path : undefined
    return text === null
      ? []
      : [{ id: `quoted:${id}`, title: `Skill ${id}`, text, ...(file ? { file } : {}) }]
  })
  const commandGate = tools.offer({ id: 'command_run', family: 'workspace' })
  const offered = tools.commands.list()
  const commands = quotes.commands.flatMap(({ id, prompt }): Quoted[] => {
    const title = `Command ${id}`
    if (!offered.some((command) => command.id === id)) refuse(id, 'it is not for this kind of session')
    else if (prompt !== null) return [{ id: `quoted:${id}`, title, text: prompt, file: 'workspace.yaml' }]
    else if (!commandGate.callable) refuse(id, commandGate.detail ?? commandGate.reason)
    else
      return [
        {
          id: `quoted:${id}`,
          title,
          text: `The operator asks for the command ${id}: run it first, with command_run.`,
        },
      ]
    return []
  })
  return { quoted: [...skills, ...commands], findings }
}
