import type { ContractEffect, EffectSkill, JsonObject, WorkspaceId } from '@contract'
import { launch } from './seed.ts'

const found: EffectSkill[] = [
  {
    id: 'press-note',
    layer: 'workspace',
    shadows: ['operator'],
    description: 'How we write press notes',
    path: 'skills/press-note/SKILL.md',
    enabled: true,
    problem: null,
    grantedTools: ['launch-board.publish'],
    grantedCommands: [],
    tokens: 180,
  },
  {
    id: 'pricing',
    layer: 'operator',
    shadows: [],
    description: 'Where prices come from, how they are rounded, and who says yes before one is published.',
    path: 'skills/pricing/SKILL.md',
    enabled: true,
    problem: null,
    grantedTools: [],
    grantedCommands: ['price-check'],
    tokens: 912,
  },
  {
    id: 'release-notes',
    layer: 'workspace',
    shadows: [],
    description: 'Turns merged changes into release notes',
    path: 'skills/release-notes/SKILL.md',
    enabled: true,
    problem: null,
    grantedTools: [],
    grantedCommands: [],
    tokens: 401,
  },
]

const broken: EffectSkill = {
  id: 'style-guide',
  layer: 'workspace',
  shadows: [],
  description: '',
  path: 'skills/style-guide/SKILL.md',
  enabled: false,
  problem: '"name" must be the folder’s name "style-guide".',
  grantedTools: [],
  grantedCommands: [],
  tokens: 75,
}

const texts = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null

/** As `skills` of workspace.yaml chooses among them (spec 01). */
function skillsOf({ skills }: JsonObject): EffectSkill[] {
  const map = skills && typeof skills === 'object' && !Array.isArray(skills) ? skills : {}
  const order = texts(skills) ?? texts(map.enabled) ?? found.map(({ id }) => id)
  const disabled = texts(map.disabled) ?? []
  const on = order
    .filter((id) => !disabled.includes(id))
    .flatMap((id) => found.find((skill) => skill.id === id) ?? [])
  const off = found.filter((skill) => !on.includes(skill)).map((skill) => ({ ...skill, enabled: false }))
  return [...on, ...off, broken]
}

export function extrasOf(
  values: JsonObject,
  workspaceId: WorkspaceId,
): Pick<ContractEffect, 'skills' | 'commands' | 'subagents'> {
  if (workspaceId !== launch) return { skills: [], commands: [], subagents: [] }
  return {
    skills: skillsOf(values),
    commands: [
      {
        id: 'price-check',
        description: 'Compares the pricing table with the shop',
        run: ['node', 'scripts/price-check.mjs', '--currency', 'EUR and USD'],
        prompt: null,
        sessionKinds: ['main', 'subagent'],
        grantedBy: ['pricing'],
      },
      {
        id: 'standup',
        description: 'What moved since yesterday',
        run: null,
        prompt: 'List what moved on the board since yesterday.\nOne line each, newest first.',
        sessionKinds: null,
        grantedBy: [],
      },
    ],
    subagents: [
      {
        id: 'researcher',
        description: 'Reads sources and comes back with places, not opinions',
        path: 'subagents/researcher.md',
        workspace: 'isolated',
        model: 'ollama/qwen3',
        steps: 10,
        tools: ['docs.search', 'docs.read'],
        skills: null,
        hidden: false,
        tokens: 320,
      },
    ],
  }
}
