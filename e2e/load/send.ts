/** Sends the requests of simulated people. `fetch` takes more of the processor, which is then missing in what is measured. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface Sent {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  withinMs?: number
}

const agent = new Agent({ keepAlive: true })
const GIVE_UP_AFTER_MS = 20_000

/** @throws Error if no complete response arrives in time */
export function send(
  url: string,
  { method = 'GET', headers, body, withinMs = GIVE_UP_AFTER_MS }: Sent = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const json = body === undefined ? undefined : JSON.stringify(body)
  const sent = request(
    url,
    {
      method,
      agent,
      headers: {
        ...(json !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(json),
        }),
        ...headers,
      },
      signal: AbortSignal.timeout(withinMs),
    },
    (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      // An interrupted response has the event 'error' instead of 'end'.
      response.once('end', () => {
        const { statusCode: status = 0, headers: received, complete } = response
        if (complete) resolve({ status, headers: received, text })
        else reject(new Error('cut off'))
      })
      response.once('error', reject)
    },
  )
  sent.on('error', reject)
  sent.end(json)
  return promise
}
