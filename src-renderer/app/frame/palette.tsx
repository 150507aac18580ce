import { useMemo } from 'react'
import { allLines, useDesk } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { CommandMenu, reveal } from '../../ui/index.ts'

const order = ['run', 'go', 'apps', 'outputs', 'window', 'sessions'] as const

export function Palette({ onClose }: { onClose: () => void }) {
  const desk = useDesk()
  // What can be said is asked once, when it opens: the list does not move under the reader.
  const groups = useMemo(() => {
    const lines = allLines(desk).filter((line) => line.can === true)
    return order
      .map((group) => ({
        title: words.palette.groups[group],
        lines: lines
          .filter((line) => line.group === group)
          .map((line) => ({ ...line, label: reveal(line.label) })),
      }))
      .filter((group) => group.lines.length > 0)
  }, [desk])
  return (
    <CommandMenu
      label={words.palette.label}
      placeholder={words.palette.placeholder}
      empty={words.palette.none}
      groups={groups}
      onClose={onClose}
    />
  )
}
