import type { ContextMessage, RunView, SessionView, ToolItem } from '@contract'

const maxCharacters = 400_000

/**
 * The conversation so far as messages for a model, newest last and bounded: whole runs are left out, oldest first.
 * Every call has its result, also where a run was stopped in between, so that any provider takes it.
 */
export function historyOf(session: SessionView, aliasOf: (toolId: string) => string): ContextMessage[] {
  return continuityOf(session.runs, aliasOf).flatMap(({ messages, kept }) => (kept ? messages : []))
}

/** The same by run, in their order, with those that are left out. */
export function continuityOf(
  runs: readonly RunView[],
  aliasOf: (toolId: string) => string,
): { run: RunView; messages: ContextMessage[]; kept: boolean }[] {
  let size = 0
  return [...runs]
    .reverse()
    .map((run) => {
      const messages = messagesOf(run, aliasOf)
      size += JSON.stringify(messages).length
      return { run, messages, kept: size <= maxCharacters }
    })
    .reverse()
}

function messagesOf(run: RunView, aliasOf: (toolId: string) => string): ContextMessage[] {
  const messages: ContextMessage[] = [{ role: 'user', text: run.instruction }]
  for (const group of groupByMessage(run)) {
    const calls = group.tools.map((tool) => ({
      callId: tool.callId as string,
      alias: aliasOf(tool.toolId),
      args: tool.args,
    }))
    if (group.text === '' && calls.length === 0) continue
    messages.push({ role: 'assistant', text: group.text, calls })
    for (const tool of group.tools) {
      messages.push({
        role: 'tool',
        callId: tool.callId,
        alias: aliasOf(tool.toolId),
        text: resultText(tool),
        failed: tool.status !== 'ok',
      })
    }
  }
  return messages
}

interface Group {
  messageId: string
  text: string
  tools: ToolItem[]
}

function groupByMessage(run: RunView): Group[] {
  const groups: Group[] = []
  for (const item of run.items) {
    if (item.kind !== 'text' && item.kind !== 'tool') continue
    const messageId = item.messageId ?? groups.at(-1)?.messageId ?? ''
    let group = groups.at(-1)
    if (group?.messageId !== messageId) {
      group = { messageId, text: '', tools: [] }
      groups.push(group)
    }
    if (item.kind === 'tool') group.tools.push(item)
    else group.text += item.text
  }
  return groups
}

function resultText(tool: ToolItem): string {
  if (tool.status === 'stopped') return 'Stopped by the operator.'
  if (tool.error) return tool.error.message
  if (!tool.result) return 'The result is not known.'
  if (tool.result.kind === 'blob')
    return `${tool.result.ref.head}\n[… ${tool.result.ref.bytes} bytes in all …]\n${tool.result.ref.tail}`
  return typeof tool.result.value === 'string' ? tool.result.value : JSON.stringify(tool.result.value)
}
