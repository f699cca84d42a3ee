/** An HTTP server that receives webhooks, like that of an integrator. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
  path: string | undefined
  /** The receiver's IP address to which the sender connected. */
  localAddress: string | undefined
}

/** Starts the receiver before the tests of a file, resets it before each, and stops it at the end. The default response is 200. */
export function openReceiver() {
  const receiver = {
    port: 0,
    received: [] as ReceivedRequest[],
    respond: (): { status: number; headers?: Record<string, string>; body?: string } => ({ status: 200 }),
    /** Whether it responds with a body that never ends. */
    isEndless: false,
    /** Whether it reads requests and never responds. */
    isSilent: false,
    get url() {
      return `http://127.0.0.1:${receiver.port}/hooks`
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { headers, url: path, socket } = request
    receiver.received.push({ headers, body, path, localAddress: socket.localAddress })
    if (receiver.isSilent) return
    const { status, headers: responseHeaders, body: responseBody = 'ok' } = receiver.respond()
    response.writeHead(status, responseHeaders).write(responseBody)
    if (!receiver.isEndless) response.end()
  })
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '0.0.0.0', listening))
    receiver.port = (server.address() as AddressInfo).port
  })
  beforeEach(() => {
    Object.assign(receiver, {
      received: [],
      respond: () => ({ status: 200 }),
      isSilent: false,
      isEndless: false,
    })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
