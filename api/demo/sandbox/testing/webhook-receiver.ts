/** Receives webhooks in place of the shop: records them, and responds as told by the test. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  body: string
  event: string
  headers: IncomingHttpHeaders
  atMs: number
  /** Whether the sender hung up before the response. */
  isBrokenOff: boolean
}

export interface WebhookReceiver {
  url: string
  received: Received[]
  /** In order of arrival. */
  events(): string[]
  /** Responds with these statuses, one after the other, then 200. 0: no response at all. */
  respondNext(...statuses: number[]): void
  close(): Promise<void>
}

export async function receiveWebhooks({
  onReceive,
}: {
  onReceive?: (body: string) => void
} = {}): Promise<WebhookReceiver> {
  const received: Received[] = []
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const { event } = JSON.parse(body)
    const arrived = { body, event, headers: request.headers, atMs: Date.now(), isBrokenOff: false }
    response.on('close', () => {
      arrived.isBrokenOff = !response.writableEnded
    })
    onReceive?.(body)
    received.push(arrived)
    const status = statuses.shift() ?? 200
    if (status > 0) response.writeHead(status, { location: '/elsewhere' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    events: () => received.map(({ event }) => event),
    respondNext: (...next) => statuses.push(...next),
    close,
  }
}
