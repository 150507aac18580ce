import type { CallId, CompiledRun, Fault, RunEvent, ToolStatus } from '@contract'
import type { Tool, ToolAnswer } from '../capabilities/index.ts'
import type { ToolWish, WishAnswer } from '../harness/index.ts'
import { type Clock, fault, faultOf } from '../kit/index.ts'
import type { Candidate, GateDecision } from '../policy/index.ts'
import type { Store } from '../store/index.ts'
import { aliasesFor } from './aliases.ts'
import { argsOf, resultOf, textForModel, valueForHost } from './values.ts'

export interface GatewayPort {
  run: CompiledRun
  /** The tools of the package, by id, as their capabilities serve them. */
  tools: Map<string, Tool>
  gate(tool: Candidate): GateDecision
  store: Store
  clock: Clock
  /** Appends to the run's log: true when the events are on disk. False: the run is over, or cannot be recorded. */
  append(events: () => RunEvent[]): boolean
  /** The value as it may be kept, without secrets. */
  clean<T>(value: T): T
  /** Live output of a call. */
  output(callId: CallId, toolId: string, offset: number, text: string): void
}

/** The one way to reach a capability: decide, record the intent, call, record the end, answer. */
export class Gateway {
  private readonly open = new Map<CallId, { startedAt: number; settle(why: Fault): void }>()
  private closed = false
  private readonly abort = new AbortController()

  constructor(private readonly port: GatewayPort) {}

  /** Answers every wish, also a refused one; never rejects. */
  async call(wish: ToolWish): Promise<WishAnswer> {
    if (this.closed) return stoppedAnswer()
    const tool = this.toolOf(wish)
    if (!tool) return this.end(wish, null, 'denied', this.whyAbsent(wish.alias))
    // The package was made by this same gate; asking again keeps it true at the moment of the call.
    const decision = this.port.gate(tool)
    if (!decision.callable) {
      const message = `${tool.id} may not be called: ${decision.detail ?? decision.reason}.`
      return this.end(wish, tool, 'denied', fault({ owner: 'policy', code: decision.reason, message }))
    }
    if (this.open.has(wish.callId)) {
      const message = `The call ${wish.callId} was made twice.`
      return refusal(fault({ owner: 'contract', code: 'call_twice', message }))
    }
    return this.perform(wish, tool)
  }

  /** A call that the executor refused by itself, and never asked for: it is recorded all the same. */
  refusedByHost(wish: ToolWish, why: string): void {
    if (this.closed) return
    const tool = this.toolOf(wish)
    if (!tool) this.end(wish, null, 'denied', this.whyAbsent(wish.alias))
    else this.end(wish, tool, 'error', fault({ owner: 'harness', code: 'arguments_invalid', message: why }))
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
      call.settle(why)
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
    // The intent is on disk before the call is made, or the call is not made.
    if (!this.port.append(() => [this.startedEvent(wish, tool)])) return stoppedAnswer()
    const settled = new Promise<ToolAnswer>((resolve) => {
      const settle = (why: Fault) => resolve({ ok: false, fault: why, text: why.message })
      this.open.set(wish.callId, { startedAt, settle })
    })
    const answer = await Promise.race([settled, this.invoke(wish, tool)])
    if (!this.open.delete(wish.callId)) return stoppedAnswer()
    const ms = Math.round(clock.elapsed() - startedAt)
    const { callId } = wish
    const recorded = this.port.append(() => {
      if (!answer.ok) {
        const status = answer.fault.owner === 'policy' ? 'denied' : 'error'
        return [{ type: 'tool.finished', callId, status, error: shortened(answer.fault), ms }]
      }
      const result = resultOf(store, this.port.clean(answer.value), clock.now())
      return [{ type: 'tool.finished', callId, status: 'ok', result, ms }]
    })
    if (!recorded) return stoppedAnswer()
    if (!answer.ok) return { ...refusal(answer.fault), text: textForModel(answer.text) }
    return { ok: true, value: valueForHost(answer.value), text: textForModel(answer.text) }
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

  private toolOf(wish: ToolWish): Tool | null {
    const packaged = this.port.run.tools.find((tool) => tool.alias === wish.alias || tool.id === wish.alias)
    return (packaged && this.port.tools.get(packaged.id)) ?? null
  }

  private startedEvent(wish: ToolWish, tool: Tool | null): RunEvent {
    const absent = tool ? undefined : this.absent(wish.alias)
    return {
      type: 'tool.started',
      callId: wish.callId,
      toolId: tool?.id ?? absent?.id ?? wish.alias,
      name: tool?.name ?? absent?.id ?? wish.alias,
      family: tool?.family ?? absent?.family ?? 'workspace',
      source: tool?.source ?? { kind: 'built-in' },
      ...argsOf(this.port.store, this.port.clean(wish.args), this.port.clock.now()),
      ...(wish.messageId === undefined ? {} : { messageId: wish.messageId }),
    }
  }

  /** A call that was not made, with why. */
  private end(wish: ToolWish, tool: Tool | null, status: 'denied' | 'error', why: Fault): WishAnswer {
    this.port.append(() => [
      this.startedEvent(wish, tool),
      { type: 'tool.finished', callId: wish.callId, status, error: shortened(why), ms: 0 },
    ])
    return refusal(why)
  }

  /** The tool that could have been there under this name, which may be its provider-safe one. */
  private absent(name: string) {
    return this.port.run.manifest.absent.find(({ id }) => id === name || aliasesFor([id]).get(id) === name)
  }

  private whyAbsent(name: string): Fault {
    const absent = this.absent(name)
    const message = absent
      ? `${absent.id} is not available in this run: ${absent.detail ?? absent.reason}.`
      : `There is no tool "${name}" in this run.`
    return fault({ owner: 'policy', code: absent?.reason ?? 'not_resolved', message })
  }
}

function stoppedAnswer(): WishAnswer {
  return refusal(fault({ owner: 'operator', code: 'stopped', message: 'Stopped by the operator.' }))
}

function refusal(why: Fault): WishAnswer {
  return { ok: false, value: null, text: why.message, fault: why }
}

/** Errors stay in the event: a server that answers a novel is cut. */
function shortened(why: Fault): Fault {
  return why.message.length <= 8000 ? why : { ...why, message: `${why.message.slice(0, 8000)}…` }
}
