import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { openTestApp } from './test-app.ts'

const TIMEOUT_MS = 1_200
/** Generous, for a busy machine; Node's own timeouts are minutes. */
const HUNG_UP_WITHIN_MS = 10_000
const shop = openTestApp({ requestTimeoutMs: TIMEOUT_MS })

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function open(url = shop.url): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Not `events.once`, which rejects on an error: a server may close a socket with a reset. */
const closed = (socket: Socket) => new Promise<void>((done) => socket.once('close', () => done()))

/** @returns the data received before the server hung up, and how long that took */
async function readToEnd(socket: Socket): Promise<{ text: string; afterMs: number }> {
  const startedAt = performance.now()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  await closed(socket)
  return { text, afterMs: performance.now() - startedAt }
}

const HEAD =
  'POST /api/auth/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n'

describe('a request that comes too slowly', () => {
  test.each([
    ['its headers never end', 'GET /api/packages HTTP/1.1\r\nHost: shop\r\n'],
    ['its body never ends', `${HEAD}\r\n{"email":`],
  ])('%s: is hung up on with 408', async (_how, beginning) => {
    const socket = await open()
    const end = readToEnd(socket)
    socket.write(beginning)
    const { text, afterMs } = await end
    expect(afterMs).toBeLessThan(HUNG_UP_WITHIN_MS)
    expect(text).toContain('HTTP/1.1 408')
    expect(text).toContain('"code":"too_slow"')
  })

  test('gets no more time by sending one byte at a time', async () => {
    const socket = await open()
    const end = readToEnd(socket)
    socket.write(`${HEAD}\r\n`)
    const drip = setInterval(() => socket.write(' '), 50)
    const { afterMs } = await end
    clearInterval(drip)
    expect(afterMs).toBeLessThan(HUNG_UP_WITHIN_MS)
  })
})

test('stopping waits for a slow request only until its time limit, and not at all for an idle connection', async () => {
  const app = await buildApp({
    env: shop.env,
    db: shop.db,
    gateway: shop.gateway,
    jobs: shop.jobs,
    requestTimeoutMs: 500,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = await open(url)
  slow.write(`${HEAD}\r\n{`)
  const idle = await open(url)
  idle.write('GET /api/healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
  await once(idle, 'data')
  const startedAt = performance.now()
  await app.close()
  expect(performance.now() - startedAt).toBeLessThan(HUNG_UP_WITHIN_MS)
})

test.each([
  ['nonsense', 'HELLO\r\n\r\n', 400, 'malformed'],
  [
    'a length that is no number',
    'POST /api/auth/login HTTP/1.1\r\nHost: s\r\nContent-Length: x\r\n\r\n',
    400,
    'malformed',
  ],
  [
    'two lengths at odds (smuggling)',
    'POST /api/auth/login HTTP/1.1\r\nHost: s\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed',
  ],
  [
    'headers of 32 KB',
    `GET /api/packages HTTP/1.1\r\nHost: s\r\nCookie: ${'x'.repeat(32_768)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'a URL that cannot be read',
    'GET /api/packages/%zz HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n',
    400,
    'malformed',
  ],
])(
  'input that is not a request %s gets a refusal in the usual shape that does not quote it',
  async (_how, bytes, status, code) => {
    const socket = await open()
    const end = readToEnd(socket)
    socket.write(bytes)
    const { text } = await end
    expect(text).toContain(`HTTP/1.1 ${status}`)
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toEqual({
      code,
      message: expect.any(String),
      requestId: expect.any(String),
    })
    expect(text).not.toMatch(/HELLO|%zz|xxx/)
  },
)
