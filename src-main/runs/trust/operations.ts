import type { CoreApi, TrustReview, WorkspaceId } from '@contract'
import { raise } from '../../kit/index.ts'

export const notTrusted = (root: string) =>
  raise({
    owner: 'operator',
    code: 'not_trusted',
    message: `${root} is not trusted: nothing in it may be started.`,
    hint: 'Read in its trust screen what it would do and grant it there, or open it with --trust.',
  })

/** What is asked of the open workspaces. */
interface Granting {
  review(id: WorkspaceId): Promise<TrustReview>
  grant(id: WorkspaceId, digest: string, keys: string[]): Promise<TrustReview>
  withdraw(id: WorkspaceId): Promise<TrustReview>
}

/** `runs` says when a workspace is at work: then its trust is not withdrawn under its run. */
export function trustOperations(
  workspaces: Granting,
  runs: { checkIdle(id: WorkspaceId): void },
): Pick<CoreApi, 'trust.review' | 'trust.grant' | 'trust.withdraw'> {
  return {
    'trust.review': ({ workspaceId }) => workspaces.review(workspaceId),
    'trust.grant': ({ workspaceId, digest, keys }) => workspaces.grant(workspaceId, digest, keys),
    'trust.withdraw': ({ workspaceId }) => {
      runs.checkIdle(workspaceId)
      return workspaces.withdraw(workspaceId)
    },
  }
}
