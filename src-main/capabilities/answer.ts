import type { Fault, Json } from '@contract'
import type { ToolAnswer } from './port.ts'

export function answered(value: Json): ToolAnswer {
  return { ok: true, value, text: typeof value === 'string' ? value : JSON.stringify(value) }
}

export function refused(parts: Pick<Fault, 'code' | 'message'> & Partial<Fault>): ToolAnswer {
  const fault: Fault = { owner: 'capability', retry: 'no', ...parts }
  return { ok: false, fault, text: fault.hint ? `${fault.message} ${fault.hint}` : fault.message }
}
