import { isTerminal } from '@contract'
import {
  ChevronDown,
  Ellipsis,
  FolderOpen,
  Info,
  Keyboard,
  LayoutDashboard,
  PanelLeft,
  Search,
  SunMoon,
} from 'lucide-react'
import {
  attempt,
  useCurrentRun,
  useCurrentWorkspace,
  useDesk,
  useFrom,
  useSelect,
  verbs,
} from '../../commands/index.ts'
import { runMarkOf, select, valueOf, words } from '../../state/index.ts'
import { age, IconButton, Kbd, Menu, type MenuEntry, Pill, reveal, span, useNow } from '../../ui/index.ts'
import styles from './frame.module.css'
import { Mark } from './mark.tsx'

export function TitleBar() {
  const desk = useDesk()
  const sidebar = useFrom('window', (state) => state.sidebar)
  return (
    <header className={styles.title}>
      <IconButton
        label={sidebar ? words.list.hide : words.list.show}
        icon={PanelLeft}
        shortcut={verbs.toggleSidebar.shortcut}
        aria-pressed={sidebar}
        onClick={() => attempt(desk, verbs.toggleSidebar, undefined)}
      />
      <div className={styles.mark}>
        <Mark />
        {words.product}
      </div>
      <WorkspaceMenu />
      <RunPill />
      <span className={styles.space} />
      <button
        type="button"
        className={styles.search}
        aria-keyshortcuts="Control+K"
        onClick={() => attempt(desk, verbs.showPalette, undefined)}
      >
        <Search size={13} aria-hidden />
        <span>{words.title.search}</span>
        <Kbd keys="Mod+K" />
      </button>
      <NeedsYou />
      <WindowMenu />
    </header>
  )
}

function WorkspaceMenu() {
  const desk = useDesk()
  const workspace = useCurrentWorkspace()
  const list = useFrom('workspaces', (state) => state.list)
  const entries: (MenuEntry | null)[] = (valueOf(list) ?? []).map((other) => ({
    id: other.id,
    label: reveal(other.name),
    note: other.path,
    run: () => attempt(desk, verbs.openWorkspace, other.id),
  }))
  const pick = () => attempt(desk, verbs.pickWorkspace, undefined)
  entries.push(null, { id: 'open', label: words.list.open, icon: FolderOpen, shortcut: 'Mod+O', run: pick })
  return (
    <Menu
      entries={entries}
      trigger={
        <button type="button" className={styles.workspace} title={workspace?.path}>
          <span>{workspace ? reveal(workspace.name) : words.title.noWorkspace}</span>
          <ChevronDown size={12} aria-hidden />
        </button>
      }
    />
  )
}

function RunPill() {
  const run = useCurrentRun()
  const active = run !== null && !isTerminal(run.state)
  const now = useNow(active)
  if (!run) return null
  const mark = runMarkOf(run)
  const since = run.startedAt ?? run.queuedAt
  return (
    <Pill tone={mark.tone} dot>
      {mark.word} {run.endedAt === null ? age(now - since) : span(run.endedAt - since)}
    </Pill>
  )
}

function NeedsYou() {
  const many = useSelect(
    ({ sessions }) =>
      Object.values(sessions.getState().byWorkspace)
        .flat()
        .filter((session) => select.needsYou(session.state)).length,
  )
  if (many === 0) return null
  return (
    <Pill tone="needs" dot>
      {words.title.needYou(many)}
    </Pill>
  )
}

function WindowMenu() {
  const desk = useDesk()
  const theme = useFrom('window', (state) => state.theme)
  const line = (
    verb: (typeof verbs)['toggleTheme'],
    icon: MenuEntry['icon'],
    label = verb.title,
  ): MenuEntry => ({
    id: verb.id,
    label,
    icon,
    shortcut: verb.shortcut,
    run: () => attempt(desk, verb, undefined),
  })
  return (
    <Menu
      entries={[
        line(verbs.toggleTheme, SunMoon, words.title.theme[theme]),
        line(verbs.resetLayout, LayoutDashboard),
        null,
        line(verbs.showShortcuts, Keyboard),
        line(verbs.showAbout, Info),
      ]}
      trigger={<IconButton label={words.common.more} icon={Ellipsis} />}
    />
  )
}
