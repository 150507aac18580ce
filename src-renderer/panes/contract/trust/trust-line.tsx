import type { TrustFile, TrustItem, TrustReview } from '@contract'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { isTickable, words } from '../../../state/index.ts'
import { Checkbox, Dot, Fold, reveal, revealLine, TextDiff } from '../../../ui/index.ts'
import styles from '../parts.module.css'
import { FilePlace, Lines } from '../parts.tsx'
import own from './trust.module.css'

const say = words.trustScreen.trust

interface TrustLineProps {
  item: TrustItem
  status: TrustReview['status']
  isTicked: boolean
  /** It became another thing while it was read. */
  isChanged: boolean
  disabled: boolean
  onTick: (ticked: boolean) => void
}

/** One thing that needs a word: what it is, word for word, what follows from it, and where it stands. */
export function TrustLine({ item, status, isTicked, isChanged, disabled, onTick }: TrustLineProps) {
  const id = useId()
  const { title, lines, linesBefore, effect, at, unchecked, files } = item
  return (
    <li className={styles.item} data-off={isTickable(item) && !isTicked} data-testid={`trust-${item.key}`}>
      {isTickable(item) ? (
        <Checkbox
          label={revealLine(title)}
          aria-describedby={id}
          checked={isTicked}
          disabled={disabled}
          onChange={onTick}
        />
      ) : (
        <Dot tone="off" />
      )}
      <div className={styles.main}>
        <div className={styles.head}>
          <span className={styles.title}>{revealLine(title)}</span>
          <Mark item={item} status={status} isChanged={isChanged} />
          <FilePlace at={at} />
        </div>
        {linesBefore ? (
          <TextDiff
            label={say.removedLines}
            before={linesBefore.map(revealLine).join('\n')}
            after={lines.map(revealLine).join('\n')}
            skipped={say.skipped}
          />
        ) : (
          <Lines lines={lines} />
        )}
        <p className={styles.effect} id={id}>
          {reveal(effect)}
        </p>
        {unchecked && (
          <p className={styles.risk}>
            <TriangleAlert size={13} aria-hidden />
            <span>
              <b>{say.unchecked}</b> {reveal(unchecked)}
            </span>
          </p>
        )}
        {files.length > 0 && <Files files={files} isChanged={item.state === 'changed'} />}
      </div>
    </li>
  )
}

function Mark({ item, status, isChanged }: Pick<TrustLineProps, 'item' | 'status' | 'isChanged'>) {
  if (isChanged)
    return (
      <span className={styles.mark} data-tone="risk">
        {say.rereadMark}
      </span>
    )
  // Before anything is trusted all is new, and a word at each line would say nothing.
  if (!isTickable(item) || status === 'untrusted') return null
  if (item.state === 'granted')
    return (
      <span className={styles.mark} data-tone="done">
        {say.states.granted}
      </span>
    )
  if (status === 'trusted' || item.state === 'declined')
    return <span className={styles.mark}>{say.notGiven}</span>
  return (
    <span className={styles.mark} data-tone="risk">
      {say.states[item.state]}
    </span>
  )
}

/** Changed files first; nothing of them is hidden by an end to the list. */
function Files({ files, isChanged }: { files: TrustFile[]; isChanged: boolean }) {
  const moved = isChanged ? files.filter(({ state }) => state !== 'same').length : 0
  const order: Record<TrustFile['state'], number> = { changed: 0, new: 1, removed: 2, same: 3 }
  const sorted = files.toSorted((one, other) => order[one.state] - order[other.state])
  return (
    <div className={own.files}>
      <Fold
        head={
          <span className={styles.small}>
            {say.files(files.length)}
            {moved > 0 && <em> · {say.filesChanged(moved)}</em>}
          </span>
        }
      >
        {() => (
          <ul>
            {sorted.map(({ path, state }) => (
              <li key={path} className={own.file} data-state={state}>
                {state === 'removed' ? <s>{reveal(path)}</s> : <FilePlace at={{ file: path }} />}
                <small>{say.fileStates[state]}</small>
              </li>
            ))}
          </ul>
        )}
      </Fold>
    </div>
  )
}
