/** A webhook receiver like an integrator's. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  path: string | undefined
  /** The receiver's IP address to which the sender connected. */
  reachedAt: string | undefined
}

/** Registers hooks that start, reset and stop the receiver. Tests may set its response; the default is 200. */
export function openReceiver() {
  const receiver = {
    port: 0,
    received: [] as Received[],
    respond: (): { status: number; headers?: Record<string, string>; body?: string } => ({ status: 200 }),
    /** Responds with a body that never ends. */
    isEndless: false,
    /** Reads requests and never responds. */
    isSilent: false,
    get url() {
      return `http://127.0.0.1:${receiver.port}/hooks`
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { headers, url: path, socket } = request
    receiver.received.push({ headers, body, path, reachedAt: socket.localAddress })
    if (receiver.isSilent) return
    const { status, headers: sent, body: text = 'ok' } = receiver.respond()
    response.writeHead(status, sent).write(text)
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
