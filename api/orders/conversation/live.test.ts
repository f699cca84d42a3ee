/** Live events over real sockets: who gets which hints, and when a stream ends. */
import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#api/app.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { waitUntil } from '#api/testing/wait-until.ts'
import { buildWorld, openBrowser, type Role, type World } from '#api/testing/world.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { insertUser } from '#db/testing/builders.ts'

const shop = openTestApp({ hasProcessRole: true, isListening: true })

interface Stream {
  response: IncomingMessage
  /** Received events, such as `ready` and `order 12`. */
  events: string[]
  heartbeats: number
  hasEnded: boolean
}

const opened: IncomingMessage[] = []

async function open(browser: Visitor, url = shop.url): Promise<Stream> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${url}/api/events`, { agent: false, headers: { cookie } }, resolve).on('error', reject),
  )
  opened.push(response)
  const stream: Stream = { response, events: [], heartbeats: 0, hasEnded: false }
  response.setEncoding('utf8').on('data', (text: string) => {
    for (const [, event, data = ''] of text.matchAll(/^event: (\w+)\ndata: (.+)\n\n/gm)) {
      const { orderId = '' } = JSON.parse(data) as { orderId?: number }
      stream.events.push(`${event} ${orderId}`.trim())
    }
    if (text.startsWith(':')) stream.heartbeats += 1
  })
  response.on('close', () => {
    stream.hasEnded = true
  })
  response.on('error', () => {})
  return stream
}

let world: World
let orderId: number
beforeEach(async () => {
  world = await buildWorld(shop.db)
  orderId = world.order.id
})
afterEach(async () => {
  for (const response of opened.splice(0)) response.destroy()
  vi.useRealTimers()
})

const openAs = async (role: Role) => {
  const stream = await open(await openBrowser(shop, world, role))
  await waitUntil(() => stream.events.includes('ready'))
  return stream
}

async function send(role: Role, fields: Record<string, unknown> = {}): Promise<void> {
  const browser = await openBrowser(shop, world, role)
  const body = { text: 'Hello', key: randomUUID(), ...fields }
  expectResponse(await browser.post(`/api/orders/${orderId}/messages`, body), 201)
}

const hears = ({ events }: Stream) => waitUntil(() => events.includes(`order ${orderId}`))

describe('a stream', () => {
  test('opens with `ready`, unbuffered and uncompressed, and never cached', async () => {
    const { response } = await openAs('customer')
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['content-encoding']).toBeUndefined()
  })

  test('is refused to who is signed out, and where the process does not listen', async () => {
    expect((await open(new Visitor(shop))).response.statusCode).toBe(401)
    const deaf = await buildApp({ ...shop, overload: false })
    const cookies = Object.fromEntries((await openBrowser(shop, world, 'customer')).cookies)
    const refused = await deaf.inject({ url: '/api/events', cookies })
    expectRefused(refused, 'not_found', 404)
    await deaf.close()
  })

  test('is refused in words to an account that has ten', async () => {
    const browser = await openBrowser(shop, world, 'customer')
    for (let count = 0; count < 10; count += 1) expect((await open(browser)).response.statusCode).toBe(200)
    const message = expect.stringMatching(/open in too many browsers/)
    expectResponse(await browser.get('/api/events'), 429, { message })
    expect((await openAs('staff')).response.statusCode).toBe(200)
    opened[0]?.destroy()
    await waitUntil(async () => (await open(browser)).response.statusCode === 200)
  })
})

describe('an event of an order', () => {
  test('reaches its customer, its staff and admins, and nobody else', async () => {
    const heard = [await openAs('customer'), await openAs('staff'), await openAs('admin')]
    const unheard = [await openAs('otherCustomer'), await openAs('otherStaff')]
    await send('customer')
    for (const stream of heard) await hears(stream)
    for (const { events } of unheard) expect(events).toEqual(['ready'])
  })

  test('does not reach the customer where it is about a note of the team', async () => {
    const [customer, staff] = [await openAs('customer'), await openAs('staff')]
    await send('admin', { isTeamOnly: true })
    await hears(staff)
    expect(customer.events).toEqual(['ready'])
    await send('admin')
    await hears(customer)
    expect(customer.events).toEqual(['ready', `order ${orderId}`])
  })

  test('does not reach staff from whom the order was taken', async () => {
    const [staff, admin] = [await openAs('staff'), await openAs('admin')]
    await StaffAssignment.query(shop.db).deleteById(world.assignment.id)
    await send('customer')
    await hears(admin)
    expect(staff.events).toEqual(['ready'])
    expect(staff.hasEnded).toBe(false)
  })

  const ofStaff = () => ({ userId: world.users.staff.id })
  const change = (fields: object) => shop.db('sessions').where(ofStaff()).update(fields)

  test.each<[string, () => PromiseLike<unknown>]>([
    ['a session that was revoked', () => change({ revokedAt: new Date() })],
    ['a session that was idle', () => change({ lastSeenAt: shop.db.raw("now() - interval '31 minutes'") })],
    [
      'an account that was disabled',
      () => shop.db('users').where({ id: ofStaff().userId }).update({ disabledAt: new Date() }),
    ],
  ])('ends the stream of %s, without the event', async (_what, end) => {
    const [staff, admin] = [await openAs('staff'), await openAs('admin')]
    await end()
    await send('customer')
    await hears(admin)
    await waitUntil(() => staff.hasEnded)
    expect(staff.events).toEqual(['ready'])
  })
})

test('a stream, and asking for what is unread, is no use of the session', async () => {
  const { id: userId } = world.users.customer
  const browser = await openSession(shop, userId, { lastSeenAt: "now() - interval '10 minutes'" })
  const lastSeen = async () => (await shop.db('sessions').where({ userId }).first()).lastSeenAt
  const before = await lastSeen()
  const stream = await open(browser)
  await send('staff')
  await hears(stream)
  expectResponse(await browser.get('/api/messages/unread'), 200)
  expect(await lastSeen()).toEqual(before)
  await browser.get('/api/orders')
  expect(await lastSeen()).not.toEqual(before)
})

test('every stream is told to ask again once the process listens again', async () => {
  const streams = [await openAs('customer'), await openAs('admin')]
  const { rows } = await shop.db.raw<{ rows: unknown[] }>(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'shop events'`,
  )
  expect(rows).toHaveLength(1)
  for (const { events } of streams) await waitUntil(() => events.length === 2)
  for (const { events } of streams) expect(events).toEqual(['ready', 'ready'])
  await send('customer')
  for (const stream of streams) await hears(stream)
})

