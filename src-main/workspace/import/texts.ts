import { YamlFile } from '../yaml-file.ts'
import type { Candidate, FolderPort, Gatherer } from './port.ts'
import { idFrom } from './servers.ts'

/** Instructions that another product reads: in the prompt as a file of their own. */
export async function addInclude(gatherer: Gatherer, port: FolderPort, file: string): Promise<void> {
  const text = await port.read(file)
  if (text === null) return
  gatherer.files.push(file)
  const imports = [...text.matchAll(/^@(\S+)/gm)].map((match) => match[1])
  gatherer.add({
    group: 'instructions',
    title: file,
    lines: headOf(text),
    at: { file, line: 1 },
    becomes: `prompt.include: ${file}`,
    note:
      imports.length > 0 ? `It names other files (${imports.join(', ')}), which are not read with it.` : null,
    include: file,
  })
}

/** `<folder>/<id>/SKILL.md`. Only its text is taken. */
export async function addSkills(gatherer: Gatherer, port: FolderPort, folder: string): Promise<void> {
  for (const name of (await port.list(folder)).slice(0, 200)) {
    const found = await described(gatherer, port, `${folder}/${name}/SKILL.md`, `skill ${name}`)
    if (!found) continue
    const others = (await port.list(`${folder}/${name}`)).filter((other) => other !== 'SKILL.md')
    const id = idFrom(name)
    const head = { name: id, description: found.description }
    addFile(gatherer, found, {
      group: 'skill',
      title: name,
      becomes: `skills/${id}/SKILL.md`,
      note: others.length > 0 ? `Beside it lie ${others.join(', ')}, which are not copied.` : null,
      text: withHead(head, found.body),
    })
  }
}

/** `<folder>/<id>.md`: agents of other products. Their tools have other names, and are left out. */
export async function addSubagents(gatherer: Gatherer, port: FolderPort, folder: string): Promise<void> {
  for (const name of await markdownIn(port, folder)) {
    const found = await described(gatherer, port, `${folder}/${name}.md`, `subagent ${name}`)
    if (!found) continue
    addFile(gatherer, found, {
      group: 'subagent',
      title: name,
      becomes: `subagents/${idFrom(name)}.md`,
      note: 'Its tools and model are not taken over: they have other names here.',
      text: withHead({ description: found.description }, found.body),
    })
  }
}

interface Described {
  file: string
  description: string
  body: string
}

/** A file that is of no use without a description; null, and said, when it has none. */
async function described(
  gatherer: Gatherer,
  port: FolderPort,
  file: string,
  what: `${'skill' | 'subagent'} ${string}`,
): Promise<Described | null> {
  const text = await port.read(file)
  if (text === null) return null
  gatherer.files.push(file)
  const { description, body } = frontmatter(file, text)
  if (description !== null) return { file, description, body }
  const code = what.startsWith('skill ') ? 'import_skill_invalid' : 'import_subagent_invalid'
  gatherer.say(code, `The ${what} has no description.`, file, 1)
  return null
}

/** An item that becomes one file of the workspace. */
function addFile(
  gatherer: Gatherer,
  { file, description }: Described,
  { text, ...item }: Pick<Candidate, 'group' | 'title' | 'becomes' | 'note'> & { text: string },
): void {
  const files = [{ path: item.becomes, text }]
  gatherer.add({ ...item, lines: [description], at: { file, line: 1 }, files })
}

/** `<folder>/<id>.md`: a prompt by name. */
export async function addCommands(gatherer: Gatherer, port: FolderPort, folder: string): Promise<void> {
  for (const name of await markdownIn(port, folder)) {
    const file = `${folder}/${name}.md`
    const text = await port.read(file)
    if (text === null) continue
    gatherer.files.push(file)
    const { description, body } = frontmatter(file, text)
    addCommand(gatherer, name, description, body.trim(), file, 1)
  }
}

export function addCommand(
  gatherer: Gatherer,
  name: string,
  description: string | null,
  prompt: string,
  file: string,
  line: number,
): void {
  const id = name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '')
  if (id === '' || prompt === '') {
    gatherer.say('import_command_invalid', `The command ${name} has no text.`, file, line)
    return
  }
  const fills = /\$ARGUMENTS|\$\d|!`|@\S/.test(prompt)
  gatherer.add({
    group: 'command',
    title: name,
    lines: headOf(prompt),
    at: { file, line },
    becomes: `commands.${id}`,
    note: fills ? 'It has arguments, shell lines or file names in it, which stay as text.' : null,
    edits: [{ path: ['commands', id], value: { description: description ?? `The command ${name}`, prompt } }],
  })
}

async function markdownIn(port: FolderPort, folder: string): Promise<string[]> {
  return (await port.list(folder))
    .filter((name) => /^[^_.].*\.md$/.test(name))
    .slice(0, 200)
    .map((name) => name.slice(0, -3))
}

/** The keys in front of a Markdown file; a description of several lines in one. */
export function frontmatter(
  file: string,
  text: string,
): { description: string | null; always: boolean; body: string } {
  const head = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/.exec(text)
  const yaml = head && new YamlFile(file, head[1] ?? '', 'unread')
  const description = yaml?.root?.json('description')
  return {
    description: typeof description === 'string' ? description.replace(/\s+/g, ' ').trim() || null : null,
    always: yaml?.root?.json('alwaysApply') === true,
    body: head ? text.slice(head[0].length) : text,
  }
}

function withHead(head: Record<string, string>, body: string): string {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${body.startsWith('\n') ? '' : '\n'}${body}`
}

export function headOf(text: string): string[] {
  const lines = text.trim().split('\n')
  return lines.length > 6 ? [...lines.slice(0, 6), `… ${lines.length - 6} more lines`] : lines
}
