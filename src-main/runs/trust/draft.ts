import type { TrustGroup } from '@contract'
import { digestOf } from '../../kit/index.ts'

/** An item before it is compared with what was granted. */
export interface Draft {
  key: string
  group: TrustGroup
  title: string
  lines: string[]
  effect: string
  /** Where in workspace.yaml, or in which other file. */
  place: { path: (string | number)[] } | { file: string }
  /** What must be the same for a grant to hold, beside the files. JSON. */
  about: unknown
  files: FileQuery
  /** Why it does not happen, put before the reason; for what is given. */
  subject?: string
}

/** Which files of the workspace an item stands on. Paths are workspace-relative with `/`; '.' is the top. */
export interface FileQuery {
  /** Command lines word by word, and the folder that each is started in. */
  commands: { words: string[]; folder: string }[]
  /** Folders of which every file counts. */
  trees: string[]
  /** Files that count whatever they are. */
  paths: string[]
}

export const noFiles: FileQuery = { commands: [], trees: [], paths: [] }

/** A key is at most 1000 characters at the door; what is longer is named by its digest. */
const named = (id: string) => (id.length > 400 ? digestOf(id) : id)

export const keys = {
  server: (id: string) => `server:${named(id)}`,
  app: (id: string) => `app:${named(id)}`,
  env: (kind: 'server' | 'app', id: string, name: string) => `env:${kind}:${named(id)}:${named(name)}`,
  model: (provider: string) => `model:${named(provider)}`,
  command: (id: string) => `command:${named(id)}`,
  module: (path: string) => `module:${named(path)}`,
  hook: (path: string) => `hook:${named(path)}`,
  /** A skill that gives a tool which some session kind has not by itself. */
  skill: (id: string, tool: string) => `loosen:skill:${named(`${id}:${tool}`)}`,
  loosen: (place: string) => `loosen:${named(place)}`,
}

/** The argv as a person would type it: words that a shell would read otherwise are quoted. */
export function commandLine(argv: string[]): string {
  return argv
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}

export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
