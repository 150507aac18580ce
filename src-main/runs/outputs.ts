import { type FileHandle, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BlobHash, Output, OutputId, OutputOpening, RunEvent } from '@contract'
import { z } from 'zod'
import { answered, builtIn, refused, type Tool } from '../capabilities/index.ts'
import { type Clock, newId, openInside } from '../kit/index.ts'
import type { Store } from '../store/index.ts'
import type { AppPlan } from '../workspace/index.ts'

export interface OutputPort {
  root: string
  store: Store
  clock: Clock
  packageHash(): string
  apps: AppPlan[]
  /** Appends to the run that makes the call. */
  append(events: RunEvent[]): void
}

const folder = 'outputs'
const maxPreviewBytes = 512 * 1024

/** `write_report` and `output_link`. */
export function outputTools(port: OutputPort): Tool[] {
  return [reportTool(port), linkTool(port)]
}

function reportTool(port: OutputPort): Tool {
  const args = z.object({
    title: z.string().min(1).max(200),
    content: z
      .string()
      .max(4 * 1024 * 1024)
      .describe('Markdown'),
    status: z.enum(['draft', 'final']).default('final'),
    outputId: z.string().optional().describe('To write a new version of an output you made before'),
  })
  const description = 'Writes a report that the operator keeps as an output. Answers its outputId and path.'
  return builtIn('write_report', 'outputs', description, args, false, async (input, context) => {
    const old = input.outputId === undefined ? null : port.store.outputs.byId(input.outputId as OutputId)
    if (input.outputId !== undefined && old?.sessionId !== context.sessionId) {
      return refused({
        code: 'output_unknown',
        message: `There is no output ${input.outputId} in this session.`,
      })
    }
    const bytes = new TextEncoder().encode(input.content)
    let file = old?.path
    if (file === undefined) file = await createReport(port.root, input.title, input.content)
    else await fill(await openInside(port.root, file, 'write'), input.content)
    const now = port.clock.now()
    const blob = port.store.putBlob(bytes, 'text/markdown', now)
    const output: Output = {
      ...(old ?? { id: newId('output', now), createdAt: now, type: 'report', sessionId: context.sessionId }),
      title: input.title,
      status: input.status,
      path: file,
      blob: blob.blob,
      bytes: bytes.length,
      runId: context.runId,
      callId: context.callId,
      packageHash: port.packageHash(),
      version: (old?.version ?? 0) + 1,
      updatedAt: now,
    }
    port.append([
      {
        type: 'file.changed',
        path: file,
        change: old ? 'modified' : 'created',
        callId: context.callId,
        bytes: bytes.length,
      },
      { type: old ? 'output.updated' : 'output.created', output },
    ])
    return answered({ outputId: output.id, path: file, version: output.version })
  })
}

function linkTool(port: OutputPort): Tool {
  const args = z.object({
    outputId: z.string(),
    app: z.string().describe('Id of the app that owns it from now on'),
    resourceId: z.string().optional().describe('What it is called in that app'),
    view: z.string().optional().describe('The view of the app that shows it'),
  })
  const description = 'Hands an output to an app: it then reopens in that app, at that resource.'
  return builtIn('output_link', 'outputs', description, args, false, async (input, context) => {
    const output = port.store.outputs.byId(input.outputId as OutputId)
    if (!output || output.sessionId !== context.sessionId) {
      return refused({
        code: 'output_unknown',
        message: `There is no output ${input.outputId} in this session.`,
      })
    }
    const app = port.apps.find((candidate) => candidate.id === input.app)
    if (!app?.ui)
      return refused({
        code: 'app_unknown',
        message: `There is no app "${input.app}" with a page in this workspace.`,
      })
    if (input.view !== undefined && !Object.hasOwn(app.ui.views, input.view)) {
      return refused({
        code: 'view_unknown',
        message: `${app.name} has no view "${input.view}"; it has ${Object.keys(app.ui.views).join(', ') || 'none'}.`,
      })
    }
    const linked: Output = {
      ...output,
      ownerApp: app.id,
      ...(input.resourceId === undefined ? {} : { resourceId: input.resourceId }),
      ...(input.view === undefined ? {} : { view: input.view }),
      runId: context.runId,
      callId: context.callId,
      packageHash: port.packageHash(),
      version: output.version + 1,
      updatedAt: port.clock.now(),
    }
    port.append([{ type: 'output.updated', output: linked }])
    return answered({ outputId: linked.id, app: app.id, version: linked.version })
  })
}

/** Makes a file that is nobody else's, named after the title, with this content. */
async function createReport(root: string, title: string, content: string): Promise<string> {
  await mkdir(path.join(root, folder), { recursive: true })
  const plain =
    title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'report'
  for (let number = 1; ; number++) {
    const name = `${folder}/${plain}${number === 1 ? '' : `-${number}`}.md`
    try {
      await fill(await openInside(root, name, 'create'), content)
      return name
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function fill(handle: FileHandle, content: string): Promise<void> {
  try {
    await handle.truncate(0)
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
}

/** How an output reopens now: in the app that owns it when that is there, else as it was kept. */
export function openOutput(output: Output, apps: AppPlan[], store: Store): OutputOpening {
  const app = apps.find((candidate) => candidate.id === output.ownerApp)
  if (app?.ui) return { kind: 'app', appId: app.id, route: routeOf(output, app.ui) }
  const kept = output.blob ? store.readBlob(output.blob as BlobHash, 0, maxPreviewBytes) : null
  return {
    kind: 'preview',
    mime: kept?.mime ?? 'text/plain',
    text: kept ? new TextDecoder().decode(kept.bytes) : '',
    truncated: kept !== null && kept.size > maxPreviewBytes,
    ...(output.ownerApp === undefined ? {} : { ownerMissing: output.ownerApp }),
  }
}

function routeOf(output: Output, ui: NonNullable<AppPlan['ui']>): string {
  const template =
    output.view !== undefined && Object.hasOwn(ui.views, output.view) ? ui.views[output.view] : undefined
  return (template ?? ui.path).replaceAll('{resourceId}', encodeURIComponent(output.resourceId ?? ''))
}
