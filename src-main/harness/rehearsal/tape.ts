import type { Json, JsonObject } from '@contract'
import { z } from 'zod'

const call = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z_][\w-]*$/)
    .optional(),
  call: z.string().min(1),
  args: z.record(z.string(), z.json()).default({}),
  /** Keys that the result must have. */
  expect: z.array(z.string()).optional(),
})

export const tapeSchema = z.object({
  name: z.string().optional(),
  instruction: z.string().optional(),
  steps: z
    .array(
      z.strictObject({
        thinking: z.string().optional(),
        text: z.string().optional(),
        /** Milliseconds between two words. */
        pace_ms: z.number().min(0).max(5000).default(14),
        tools: z.array(call).optional(),
      }),
    )
    .min(1),
})
export type Tape = z.infer<typeof tapeSchema>
export type TapeCall = Tape['steps'][number]['tools'] extends (infer C)[] | undefined ? C : never

/** Results so far: by step number, place in the step, and by the call's own id. */
export class Results {
  private readonly steps: Json[][] = []
  private readonly named = new Map<string, Json>()

  startStep(): void {
    this.steps.push([])
  }

  put(index: number, id: string | undefined, value: Json): void {
    const step = this.steps.at(-1)
    if (step) step[index] = value
    if (id) this.named.set(id, value)
  }

  /** Arguments with every `${...}` filled. Throws with the reference that leads nowhere. */
  fill(args: JsonObject): JsonObject {
    return this.fillValue(args) as JsonObject
  }

  text(text: string): string {
    return String(this.fillValue(text))
  }

  private fillValue(value: Json): Json {
    if (Array.isArray(value)) return value.map((entry) => this.fillValue(entry))
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.fillValue(entry)]))
    }
    if (typeof value !== 'string') return value
    // A text that is one reference keeps the type of what it refers to.
    const whole = /^\$\{([^}]+)\}$/.exec(value)
    if (whole?.[1]) return this.lookUp(whole[1])
    return value.replace(/\$\{([^}]+)\}/g, (_all, reference: string) => {
      const found = this.lookUp(reference)
      return typeof found === 'string' ? found : JSON.stringify(found)
    })
  }

  private lookUp(reference: string): Json {
    const parts = reference.trim().split('.')
    const { start, rest } = this.start(parts)
    let value: Json | undefined = start
    for (const part of rest) {
      value = value !== null && typeof value === 'object' ? (value as JsonObject)[part] : undefined
      if (value === undefined) break
    }
    if (value === undefined) throw new Error(`\${${reference}} leads to nothing that happened before.`)
    return value
  }

  private start(parts: string[]): { start: Json | undefined; rest: string[] } {
    const [head = '', ...rest] = parts
    if (head !== 'steps')
      return { start: rest[0] === 'result' ? this.named.get(head) : undefined, rest: rest.slice(1) }
    const step = this.steps[Number(rest[0]) - 1]
    if (rest[1] === 'result') return { start: step?.[0], rest: rest.slice(2) }
    if (rest[1] === 'tools' && rest[3] === 'result')
      return { start: step?.[Number(rest[2]) - 1], rest: rest.slice(4) }
    return { start: undefined, rest: [] }
  }
}
