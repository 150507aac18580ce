import { lazy, Suspense } from 'react'
import { Skeleton } from './bits.tsx'
import type { CodeViewProps } from './code-view-props.ts'

const Editor = lazy(async () => ({ default: (await import('./code-view-editor.tsx')).CodeViewEditor }))

/** Text to read, with line numbers, search and marks. The editor's code is loaded when first needed. */
export function CodeView(props: CodeViewProps) {
  return (
    <Suspense fallback={<Skeleton label={props.loadingLabel} />}>
      <Editor {...props} />
    </Suspense>
  )
}
