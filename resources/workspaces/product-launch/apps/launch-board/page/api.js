// The only code that talks to the server: one stream of boards, and one call per change.

/** `onLink` hears 'live', 'gone' (it tries again by itself) or 'closed' (this page is no longer let in). */
export function connect(onBoard, onLink) {
  let source
  let gone

  const open = () => {
    source = new EventSource('api/events')
    source.addEventListener('board', (event) => {
      clearTimeout(gone)
      onBoard(JSON.parse(event.data))
      onLink('live')
    })
    source.addEventListener('error', () => {
      // A quick restart is not worth a word.
      clearTimeout(gone)
      gone = setTimeout(() => onLink('gone'), 500)
      if (source.readyState === EventSource.CLOSED) void again()
    })
  }

  // The stream does not say why it was refused. An answer from /health means: the server is there, and we are not let in.
  const again = async () => {
    const there = await fetch('health').then(
      (answer) => answer.ok,
      () => false,
    )
    if (!there) return setTimeout(open, 1500)
    clearTimeout(gone)
    onLink('closed')
  }

  open()
}

/** Resolves to `{ value }` or `{ error }`, a sentence to show. */
export async function call(method, path, body = {}) {
  try {
    const answer = await fetch(`api/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // A note that is saved while the page closes still arrives.
      keepalive: true,
    })
    const value = await answer.json()
    return answer.ok ? { value } : { error: value.error }
  } catch {
    return { error: 'Not saved: the board’s server does not answer.' }
  }
}
