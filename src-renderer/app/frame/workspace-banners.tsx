import type { WorkspaceSummary } from '@contract'
import { FolderInput, FolderX, ShieldAlert, ShieldQuestion, TriangleAlert } from 'lucide-react'
import { attempt, useCurrentWorkspace, useDesk, useFrom, useSelect, verbs } from '../../commands/index.ts'
import { select, words } from '../../state/index.ts'
import { Banner, Button } from '../../ui/index.ts'

const say = words.trustScreen.trust

/** What holds for the whole workspace and cannot be scrolled away. */
export function WorkspaceBanners() {
  const workspace = useCurrentWorkspace()
  const storeFault = useFrom('window', (state) => state.storeFault)
  const lacksConfig = useSelect(select.lacksConfig)
  if (!workspace) return null
  return (
    <>
      {storeFault && (
        <Banner tone="failed" icon={TriangleAlert}>
          {words.errors.store} {storeFault.message}
        </Banner>
      )}
      {lacksConfig ? (
        <NoConfigBanner />
      ) : workspace.state === 'missing' ? (
        <Banner tone="failed" icon={FolderX}>
          {words.errors.missing(workspace.path)}
        </Banner>
      ) : (
        <>
          <ErrorsBanner />
          <TrustBanner workspace={workspace} />
        </>
      )}
    </>
  )
}

function NoConfigBanner() {
  const desk = useDesk()
  return (
    <Banner
      icon={FolderInput}
      action={
        <Button size="small" onClick={() => attempt(desk, verbs.inspectImport, undefined)}>
          {say.bannerImport}
        </Button>
      }
    >
      {say.bannerNoConfig}
    </Banner>
  )
}

function ErrorsBanner() {
  const desk = useDesk()
  const view = useSelect(select.currentView)
  const errors = view?.diagnostics.filter((diagnostic) => diagnostic.severity === 'error') ?? []
  const [first] = errors
  if (!first) return null
  return (
    <Banner
      tone="failed"
      icon={TriangleAlert}
      action={
        <Button
          size="small"
          onClick={() => void verbs.openFile.run(desk, { path: first.at.file, line: first.at.line })}
        >
          {words.errors.show}
        </Button>
      }
    >
      {words.errors.banner(errors.length)}
    </Banner>
  )
}

/** Nothing is started yet, or something waits for a word. Both lead to the trust screen. */
function TrustBanner({ workspace: { trusted, review } }: { workspace: WorkspaceSummary }) {
  const desk = useDesk()
  if (trusted && review === 0) return null
  return (
    <Banner
      tone="risk"
      icon={trusted ? ShieldAlert : ShieldQuestion}
      action={
        <Button size="small" onClick={() => attempt(desk, verbs.reviewTrust, undefined)}>
          {trusted ? say.bannerReviewAction : say.bannerAction}
        </Button>
      }
    >
      {trusted ? say.bannerReview(review) : <b>{say.banner}</b>}
    </Banner>
  )
}
