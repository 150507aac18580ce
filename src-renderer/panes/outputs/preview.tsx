import type { Output, OutputOpening } from '@contract'
import { ArrowLeft, Info } from 'lucide-react'
import { useDesk, verbs } from '../../commands/index.ts'
import { type Loaded, words } from '../../state/index.ts'
import { Banner, Button, Markdown, reveal, Skeleton } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import styles from './outputs.module.css'

/** The built-in preview, for what has no app of its own any more or never had one. */
export function Preview({ output, opening }: { output: Output; opening: Loaded<OutputOpening> }) {
  const desk = useDesk()
  const back = () => desk.stores.outputs.setState({ preview: null })
  return (
    <div className={styles.pane}>
      <header className={styles.head}>
        <Button size="small" tone="ghost" icon={ArrowLeft} onClick={back}>
          {words.outputs.back}
        </Button>
        <h3>{reveal(output.title)}</h3>
        <small>{[output.path, words.output.version(output.version)].filter(Boolean).join(' · ')}</small>
      </header>
      {opening.kind === 'error' ? (
        <FaultState
          title={words.outputs.openFailed}
          fault={opening.fault}
          onRetry={() => void verbs.openOutput.run(desk, output)}
        />
      ) : opening.kind === 'ready' && opening.value.kind === 'preview' ? (
        <Content opening={opening.value} />
      ) : (
        <Skeleton label={words.common.loading} />
      )}
    </div>
  )
}

function Content({ opening }: { opening: Extract<OutputOpening, { kind: 'preview' }> }) {
  return (
    <>
      {opening.ownerMissing && <Banner icon={Info}>{words.outputs.ownerGone(opening.ownerMissing)}</Banner>}
      {opening.truncated && <Banner icon={Info}>{words.outputs.truncated}</Banner>}
      <div className={styles.text}>
        {opening.mime === 'text/markdown' ? (
          <Markdown text={opening.text} words={words.markdown} />
        ) : (
          <pre>{reveal(opening.text)}</pre>
        )}
      </div>
    </>
  )
}
