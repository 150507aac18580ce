import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { JsonObject } from '@contract'
import { openInside, raise } from '../kit/index.ts'
import { parseYaml } from './parse-yaml.ts'

/** A tape as it lies in the workspace: what the rehearsal harness plays. Its steps are checked by that harness. */
export interface TapeFile {
  path: string
  name: string
  instruction: string
  body: JsonObject
}

export async function listTapes(root: string): Promise<TapeFile[]> {
  const names = await readdir(path.join(root, 'rehearsals')).catch(() => [] as string[])
  const tapes = await Promise.all(
    names
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => readTape(root, `rehearsals/${name}`).catch(() => null)),
  )
  return tapes.filter((tape) => tape !== null)
}

/** Throws `tape_invalid` with the parser's own words, or the file system's. */
export async function readTape(root: string, relative: string): Promise<TapeFile> {
  try {
    const { doc, errors } = parseYaml(await readText(root, relative), maxBytes)
    if (errors[0]) throw new Error(errors[0].message)
    const body: unknown = doc.toJS({ maxAliasCount: 100 })
    if (!body || typeof body !== 'object' || !('steps' in body) || !Array.isArray(body.steps))
      throw new Error('it has no "steps" list')
    const tape = body as JsonObject
    return {
      path: relative,
      name: text(tape.name) ?? relative,
      instruction: text(tape.instruction) ?? '',
      body: tape,
    }
  } catch (error) {
    throw raise({
      owner: 'author',
      stage: 'project',
      code: 'tape_invalid',
      message: `Tried to read the tape ${relative}: ${error instanceof Error ? error.message : String(error)}.`,
      at: { file: relative },
    })
  }
}

/** Recorded tapes are longer than what is written by hand. */
const maxBytes = 4 * 1024 * 1024

async function readText(root: string, relative: string): Promise<string> {
  const handle = await openInside(root, relative, 'read')
  try {
    const { size } = await handle.stat()
    if (size > maxBytes) throw new Error(`it has ${size} bytes; the limit is ${maxBytes}`)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
