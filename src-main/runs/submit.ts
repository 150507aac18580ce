import type { Fault, JsonObject, Output, RunEvent } from '@contract'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { answered, refused, type Tool, type ToolAnswer } from '../capabilities/index.ts'
import { type Clock, newId, raise } from '../kit/index.ts'
import type { Store } from '../store/index.ts'

export interface SubmitPort {
  store: Store
  clock: Clock
  packageHash(): string
  /** Must be recorded, or throw. */
  append(events: RunEvent[]): void
  /** The run is to end with this: what was submitted did not fit once too often. Must not throw. */
  onInvalid(fault: Fault): void
}

/** So often a result that does not fit goes back to the model. */
const maxReturns = 2

/**
 * `submit_result`: the result of a run, in the form that the author asks for with a JSON Schema. Throws
 * `output_schema_invalid` (author) for a schema that is none.
 */
export class ResultTool {
  readonly tool: Tool
  private readonly validate: ValidateFunction
  private returns = 0
  private last: Output | null = null

  constructor(
    schema: JsonObject,
    private readonly port: SubmitPort,
  ) {
    this.validate = validatorFor(schema)
    this.tool = {
      id: 'submit_result',
      name: 'submit_result',
      family: 'outputs',
      source: { kind: 'built-in' },
      description:
        'Hands in the result of this run. Call it once, at the end; what does not fit its schema comes back.',
      schema,
      readOnly: false,
      idempotent: true,
      call: async (args, context) => this.take(args, context),
    }
  }

  /** It did not fit, by our own look or the executor's, and goes back to the model: so often and no more. */
  returned(message: string): void {
    if (++this.returns <= maxReturns) return
    const whole = `${message} It was the last of ${this.returns} tries, so the run ends.`
    this.port.onInvalid({ owner: 'harness', code: 'output_invalid', message: whole, retry: 'now' })
  }

  private take(args: JsonObject, context: Parameters<Tool['call']>[1]): ToolAnswer {
    if (!this.validate(args)) {
      const message = `The result does not fit its schema: ${problemsOf(this.validate)}.`
      this.returned(message)
      return refused({ owner: 'harness', code: 'output_invalid', message, retry: 'now' })
    }
    const { store, clock, packageHash, append } = this.port
    const now = clock.now()
    const bytes = new TextEncoder().encode(JSON.stringify(args, null, 2))
    const { last } = this
    const output: Output = {
      id: last?.id ?? newId('output', now),
      title: 'Result',
      type: 'result',
      status: 'final',
      blob: store.putBlob(bytes, 'application/json', now).blob,
      bytes: bytes.length,
      sessionId: context.sessionId,
      runId: context.runId,
      callId: context.callId,
      packageHash: packageHash(),
      version: (last?.version ?? 0) + 1,
      createdAt: last?.createdAt ?? now,
      updatedAt: now,
    }
    append([{ type: last ? 'output.updated' : 'output.created', output }])
    this.last = output
    return answered({ outputId: output.id, version: output.version })
  }
}

function validatorFor(schema: JsonObject): ValidateFunction {
  const isNew = typeof schema.$schema === 'string' && /2019-09|2020-12/.test(schema.$schema)
  try {
    const options = { strict: false, allErrors: true, validateFormats: false, logger: false } as const
    return (isNew ? new Ajv2020(options) : new Ajv(options)).compile(schema)
  } catch (error) {
    const message = `Tried to use the schema of the result: ${error instanceof Error ? error.message : String(error)}.`
    throw raise(
      { owner: 'author', code: 'output_schema_invalid', message, at: { file: 'workspace.yaml' } },
      error,
    )
  }
}

function problemsOf({ errors }: ValidateFunction): string {
  const lines = (errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` ("${params.additionalProperty}")` : ''
    return `${instancePath || 'the result'} ${message}${extra}`
  })
  return lines.length > 5 ? `${lines.slice(0, 5).join('; ')}; and ${lines.length - 5} more` : lines.join('; ')
}
