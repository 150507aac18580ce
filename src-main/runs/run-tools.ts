import type { Fault, FileDigest, RunEvent } from '@contract'
import { fileTools, type Tool } from '../capabilities/index.ts'
import { type Clock, type Runtime, raise } from '../kit/index.ts'
import { type Candidate, type GateDecision, gate } from '../policy/index.ts'
import type { Store } from '../store/index.ts'
import type { WorkspacePlan } from '../workspace/index.ts'
import { RunCommands } from './commands.ts'
import { controlFileRefusal, startedFiles } from './control-files.ts'
import { outputTools } from './outputs.ts'
import { RunSkills } from './skills.ts'
import type { StageContext } from './stages/index.ts'
import { ResultTool } from './submit.ts'
import type { Standing } from './trust/index.ts'

export interface RunToolsPort {
  context: Pick<StageContext, 'workspace' | 'start'> & { store: Store; clock: Clock }
  runtime: Runtime
  standing: Standing
  /** The authored files that took part. */
  files: FileDigest[]
  packageHash(): string
  /** Must be recorded, or throw. */
  record(events: RunEvent[]): void
  /** The run is to end with this. Must not throw. */
  onInvalidResult(fault: Fault): void
}

/** The runtime's own tools of one run, and the gate that every tool of it passes: one for package, prompt and calls. */
export class RunTools {
  readonly skills: RunSkills
  readonly commands: RunCommands
  readonly builtIn: Tool[]
  private readonly result: ResultTool | null

  constructor(port: RunToolsPort) {
    const { context, standing, runtime, files } = port
    const { root, trust } = context.workspace
    const { kind } = context.start
    const { plan } = standing
    const rules = plan.sessionKinds[kind]
    this.skills = new RunSkills(plan.skills, {
      append: port.record,
      gate: (tool) => gate(kind, tool, rules),
      mayWiden: (skillId, toolId) => standing.mayWiden(kind, skillId, toolId),
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
    this.result = resultTool(plan, port)
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
      ...(this.result ? [this.result.tool] : []),
    ]
  }

  /** May it be part of the run: callable from the start, or once a skill was invoked. */
  offer(tool: Candidate): GateDecision {
    return this.skills.offer(tool)
  }

  /** The executor refused a call by itself: of the result, that is one more that did not fit. */
  refusedByHost(name: string, why: string): void {
    if (name === this.result?.tool.id) this.result.returned(`The result does not fit its schema: ${why}.`)
  }

  /** May it be called now. */
  decide(tool: Candidate): GateDecision {
    return this.skills.decide(tool)
  }
}

/** Where the author asks for a result of a certain form. */
function resultTool({ outputSchema }: WorkspacePlan, port: RunToolsPort): ResultTool | null {
  if (outputSchema?.kind !== 'json') return null
  const { store, clock } = port.context
  const { packageHash, record: append, onInvalidResult: onInvalid } = port
  return new ResultTool(outputSchema.schema, { store, clock, packageHash, append, onInvalid })
}

/** For a package that nobody runs. */
export function neverRecorded(): never {
  throw raise({ owner: 'bug', code: 'not_a_run', message: 'A tool was called where there is no run.' })
}
