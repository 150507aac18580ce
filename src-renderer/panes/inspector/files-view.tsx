import type { CompiledRun, WorkspaceId } from '@contract'
import { words } from '../../state/index.ts'
import { shortHash } from '../../ui/index.ts'
import styles from './inspector.module.css'
import { Place } from './place.tsx'
import { useDrift } from './use-drift.ts'

const say = words.inspector.files

/** The authored files that took part, and which of them the next run sees otherwise. */
export function FilesView({ run, workspaceId }: { run: CompiledRun; workspaceId: WorkspaceId }) {
  const drift = useDrift(run, workspaceId)
  const many = drift ? drift.of.size + drift.fresh.length : 0
  return (
    <>
      <p className={styles.summary}>
        {run.files.length === 0 ? say.none : say.count(run.files.length)}
        <span data-tone={many > 0 ? 'changed' : undefined}>
          {!drift ? say.unknown : many > 0 ? say.nextRun(many) : say.same}
        </span>
      </p>
      <ul>
        {run.files.map(({ path, sha256 }) => {
          const state = drift?.of.get(path)
          return <FileLine key={path} {...{ path, sha256 }} state={state && say[state]} />
        })}
        {drift?.fresh.map(({ path, sha256 }) => (
          <FileLine key={path} {...{ path, sha256 }} state={say.fresh} />
        ))}
      </ul>
    </>
  )
}

function FileLine({ path, sha256, state }: { path: string; sha256: string; state?: string }) {
  return (
    <li className={styles.file}>
      <Place path={path} />
      {state && <span className={styles.changed}>{state}</span>}
      <code title={sha256}>{shortHash(sha256)}</code>
    </li>
  )
}
