import type { SessionId, WorkspaceId } from '@contract'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createFake, type FakeBridge } from '../bridge/fake.ts'
import { createLink } from '../bridge/index.ts'
import { type Desk, DeskProvider, openWorkspaceAtNewest, type PaneName } from '../commands/index.ts'
import { createStores } from '../state/index.ts'
import { TooltipProvider } from '../ui/index.ts'
import { panes } from './index.ts'

export const launch = 'ws_launch0001' as WorkspaceId
export const acme = 'ws_acme000001' as WorkspaceId
export const radar = 'ws_radar00001' as WorkspaceId

interface DeskOptions {
  /** `launch` where it is not said. */
  workspaceId?: WorkspaceId
  /** Before anything is asked. */
  begin?: (fake: FakeBridge) => unknown
}

/** A desk over the fake bridge, with one sample workspace open. `asked`: the panes that were brought to the front. */
export async function openDesk({ workspaceId = launch, begin }: DeskOptions = {}) {
  const fake = createFake({ scenario: 'busy' })
  await begin?.(fake)
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
  const { load } = desk.link
  await Promise.all([load.product(), load.models(), load.workspaces()])
  await openWorkspaceAtNewest(desk, workspaceId)
  /** What was asked of the bridge by one name, in order. */
  const inputs = (name: string) => fake.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { fake, stores, desk, asked, inputs }
}

/** An answer that comes when the test says so. */
export function later<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

export function draw(desk: Desk, children: ReactNode): void {
  render(
    <DeskProvider desk={desk}>
      <TooltipProvider>{children}</TooltipProvider>
    </DeskProvider>,
  )
}

interface Options extends DeskOptions {
  /** Another session than the newest of the workspace. */
  session?: string
  appId?: string
  /** Before the pane is drawn. */
  change?: (desk: Desk, fake: FakeBridge) => void
}

/** One pane of the sample workspace. */
export async function showPane(name: PaneName, { session, appId, change, ...rest }: Options = {}) {
  const opened = await openDesk(rest)
  const { desk, stores, fake } = opened
  if (session) {
    const sessionId = session as SessionId
    stores.selection.setState({ sessionId })
    await desk.link.showSession(sessionId)
  }
  change?.(desk, fake)
  const pane = panes.find((one) => one.id === name)
  if (!pane) throw new Error(`no pane ${name}`)
  const { Body } = pane
  draw(
    desk,
    <div style={{ height: 600 }}>
      <Body
        workspaceId={rest.workspaceId ?? launch}
        appId={appId ?? null}
        visible
        onPlaced={() => () => {}}
      />
    </div>,
  )
  return opened
}
