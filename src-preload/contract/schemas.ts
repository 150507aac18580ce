import { z } from 'zod'
import { type IdKind, type IdOf, idPrefix, isId } from './ids.ts'
import type { Input, OperationName } from './operations.ts'
import type { HarnessRequest } from './package.ts'
import { sessionKinds } from './vocabulary.ts'

/** Schemas of what crosses a process boundary towards main. Main only: this keeps zod out of the window. */

const id = <K extends IdKind>(kind: K) =>
  z.custom<IdOf[K]>((value) => isId(kind, value), { message: `not a ${kind} id (${idPrefix[kind]}_...)` })

const none = z.strictObject({}) as z.ZodType<Record<string, never>>
const name = z.string().min(1).max(200)
/** Workspace-relative, with `/`. Only its shape is checked here; the room that opens it checks where it leads. */
const relativePath = z.string().max(4096)
const stream = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), id: id('session') }),
  z.strictObject({ kind: z.literal('workspace'), id: id('workspace') }),
])
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const keys = z.array(z.string().min(1).max(1000)).max(5000)
const pixel = z.number().min(-100_000).max(100_000)
const inWorkspace = { workspaceId: id('workspace') }
const ofApp = { ...inWorkspace, appId: name }

export const operationSchemas: { [N in OperationName]: z.ZodType<Input<N>> } = {
  'product.info': none,
  'settings.read': z.strictObject({ key: name }),
  'settings.write': z.strictObject({ key: name, value: z.string().max(262_144) }),
  'models.read': none,
  'models.write': z.strictObject({
    api: z.enum(['openai-completions', 'anthropic-messages']),
    provider: name,
    model: name,
    baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
    keyName: z
      .string()
      .max(200)
      .regex(/^([A-Za-z_][A-Za-z0-9_]*)?$/, 'an environment variable name, or empty'),
    sessionKey: z.string().max(10_000).optional(),
  }),
  'workspaces.list': none,
  'workspaces.pick': none,
  'workspaces.view': z.strictObject(inWorkspace),
  'workspaces.reveal': z.strictObject({ ...inWorkspace, path: relativePath.optional() }),
  'workspaces.forget': z.strictObject(inWorkspace),
  'sessions.list': z.strictObject(inWorkspace),
  'sessions.view': z.strictObject({ sessionId: id('session') }),
  'runs.start': z.strictObject({
    ...inWorkspace,
    sessionId: id('session').optional(),
    instruction: z.string().min(1).max(200_000),
    kind: z.enum(sessionKinds),
    harness: name,
    model: name.optional(),
    reasoning: name.optional(),
    tape: relativePath.optional(),
    retryOf: id('run').optional(),
  }),
  'runs.stop': z.strictObject({ runId: id('run') }),
  'runs.package': z.strictObject({ runId: id('run') }),
  'runs.preflight': z.strictObject({
    ...inWorkspace,
    kind: z.enum(sessionKinds),
    harness: name,
    model: name.optional(),
    live: z.boolean(),
  }),
  'runs.given': z.strictObject({ runId: id('run') }),
  'streams.since': z.strictObject({ stream, seq: z.int().min(0), limit: z.int().min(1).max(1000) }),
  'streams.openText': z.strictObject({ sessionId: id('session') }),
  'streams.watch': z.strictObject({ stream }),
  'streams.unwatch': z.strictObject({ stream }),
  'files.list': z.strictObject({ ...inWorkspace, path: relativePath }),
  'files.read': z.strictObject({ ...inWorkspace, path: relativePath }),
  'authoring.write': z.strictObject({
    ...inWorkspace,
    path: relativePath.min(1),
    text: z.string().max(900_000),
    baseSha256: sha256.nullable(),
  }),
  'authoring.edit': z.strictObject({
    ...inWorkspace,
    edits: z
      .array(
        z.strictObject({
          path: z
            .array(z.union([z.string().max(200), z.int().min(0)]))
            .min(1)
            .max(20),
          value: z.json().optional(),
        }),
      )
      .max(2000),
    text: z.string().max(900_000).optional(),
  }),
  'authoring.preview': z.strictObject({
    ...inWorkspace,
    path: relativePath.min(1),
    text: z.string().max(900_000),
  }),
  'trust.review': z.strictObject(inWorkspace),
  'trust.grant': z.strictObject({ ...inWorkspace, digest: sha256, keys }),
  'trust.withdraw': z.strictObject(inWorkspace),
  'imports.inspect': z.strictObject(inWorkspace),
  'imports.preview': z.strictObject({ ...inWorkspace, keys }),
  'imports.apply': z.strictObject({ ...inWorkspace, keys, digest: sha256 }),
  'apps.start': z.strictObject(ofApp),
  'apps.stop': z.strictObject(ofApp),
  'apps.log': z.strictObject(ofApp),
  'surfaces.open': z.strictObject({ ...ofApp, route: z.string().max(2000).optional() }),
  'surfaces.place': z.strictObject({
    surfaceId: name,
    bounds: z.strictObject({ x: pixel, y: pixel, width: pixel.min(0), height: pixel.min(0) }),
  }),
  'surfaces.hide': z.strictObject({ surfaceId: name }),
  'outputs.list': z.strictObject(inWorkspace),
  'outputs.open': z.strictObject({ outputId: id('output') }),
  'blobs.read': z.strictObject({
    hash: z.custom<Input<'blobs.read'>['hash']>(
      (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
    ),
    offset: z.int().min(0),
    length: z.int().min(1).max(1_048_576),
  }),
}

const jsonObject = z.record(z.string(), z.json())
const attachment = z.strictObject({ path: relativePath, sha256: z.string() })

/** What a host accepts: exactly the keys of a HarnessRequest. */
export const harnessRequestSchema: z.ZodType<HarnessRequest> = z.strictObject({
  workspaceId: id('workspace'),
  sessionId: id('session'),
  runId: id('run'),
  attempt: z.int().min(1),
  sessionKind: z.enum(sessionKinds),
  instruction: z.string(),
  contextMessages: z.array(
    z.discriminatedUnion('role', [
      z.strictObject({ role: z.literal('user'), text: z.string() }),
      z.strictObject({
        role: z.literal('assistant'),
        text: z.string(),
        calls: z.array(z.strictObject({ callId: z.string(), alias: z.string(), args: jsonObject })),
      }),
      z.strictObject({
        role: z.literal('tool'),
        callId: z.string(),
        alias: z.string(),
        text: z.string(),
        failed: z.boolean(),
      }),
    ]),
  ),
  systemPrompt: z.string(),
  modelClient: z.strictObject({
    api: z.enum(['openai-completions', 'anthropic-messages', 'none']),
    provider: z.string(),
    model: z.string(),
    baseUrl: z.string(),
    keyName: z.string().optional(),
    contextWindow: z.number().optional(),
    maxTokens: z.number().optional(),
  }),
  reasoning: z.string().optional(),
  attachments: z.array(attachment),
  tools: z.array(
    z.strictObject({ id: z.string(), alias: z.string(), description: z.string(), schema: jsonObject }),
  ),
  skills: z.array(z.strictObject({ id: z.string(), description: z.string() })),
  mcpServers: z.array(z.strictObject({ id: z.string() })),
  mcpRefs: z.array(z.string()),
  outputFormat: jsonObject.nullable(),
  budgets: jsonObject,
  configChecksum: z.string(),
  tape: jsonObject.optional(),
})
