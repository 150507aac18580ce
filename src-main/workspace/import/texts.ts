import { YamlFile } from '../yaml-file.ts'
import type { FolderPort, Gatherer } from './port.ts'
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
    const file = `${folder}/${name}/SKILL.md`
    const text = await port.read(file)
    if (text === null) continue
    gatherer.files.push(file)
    const { description, body } = frontmatter(file, text)
    if (description === null) {
      gatherer.say('import_skill_invalid', `The skill ${name} has no description.`, file, 1)
      continue
    }
    const others = (await port.list(`${folder}/${name}`)).filter((other) => other !== 'SKILL.md')
    const id = idFrom(name)
    gatherer.add({
      group: 'skill',
      title: name,
      lines: [description],
      at: { file, line: 1 },
      becomes: `skills/${id}/SKILL.md`,
      note: others.length > 0 ? `Beside it lie ${others.join(', ')}, which are not copied.` : null,
      files: [{ path: `skills/${id}/SKILL.md`, text: withHead({ name: id, description }, body) }],
    })
  }
}

/** `<folder>/<id>.md`: agents of other products. Their tools have other names, and are left out. */
export async function addSubagents(gatherer: Gatherer, port: FolderPort, folder: string): Promise<void> {
  for (const name of await markdownIn(port, folder)) {
    const file = `${folder}/${name}.md`
    const text = await port.read(file)
    if (text === null) continue
    gatherer.files.push(file)
    const { description, body } = frontmatter(file, text)
    if (description === null) {
      gatherer.say('import_subagent_invalid', `The agent ${name} has no description.`, file, 1)
      continue
    }
    const id = idFrom(name)
    gatherer.add({
      group: 'subagent',
      title: name,
      lines: [description],
      at: { file, line: 1 },
      becomes: `subagents/${id}.md`,
      note: 'Its tools and model are not taken over: they have other names here.',
      files: [{ path: `subagents/${id}.md`, text: withHead({ description }, body) }],
    })
  }
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
