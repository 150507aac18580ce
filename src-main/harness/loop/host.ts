import type { ContextMessage, HarnessRequest, ModelClient } from '@contract'
import { Agent, type AgentMessage, type AgentTool } from '@earendil-works/pi-agent-core'
import type { Api, Model } from '@earendil-works/pi-ai'
import { streamSimple as streamAnthropic } from '@earendil-works/pi-ai/api/anthropic-messages'
import { streamSimple as streamOpenAi } from '@earendil-works/pi-ai/api/openai-completions'
import { failedEnd, type HostSession, runHost } from '../host-process.ts'
import type { HostEnd } from '../port.ts'
import { providerFault } from './provider-fault.ts'
import { TurnMapper } from './turn-mapper.ts'

runHost(work)

async function work(session: HostSession): Promise<HostEnd> {
  const { request } = session
  const client = request.modelClient
  if (client.api === 'none') return failedEnd('model_missing', 'There is no model to ask.', 'operator')
  const mapper = new TurnMapper(session, request.tools)
  const agent = new Agent({
    initialState: {
      systemPrompt: request.systemPrompt,
      model: modelOf(client, request.reasoning !== undefined),
      thinkingLevel: thinkingLevel(request.reasoning),
      tools: request.tools.map((tool) => toolOf(session, mapper, tool)),
      messages: [],
    },
    streamFn: (model, context, options) =>
      client.api === 'anthropic-messages'
        ? streamAnthropic(model as Model<'anthropic-messages'>, context, options)
        : streamOpenAi(model as Model<'openai-completions'>, context, options),
    // Endpoints without a key still want a header of the right form.
    getApiKey: () => session.secrets[client.keyName ?? ''] ?? 'none',
    identity: { attribution: null },
  })
  agent.state.messages = [
    ...agent.state.messages,
    ...request.contextMessages.map((message) => historyMessage(message, client)),
  ]
  agent.subscribe((event) => mapper.take(event))
  session.signal.addEventListener('abort', () => agent.abort())
  session.ready(request.tools.map((tool) => tool.alias))
  if (session.signal.aborted) return { outcome: 'stopped' }
  await agent.prompt(request.instruction)
  return endOf(mapper, client)
}

function endOf(mapper: TurnMapper, client: ModelClient): HostEnd {
  const last = mapper.lastMessage
  if (!last)
    return failedEnd('no_answer', 'The model service answered nothing.', 'provider', { retry: 'now' })
  if (last.stopReason === 'aborted') return { outcome: 'stopped' }
  if (last.stopReason === 'error')
    return { outcome: 'failed', fault: providerFault(last.errorMessage ?? 'no reason given', client) }
  if (last.stopReason === 'length') {
    return failedEnd(
      'answer_cut',
      'The model reached its output limit in the middle of the answer.',
      'provider',
      {
        hint: 'Ask for a shorter answer, or choose a model with a larger limit.',
      },
    )
  }
  return { outcome: 'completed', text: mapper.lastText }
}

type Thinking = 'off' | 'minimal' | 'low' | 'medium' | 'high'
function thinkingLevel(effort: string | undefined): Thinking {
  return effort && ['minimal', 'low', 'medium', 'high'].includes(effort) ? (effort as Thinking) : 'off'
}

function modelOf(client: ModelClient, reasoning: boolean): Model<Api> {
  const model: Model<'openai-completions' | 'anthropic-messages'> = {
    id: client.model,
    name: client.model,
    api: client.api === 'anthropic-messages' ? 'anthropic-messages' : 'openai-completions',
    provider: client.provider,
    baseUrl: client.baseUrl,
    reasoning,
    input: ['text'],
    // Prices are not known for a model that was typed in: nothing is claimed.
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: client.contextWindow ?? 128_000,
    maxTokens: client.maxTokens ?? 8192,
  }
  return model
}

function toolOf(session: HostSession, mapper: TurnMapper, tool: HarnessRequest['tools'][number]): AgentTool {
  return {
    name: tool.alias,
    label: tool.id,
    description: tool.description,
    parameters: tool.schema,
    execute: async (providerCallId, params) => {
      const call = mapper.made(providerCallId)
      const answer = await session.call({
        callId: call.callId,
        alias: tool.alias,
        args: params as never,
        messageId: call.messageId,
      })
      return { content: [{ type: 'text', text: answer.text }], details: undefined, isError: !answer.ok }
    },
  }
}

/** Earlier turns of the session in the loop's own form. Calls and results are already paired by the runtime. */
function historyMessage(message: ContextMessage, client: ModelClient): AgentMessage {
  const timestamp = 0
  if (message.role === 'user') return { role: 'user', content: message.text, timestamp }
  if (message.role === 'tool') {
    return {
      role: 'toolResult',
      toolCallId: message.callId,
      toolName: message.alias,
      content: [{ type: 'text', text: message.text }],
      isError: message.failed,
      timestamp,
    }
  }
  return {
    role: 'assistant',
    content: [
      ...(message.text ? [{ type: 'text' as const, text: message.text }] : []),
      ...message.calls.map((call) => ({
        type: 'toolCall' as const,
        id: call.callId,
        name: call.alias,
        arguments: call.args,
      })),
    ],
    api: client.api as Api,
    provider: client.provider,
    model: client.model,
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: message.calls.length > 0 ? 'toolUse' : 'stop',
    timestamp,
  }
}
