import type { ConfigEdit, EffectSkill, Json, WorkspaceId } from '@contract'
import { notify } from '../bridge/index.ts'
import { keyIn, type Stores, valueOf, words } from '../state/index.ts'
import { type Can, type Command, type Desk, title } from './command.ts'
import { editConfigBy } from './edit-config.ts'

const say = words.trustScreen.skills

interface Authored {
  /** The list, or `enabled` of the map; null: all that are found are on. */
  order: string[] | null
  disabled: string[]
  /** Where the order is written. */
  at: string[]
  /** Nothing but `disabled` is said. */
  isOnlyDisabled: boolean
}

const texts = (value: Json | undefined) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : null

/** What `skills` of workspace.yaml says. */
export function authoredSkills(values: Json): Authored {
  const skills = values && typeof values === 'object' && !Array.isArray(values) ? values.skills : undefined
  if (Array.isArray(skills))
    return { order: texts(skills), disabled: [], at: ['skills'], isOnlyDisabled: false }
  const map = skills && typeof skills === 'object' ? skills : {}
  return {
    order: texts(map.enabled),
    disabled: texts(map.disabled) ?? [],
    at: ['skills', 'enabled'],
    isOnlyDisabled: Object.keys(map).join() === 'disabled',
  }
}

/** Takes one entry out where it stands, so that what is written beside the others stays. */
const takeOut = (path: string[], list: string[], id: string): ConfigEdit => ({
  path: list.length === 1 ? path : [...path, list.indexOf(id)],
})

export function toggleEdits(values: Json, id: string, on: boolean): ConfigEdit[] {
  const { order, disabled, at, isOnlyDisabled } = authoredSkills(values)
  if (!on) {
    // A second click came before the answer to the first.
    if (order === null ? disabled.includes(id) : !order.includes(id)) return []
    if (order === null) return [{ path: ['skills', 'disabled'], value: [...disabled, id] }]
    // An empty list means that none is on; without a list all would be.
    if (order.length === 1) return [{ path: at, value: [] }]
    return [takeOut(at, order, id)]
  }
  const edits: ConfigEdit[] = []
  if (disabled.includes(id)) {
    const isLast = disabled.length === 1 && isOnlyDisabled
    edits.push(isLast ? { path: ['skills'] } : takeOut(['skills', 'disabled'], disabled, id))
  }
  if (order && !order.includes(id)) edits.push({ path: at, value: [...order, id] })
  return edits
}

/** The order of those that are on; what else is listed there stays behind them. */
export function moveEdits(values: Json, on: string[], id: string, by: -1 | 1): ConfigEdit[] {
  const from = on.indexOf(id)
  if (from === -1 || from + by < 0 || from + by >= on.length) return []
  const next = on.filter((other) => other !== id)
  next.splice(from + by, 0, id)
  const { order, at } = authoredSkills(values)
  return [{ path: at, value: [...next, ...(order ?? []).filter((other) => !next.includes(other))] }]
}

interface Shown {
  id: WorkspaceId
  skills: EffectSkill[]
  values: Json
}

function shownSkills(stores: Stores): Shown | null {
  const { workspaceId: id } = stores.selection.getState()
  const preview = id && valueOf(stores.contract.getState().previews[keyIn(id, 'workspace.yaml')])
  return id && preview?.effect ? { id, skills: preview.effect.skills, values: preview.values } : null
}

/** What is edited is what stands there when its turn comes: clicks may be faster than answers. */
async function edit(desk: Desk, id: WorkspaceId, make: (shown: Shown) => ConfigEdit[]): Promise<void> {
  const fault = await editConfigBy(desk, id, () => {
    const shown = shownSkills(desk.stores)
    return shown?.id === id ? make(shown) : []
  })
  if (fault) notify(desk.stores, 'failed', `${say.notEdited}: ${fault.message}`)
}

/** Turns a skill on or off in the draft of workspace.yaml. */
export const toggleSkill: Command<{ skill: string }> = {
  id: 'skill.toggle',
  title: title('skill.toggle'),
  group: 'go',
  canRun(stores, { skill }) {
    const found = shownSkills(stores)?.skills.find(({ id }) => id === skill)
    if (!found) return say.whyNot.unread
    return found.problem ? say.whyNot.problem : true
  },
  async run(desk, { skill }) {
    const shown = shownSkills(desk.stores)
    const found = shown?.skills.find(({ id }) => id === skill)
    if (!shown || !found) return
    await edit(desk, shown.id, ({ values }) => toggleEdits(values, skill, !found.enabled))
  },
  choices: (stores) =>
    (shownSkills(stores)?.skills ?? [])
      .filter(({ problem }) => !problem)
      .map(({ id, enabled }) => ({ key: id, label: say.turn(id, !enabled), arg: { skill: id } })),
}

const orderOf = (shown: Shown) => shown.skills.filter(({ enabled }) => enabled).map(({ id }) => id)

/** Moves a skill in the order of the prompt, in the draft of workspace.yaml. */
export const moveSkill: Command<{ skill: string; by: -1 | 1 }> = {
  id: 'skill.move',
  title: title('skill.move'),
  group: 'go',
  canRun(stores, { skill, by }): Can {
    const shown = shownSkills(stores)
    if (!shown) return say.whyNot.unread
    const order = orderOf(shown)
    const at = order.indexOf(skill)
    if (at === -1) return say.whyNot.off
    if (at + by < 0) return say.whyNot.first
    return at + by < order.length ? true : say.whyNot.last
  },
  async run(desk, { skill, by }) {
    const shown = shownSkills(desk.stores)
    if (!shown) return
    await edit(desk, shown.id, (now) => moveEdits(now.values, orderOf(now), skill, by))
  },
}
