import { type JsonObject, type SessionKind, sessionKinds, type ToolFamily } from '@contract'
import { gate } from '../../policy/index.ts'
import { familyOf, type WorkspacePlan } from '../../workspace/index.ts'
import { type Draft, keys, noFiles } from './draft.ts'

/** Settings that give an agent more than it has by itself: each an item, and without effect until it is granted. */
export function looseningDrafts(plan: WorkspacePlan): Draft[] {
  return [...kindDrafts(plan), ...policyDrafts(plan), ...optionDrafts(plan), ...skillDrafts(plan)]
}

/** The plan as a run gets it: without what loosens and was not granted. */
export function effectivePlan(plan: WorkspacePlan, granted: (key: string) => boolean): WorkspacePlan {
  const kinds = Object.entries(plan.sessionKinds) as [
    SessionKind,
    NonNullable<WorkspacePlan['sessionKinds'][SessionKind]>,
  ][]
  const sessionKinds = Object.fromEntries(
    kinds.map(([kind, rules]) => [
      kind,
      {
        ...rules,
        preset: isDirect(kind, rules) && !granted(presetKey(kind)) ? 'coordinate' : rules.preset,
        allow: rules.allow.filter((entry) => !widens(plan, kind, entry) || granted(allowKey(kind, entry))),
      },
    ]),
  )
  const policy = plan.policy.filter((rule) => rule.verdict !== 'allow' || granted(ruleKey(rule)))
  return { ...plan, sessionKinds, policy, options: effectiveOptions(plan.options, granted) }
}

const presetKey = (kind: SessionKind) => keys.loosen(`session_kinds.${kind}.preset`)
const allowKey = (kind: SessionKind, entry: string) => keys.loosen(`session_kinds.${kind}.allow:${entry}`)
const ruleKey = (rule: WorkspacePlan['policy'][number]) => keys.loosen(`policy:${ruleLine(rule)}`)

const isDirect = (kind: SessionKind, { preset }: { preset: string }) => preset === 'direct' && kind === 'main'

/** An entry that the kind would have by itself widens nothing. */
function widens(plan: WorkspacePlan, kind: SessionKind, entry: string): boolean {
  const decision = gate(kind, { id: entry, family: familyFor(plan, entry) })
  return !decision.callable && decision.reason === 'session_kind'
}

/** An entry is a family, a built-in tool, or a tool of a server or app. */
function familyFor(plan: WorkspacePlan, entry: string): ToolFamily {
  const builtIn = familyOf(entry)
  if (builtIn) return builtIn
  if (entry.startsWith('mcp:') || entry.startsWith('app:')) return entry as ToolFamily
  const id = entry.slice(0, entry.indexOf('.'))
  return plan.apps.some((app) => app.id === id) ? `app:${id}` : `mcp:${id}`
}

function kindDrafts(plan: WorkspacePlan): Draft[] {
  return sessionKinds.flatMap((kind): Draft[] => {
    const rules = plan.sessionKinds[kind]
    if (!rules) return []
    const at = ['session_kinds', kind]
    const widened = rules.allow
      .filter((entry) => widens(plan, kind, entry))
      .map((entry) =>
        loosen({
          key: allowKey(kind, entry),
          line: `session_kinds.${kind}.allow: ${entry}`,
          effect: `Sessions of kind ${kind} get ${entry}, which they do not have by themselves.`,
          path: [...at, 'allow', entry],
        }),
      )
    if (!isDirect(kind, rules)) return widened
    const preset = loosen({
      key: presetKey(kind),
      line: `session_kinds.${kind}.preset: direct`,
      effect: `Sessions of kind ${kind} may write files, run shell commands and drive a browser by themselves.`,
      path: [...at, 'preset'],
    })
    return [preset, ...widened]
  })
}

function policyDrafts({ policy }: WorkspacePlan): Draft[] {
  return policy.flatMap((rule, index) =>
    rule.verdict === 'allow'
      ? [
          loosen({
            key: ruleKey(rule),
            line: `policy: ${ruleLine(rule)}`,
            effect: 'Calls that this rule covers do not ask you.',
            path: ['policy', 'rules', index],
          }),
        ]
      : [],
  )
}

function ruleLine({ tool, match, matchArgv }: WorkspacePlan['policy'][number]): string {
  const parts = [
    `allow ${tool}`,
    ...(match === null ? [] : [`match ${JSON.stringify(match)}`]),
    ...(matchArgv === null ? [] : [`match_argv ${JSON.stringify(matchArgv)}`]),
  ]
  return parts.join(', ')
}

/** Section, option, the value that loosens, and what follows. */
const options = [
  ['memory', 'autoAccept', true, 'What an agent proposes to remember is kept without your review.'],
  ['schedule', 'self_service', true, 'Agents may schedule runs by themselves.'],
  ['egress', 'default', 'allow', 'Hosts that no rule names may be contacted.'],
  ['sandbox', 'network', true, 'What runs in the sandbox may use the network.'],
] as const

const optionKey = (section: string, option: string) => keys.loosen(`${section}.${option}`)

function optionDrafts(plan: WorkspacePlan): Draft[] {
  return options.flatMap(([section, option, value, effect]) =>
    plan.options[section]?.[option] === value
      ? [
          loosen({
            key: optionKey(section, option),
            line: `${section}.${option}: ${value}`,
            effect,
            path: [section, option],
          }),
        ]
      : [],
  )
}

function effectiveOptions(
  written: WorkspacePlan['options'],
  granted: (key: string) => boolean,
): WorkspacePlan['options'] {
  const kept = { ...written }
  for (const [section, option, value] of options) {
    const values = kept[section]
    if (values?.[option] !== value || granted(optionKey(section, option))) continue
    const { [option]: _, ...rest } = values as JsonObject
    kept[section] = rest
  }
  return kept
}

/** Onboarding has hardly anything by itself: what it lacks says nothing about a tool. */
export const skillKinds: readonly SessionKind[] = sessionKinds.filter((kind) => kind !== 'onboarding')

/** Tools of skills that some kind of session does not have by itself. */
function skillDrafts(plan: WorkspacePlan): Draft[] {
  return plan.skills.flatMap((skill) =>
    skill.grantedTools.flatMap((tool) => {
      const kinds = skillKinds.filter((kind) => widens(plan, kind, tool))
      if (kinds.length === 0) return []
      const draft = loosen({
        key: keys.skill(skill.id, tool),
        line: `granted_tools: ${tool}`,
        effect: `Once the skill ${skill.id} was invoked, sessions of kind ${kinds.join(' and ')} may call ${tool}, which they do not have by themselves.`,
        path: [],
      })
      return [{ ...draft, title: `Skill ${skill.id}: ${tool}`, place: { file: skill.path } }]
    }),
  )
}

function loosen(parts: { key: string; line: string; effect: string; path: (string | number)[] }): Draft {
  const { key, line, effect, path } = parts
  return {
    key,
    group: 'loosen',
    title: line.slice(0, 120),
    lines: [line],
    effect,
    place: { path },
    about: { line },
    files: noFiles,
  }
}
