import { expect, test } from '@playwright/test'
import { type Launched, launch, surfacePage } from './launch.ts'
import { runEnds, send } from './support/desk.ts'

let desk: Launched
test.beforeEach(async () => {
  desk = await launch()
})
test.afterEach(() => desk.close())

test('every page that exists is sandboxed, isolated, without Node, and has its own rules', async () => {
  await send(desk.page)
  await runEnds(desk.page, /^Done in/)
  const pages = await desk.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      // In every Electron, and in no type file of it.
      const { getLastWebPreferences } = contents as unknown as {
        getLastWebPreferences(): Electron.WebPreferences
      }
      const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } =
        getLastWebPreferences.call(contents)
      return { type: contents.getType(), sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag }
    }),
  )
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    expect(page).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    })
    expect(page.webviewTag).not.toBe(true)
    expect(page.type).not.toBe('webview')
  }
})

test('the window’s page comes with its content policy, and neither scripts nor pages from elsewhere get in', async () => {
  const policy = await desk.page.evaluate(async () =>
    (await fetch(location.href)).headers.get('content-security-policy'),
  )
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  const outcome = await desk.page.evaluate(async () => {
    const inline = document.createElement('script')
    inline.textContent = 'window.inlineRan = true'
    document.head.append(inline)
    // In a task of the page's own: what the debugger runs may evaluate text.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          resolve(`ran ${new Function('return 1')()}`)
        } catch {
          resolve('refused')
        }
      })
    })
    const remote = await fetch('http://127.0.0.1:9/').then(
      () => 'ran',
      () => 'refused',
    )
    return {
      inline: 'inlineRan' in window,
      evaluated,
      remote,
      node: typeof (globalThis as { require?: unknown }).require,
      opened: window.open('https://example.invalid/') === null,
    }
  })
  expect(outcome).toEqual({
    inline: false,
    evaluated: 'refused',
    remote: 'refused',
    node: 'undefined',
    opened: true,
  })
})

test('the window cannot be led away, and asks for no permission', async () => {
  await desk.page
    .evaluate(() => {
      location.href = 'data:text/html,away'
    })
    .catch(() => {})
  await desk.page
    .evaluate(() => {
      location.href = 'http://127.0.0.1:9/'
    })
    .catch(() => {})
  await desk.page.waitForTimeout(300)
  expect(desk.page.url()).toMatch(/^app:\/\/ui\//)
  // What Chromium would refuse anyway never reaches the guard: ask the guard itself, too.
  const refused = await desk.app.evaluate(({ webContents }) => {
    const ui = webContents.getAllWebContents().find((contents) => contents.getURL().startsWith('app://ui/'))
    return [
      'file:///etc/hostname',
      'data:text/html,x',
      'mailto:a@b',
      'blob:app://ui/1',
      'app://other/',
      'https://example.invalid/',
    ].filter((url) => {
      const event = {
        url,
        defaultPrevented: false,
        preventDefault() {
          this.defaultPrevented = true
        },
      }
      ui?.emit('will-navigate', event)
      return !event.defaultPrevented
    })
  })
  expect(refused).toEqual([])
  const permission = await desk.page.evaluate(() =>
    navigator.permissions.query({ name: 'geolocation' }).then((status) => status.state),
  )
  expect(permission).toBe('denied')
  // Last, since a navigation that was prevented keeps the test's own page object waiting.
  const address = await desk.app.evaluate(async ({ webContents }) => {
    const ui = webContents.getAllWebContents().find((contents) => contents.getURL().startsWith('app://ui/'))
    await ui?.executeJavaScript(
      `location.href = URL.createObjectURL(new Blob(['<p>away</p>'], { type: 'text/html' })); undefined`,
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    return ui?.getURL()
  })
  expect(address).toMatch(/^app:\/\/ui\//)
})

test('the door answers every wrong call with a fault, and throws nothing (S14)', async () => {
  const answers = await desk.page.evaluate(async () => {
    const { operator } = window as unknown as {
      operator: { call(name: unknown, input: unknown): Promise<{ ok: boolean; fault?: { code: string } }> }
    }
    const call = async (name: unknown, input: unknown) => (await operator.call(name, input)).fault?.code
    return [
      await call('no.such', {}),
      await call(42, {}),
      await call('__proto__', {}),
      await call('runs.start', {}),
      await call('runs.stop', { runId: 'run_x' }),
      await call('files.read', { workspaceId: 'ws_00000000zz', path: 'a', extra: 1 }),
      await call('settings.write', { key: 'k', value: 'x'.repeat(2_000_000) }),
      await call('product.info', null),
    ]
  })
  expect(answers).toEqual([
    'operation_unknown',
    'operation_unknown',
    'operation_unknown',
    'input_invalid',
    'input_invalid',
    'input_invalid',
    'input_too_large',
    'input_invalid',
  ])
  const own = await desk.page.evaluate(() =>
    Object.keys((window as unknown as { operator: object }).operator).sort(),
  )
  expect(own).toEqual(['call', 'onPush'])
})

test('an app’s page reaches its own server and nothing else', async () => {
  await send(desk.page)
  const board = await surfacePage(desk.app, 'http://127.0.0.1:')
  await runEnds(desk.page, /^Done in/)
  const outcome = await board.evaluate(async () => ({
    bridge: 'operator' in window,
    own: await fetch('/health').then(
      (answer) => answer.ok,
      () => false,
    ),
    other: await fetch('http://127.0.0.1:9/').then(
      () => 'reached',
      () => 'refused',
    ),
    files: await fetch('file:///etc/hostname').then(
      () => 'reached',
      () => 'refused',
    ),
    ui: await fetch('app://ui/index.html').then(
      () => 'reached',
      () => 'refused',
    ),
  }))
  expect(outcome).toEqual({ bridge: false, own: true, other: 'refused', files: 'refused', ui: 'refused' })
})
