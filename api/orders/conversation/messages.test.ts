/** The conversation of an order, for people with and without a role in it. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type {
  Conversation,
  UnreadMessages,
  Message as WireMessage,
} from '#api/contract/orders/conversation.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, openBrowser, type Role, type World } from '#api/testing/world.ts'
import { Message } from '#db/models/orders/message.ts'
import { Order } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { insertOrder, insertRegistration } from '#db/testing/builders.ts'

const shop = openTestApp({ hasProcessRole: true })

type Person = Exclude<Role, 'visitor'>
const OUTSIDERS = ['otherCustomer', 'otherStaff'] as const
const PEOPLE = ['customer', 'staff', 'admin', ...OUTSIDERS] as const

let world: World
let browsers: Record<Person, Visitor>
let at: string

beforeEach(async () => {
  world = await buildWorld(shop.db)
  await Message.query(shop.db).delete()
  const opened = PEOPLE.map(async (role) => [role, await openBrowser(shop, world, role)] as const)
  browsers = Object.fromEntries(await Promise.all(opened)) as typeof browsers
  at = `/api/orders/${world.order.id}/messages`
})

async function send(role: Person, text: string, fields: Record<string, unknown> = {}): Promise<WireMessage> {
  const response = await browsers[role].post(at, { text, key: randomUUID(), ...fields })
  expect(response.statusCode, response.body).toBe(201)
  return response.json<WireMessage>()
}

async function read(role: Person, query = ''): Promise<Conversation> {
  const response = await browsers[role].get(`${at}${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Conversation>()
}

const textsFor = async (role: Person) => (await read(role)).messages.map(({ text }) => text)
const getOrder = () => Order.query(shop.db).findById(world.order.id).throwIfNotFound()
const isAwaiting = async () => (await getOrder()).awaitsReplySince !== null
const unreadOf = async (role: Person) =>
  (await browsers[role].get('/api/messages/unread')).json<UnreadMessages>()

async function refusals(role: Person): Promise<number[]> {
  const own = await Message.query(shop.db).findOne({ authorId: world.users[role].id })
  const id = own?.id ?? 1
  const { [role]: browser } = browsers
  return [
    await browser.get(at),
    await browser.post(at, { text: 'Hi', key: randomUUID() }),
    await browser.post(at, { text: 'Hi', key: randomUUID(), isTeamOnly: true }),
    await browser.post(`${at}/read`, { upTo: 1_000 }),
    await browser.post(`${at}/no-reply`),
    await browser.patch(`/api/messages/${id}`, { text: 'Other' }),
    await browser.call('DELETE', `/api/messages/${id}`),
  ].map(({ statusCode }) => statusCode)
}

describe('who may read and write', () => {
  test('the customer, the staff and admins see who wrote what, as what and when', async () => {
    await send('customer', 'Is **Monday** fine?')
    await send('staff', 'Yes')
    await send('admin', 'And welcome')
    for (const role of ['customer', 'staff', 'admin'] as const) {
      const { messages, canWrite, hasEarlier } = await read(role)
      expect(messages.map(({ author, text, isOwn }) => [author.role, author.id, text, isOwn])).toEqual([
        ['customer', world.users.customer.id, 'Is **Monday** fine?', role === 'customer'],
        ['staff', world.users.staff.id, 'Yes', role === 'staff'],
        ['admin', world.users.admin.id, 'And welcome', role === 'admin'],
      ])
      expect(messages[0]?.blocks[0]?.items[0]?.[1]).toEqual({ text: 'Monday', isBold: true })
      expect({ canWrite, hasEarlier }).toEqual({ canWrite: true, hasEarlier: false })
    }
  })

  test('for everybody else the order is unknown, and for staff once it was taken from them', async () => {
    await send('staff', 'Hello')
    await send('admin', 'For us', { isTeamOnly: true })
    const unknown = Array.from({ length: 7 }, () => 404)
    for (const role of OUTSIDERS) expect(await refusals(role), role).toEqual(unknown)
    await StaffAssignment.query(shop.db).deleteById(world.assignment.id)
    expect(await refusals('staff')).toEqual(unknown)
    expect(await textsFor('admin')).toEqual(['Hello', 'For us'])
    expect((await unreadOf('staff')).total).toBe(0)
  })

  test('staff whose right was taken are no staff of the order, though it is assigned to them', async () => {
    await shop.db('users').where({ id: world.users.staff.id }).update({ isStaff: false })
    expect(await refusals('staff')).toEqual(Array.from({ length: 7 }, () => 404))
  })

  test('a completed assignment still reads and writes', async () => {
    await world.assignment.$query(shop.db).patch({ status: 'completed' })
    await send('staff', 'It is done')
  })

  test('an admin is a customer in their own order', async () => {
    await send('staff', 'For us', { isTeamOnly: true })
    await world.order.$query(shop.db).patch({ userId: world.users.admin.id })
    expect(await textsFor('admin')).toEqual([])
    const note = await browsers.admin.post(at, { text: 'Hi', key: randomUUID(), isTeamOnly: true })
    expect(note.statusCode).toBe(403)
    expect((await send('admin', 'Hi')).author.role).toBe('customer')
    expect((await browsers.admin.post(`${at}/no-reply`)).statusCode).toBe(403)
  })

  test('an order that was never paid has none, one that was refunded keeps it', async () => {
    await world.order.$query(shop.db).patch({ paymentStatus: 'refunded' })
    await send('customer', 'Thank you')
    await world.order.$query(shop.db).patch({ paymentStatus: 'unpaid' })
    expect((await browsers.customer.get(at)).statusCode).toBe(404)
    expect((await read('admin')).canWrite).toBe(false)
    const refused = await browsers.admin.post(at, { text: 'Hi', key: randomUUID() })
    expect(refused.json()).toMatchObject({ code: 'order_unpaid' })
  })

  test('an order without an account has notes of the team alone', async () => {
    const { id: registrationId } = await insertRegistration(shop.db, world.pkg.id)
    await world.order.$query(shop.db).patch({ userId: null, registrationId })
    const refused = await browsers.admin.post(at, { text: 'Hi', key: randomUUID() })
    expect(refused.json()).toMatchObject({ code: 'no_account' })
    await send('admin', 'Call them', { isTeamOnly: true })
    expect((await read('admin')).canWrite).toBe(true)
  })

  test('nothing is written about a customer who was erased, also not by an edit', async () => {
    const { id } = await send('admin', 'Hello')
    await world.order.$query(shop.db).patch({ buyer: { ...world.order.buyer, email: '' } })
    expect((await read('admin')).canWrite).toBe(false)
    const sent = await browsers.admin.post(at, { text: 'Hi', key: randomUUID(), isTeamOnly: true })
    const edited = await browsers.admin.patch(`/api/messages/${id}`, { text: 'Clara called' })
    for (const refused of [sent, edited]) expect(refused.json()).toMatchObject({ code: 'customer_erased' })
  })
})

describe('notes for the team', () => {
  test('never reach the customer, in the conversation or in what is unread', async () => {
    await send('staff', 'Difficult', { isTeamOnly: true })
    const note = await send('admin', 'I know', { isTeamOnly: true })
    expect(note.isTeamOnly).toBe(true)
    expect(await textsFor('staff')).toEqual(['Difficult', 'I know'])
    expect((await browsers.customer.get(at)).body).not.toMatch(/Difficult|I know/)
    expect(await read('customer')).toMatchObject({ messages: [], hasEarlier: false })
    expect(await unreadOf('customer')).toEqual({ orders: [], total: 0 })
    expect((await unreadOf('staff')).total).toBe(1)
  })

  test('are not written by the customer', async () => {
    const refused = await browsers.customer.post(at, { text: 'Hi', key: randomUUID(), isTeamOnly: true })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'team_only'])
    expect(await Message.query(shop.db).resultSize()).toBe(0)
  })

  test('that were copied from assignments come first in the order, and are new to nobody', async () => {
    await send('customer', 'Hello')
    const { assignment, users } = world
    // Release 0.9.0 copied them, with ids below zero.
    await shop.db.raw(
      `INSERT INTO order_messages (id, order_id, author_id, author_role, is_team_only, text, key) OVERRIDING SYSTEM VALUE
       SELECT n - 1000, ?, ?, 'staff', true, 'Old ' || n, gen_random_uuid() FROM generate_series(0, 59) n`,
      [assignment.orderId, users.staff.id],
    )
    const { messages, hasEarlier } = await read('staff')
    expect(messages.at(-2)).toMatchObject({
      text: 'Old 59',
      isTeamOnly: true,
      isOwn: true,
      changeableUntil: null,
      author: { id: users.staff.id, role: 'staff' },
    })
    const { messages: earlier } = await read('staff', `?before=${messages[0]?.id}`)
    expect(hasEarlier).toBe(true)
    expect([...earlier, ...messages].map(({ text }) => text)).toEqual([
      ...Array.from({ length: 60 }, (_, n) => `Old ${n}`),
      'Hello',
    ])
    expect((await read('customer')).messages).toHaveLength(1)
    const { db } = shop
    await StaffAssignment.query(db).insert({ ...assignment, id: undefined, staffId: users.otherStaff.id })
    for (const role of ['staff', 'otherStaff', 'admin'] as const)
      expect((await unreadOf(role)).total).toBe(role === 'admin' ? 0 : 1)
  })

  test('stay notes when they are edited', async () => {
    const { id } = await send('staff', 'Difficult', { isTeamOnly: true })
    await browsers.staff.patch(`/api/messages/${id}`, { text: 'Easy', isTeamOnly: false })
    expect(await textsFor('customer')).toEqual([])
    expect(await textsFor('staff')).toEqual(['Easy'])
  })
})

describe('sending', () => {
  test('the same message twice, also at the same moment, stores it once', async () => {
    const body = { text: 'Hello', key: randomUUID() }
    const sent = await Promise.all(Array.from({ length: 5 }, () => browsers.customer.post(at, body)))
    const [first, ...others] = sent.map((response) => response.json<WireMessage>())
    for (const other of others) expect(other).toEqual(first)
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
    expect(await textsFor('customer')).toEqual(['Hello'])
    // Keys of different people are independent.
    await send('staff', 'Hello too', { key: body.key })
  })

  test('a key of another order is refused, also at the same moment', async () => {
    const { id } = await insertOrder(shop.db, { userId: world.users.customer.id })
    for (const key of [randomUUID(), randomUUID(), randomUUID()]) {
      const statuses = await Promise.all(
        [world.order.id, id].map(async (orderId) => {
          const url = `/api/orders/${orderId}/messages`
          return (await browsers.customer.post(url, { text: 'Hello', key })).statusCode
        }),
      )
      expect(statuses.sort()).toEqual([201, 409])
    }
  })

  test('another text under the key of a message is refused, but not once that was edited', async () => {
    const write = (text: string, key: string) => browsers.admin.post(at, { text, key })
    const key = randomUUID()
    const { id } = (await write('Hello', key)).json<WireMessage>()
    expect((await write('Goodbye', key)).json().code).toBe('key_used')
    await browsers.admin.patch(`/api/messages/${id}`, { text: 'Hello!' })
    expect((await write('Hello', key)).json()).toMatchObject({ id, text: 'Hello!' })
  })

  test('an empty text and one of more than 5,000 characters are refused', async () => {
    for (const text of [' \n ', 'a'.repeat(5_001), '\u0000']) {
      expect((await browsers.customer.post(at, { text, key: randomUUID() })).statusCode).toBe(400)
    }
    expect((await browsers.customer.post(at, { text: 'Hi', key: 'one' })).statusCode).toBe(400)
  })
})

describe('paging', () => {
  test('goes back through all messages, each once and oldest first', async () => {
    await Message.query(shop.db).insert(
      Array.from({ length: 120 }, (_, index) => ({
        orderId: world.order.id,
        authorId: world.users.staff.id,
        authorRole: 'staff' as const,
        isTeamOnly: index % 3 === 0,
        text: `${index}`,
        key: randomUUID(),
      })),
    )
    for (const [role, expected] of [
      ['admin', Array.from({ length: 120 }, (_, index) => index)],
      ['customer', Array.from({ length: 120 }, (_, index) => index).filter((index) => index % 3 !== 0)],
    ] as const) {
      const found: number[] = []
      let page = await read(role)
      for (;;) {
        found.unshift(...page.messages.map(({ text }) => Number(text)))
        if (!page.hasEarlier) break
        page = await read(role, `?before=${page.messages[0]?.id}`)
      }
      expect(found).toEqual(expected)
    }
  })
})

describe('changing an own message', () => {
  const AGO = "now() - interval '10 minutes'"

  test('marks it as edited, or empties it for good', async () => {
    const { id, changeableUntil, createdAt } = await send('customer', 'Tusday')
    expect(Date.parse(changeableUntil ?? '') - Date.parse(createdAt)).toBe(600_000)
    const edited = await browsers.customer.patch(`/api/messages/${id}`, { text: 'Tuesday' })
    expect(edited.json()).toMatchObject({
      id,
      text: 'Tuesday',
      editedAt: expect.any(String),
      withdrawnAt: null,
    })
    const withdrawn = await browsers.customer.call('DELETE', `/api/messages/${id}`)
    const gone = { id, text: '', blocks: [], withdrawnAt: expect.any(String), changeableUntil: null }
    expect(withdrawn.json()).toMatchObject(gone)
    expect((await read('staff')).messages).toMatchObject([gone])
    expect((await Message.query(shop.db).findById(id))?.text).toBe('')
    const again = await browsers.customer.patch(`/api/messages/${id}`, { text: 'Back' })
    expect(again.json()).toMatchObject({ code: 'withdrawn' })
    expect((await unreadOf('staff')).total).toBe(0)
  })

  test('is for its writer alone, for 10 minutes', async () => {
    const { id } = await send('staff', 'Hello')
    for (const role of ['customer', 'admin', ...OUTSIDERS] as const) {
      expect((await browsers[role].patch(`/api/messages/${id}`, { text: 'No' })).statusCode, role).toBe(404)
      expect((await browsers[role].call('DELETE', `/api/messages/${id}`)).statusCode, role).toBe(404)
    }
    await shop.db.raw(`UPDATE order_messages SET created_at = ${AGO}`)
    for (const refused of [
      await browsers.staff.patch(`/api/messages/${id}`, { text: 'No' }),
      await browsers.staff.call('DELETE', `/api/messages/${id}`),
    ])
      expect(refused.json()).toMatchObject({ code: 'too_late' })
    expect((await read('staff')).messages).toMatchObject([{ text: 'Hello', changeableUntil: null }])
  })
})

describe('what is read', () => {
  test('is counted for each person, without their own messages', async () => {
    await send('customer', 'One')
    const two = await send('customer', 'Two')
    expect(await unreadOf('customer')).toEqual({ orders: [], total: 0 })
    expect(await unreadOf('staff')).toEqual({ orders: [{ orderId: world.order.id, count: 2 }], total: 2 })
    for (const role of OUTSIDERS) expect((await unreadOf(role)).total).toBe(0)
    await browsers.staff.post(`${at}/read`, { upTo: two.id })
    expect((await unreadOf('staff')).total).toBe(0)
    const three = await send('staff', 'Three')
    expect((await read('staff')).readUpTo).toBe(two.id)
    expect((await unreadOf('customer')).total).toBe(1)
    // Never moves back, and never past the last message.
    await browsers.staff.post(`${at}/read`, { upTo: two.id - 1 })
    expect((await read('staff')).readUpTo).toBe(two.id)
    await browsers.staff.post(`${at}/read`, { upTo: 2_000_000_000 })
    expect((await read('staff')).readUpTo).toBe(three.id)
  })

  test('of a customer does not pass notes of the team', async () => {
    const seen = await send('staff', 'Hello')
    const note = await send('staff', 'Hm', { isTeamOnly: true })
    await browsers.customer.post(`${at}/read`, { upTo: note.id })
    expect((await read('customer')).readUpTo).toBe(seen.id)
  })

  test('counts for an admin the conversations that they know, and those that nobody works on', async () => {
    await send('customer', 'Hello')
    expect((await unreadOf('admin')).total).toBe(0)
    await StaffAssignment.query(shop.db).deleteById(world.assignment.id)
    expect((await unreadOf('admin')).total).toBe(1)
    const { id } = await send('admin', 'Hi')
    await browsers.admin.post(`${at}/read`, { upTo: id })
    await send('customer', 'Thanks')
    expect((await unreadOf('admin')).total).toBe(1)
  })

  test('is counted up to 100 an order', async () => {
    await shop.db.raw(
      `INSERT INTO order_messages (order_id, author_id, author_role, is_team_only, text, key)
       SELECT ?, ?, 'customer', false, 'Hi', gen_random_uuid() FROM generate_series(1, 150)`,
      [world.order.id, world.users.customer.id],
    )
    expect((await unreadOf('staff')).total).toBe(100)
  })
})

describe('waiting for a reply', () => {
  test('begins with the first message of the customer, and ends with one of the team', async () => {
    await send('customer', 'One')
    const since = (await getOrder()).awaitsReplySince
    await send('customer', 'Two')
    await send('staff', 'Not yet', { isTeamOnly: true })
    expect((await getOrder()).awaitsReplySince).toEqual(since)
    expect((await read('staff')).awaitsReplySince).toBe(since?.toISOString())
    expect((await read('customer')).awaitsReplySince).toBeNull()
    await send('admin', 'Reply')
    expect(await isAwaiting()).toBe(false)
  })

  test('ends when the team marks that no reply is needed, which is recorded once', async () => {
    await send('customer', 'Thanks')
    expect((await browsers.staff.post(`${at}/no-reply`)).statusCode).toBe(204)
    expect((await browsers.admin.post(`${at}/no-reply`)).statusCode).toBe(204)
    expect(await isAwaiting()).toBe(false)
    const entries = await shop.db('audit_log').where({ subject: 'order' })
    expect(entries).toMatchObject([
      { actorId: world.users.staff.id, subjectId: world.order.id, action: 'updated' },
    ])
    await send('customer', 'One more thing')
    expect(await isAwaiting()).toBe(true)
  })

  test('follows what is withdrawn, by the customer and by the team', async () => {
    const withdraw = (role: Person, { id }: WireMessage) =>
      browsers[role].call('DELETE', `/api/messages/${id}`)
    await withdraw('customer', await send('customer', 'Oops'))
    expect(await isAwaiting()).toBe(false)
    const one = await send('customer', 'One')
    await withdraw('customer', await send('customer', 'Two'))
    expect((await getOrder()).awaitsReplySince?.toISOString()).toBe(one.createdAt)
    const reply = await send('staff', 'Reply')
    await withdraw('staff', reply)
    expect((await getOrder()).awaitsReplySince?.toISOString()).toBe(one.createdAt)
    // A message that needed no reply still needs none after another one is withdrawn.
    await browsers.staff.post(`${at}/no-reply`)
    await withdraw('customer', await send('customer', 'Three'))
    expect(await isAwaiting()).toBe(false)
  })
})

test('a disabled account reads and writes nothing', async () => {
  await send('staff', 'Hello')
  await shop.db('users').where({ id: world.users.staff.id }).update({ disabledAt: new Date() })
  expect(await refusals('staff')).toEqual(Array.from({ length: 7 }, () => 401))
  expect((await (await openSession(shop, world.users.admin.id)).get(at)).statusCode).toBe(200)
})
