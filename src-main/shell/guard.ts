import { app, dialog, type Session, session, shell, type WebContents } from 'electron'

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
    void openOutside(url)
    return { action: 'deny' }
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-navigate', (event) => {
    if (new URL(event.url).origin !== originOf(contents)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (
      event.isMainFrame &&
      contents.getURL() !== '' &&
      contents.getURL() !== 'about:blank' &&
      new URL(event.url).origin !== originOf(contents)
    )
      event.preventDefault()
  })
}

function originOf(contents: WebContents): string {
  return URL.canParse(contents.getURL()) ? new URL(contents.getURL()).origin : ''
}

/** Only https and mailto, and only after the operator saw where it leads. */
async function openOutside(link: string): Promise<void> {
  if (!URL.canParse(link)) return
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'mailto:') return
  const target = url.protocol === 'mailto:' ? url.pathname : url.host
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `Open ${target} outside Signalbox?`,
    detail: url.href.slice(0, 500),
    buttons: ['Cancel', 'Open'],
    cancelId: 0,
    defaultId: 0,
  })
  if (response === 1) await shell.openExternal(url.href)
}
