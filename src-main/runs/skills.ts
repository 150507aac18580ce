import type { RunEvent } from '@contract'
import { z } from 'zod'
import { answered, builtIn, refused, type Tool } from '../capabilities/index.ts'
import type { Candidate, GateDecision } from '../policy/index.ts'
import type { WorkspacePlan } from '../workspace/index.ts'

export interface RunSkillsPort {
  /** Must be recorded, or throw. */
  append(events: RunEvent[]): void
  /** The gate without skills. */
  gate(tool: Candidate): GateDecision
  /** The operator granted that this skill gives a tool which the session kind has not. */
  mayWiden(skillId: string, toolId: string): boolean
}

/**
 * The skills of one run: their text on request, and what they grant. A tool or command that some skill grants is
 * managed: it can be called only after a skill that grants it was invoked in this run. Where the operator agreed, a
 * grant also reaches past the session kind.
 */
export class RunSkills {
  private readonly invoked = new Set<string>()
  /** Skills by which a tool of this run is there that the session kind has not. */
  private readonly widened = new Set<string>()

  constructor(
    private readonly skills: WorkspacePlan['skills'],
    private readonly port: RunSkillsPort,
  ) {}

  /** `skill`, or nothing where the workspace has none. */
  tools(): Tool[] {
    if (this.skills.length === 0) return []
    const args = z.object({ id: z.string().describe('One of the skills listed in the prompt') })
    const description = 'Gives the whole text of a skill, and makes the tools callable that it grants.'
    return [builtIn('skill', 'skill', description, args, true, ({ id }) => this.answer(id))]
  }

  /** May it be called now. */
  decide(tool: Candidate): GateDecision {
    const offer = this.offer(tool)
    if (!offer.callable) return offer
    const granting = this.granting(tool.id)
    if (granting.length === 0 || granting.some((id) => this.invoked.has(id))) return offer
    return {
      callable: false,
      reason: 'skill_required',
      detail: `invoke the skill ${granting.join(' or ')} first`,
    }
  }

  /** May it be part of the run: callable from the start, or once a skill was invoked. */
  offer(tool: Candidate): GateDecision {
    const decision = this.port.gate(tool)
    if (decision.callable || decision.reason !== 'session_kind' || decision.denied) return decision
    const widening = this.granting(tool.id).filter((id) => this.port.mayWiden(id, tool.id))
    for (const id of widening) this.widened.add(id)
    return widening.length > 0 ? { callable: true } : decision
  }

  /** Skills of which one is to be invoked before this command; null when it may be run. */
  waitsFor(commandId: string): string[] | null {
    const granting = this.skills
      .filter(({ grantedCommands }) => grantedCommands.includes(commandId))
      .map(({ id }) => id)
    return granting.length === 0 || granting.some((id) => this.invoked.has(id)) ? null : granting
  }

  /** Its text, and from now on its grants hold. Null: there is no such skill. */
  invoke(id: string): string | null {
    const skill = this.skills.find((candidate) => candidate.id === id)
    if (!skill) return null
    const { grantedTools, grantedCommands } = skill
    if (!this.invoked.has(id)) {
      const widening = this.widened.has(id)
      this.invoked.add(id)
      this.port.append([{ type: 'skill.invoked', skillId: id, grantedTools, grantedCommands, widening }])
    }
    return skill.body.trim()
  }

  private granting(toolId: string): string[] {
    return this.skills.filter((skill) => skill.grantedTools.includes(toolId)).map((skill) => skill.id)
  }

  private async answer(id: string) {
    const text = this.invoke(id)
    if (text !== null) return answered(text)
    const known = this.skills.map((one) => one.id).join(', ')
    return refused({ code: 'skill_unknown', message: `There is no skill "${id}"; there is ${known}.` })
  }
}

/** A note for the tool's description: an agent is told before it tries. */
export function managedNote(skills: WorkspacePlan['skills'], toolId: string): string {
  const granting = skills.filter((skill) => skill.grantedTools.includes(toolId)).map((skill) => skill.id)
  return granting.length === 0 ? '' : ` (Only after the skill ${granting.join(' or ')} was invoked.)`
}
