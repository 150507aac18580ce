import type { CallId, HarnessRequest } from '@contract'
import type { AgentEvent } from '@earendil-works/pi-agent-core'
import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai'
import { newId } from '../../kit/index.ts'
import type { HostEvent } from '../port.ts'

/** Turns the loop's own events into ours. Knows no host and no process: events in, events out. */
export class TurnMapper {
  lastMessage: AssistantMessage | null = null
  lastText = ''
  private messageNumber = 0
  private offsets = new Map<number, number>()
  private readonly calls = new Map<string, { callId: CallId; messageId: string }>()

  constructor(
    private readonly sink: { emit(event: HostEvent): void },
    private readonly tools: HarnessRequest['tools'],
    private readonly makeCallId: () => CallId = () => newId('call'),
  ) {}

  /** Our id for the provider's; the same for the arguments being written and the call that follows. */
  callOf(providerCallId: string): { callId: CallId; messageId: string } {
    // Some services reuse an id in a later message, or give the same to two calls: the message keeps them apart.
    const key = `${this.messageId}/${providerCallId}`
    let call = this.calls.get(key)
    if (!call) {
      call = { callId: this.makeCallId(), messageId: this.messageId }
      this.calls.set(key, call)
    }
    return call
  }

  take(event: AgentEvent): void {
    if (event.type === 'message_start' && event.message.role === 'assistant') this.startMessage()
    if (event.type === 'message_update') this.takeDelta(event.assistantMessageEvent)
    if (event.type === 'message_end' && event.message.role === 'assistant') this.endMessage(event.message)
  }

  private get messageId(): string {
    return `m${this.messageNumber}`
  }

  private startMessage(): void {
    this.messageNumber++
    this.offsets = new Map()
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
      callId: this.callOf(part.id).callId,
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