describe('a process of its own', () => {
  /** Starts the API with fake timers, which the test advances. */
  async function start() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = await buildApp({ ...shop, overload: false, listenUrl: shop.dbUrl })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    return { app, url }
  }

  test('reads all sessions again every 20 seconds, and sends something every 15', async () => {
    const { app, url } = await start()
    const ended = await open(await openBrowser(shop, world, 'staff'), url)
    const other = await open(await openBrowser(shop, world, 'customer'), url)
    await waitUntil(() => other.events.includes('ready') && ended.events.includes('ready'))
    await shop.db('sessions').where({ userId: world.users.staff.id }).update({ revokedAt: new Date() })
    vi.advanceTimersByTime(15_000)
    await waitUntil(() => other.heartbeats === 1)
    expect(ended.hasEnded).toBe(false)
    vi.advanceTimersByTime(5_000)
    await waitUntil(() => ended.hasEnded)
    expect(other.hasEnded).toBe(false)
    vi.useRealTimers()
    await app.close()
  })

  test('ends its streams first when it stops', async () => {
    const app = await buildApp({ ...shop, overload: false, listenUrl: shop.dbUrl })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await open(await openBrowser(shop, world, 'customer'), url)
    await waitUntil(() => stream.events.includes('ready'))
    await app.close()
    await waitUntil(() => stream.hasEnded)
    // Ended properly, not cut off, so the browser reconnects.
    expect(stream.response.complete).toBe(true)
  })
})

test('200 streams are open at once, and each gets an event', async () => {
  const streams: Stream[] = []
  for (let count = 0; count < 20; count += 1) {
    const { id } = await insertUser(shop.db, { isAdmin: true })
    const browser = await openSession(shop, id)
    streams.push(...(await Promise.all(Array.from({ length: 10 }, () => open(browser)))))
  }
  for (const { response } of streams) expect(response.statusCode).toBe(200)
  await send('customer')
  for (const stream of streams) await hears(stream)
})
