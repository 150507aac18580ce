const maxBytes = 64 * 1024 * 1024

/**
 * fetch whose answers to a POST end with an error past 64 MiB: a server cannot fill our memory with one answer. A GET
 * is the long-lived event stream, whose messages are bounded one by one by their reader.
 */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (init?.method !== 'POST' || !response.body) return response
  let total = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        total += chunk.byteLength
        if (total > maxBytes) controller.error(new Error(`the answer is over ${maxBytes / 1024 / 1024} MiB`))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted, { status, statusText, headers })
}
