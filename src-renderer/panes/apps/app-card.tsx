import type { AppView } from '@contract'
import { AppWindow, Play, RefreshCw, ScrollText, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCommand, useDesk, useFrom, verbs } from '../../commands/index.ts'
import { capabilityMark, keyIn, words } from '../../state/index.ts'
import { Button, Dot, IconButton, reveal } from '../../ui/index.ts'
import styles from './apps.module.css'

export function AppCard({ app }: { app: AppView }) {
  const [logOpen, setLogOpen] = useState(false)
  const mark = capabilityMark(app.state)
  const fault = useFrom('apps', ({ faults }) => faults[keyIn(app.workspaceId, app.id)])
  // A fault at an app that is up is one of stopping it.
  const isUp = app.state === 'ready' || app.state === 'unhealthy'
  const facts = [
    app.port !== null && words.apps.port(app.port),
    app.tools !== null && words.apps.tools(app.tools),
    app.pid !== null && words.apps.pid(app.pid),
  ]
  return (
    <div className={styles.row} data-testid={`app-${app.id}`}>
      <Dot tone={mark.tone} />
      <div className={styles.main}>
        <p className={styles.head}>
          <b>{reveal(app.name)}</b>
          <span data-tone={mark.tone}>{mark.word}</span>
          <small>{facts.filter(Boolean).join(' · ')}</small>
        </p>
        {app.detail && <p className={styles.detail}>{reveal(app.detail)}</p>}
        <code className={styles.command} title={app.startCommand}>
          {reveal(app.startCommand)}
        </code>
        {fault && (
          <p className={styles.fault} role="alert">
            <b>{isUp ? words.apps.notStopped(app.name) : words.apps.notStarted(app.name)}.</b>{' '}
            {reveal(fault.message)} {fault.hint && reveal(fault.hint)}
          </p>
        )}
        <AppButtons app={app} logOpen={logOpen} onLog={() => setLogOpen(!logOpen)} />
        {logOpen && <AppLog app={app} />}
      </div>
    </div>
  )
}

function AppButtons({ app, logOpen, onLog }: { app: AppView; logOpen: boolean; onLog: () => void }) {
  const place = { appId: app.id }
  const start = useCommand(verbs.startApp, place)
  const stop = useCommand(verbs.stopApp, place)
  const open = useCommand(verbs.openApp, place)
  return (
    <div className={styles.buttons}>
      {app.hasPage && (
        <Button
          size="small"
          icon={AppWindow}
          disabled={open.can !== true}
          title={why(open.can)}
          onClick={open.run}
        >
          {words.apps.openPage}
        </Button>
      )}
      {stop.can === true ? (
        <Button size="small" tone="ghost" icon={Square} onClick={stop.run}>
          {words.apps.stop}
        </Button>
      ) : (
        <Button
          size="small"
          tone="ghost"
          icon={Play}
          disabled={start.can !== true}
          title={why(start.can)}
          onClick={start.run}
        >
          {words.apps.start}
        </Button>
      )}
      <Button size="small" tone="ghost" icon={ScrollText} aria-expanded={logOpen} onClick={onLog}>
        {logOpen ? words.apps.hideLog : words.apps.log}
      </Button>
    </div>
  )
}

const why = (can: true | string) => (can === true ? undefined : can)

function AppLog({ app }: { app: AppView }) {
  const { link } = useDesk()
  const { workspaceId, id } = app
  const log = useFrom('apps', ({ logs }) => logs[keyIn(workspaceId, id)])
  const end = useRef<HTMLPreElement>(null)
  useEffect(() => void link.load.appLog(workspaceId, id), [link, workspaceId, id])
  // The newest lines are what one wants to see.
  useEffect(() => {
    if (log?.kind === 'ready' && end.current) end.current.scrollTop = end.current.scrollHeight
  }, [log])
  return (
    <div className={styles.log}>
      {log?.kind === 'error' ? (
        <p className={styles.fault}>
          {words.apps.logFailed}: {reveal(log.fault.message)}
        </p>
      ) : (
        <pre ref={end}>
          {log?.kind === 'ready' ? reveal(log.value) || words.apps.logEmpty : words.common.loading}
        </pre>
      )}
      <IconButton
        label={words.apps.refreshLog}
        icon={RefreshCw}
        size={13}
        onClick={() => void link.load.appLog(workspaceId, id)}
      />
    </div>
  )
}
