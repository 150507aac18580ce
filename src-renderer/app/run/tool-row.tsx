import type { ToolItem } from '@contract'
import {
  AppWindow,
  BookOpen,
  Bot,
  Brain,
  CircleHelp,
  FileOutput,
  FilePen,
  FileSearch,
  FolderCog,
  Globe,
  ListTodo,
  type LucideIcon,
  Plug,
  SquareTerminal,
  Users,
  Wrench,
} from 'lucide-react'
import { familyKind, targetOf, toolMark, words } from '../../state/index.ts'
import { age, Dot, reveal, span, useNow } from '../../ui/index.ts'
import styles from './run.module.css'
import { ToolDetails } from './tool-details.tsx'

const icons: Record<string, LucideIcon> = {
  plan: ListTodo,
  ask: CircleHelp,
  skill: BookOpen,
  delegate: Bot,
  memory: Brain,
  workspace: FolderCog,
  apps: AppWindow,
  outputs: FileOutput,
  'files.read': FileSearch,
  'files.write': FilePen,
  shell: SquareTerminal,
  browser: Globe,
  team: Users,
  mcp: Plug,
  app: AppWindow,
}

interface ToolRowProps {
  item: ToolItem
  open: boolean
  onToggle: () => void
}

/** A call on one line; it opens to what went in and what came out. */
export function ToolRow({ item, open, onToggle }: ToolRowProps) {
  const mark = toolMark(item.status)
  const Icon = icons[familyKind(item.family)] ?? Wrench
  const isBad = mark.tone === 'failed' || mark.tone === 'hatch'
  // A tool of a server or an app says whose it is.
  const name = item.toolId
  const target = item.status === 'writing' ? (item.argsText ?? '') : targetOf(item.args)
  return (
    <div className={styles.tool} data-open={open} data-testid="tool-call">
      <button
        type="button"
        className={styles.toolLine}
        aria-expanded={open}
        aria-label={words.tool.openLine(name, mark.word)}
        onClick={onToggle}
      >
        <Dot tone={mark.tone} />
        <Icon size={13} aria-hidden />
        <ToolName id={name} />
        <span className={styles.target}>{reveal(target)}</span>
        {isBad && (
          <span className={styles.toolWord} data-tone={mark.tone}>
            {mark.word}
          </span>
        )}
        <Took item={item} />
      </button>
      {open && <ToolDetails item={item} />}
    </div>
  )
}

/** Where room is short it is the owner that gives way, not the name of the tool. */
function ToolName({ id }: { id: string }) {
  const dot = id.lastIndexOf('.') + 1
  return (
    <span className={styles.toolName} title={id}>
      {dot > 0 && <span className={styles.toolOwner}>{reveal(id.slice(0, dot))}</span>}
      <span className={styles.toolOwn}>{reveal(id.slice(dot))}</span>
    </span>
  )
}

function Took({ item }: { item: ToolItem }) {
  const isRunning = item.status === 'running'
  const now = useNow(isRunning)
  if (item.ms !== null) return <span className={styles.ms}>{span(item.ms)}</span>
  return <span className={styles.ms}>{isRunning ? age(now - item.time) : '…'}</span>
}
