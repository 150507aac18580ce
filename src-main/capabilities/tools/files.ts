import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { JsonObject } from '@contract'
import { z } from 'zod'
import { OutsideError, openInside, resolveInside } from '../../kit/index.ts'
import { answered, refused } from '../answer.ts'
import type { CallContext, Tool, ToolAnswer } from '../port.ts'

const maxReadBytes = 256 * 1024
const maxEntries = 2000
const maxWriteBytes = 4 * 1024 * 1024

/** What a write did, told before the call answers. */
export interface FileChange {
  path: string
  change: 'created' | 'modified'
  bytes: number
}

export interface FileToolPort {
  root: string
  /** Why this path may not be written, or null. */
  writeRefusal(path: string): string | null
  onChange(change: FileChange, context: CallContext): void
}

/** `file_read`, `file_list`, `file_write`: inside the workspace, judged by real path at the moment of use. */
export function fileTools(port: FileToolPort): Tool[] {
  return [readTool(port), listTool(port), writeTool(port)]
}

function readTool({ root }: FileToolPort): Tool {
  const args = z.object({
    path: z.string().describe('Path inside the workspace, with /'),
    offset: z.int().min(0).default(0).describe('First byte to read'),
    limit: z.int().min(1).max(maxReadBytes).default(maxReadBytes).describe('Bytes to read at most'),
  })
  return builtIn(
    'file_read',
    'files.read',
    'Reads a text file of the workspace.',
    args,
    true,
    async (input) => {
      const file = await openInside(root, input.path, 'read')
      try {
        const { size } = await file.stat()
        const buffer = Buffer.alloc(Math.min(input.limit, Math.max(0, size - input.offset)))
        const { bytesRead } = await file.read(buffer, 0, buffer.length, input.offset)
        const bytes = buffer.subarray(0, bytesRead)
        if (bytes.includes(0))
          return refused({
            code: 'file_not_text',
            message: `${input.path} is not a text file (${size} bytes).`,
          })
        const rest = size - input.offset - bytesRead
        const text = bytes.toString('utf8')
        return answered(
          rest > 0 ? `${text}\n[${rest} more bytes; read on with offset ${input.offset + bytesRead}]` : text,
        )
      } finally {
        await file.close()
      }
    },
  )
}

function listTool({ root }: FileToolPort): Tool {
  const args = z.object({ path: z.string().default('.').describe('Folder inside the workspace') })
  return builtIn('file_list', 'files.read', 'Lists a folder of the workspace.', args, true, async (input) => {
    const entries = await readdir(await resolveInside(root, input.path), { withFileTypes: true })
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
    return answered({
      path: input.path,
      entries: names.slice(0, maxEntries),
      more: Math.max(0, names.length - maxEntries),
    })
  })
}

function writeTool(port: FileToolPort): Tool {
  const args = z.object({
    path: z.string().min(1).describe('Path inside the workspace, with /'),
    content: z.string().max(maxWriteBytes),
  })
  return builtIn(
    'file_write',
    'files.write',
    'Writes a text file of the workspace, replacing what is there.',
    args,
    false,
    async (input, context) => {
      // Judged by where it leads: a link to a control file is that control file.
      const real = await resolveInside(port.root, input.path)
      const target = path
        .relative(await realpath(port.root), real)
        .split(path.sep)
        .join('/')
      const refusal = port.writeRefusal(target)
      if (refusal)
        return refused({
          owner: 'policy',
          code: 'denied_by_policy',
          message: `Writing ${input.path} was refused: ${refusal}.`,
        })
      const existed = await write(port.root, target, input.content)
      const bytes = Buffer.byteLength(input.content)
      port.onChange({ path: input.path, change: existed ? 'modified' : 'created', bytes }, context)
      return answered({ path: input.path, bytes, change: existed ? 'modified' : 'created' })
    },
  )
}

/** Writes the whole file; true when there was one before. */
async function write(root: string, file: string, content: string): Promise<boolean> {
  const created = await openInside(root, file, 'create').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null
    throw error
  })
  const handle = created ?? (await openInside(root, file, 'write'))
  try {
    await handle.truncate(0)
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
  return created === null
}

/** A built-in tool from a zod schema: wrong arguments and file errors become answers, never throws. */
export function builtIn<T>(
  id: string,
  family: Tool['family'],
  description: string,
  args: z.ZodType<T>,
  readOnly: boolean,
  run: (args: T, context: CallContext) => Promise<ToolAnswer>,
): Tool {
  const { $schema: _, ...schema } = z.toJSONSchema(args, { io: 'input' }) as JsonObject
  return {
    id,
    name: id,
    family,
    source: { kind: 'built-in' },
    description,
    schema,
    readOnly,
    idempotent: readOnly,
    async call(input, context) {
      const parsed = args.safeParse(input)
      if (!parsed.success) {
        return refused({
          code: 'arguments_invalid',
          message: `The arguments of ${id} are wrong: ${z.prettifyError(parsed.error)}`,
        })
      }
      try {
        return await run(parsed.data, context)
      } catch (error) {
        return refused(fileFault(error))
      }
    },
  }
}

function fileFault(error: unknown): { code: string; message: string; owner?: 'policy' } {
  if (error instanceof OutsideError)
    return { owner: 'policy', code: 'path_refused', message: `${error.message}.` }
  const code = (error as NodeJS.ErrnoException).code
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'ENOENT') return { code: 'file_missing', message: 'There is no such file or folder.' }
  return { code: 'file_failed', message }
}
