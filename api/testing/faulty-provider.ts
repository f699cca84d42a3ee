/** A payment provider with a bad connection: forwards calls to the sandbox, and makes some fail in the way that a test chooses. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const FAULTS = ['hang', 'reset', '429', '500', 'an HTML 502', 'truncated JSON'] as const
export type Fault = (typeof FAULTS)[number]

export interface FaultyProvider {
  readonly url: string
  /** Method and path of every call since `heal`. */
  readonly calls: string[]
  /**
   * Makes matching calls fail until `heal`.
   * @param isDone whether the sandbox still does the work, so that only the response is lost
   */
  fail(fault: Fault, calls: RegExp, isDone?: boolean): void
  heal(): void
  close(): Promise<void>
}

export async function openFaultyProvider(sandboxUrl: string): Promise<FaultyProvider> {
  let failing: { fault: Fault; calls: RegExp; isDone: boolean } | undefined
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const rule = failing?.calls.test(`${request.method} ${request.url}`) ? failing : undefined
    if (rule && !rule.isDone) return sendFault(response, rule.fault, '{"id": "unfinished')

    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const forwarded = await fetch(`${sandboxUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const text = await forwarded.text()
    if (rule) return sendFault(response, rule.fault, text)
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail: (fault, matching, isDone = false) => {
      failing = { fault, calls: matching, isDone }
    },
    heal: () => {
      failing = undefined
      calls.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sendFault(response: ServerResponse, fault: Fault, text: string): void {
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case 'hang':
      return
    case 'reset':
      response.destroy()
      return
    case '429':
      response
        .writeHead(429, json)
        .end('{"error": {"code": "BAD_REQUEST_ERROR", "description": "Too many requests"}}')
      return
    case '500':
      response
        .writeHead(500, json)
        .end('{"error": {"code": "SERVER_ERROR", "description": "We are facing some trouble"}}')
      return
    case 'an HTML 502':
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>')
      return
    case 'truncated JSON':
      response.writeHead(200, json).end(text.slice(0, Math.ceil(text.length / 2)))
  }
}
