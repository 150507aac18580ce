import type { FileDigest, RunEvent } from '@contract'
import { fileTools, type Tool } from '../capabilities/index.ts'
import { type Clock, type Runtime, raise } from '../kit/index.ts'
import { type Candidate, type GateDecision, gate } from '../policy/index.ts'
import type { Store } from '../store/index.ts'
import { RunCommands } from './commands.ts'
import { controlFileRefusal, startedFiles } from './control-files.ts'
import { outputTools } from './outputs.ts'
import { RunSkills } from './skills.ts'
import type { StageContext } from './stages/index.ts'
import { type Standing, trustKeys } from './trust/index.ts'

export interface RunToolsPort {
  context: Pick<StageContext, 'workspace' | 'start'> & { store: Store; clock: Clock }
  runtime: Runtime
  standing: Standing
  /** The authored files that took part. */
  files: FileDigest[]
  packageHash(): string
  /** Must be recorded, or throw. */
  record(events: RunEvent[]): void
}

/** The runtime's own tools of one run, and the gate that every tool of it passes: one for package, prompt and calls. */
export class RunTools {
  readonly skills: RunSkills
  readonly commands: RunCommands
  readonly builtIn: Tool[]

  constructor(port: RunToolsPort) {
    const { context, standing, runtime, files } = port
    const { root, trust } = context.workspace
    const { kind } = context.start
    const { plan } = standing
    const rules = plan.sessionKinds[kind]
    this.skills = new RunSkills(plan.skills, {
      append: port.record,
      gate: (tool) => gate(kind, tool, rules),
      mayWiden: (skillId, toolId) => standing.refusal(trustKeys.skill(skillId, toolId)) === null,
    })
    this.commands = new RunCommands(plan.commands, {
      root,
      runtime,
      kind,
      refusal: async (id) => {
        const command = plan.commands.find((candidate) => candidate.id === id)
        return command ? trust.mayRunCommand(command) : 'it is not declared'
      },
      waitsFor: (id) => this.skills.waitsFor(id),
    })
    this.builtIn = [
      ...this.skills.tools(),
      ...this.commands.tools(),
      ...fileTools({
        root,
        writeRefusal: (path) =>
          controlFileRefusal(
            path,
            [...files.map((file) => file.path), ...startedFiles(plan)],
            standing.covers,
          ),
        onChange: ({ path, change, bytes }, call) =>
          port.record([{ type: 'file.changed', path, change, bytes, callId: call.callId }]),
      }),
      ...outputTools({
        root,
        store: context.store,
        clock: context.clock,
        packageHash: port.packageHash,
        apps: plan.apps,
        append: port.record,
      }),
    ]
  }

  /** May it be part of the run: callable from the start, or once a skill was invoked. */
  offer(tool: Candidate): GateDecision {
    return this.skills.offer(tool)
  }

  /** May it be called now. */
  decide(tool: Candidate): GateDecision {
    return this.skills.decide(tool)
  }
}

/** For a package that nobody runs. */
export function neverRecorded(): never {
  throw raise({ owner: 'bug', code: 'not_a_run', message: 'A tool was called where there is no run.' })
}
