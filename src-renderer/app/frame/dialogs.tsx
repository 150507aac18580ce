import { lazy, Suspense } from 'react'
import { useDesk, useFrom, verbs } from '../../commands/index.ts'
import { valueOf, words } from '../../state/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import styles from './frame.module.css'
import { Shortcuts } from './shortcuts.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ModelDialog = lazy(async () => ({ default: (await import('./model-dialog.tsx')).ModelDialog }))

/** At most one dialog at a time. */
export function Dialogs() {
  const { stores } = useDesk()
  const dialog = useFrom('window', (state) => state.dialog)
  const confirmStop = useFrom('window', (state) => state.confirmStop)
  const close = () => stores.window.setState({ dialog: null })
  return (
    <Suspense>
      {confirmStop && <ConfirmStop />}
      {dialog === 'palette' && <Palette onClose={close} />}
      {dialog === 'shortcuts' && <Shortcuts onClose={close} />}
      {dialog === 'model' && <ModelDialog onClose={close} />}
      {dialog === 'about' && <About onClose={close} />}
    </Suspense>
  )
}

function ConfirmStop() {
  const desk = useDesk()
  const close = () => desk.stores.window.setState({ confirmStop: null })
  return (
    <Dialog
      title={words.stop.title}
      text={words.stop.text}
      closeLabel={words.common.close}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{words.stop.no}</Button>
          <Button tone="danger" autoFocus onClick={() => void verbs.stopRun.run(desk)}>
            {words.stop.yes}
          </Button>
        </>
      }
    />
  )
}

function About({ onClose }: { onClose: () => void }) {
  const info = useFrom('product', (state) => valueOf(state.info))
  if (!info) return null
  const { rows } = words.about
  const lines: [string, string][] = [
    [rows.version, info.version],
    [rows.electron, info.electron ?? words.about.none],
    [rows.chromium, info.chromium ?? words.about.none],
    [rows.node, info.node],
    [rows.platform, info.platform],
    [rows.sandbox, info.sandboxed ? words.about.on : words.about.off],
    [rows.data, info.dataFolder],
  ]
  return (
    <Dialog title={words.about.title} closeLabel={words.common.close} onClose={onClose}>
      <dl className={styles.rows}>
        {lines.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
