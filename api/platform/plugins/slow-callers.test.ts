/** Callers who send or read slowly hold nobody else up. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { insertMessage, insertPaidOrder, insertUser } from '#db/testing/builders.ts'

/** More calls than a process admits at first. */
const CROWD = 70
const UNREAD_MS = 5_000
const shop = openTestApp({
  requestTimeoutMs: 200_000,
  overload: { maxEventLoopDelayMs: 600_000, maxEventLoopUtilization: 1, unreadMs: UNREAD_MS },
})
/** Cuts nothing off during a test. */
const patient = openTestApp()

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Sends the head of a request, and reads the response only when asked to. */
function open(head: readonly string[], { url } = shop): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`${[...head, `host: ${hostname}`].join('\r\n')}\r\n\r\n`)
  sockets.push(socket)
  return socket
}

const countConnections = () => promisify(shop.app.server.getConnections.bind(shop.app.server))()
const countRequests = async () =>
  (await shop.app.metrics.getSingleMetric('http_requests_running')?.get())?.values[0]?.value
const isAnswered = async () =>
  (await new Visitor(shop).get('/api/packages/1/reviews/random')).statusCode !== 503

test('bodies that do not arrive take no place', async () => {
  const head = ['POST /api/auth/login HTTP/1.1', 'content-type: application/json', 'content-length: 1000']
  for (let nth = 0; nth < CROWD; nth += 1) open(head)
  await expect.poll(countRequests).toBe(CROWD)
  expect(await isAnswered()).toBe(true)
})

/** A file larger than the system's socket buffers. */
async function storeFile({ db, env } = shop): Promise<string> {
  const { id: orderId, userId } = await insertPaidOrder(db)
  const id = randomUUID()
  const bytes = Buffer.alloc(30_000_000)
  const { id: messageId } = await insertMessage(db, { orderId, authorId: userId ?? 0 })
  await OrderFile.query(db).insert({
    id,
    orderId,
    messageId,
    uploaderId: userId ?? 0,
    name: 'film.bin',
    sizeBytes: bytes.length,
    state: 'ready',
    mediaType: 'application/octet-stream',
  })
  const path = join(env.dataDir, 'files', id)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  return id
}

const toHeader = (cookies: Visitor['cookies']): string =>
  [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')

async function openDownloads(fileId: string, count: number): Promise<Socket[]> {
  const { id } = await insertUser(shop.db, { isAdmin: true })
  const { cookies } = await openSession(shop, id)
  const cookie = toHeader(cookies)
  return Array.from({ length: count }, () => open([`GET /api/files/${fileId} HTTP/1.1`, `cookie: ${cookie}`]))
}

test('downloads that nobody reads take no place, and are cut off', async () => {
  const fileId = await storeFile()
  const unread: Socket[] = []
  for (let user = 0; user < CROWD / 10; user += 1) unread.push(...(await openDownloads(fileId, 10)))
  await Promise.all(unread.map((socket) => once(socket, 'readable')))
  // On a busy machine the last ones have their places for a moment longer, but all before they are cut off.
  await expect.poll(isAnswered, { timeout: UNREAD_MS / 2 }).toBe(true)
  await expect.poll(countConnections).toBe(0)
})

test('one user has a few downloads at once, and may begin others when they have ended', async () => {
  const fileId = await storeFile(patient)
  const { id } = await insertUser(patient.db, { isAdmin: true })
  const browser = await openSession(patient, id)
  const cookie = toHeader(browser.cookies)
  const download = () => open([`GET /api/files/${fileId} HTTP/1.1`, `cookie: ${cookie}`], patient)
  const unread = Array.from({ length: 10 }, download)
  // The head of each response has arrived, and the callers stop reading.
  await Promise.all(unread.map((socket) => once(socket, 'readable')))
  const refused = await browser.get(`/api/files/${fileId}`)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_transfers'])
  for (const socket of unread) socket.destroy()
  await expect.poll(async () => (await browser.get(`/api/files/${fileId}`)).statusCode).toBe(200)
})
