import { faultOwners, isId } from '@contract'
import { z } from 'zod'
import type { FromHost } from './wire.ts'

/** What main accepts from a host: a foreign process, so every line is checked. */
const fault = z.object({
  owner: z.enum(faultOwners),
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  retry: z.enum(['no', 'now', 'later']),
})
const text = { messageId: z.string().max(200), contentIndex: z.int().min(0), text: z.string() }
const offset = z.int().min(0)
const callId = z.custom<never>((value) => isId('call', value), 'not a call id')

const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('output.delta'), ...text, offset }),
  z.strictObject({ type: z.literal('thinking.delta'), ...text, offset }),
  z.strictObject({
    type: z.literal('tool.delta'),
    callId,
    toolId: z.string(),
    part: z.literal('args'),
    offset,
    text: z.string(),
  }),
  z.strictObject({ type: z.literal('output.done'), ...text }),
  z.strictObject({ type: z.literal('thinking.done'), ...text }),
  z.strictObject({
    type: z.literal('usage.reported'),
    child: z.boolean(),
    usage: z.strictObject({
      input: z.number(),
      output: z.number(),
      cacheRead: z.number(),
      cacheWrite: z.number(),
      cost: z.number().nullable(),
      contextUsed: z.number(),
      contextSize: z.number().nullable(),
    }),
  }),
])

const wish = z.strictObject({
  callId,
  alias: z.string(),
  args: z.record(z.string(), z.json()),
  messageId: z.string().max(200).optional(),
})

export const fromHostSchema: z.ZodType<FromHost> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready'), materialized: z.array(z.string()) }),
  z.strictObject({ type: z.literal('event'), event }),
  z.strictObject({ type: z.literal('wish'), wish }),
  z.strictObject({ type: z.literal('refused'), wish, why: z.string().max(20_000) }),
  z.strictObject({
    type: z.literal('end'),
    end: z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('completed'), text: z.string() }),
      z.strictObject({ outcome: z.literal('failed'), fault }),
      z.strictObject({ outcome: z.literal('stopped') }),
    ]),
  }),
])
