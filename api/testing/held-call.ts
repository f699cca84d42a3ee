import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface Response {
  statusCode: number
  headers: IncomingMessage['headers']
  body: string
}

/**
 * Sends a call's headers and holds its body back. `inject` would wait for the body before it begins.
 * @returns once the API has the headers: a function that sends the body
 */
export async function holdBody(
  url: string,
  method: string,
  headers: Record<string, string>,
  cookies: Iterable<readonly [name: string, value: string]>,
): Promise<(body: string | Buffer | undefined) => Promise<Response>> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const call = request(url, {
    method,
    agent: false,
    // Set explicitly, because Node does not do so for the body of a DELETE.
    headers: { ...headers, cookie, expect: '100-continue', 'transfer-encoding': 'chunked' },
  })
  const responded = once(call, 'response') as Promise<[IncomingMessage]>
  call.flushHeaders()
  // The API either asks for the body or refuses the call because of its headers.
  await Promise.race([once(call, 'continue'), responded])
  return async (body) => {
    call.end(body)
    const [message] = await responded
    const { statusCode = 0, headers: received } = message
    return { statusCode, headers: received, body: await text(message) }
  }
}
