import type { SessionId, WorkspaceId } from '@contract'
import { render } from '@testing-library/react'
import { createFake } from '../bridge/fake.ts'
import { createLink } from '../bridge/index.ts'
import { type Desk, DeskProvider, openWorkspaceAtNewest, type PaneName } from '../commands/index.ts'
import { createStores } from '../state/index.ts'
import { TooltipProvider } from '../ui/index.ts'
import { panes } from './index.ts'

export const launch = 'ws_launch0001' as WorkspaceId

interface Options {
  /** Another session than the newest of the workspace. */
  session?: string
  appId?: string
  /** Before the pane is drawn. */
  change?: (desk: Desk, fake: ReturnType<typeof createFake>) => void
}

/** One pane over the fake bridge, with the sample workspace open. `asked`: the panes that were brought to the front. */
export async function showPane(name: PaneName, { session, appId, change }: Options = {}) {
  const fake = createFake({ scenario: 'busy' })
  const stores = createStores()
  const asked: string[] = []
  const desk: Desk = {
    stores,
    link: createLink(fake, stores, { request: (work) => work() }),
    ports: {
      focusPane: (pane) => void asked.push(pane),
      nextPane() {},
      resetLayout() {},
      focusComposer() {},
      focusList() {},
    },
  }
  await Promise.all([desk.link.load.product(), desk.link.load.workspaces()])
  await openWorkspaceAtNewest(desk, launch)
  if (session) {
    const sessionId = session as SessionId
    stores.selection.setState({ sessionId })
    await desk.link.showSession(sessionId)
  }
  change?.(desk, fake)
  const pane = panes.find((one) => one.id === name)
  if (!pane) throw new Error(`no pane ${name}`)
  const { Body } = pane
  render(
    <DeskProvider desk={desk}>
      <TooltipProvider>
        <div style={{ height: 600 }}>
          <Body workspaceId={launch} appId={appId ?? null} visible onPlaced={() => () => {}} />
        </div>
      </TooltipProvider>
    </DeskProvider>,
  )
  return { fake, stores, desk, asked }
}
