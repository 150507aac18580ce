import { Command } from 'cmdk'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react'
import styles from './command-menu.module.css'
import dialog from './dialog.module.css'
import { isComposing } from './ime.ts'
import { Kbd } from './kbd.tsx'
import { useCoversEverything } from './overlay.ts'
import { rank } from './rank.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface CommandLine {
  key: string
  label: string
  note?: string
  shortcut?: string
  disabled?: boolean
  run: () => void
}

interface CommandMenuProps {
  label: string
  placeholder: string
  empty: string
  groups: { title: string; lines: CommandLine[] }[]
  onClose: () => void
}

/** A box to type into and a list of what can be said. Mounted means open. */
export function CommandMenu({ label, placeholder, empty, groups, onClose }: CommandMenuProps) {
  useCoversEverything()
  const [text, setText] = useState('')
  const chosen = useRef<CommandLine | null>(null)
  // A verb may move the focus, so it runs when the menu has let go of it.
  const onCloseAutoFocus = useReturnFocus(useCallback(() => chosen.current?.run(), []))
  const choose = (line: CommandLine) => {
    chosen.current = line
    onClose()
  }
  // An input method's Enter chooses a word, not a command.
  const guard = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && isComposing(event)) event.stopPropagation()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={dialog.scrim} />
        <Radix.Content
          className={styles.box}
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <Radix.Title className="visually-hidden">{label}</Radix.Title>
          <Command label={label} loop filter={byWords} onPointerMoveCapture={ignoreResting}>
            <Command.Input
              className={styles.input}
              placeholder={placeholder}
              value={text}
              onValueChange={setText}
              onKeyDown={guard}
            />
            <Command.List className={styles.list}>
              <Command.Empty className={styles.empty}>{empty}</Command.Empty>
              {groups.map((group) => (
                <Command.Group key={group.title} heading={group.title} className={styles.group}>
                  {group.lines.map((line) => (
                    <Line key={line.key} line={line} onChoose={choose} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const byWords = (_key: string, typed: string, [label = '', note = '']: string[] = []) =>
  rank(label, note, typed)

/** A list that moves under a resting pointer is no choice of the operator's. */
function ignoreResting(event: PointerEvent): void {
  if (event.movementX === 0 && event.movementY === 0) event.stopPropagation()
}

function Line({ line, onChoose }: { line: CommandLine; onChoose: (line: CommandLine) => void }) {
  return (
    <Command.Item
      className={styles.item}
      value={line.key}
      keywords={[line.label, line.note ?? '']}
      disabled={line.disabled}
      onSelect={() => onChoose(line)}
    >
      <span>{line.label}</span>
      {line.note && <small>{line.note}</small>}
      {line.shortcut && <Kbd keys={line.shortcut} />}
    </Command.Item>
  )
}
