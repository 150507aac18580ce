import { FolderX, ShieldQuestion, TriangleAlert } from 'lucide-react'
import { useCurrentWorkspace, useDesk, useFrom, useSelect, verbs } from '../../commands/index.ts'
import { select, words } from '../../state/index.ts'
import { Banner, Button, CopyButton } from '../../ui/index.ts'

/** What holds for the whole workspace and cannot be scrolled away. */
export function WorkspaceBanners() {
  const desk = useDesk()
  const workspace = useCurrentWorkspace()
  const storeFault = useFrom('window', (state) => state.storeFault)
  const view = useSelect(select.currentView)
  const firstError = view?.diagnostics.find((diagnostic) => diagnostic.severity === 'error')
  const errors = view?.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length ?? 0
  if (!workspace) return null
  const show = () => {
    if (firstError) void verbs.openFile.run(desk, { path: firstError.at.file, line: firstError.at.line })
  }
  return (
    <>
      {storeFault && (
        <Banner tone="failed" icon={TriangleAlert}>
          {words.errors.store} {storeFault.message}
        </Banner>
      )}
      {workspace.state === 'missing' && (
        <Banner tone="failed" icon={FolderX}>
          {words.errors.missing(workspace.path)}
        </Banner>
      )}
      {errors > 0 && workspace.state !== 'missing' && (
        <Banner
          tone="failed"
          icon={TriangleAlert}
          action={
            <Button size="small" onClick={show}>
              {words.errors.show}
            </Button>
          }
        >
          {words.errors.banner(errors)}
        </Banner>
      )}
      {!workspace.trusted && workspace.state !== 'missing' && (
        <Banner
          tone="risk"
          icon={ShieldQuestion}
          action={
            <CopyButton
              label={words.trust.copy}
              doneLabel={words.common.copied}
              text={() => words.trust.command(workspace.path)}
            />
          }
        >
          <b>{words.trust.banner}</b> {words.trust.how}
        </Banner>
      )}
    </>
  )
}
