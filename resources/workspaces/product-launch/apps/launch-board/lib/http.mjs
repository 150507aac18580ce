// The few HTTP needs of this app.

const maxBody = 256 * 1024

const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

export function send(res, status, body, headers = {}) {
  const json = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)
  res.writeHead(status, {
    ...always,
    ...(json ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    ...headers,
  })
  res.end(json ? JSON.stringify(body) : body)
}

export function startStream(res) {
  res.writeHead(200, { ...always, 'content-type': 'text/event-stream; charset=utf-8' })
}

/** Returns `{ value }` or `{ status, error }`. What is too much is read and dropped, so that the answer arrives. */
export async function readJson(req) {
  const chunks = []
  let size = 0
  for await (const chunk of req) {
    size += chunk.length
    if (size <= maxBody) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > maxBody) return { status: 413, error: `The body is over ${maxBody / 1024} KiB.` }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) }
  } catch {
    return { status: 400, error: 'The body is not JSON.' }
  }
}
