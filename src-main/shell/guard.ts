import { app, BrowserWindow, dialog, type Session, session, shell, type WebContents } from 'electron'

/** Every page of ours, whatever it shows, has these. */
export const pagePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  spellcheck: false,
} as const

/** Refuses permissions, new windows, navigation away and webviews, for every page that is ever made. */
export function guardEverything(): void {
  guardSession(session.defaultSession)
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
}

export function guardSession(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  target.setPermissionCheckHandler(() => false)
  target.setDevicePermissionHandler(() => false)
}

function guardContents(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    // A system that cannot open it is no reason to end: the operator sees that nothing opened.
    void openOutside(contents, url).catch(() => {})
    return { action: 'deny' }
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-navigate', (event) => {
    if (!isSamePlace(event.url, contents.getURL())) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    const from = contents.getURL()
    // The first load of a page has no place of its own yet; where it may go is checked by its session.
    if (event.isMainFrame && from !== '' && from !== 'about:blank' && !isSamePlace(event.url, from))
      event.preventDefault()
  })
}

/** The same scheme, host and port. Not by `origin`: for every scheme but the web's that is the text "null". */
function isSamePlace(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false
  const [a, b] = [new URL(one), new URL(other)]
  return a.host !== '' && a.protocol === b.protocol && a.host === b.host
}

let asking = false

/** Only https and mailto, one question at a time, and only after the operator saw where it leads. */
async function openOutside(contents: WebContents, link: string): Promise<void> {
  if (asking || !URL.canParse(link)) return
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'mailto:') return
  const target = url.protocol === 'mailto:' ? url.pathname : url.host
  const question = {
    type: 'question' as const,
    message: `Open ${target} outside Signalbox?`,
    detail: url.href.slice(0, 500),
    buttons: ['Cancel', 'Open'],
    cancelId: 0,
    defaultId: 0,
  }
  const parent = BrowserWindow.fromWebContents(contents) ?? BrowserWindow.getAllWindows()[0]
  asking = true
  try {
    const { response } = await (parent
      ? dialog.showMessageBox(parent, question)
      : dialog.showMessageBox(question))
    if (response === 1) await shell.openExternal(url.href)
  } finally {
    asking = false
  }
}
