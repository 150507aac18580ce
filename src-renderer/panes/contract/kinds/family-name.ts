import type { ToolFamily } from '@contract'
import { words } from '../../../state/index.ts'

const say = words.contract.kinds

export function familyName(family: ToolFamily): string {
  const at = family.indexOf(':')
  if (at < 0) return say.families[family] ?? family
  const id = family.slice(at + 1)
  return family.startsWith('app:') ? say.app(id) : say.server(id)
}
