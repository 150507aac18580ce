import type { BlobHash, CallId, OutputId, RunId, SessionId } from './ids.ts'

/** A result the operator keeps. `path` is workspace-relative; `blob` holds this version's bytes. */
export interface Output {
  id: OutputId
  title: string
  type: string
  status: 'draft' | 'final'
  ownerApp?: string
  resourceId?: string
  view?: string
  path?: string
  blob?: BlobHash
  bytes?: number
  sessionId: SessionId
  runId: RunId
  callId: CallId
  packageHash: string
  version: number
  createdAt: number
  updatedAt: number
}

/** How an output reopens: in the app that owns it, or in the built-in preview, saying who owned it. */
export type OutputOpening =
  | { kind: 'app'; appId: string; route: string }
  | { kind: 'preview'; mime: string; text: string; truncated: boolean; ownerMissing?: string }
