import path from 'node:path'

/** Names of programs of which the workspace has a file that they read by themselves, in the folder they start in. */
const reads: Record<string, string[]> = {
  npm: ['package.json', '.npmrc'],
  npx: ['package.json', '.npmrc'],
  pnpm: ['package.json', '.npmrc', 'pnpm-workspace.yaml'],
  yarn: ['package.json', '.yarnrc.yml'],
  bun: ['package.json', 'bunfig.toml'],
  deno: ['deno.json', 'deno.jsonc', 'package.json'],
  uv: ['pyproject.toml'],
  poetry: ['pyproject.toml'],
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile'],
  cargo: ['Cargo.toml'],
  go: ['go.mod'],
  docker: ['Dockerfile', 'compose.yaml', 'docker-compose.yml'],
}
const runners = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const fetchers = new Set(['npx', 'bunx', 'uvx', 'pipx', 'docker', 'podman', 'dlx'])
const starts = new Set(['node', 'bun', 'deno', 'go', 'cargo', 'python', 'python3', 'tsx', 'docker'])

/** What the words of a command line say about files. */
export interface Reading {
  /** Relative paths that may be files or folders of the workspace, as written from the folder of the command. */
  paths: string[]
  /** Scripts of package.json are started: its texts are command lines too. */
  hasScripts: boolean
  /** What cannot be known from the words, as sentences. */
  notes: string[]
}

/** Every word, the value of `--flag=value`, and what a shell would read inside a text. */
export function readWords(words: string[]): Reading {
  const parts = [...new Set(words.flatMap(partsOf))].slice(0, 20_000)
  const programs = new Set(parts.map((part) => path.posix.basename(part)))
  const notes = [...programs]
    .filter((program) => fetchers.has(program))
    .map((program) => `${program} may fetch what it starts: that is not checked.`)
  const isWhole = parts.some((part) => part === '.' || part === './')
  if (isWhole && [...programs].some((program) => starts.has(program)))
    notes.push('It starts the whole folder: only the files named here are checked.')
  const open = words.flatMap((word) => word.split(/[\s'"`;|&<>]+/)).find(isOpen)
  if (open !== undefined)
    notes.push(`What "${open.slice(0, 100)}" leads to is known only when it runs: that is not checked.`)
  const byItself = [...programs].flatMap((program) => (Object.hasOwn(reads, program) ? reads[program] : []))
  return {
    paths: [...parts, ...parts.flatMap(modulePaths), ...byItself.filter((file) => file !== undefined)],
    hasScripts: [...programs].some((program) => runners.has(program)),
    notes,
  }
}

function partsOf(word: string): string[] {
  const value = word.slice(word.indexOf('=') + 1)
  // In a text for a shell, a name with blanks stands in quotes.
  const quoted = [...word.matchAll(/'([^']*)'|"([^"]*)"/g)].map((match) => match[1] ?? match[2] ?? '')
  return [word, value, ...quoted, ...word.split(/[\s'"`;|&()<>=,:{}]+/)].filter((part) => part !== '')
}

/** A path that a shell completes: by a variable, a pattern, an escaped character. */
const isOpen = (part: string) =>
  /[$*?\\]/.test(part) && (part.includes('/') || isCode(part)) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(part)

/** `python -m pkg.tool` is pkg/tool.py, or the package in that folder. */
function modulePaths(part: string): string[] {
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(part)) return []
  const folder = part.replaceAll('.', '/')
  return [`${folder}.py`, `${folder}/__main__.py`]
}

const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx', '.py', '/index.js', '/index.ts']

/** Files that the text of a script names, as a module or in a command. By name alone: nothing is parsed. */
export function namedIn(text: string, file: string): string[] {
  const parts = new Set(text.split(/[\s'"`;|&()<>=,:{}[\]]+/))
  const relative = [...parts].filter((part) => /^\.{1,2}\//.test(part))
  const plain = [...parts].filter((part) => part.includes('.') && isCode(part))
  const modules = file.endsWith('.py')
    ? [...text.matchAll(/^[ \t]*(?:from|import)[ \t]+([\w.]+)/gm)].flatMap(([, name]) =>
        modulePaths(name ?? ''),
      )
    : []
  return [...relative.flatMap((part) => endings.map((end) => part + end)), ...plain, ...modules].slice(
    0,
    20_000,
  )
}

const code =
  /\.(?:[cm]?[jt]sx?|py|pyw|rb|pl|pm|php|sh|bash|zsh|fish|ps1|lua|r|json|jsonc|toml|ya?ml|so|dylib|dll|node|wasm|jar|class|exe)$/i

const data =
  /\.(?:db|db3|sqlite3?|(?:db|sqlite3?)-(?:wal|shm|journal)|log|txt|md|csv|tsv|jsonl|ndjson|parquet|lock|pid|sock|tmp)$/i

/** Files that a program writes or reads as it works: what lies in them is not what was granted. */
export const isData = (file: string) => data.test(file)

/** Files that run, or that say how something runs. */
export const isCode = (file: string) => code.test(file)
