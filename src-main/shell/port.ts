import type { CoreApi, Envelope, WorkspaceId, WorkspaceSummary } from '@contract'

/** What the shell shows and drives: the operator's verbs, without a window. */
export interface OperatorPort {
  api: CoreApi
  /** Called with committed and live envelopes in order. Returns the way to stop. */
  onEnvelopes(listen: (envelopes: Envelope[]) => void): () => void
  openFolder(folder: string, trust: '' | 'bundled' | 'flag'): Promise<WorkspaceSummary>
  folderOf(id: WorkspaceId): string
  /** Address of an app's page with this launch's token in it. Starts the app where needed. */
  appPage(id: WorkspaceId, appId: string, route: string): Promise<{ url: string; title: string }>
  /** Resolves when everything has ended; nothing may be called after. */
  close(): Promise<void>
}
