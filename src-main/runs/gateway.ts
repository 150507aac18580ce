import type { CallId, CompiledRun, Fault, JsonObject, RunEvent, ToolStatus } from '@contract'
import type { Tool, ToolAnswer } from '../capabilities/index.ts'
import type { ToolWish, WishAnswer } from '../harness/index.ts'
import { type Clock, fault, faultOf } from '../kit/index.ts'
import type { Candidate, GateDecision } from '../policy/index.ts'
import type { Store } from '../store/index.ts'
import { argsOf, resultOf, textForModel } from './values.ts'

export interface GatewayPort {
  run: CompiledRun
  /** The tools of the package, by id, as their capabilities serve them. */
  tools: Map<string, Tool>
  gate(tool: Candidate): GateDecision
  store: Store
  clock: Clock
  /** Appends to the run's log; what was appended is on disk when it returns. */
  append(events: RunEvent[]): void
  /** Live output of a call. */
  output(callId: CallId, toolId: string, offset: number, text: string): void
}

/** The one way to reach a capability: decide, record the intent, call, record the end, answer. */
export class Gateway {
  private readonly open = new Map<
    CallId,
    { startedAt: number; settle(status: ToolStatus, fault: Fault): void }
  >()
  private closed = false
  private readonly abort = new AbortController()

  constructor(private readonly port: GatewayPort) {}

  /** Answers every wish, also a refused one; never rejects. */
  async call(wish: ToolWish): Promise<WishAnswer> {
    if (this.closed) return stoppedAnswer()
    const packaged = this.port.run.tools.find((tool) => tool.alias === wish.alias || tool.id === wish.alias)
    const tool = packaged && this.port.tools.get(packaged.id)
    if (!packaged || !tool) return this.deny(wish, null, this.whyAbsent(wish.alias))
    // The package was made by this same gate; asking again keeps it true at the moment of the call.
    const decision = this.port.gate(tool)
    if (!decision.callable) {
      return this.deny(
        wish,
        tool,
        fault({
          owner: 'policy',
          code: decision.reason,
          message: `${tool.id} may not be called: ${decision.detail ?? decision.reason}.`,
        }),
      )
    }
    if (this.open.has(wish.callId)) {
      return {
        ok: false,
        value: null,
        text: 'This call is running already.',
        fault: fault({
          owner: 'contract',
          code: 'call_twice',
          message: `The call ${wish.callId} was made twice.`,
        }),
      }
    }
    return this.perform(wish, tool)
  }

  /** Ends: open calls are settled in the log at once, and nothing is taken after. Returns the events for that. */
  close(status: Extract<ToolStatus, 'stopped' | 'unknown'>): RunEvent[] {
    this.closed = true
    const why = fault({
      owner: 'operator',
      code: status,
      message: status === 'stopped' ? 'Stopped by the operator.' : 'The run ended before the call did.',
    })
    const events = [...this.open].map(([callId, call]): RunEvent => {
      call.settle(status, why)
      return {
        type: 'tool.finished',
        callId,
        status,
        error: why,
        ms: Math.round(this.port.clock.elapsed() - call.startedAt),
      }
    })
    this.open.clear()
    this.abort.abort()
    return events
  }

  private async perform(wish: ToolWish, tool: Tool): Promise<WishAnswer> {
    const { clock, store } = this.port
    const startedAt = clock.elapsed()
    this.port.append([this.startedEvent(wish, tool)])
    const settled = new Promise<ToolAnswer & { status?: ToolStatus }>((resolve) => {
      this.open.set(wish.callId, {
        startedAt,
        settle: (status, why) => resolve({ ok: false, fault: why, text: why.message, status }),
      })
    })
    const answer = await Promise.race([settled, this.invoke(wish, tool)])
    if (!this.open.delete(wish.callId)) return stoppedAnswer()
    const ms = Math.round(clock.elapsed() - startedAt)
    if (answer.ok) {
      this.port.append([
        {
          type: 'tool.finished',
          callId: wish.callId,
          status: 'ok',
          result: resultOf(store, answer.value, clock.now()),
          ms,
        },
      ])
      return { ok: true, value: answer.value, text: textForModel(answer.text) }
    }
    const status = answer.fault.owner === 'policy' ? 'denied' : 'error'
    this.port.append([
      { type: 'tool.finished', callId: wish.callId, status, error: shortened(answer.fault), ms },
    ])
    return { ok: false, value: null, text: textForModel(answer.text), fault: answer.fault }
  }

  private async invoke(wish: ToolWish, tool: Tool): Promise<ToolAnswer> {
    const { workspaceId, sessionId, runId } = this.port.run
    let offset = 0
    try {
      return await tool.call(wish.args, {
        workspaceId,
        sessionId,
        runId,
        callId: wish.callId,
        signal: this.abort.signal,
        onOutput: (text) => {
          if (this.closed) return
          this.port.output(wish.callId, tool.id, offset, text)
          offset += text.length
        },
      })
    } catch (error) {
      const thrown = faultOf(error)
      return { ok: false, fault: thrown, text: thrown.message }
    }
  }

  private startedEvent(wish: ToolWish, tool: Tool | null): RunEvent {
    return {
      type: 'tool.started',
      callId: wish.callId,
      toolId: tool?.id ?? wish.alias,
      name: tool?.name ?? wish.alias,
      family: tool?.family ?? 'workspace',
      source: tool?.source ?? { kind: 'built-in' },
      ...argsOf(this.port.store, wish.args as JsonObject, this.port.clock.now()),
      ...(wish.messageId === undefined ? {} : { messageId: wish.messageId }),
    }
  }

  private deny(wish: ToolWish, tool: Tool | null, why: Fault): WishAnswer {
    this.port.append([
      this.startedEvent(wish, tool),
      { type: 'tool.finished', callId: wish.callId, status: 'denied', error: why, ms: 0 },
    ])
    return { ok: false, value: null, text: why.message, fault: why }
  }

  private whyAbsent(name: string): Fault {
    const absent = this.port.run.manifest.absent.find((tool) => tool.id === name)
    if (!absent)
      return fault({
        owner: 'policy',
        code: 'not_resolved',
        message: `There is no tool "${name}" in this run.`,
      })
    return fault({
      owner: 'policy',
      code: absent.reason,
      message: `${name} is not available in this run: ${absent.detail ?? absent.reason}.`,
    })
  }
}

function stoppedAnswer(): WishAnswer {
  return {
    ok: false,
    value: null,
    text: 'Stopped by the operator.',
    fault: fault({ owner: 'operator', code: 'stopped', message: 'Stopped by the operator.' }),
  }
}

/** Errors stay in the event: a server that answers a novel is cut. */
function shortened(why: Fault): Fault {
  return why.message.length <= 8000 ? why : { ...why, message: `${why.message.slice(0, 8000)}…` }
}
