import type { CallId, HarnessRequest, JsonObject } from '@contract'
import type { AgentEvent } from '@earendil-works/pi-agent-core'
import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai'
import { newId } from '../../kit/index.ts'
import type { HostEvent, ToolWish } from '../port.ts'

/** Where the mapped events go. */
export interface MapperSink {
  emit(event: HostEvent): void
  /** A call that the loop refused by itself: an unknown tool, or arguments that do not fit. */
  refused(wish: ToolWish, why: string): void
}

/** One call of the message at hand. Its place in the message names it: some services give one id to two calls. */
interface Call {
  callId: CallId
  messageId: string
  providerId: string
  alias: string
  args: JsonObject
  state: 'asked' | 'made' | 'ended'
}

/** Turns the loop's own events into ours. Knows no host and no process: events in, events out. */
export class TurnMapper {
  lastMessage: AssistantMessage | null = null
  lastText = ''
  private messageNumber = 0
  private offsets = new Map<number, number>()
  private calls = new Map<number, Call>()

  constructor(
    private readonly sink: MapperSink,
    private readonly tools: HarnessRequest['tools'],
    private readonly makeCallId: () => CallId = () => newId('call'),
  ) {}

  /** The call that the loop is about to make under the provider's id; the same that was seen being written. */
  made(providerId: string): Pick<Call, 'callId' | 'messageId'> {
    const call = this.first(providerId, 'asked') ?? this.callAt(-1, providerId, '')
    call.state = 'made'
    return call
  }

  take(event: AgentEvent): void {
    if (event.type === 'message_start' && event.message.role === 'assistant') this.startMessage()
    if (event.type === 'message_update') this.takeDelta(event.assistantMessageEvent)
    if (event.type === 'message_end' && event.message.role === 'assistant') this.endMessage(event.message)
    if (event.type === 'tool_execution_end') this.endCall(event.toolCallId, event.result)
  }

  private callAt(contentIndex: number, providerId: string, alias: string): Call {
    let call = this.calls.get(contentIndex)
    if (!call) {
      const { messageId } = this
      call = { callId: this.makeCallId(), messageId, providerId, alias, args: {}, state: 'asked' }
      this.calls.set(contentIndex, call)
    }
    return call
  }

  private first(providerId: string, state: Call['state']): Call | undefined {
    return [...this.calls.values()].find((call) => call.providerId === providerId && call.state === state)
  }

  /** An end without a call that was made is a refusal by the loop itself. */
  private endCall(providerId: string, result: unknown): void {
    const made = this.first(providerId, 'made')
    const call = made ?? this.first(providerId, 'asked')
    if (!call) return
    call.state = 'ended'
    const { callId, alias, args, messageId } = call
    if (!made) this.sink.refused({ callId, alias, args, messageId }, wordsOf(result))
  }

  private get messageId(): string {
    return `m${this.messageNumber}`
  }

  private startMessage(): void {
    this.messageNumber++
    this.offsets = new Map()
    this.calls = new Map()
  }

  private takeDelta(event: AssistantMessageEvent): void {
    if (event.type === 'text_delta' || event.type === 'thinking_delta') {
      if (event.delta === '') return
      this.sink.emit({
        type: event.type === 'text_delta' ? 'output.delta' : 'thinking.delta',
        messageId: this.messageId,
        contentIndex: event.contentIndex,
        offset: this.advance(event.contentIndex, event.delta),
        text: event.delta,
      })
    }
    if (event.type === 'toolcall_delta' && event.delta !== '') this.takeArguments(event)
  }

  private takeArguments(event: Extract<AssistantMessageEvent, { type: 'toolcall_delta' }>): void {
    const part = event.partial.content[event.contentIndex]
    if (part?.type !== 'toolCall' || !part.id) return
    this.sink.emit({
      type: 'tool.delta',
      callId: this.callAt(event.contentIndex, part.id, part.name).callId,
      toolId: this.tools.find((tool) => tool.alias === part.name)?.id ?? part.name,
      part: 'args',
      offset: this.advance(event.contentIndex, event.delta),
      text: event.delta,
    })
  }

  private advance(contentIndex: number, delta: string): number {
    const offset = this.offsets.get(contentIndex) ?? 0
    this.offsets.set(contentIndex, offset + delta.length)
    return offset
  }

  /** The whole text closes what was streamed; a message that broke off closes with what there was. */
  private endMessage(message: AssistantMessage): void {
    this.lastMessage = message
    message.content.forEach((part, contentIndex) => {
      if (part.type === 'toolCall') {
        const args = part.arguments as unknown
        const call = this.callAt(contentIndex, part.id, part.name)
        call.args =
          args !== null && typeof args === 'object' && !Array.isArray(args) ? (args as JsonObject) : {}
      }
      if (part.type === 'text' && part.text !== '') {
        this.lastText = part.text
        this.sink.emit({ type: 'output.done', messageId: this.messageId, contentIndex, text: part.text })
      }
      if (part.type === 'thinking' && part.thinking !== '') {
        this.sink.emit({
          type: 'thinking.done',
          messageId: this.messageId,
          contentIndex,
          text: part.thinking,
        })
      }
    })
    const { usage } = message
    if (usage.totalTokens === 0) return
    this.sink.emit({
      type: 'usage.reported',
      child: false,
      usage: {
        input: usage.input,
        output: usage.output,
        cacheRead: usage.cacheRead,
        cacheWrite: usage.cacheWrite,
        cost: usage.cost.total > 0 ? usage.cost.total : null,
        contextUsed: usage.totalTokens,
        contextSize: null,
      },
    })
  }
}

/** What the loop told the model. */
function wordsOf(result: unknown): string {
  const content = result !== null && typeof result === 'object' && 'content' in result ? result.content : []
  const texts = Array.isArray(content)
    ? content.map((part: { text?: unknown }) => String(part.text ?? ''))
    : []
  return texts.join('\n') || 'The call was refused before it was made.'
}
