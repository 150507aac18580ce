import type { ConfigEdit, EffectSource, Json, WorkspaceId } from '@contract'
import { useRef, useState } from 'react'
import { valueOf, words } from '../../../state/index.ts'
import { useEdit, usePreview } from '../use-contract.ts'
import {
  type Allowlist,
  allowlistEdits,
  discovering,
  enabledEdits,
  isOf,
  modeIn,
  movedBy,
  naming,
  readAllowlist,
  without,
} from './allowlist.ts'

const say = words.contract.tools

/** A change that does more than it says, waiting for a yes. */
export interface Ask {
  source: string
  text: string
  yes: (values: Json) => ConfigEdit[]
  /** Turning the server off instead. */
  off: ((values: Json) => ConfigEdit[]) | null
}

type Change = (list: Allowlist) => Allowlist

/** The verbs of the allowlist. One that would move other sources along asks first. */
export function useAllowlist(workspaceId: WorkspaceId, sources: EffectSource[]) {
  const { edit, fault } = useEdit(workspaceId)
  const [ask, setAsk] = useState<Ask | null>(null)
  const values = valueOf(usePreview(workspaceId))?.values ?? null
  const { coming, expect } = useComing()
  const list = coming ?? readAllowlist(values)

  const editsOf = (change: Change) => (now: Json) => allowlistEdits(now, change(readAllowlist(now)))

  function apply(source: EffectSource, change: Change, why = '', asksFor: 'list' | 'off' = 'list'): void {
    const after = change(list)
    const make = editsOf(change)
    const yes = asksFor === 'off' ? (now: Json) => [...make(now), ...enabledEdits(source.id, false)] : make
    const text = [why, ...movedText(movedBy(list, after, sources, source.id))].filter(Boolean).join(' ')
    if (!text) {
      setAsk(null)
      return expect(after, edit(yes))
    }
    const off = asksFor === 'list' && source.kind !== 'app' ? turnOff(source.id) : null
    setAsk({ source: source.id, text, yes, off })
  }

  const turnOff = (id: string) => (now: Json) => [
    ...editsOf((now) => without(now, (tool) => isOf(tool, id)))(now),
    ...enabledEdits(id, false),
  ]

  return {
    list,
    ask,
    fault,
    answer(make: ((values: Json) => ConfigEdit[]) | null) {
      setAsk(null)
      if (make) void edit(make)
    },
    name(source: EffectSource, ids: string[]) {
      apply(source, (now) => naming(now, ids, sources))
    },
    unname(source: EffectSource, ids: string[]) {
      const change: Change = (now) => without(now, (id) => ids.includes(id))
      const widens = modeIn(list, source.id) === 'explicit' && modeIn(change(list), source.id) === 'discovery'
      apply(source, change, widens ? say.lastTool(source.id) : '')
    },
    discover(source: EffectSource) {
      apply(source, (now) => discovering(now, source.id))
    },
    enable(source: EffectSource, on: boolean) {
      const named = list.ids.filter((id) => isOf(id, source.id)).length
      if (on || named === 0) return void edit(() => enabledEdits(source.id, on))
      const change: Change = (now) => without(now, (id) => isOf(id, source.id))
      apply(source, change, say.offNamed(source.id, named), 'off')
    },
  }
}

/** What was ticked shows at once; what it means follows when the edit was made. */
function useComing() {
  const [coming, setComing] = useState<Allowlist | null>(null)
  const newest = useRef<Promise<void> | null>(null)
  function expect(list: Allowlist, done: Promise<void>): void {
    newest.current = done
    setComing(list)
    void done.finally(() => newest.current === done && setComing(null))
  }
  return { coming, expect }
}

export type AllowlistVerbs = ReturnType<typeof useAllowlist>

function movedText({ discovery, unlisted }: ReturnType<typeof movedBy>): string[] {
  const lines = [
    discovery.length > 0 ? say.moved.discovery(discovery) : '',
    unlisted.length > 0 ? say.moved.unlisted(unlisted) : '',
  ].filter(Boolean)
  return lines.length > 0 ? [say.moved.lead, ...lines] : []
}
