import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const uiUrl = 'app://ui/index.html'
export const isUiUrl = (url: string) => url.startsWith('app://ui/')

/** Before the app is ready. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the window's own files and nothing else, each with the content policy. */
export function serveUi(folder: string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const file = path.normalize(path.join(folder, decodeURIComponent(url.pathname)))
    if (url.host !== 'ui' || !file.startsWith(folder + path.sep))
      return new Response('not found', { status: 404 })
    try {
      return new Response(await readFile(file), {
        headers: {
          'content-type': types[path.extname(file)] ?? 'application/octet-stream',
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
        },
      })
    } catch {
      return new Response('not found', { status: 404 })
    }
  })
}
