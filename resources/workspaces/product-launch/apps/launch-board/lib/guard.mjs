// Who may talk to this app: the program that started it, and the page that it opened. Everyone else gets 403.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Without a token (started by hand) only the checks of Host and Origin hold. */
export function makeGuard(token) {
  // Cookies are sent to every port of 127.0.0.1, so the cookie is not the token itself: it opens the page, never /mcp.
  const pass = token ? digest(`page:${token}`).toString('hex') : ''
  const cookieName = (req) => `launch-board-${req.socket.localPort}`

  return {
    /** Each returns a sentence why not, or null. */
    refuseAny(req) {
      const names = hostsOf(req)
      if (!names.includes(req.headers.host)) return 'This Host is not served here.'
      const { origin } = req.headers
      if (origin !== undefined && !names.some((name) => origin === `http://${name}`))
        return 'This Origin is not allowed.'
      return null
    },
    refuseMcp(req) {
      if (req.method === 'POST' && !isJson(req)) return 'Only application/json is taken.'
      if (token && !same(req.headers.authorization ?? '', `Bearer ${token}`))
        return 'The token is missing or wrong.'
      return null
    },
    refusePage(req) {
      return !token || same(cookieOf(req, cookieName(req)), pass)
        ? null
        : 'The board is open to Signalbox only.'
    },
    refuseApi(req) {
      const site = req.headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin') return 'Only the page of the board may ask this.'
      if (req.method === 'GET') return null
      // A browser always names the Origin of a change; a request without one comes from somewhere else.
      if (req.headers.origin === undefined) return 'The Origin is missing.'
      return isJson(req) ? null : 'Only application/json is taken.'
    },
    /** The cookie for a page that was opened with the right `?token=`, else null. */
    cookieFor(req, given) {
      return token && same(given, token)
        ? `${cookieName(req)}=${pass}; HttpOnly; SameSite=Strict; Path=/`
        : null
    },
  }
}

const hostsOf = (req) => ['127.0.0.1', 'localhost'].map((name) => `${name}:${req.socket.localPort}`)

const isJson = (req) => /^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')

function cookieOf(req, name) {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value ?? ''
  }
  return ''
}

const digest = (text) => createHash('sha256').update(text).digest()

/** Compared as digests, so that neither the length nor the first wrong letter shows in the time it takes. */
const same = (left, right) => timingSafeEqual(digest(left), digest(right))
