import type { RunEvent } from '@contract'
import { z } from 'zod'
import { answered, builtIn, refused, type Tool } from '../capabilities/index.ts'
import type { Candidate, GateDecision } from '../policy/index.ts'
import type { WorkspacePlan } from '../workspace/index.ts'

/**
 * The skills of one run: their text on request, and the tools they grant. A tool that some skill grants is managed: it
 * can be called only after a skill that grants it was invoked in this run.
 */
export class RunSkills {
  private readonly invoked = new Set<string>()

  constructor(
    private readonly skills: WorkspacePlan['skills'],
    private readonly append: (events: RunEvent[]) => void,
  ) {}

  /** `skill`, or nothing where the workspace has none. */
  tools(): Tool[] {
    if (this.skills.length === 0) return []
    const args = z.object({ id: z.string().describe('One of the skills listed in the prompt') })
    const description = 'Gives the whole text of a skill, and makes the tools callable that it grants.'
    return [builtIn('skill', 'skill', description, args, true, ({ id }) => this.invoke(id))]
  }

  /** What the gate decided, and what skills add to it. */
  decide(tool: Candidate, decision: GateDecision): GateDecision {
    if (!decision.callable) return decision
    const granting = this.granting(tool.id)
    if (granting.length === 0 || granting.some((id) => this.invoked.has(id))) return decision
    return {
      callable: false,
      reason: 'skill_required',
      detail: `invoke the skill ${granting.join(' or ')} first`,
    }
  }

  private granting(toolId: string): string[] {
    return this.skills.filter((skill) => skill.grantedTools.includes(toolId)).map((skill) => skill.id)
  }

  private async invoke(id: string) {
    const skill = this.skills.find((candidate) => candidate.id === id)
    if (!skill) {
      const known = this.skills.map((one) => one.id).join(', ')
      return refused({ code: 'skill_unknown', message: `There is no skill "${id}"; there is ${known}.` })
    }
    const { grantedTools, grantedCommands } = skill
    const isNew = !this.invoked.has(id)
    this.invoked.add(id)
    if (isNew)
      this.append([{ type: 'skill.invoked', skillId: id, grantedTools, grantedCommands, widening: false }])
    return answered(skill.body.trim())
  }
}

/** A note for the tool's description: an agent is told before it tries. */
export function managedNote(skills: WorkspacePlan['skills'], toolId: string): string {
  const granting = skills.filter((skill) => skill.grantedTools.includes(toolId)).map((skill) => skill.id)
  return granting.length === 0 ? '' : ` (Only after the skill ${granting.join(' or ')} was invoked.)`
}
