/** The conversation of an order, for people with and without a role in it. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type {
  Conversation,
  UnreadMessages,
  Message as WireMessage,
} from '#api/contract/orders/conversation.ts'
import { getOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, statusesOf, succeed } from '#api/testing/responses.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld, openBrowser, type Role, type World } from '#api/testing/world.ts'
import { Message } from '#db/models/orders/message.ts'
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

const post = (role: Person, text: string, fields: object = {}) =>
  browsers[role].post(at, { text, key: randomUUID(), ...fields })
const send = (role: Person, text: string, fields: object = {}) =>
  succeed<WireMessage>(post(role, text, fields))
const read = (role: Person, query = '') => succeed<Conversation>(browsers[role].get(`${at}${query}`))
const edit = (role: Person, id: number, text: string) => browsers[role].patch(`/api/messages/${id}`, { text })
const withdraw = (role: Person, id: number) => browsers[role].call('DELETE', `/api/messages/${id}`)
const markRead = (role: Person, upTo: number) => browsers[role].post(`${at}/read`, { upTo })
const markNoReply = (role: Person) => browsers[role].post(`${at}/no-reply`)
const textsFor = async (role: Person) => (await read(role)).messages.map(({ text }) => text)
const readOrder = () => getOrder(shop, world.order.id)
const isAwaiting = async () => (await readOrder()).awaitsReplySince !== null
const unreadOf = async (role: Person) =>
  (await browsers[role].get('/api/messages/unread')).json<UnreadMessages>()

/** @returns the statuses of all that people of the order may do */
async function statusesFor(role: Person): Promise<number[]> {
  const own = await Message.query(shop.db).findOne({ authorId: world.users[role].id })
  const id = own?.id ?? 1
  const responses = [await browsers[role].get(at), await post(role, 'Hi'), await edit(role, id, 'Other')]
  responses.push(await post(role, 'Hi', { isTeamOnly: true }), await withdraw(role, id))
  responses.push(await markRead(role, 1_000), await markNoReply(role))
  return responses.map(({ statusCode }) => statusCode)
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

  const changeStaff = (fields: object) => shop.db('users').where({ id: world.users.staff.id }).update(fields)

  test.each<[string, number, () => PromiseLike<unknown>]>([
    ['from whom it was taken', 404, () => StaffAssignment.query(shop.db).deleteById(world.assignment.id)],
    ['whose right was taken', 404, () => changeStaff({ isStaff: false })],
    ['who were disabled', 401, () => changeStaff({ disabledAt: new Date() })],
  ])('to staff %s the order is unknown', async (_who, status, change) => {
    await send('staff', 'Hello')
    await send('admin', 'For us', { isTeamOnly: true })
    await change()
    expect(await statusesFor('staff')).toEqual(Array(7).fill(status))
    expect(await textsFor('admin')).toEqual(['Hello', 'For us'])
    if (status === 404) expect((await unreadOf('staff')).total).toBe(0)
  })

  test('a completed assignment still reads and writes', async () => {
    await world.assignment.$query(shop.db).patch({ status: 'completed' })
    await send('staff', 'It is done')
  })

  test('an admin is a customer in their own order', async () => {
    await send('staff', 'For us', { isTeamOnly: true })
    await world.order.$query(shop.db).patch({ userId: world.users.admin.id })
    expect(await textsFor('admin')).toEqual([])
    expectResponse(await post('admin', 'Hi', { isTeamOnly: true }), 403)
    expect((await send('admin', 'Hi')).author.role).toBe('customer')
    expectResponse(await markNoReply('admin'), 403)
  })

  test('an order that was never paid has none, one that was refunded keeps it', async () => {
    await world.order.$query(shop.db).patch({ paymentStatus: 'refunded' })
    await send('customer', 'Thank you')
    await world.order.$query(shop.db).patch({ paymentStatus: 'unpaid' })
    expectResponse(await browsers.customer.get(at), 404)
    expect((await read('admin')).canWrite).toBe(false)
    expectRefused(await post('admin', 'Hi'), 'order_unpaid')
  })

  test('an order without an account has notes of the team alone', async () => {
    const { id: registrationId } = await insertRegistration(shop.db, world.pkg.id)
    await world.order.$query(shop.db).patch({ userId: null, registrationId })
    expectRefused(await post('admin', 'Hi'), 'no_account')
    await send('admin', 'Call them', { isTeamOnly: true })
    expect((await read('admin')).canWrite).toBe(true)
  })

  test('nothing is written about a customer who was erased, also not by an edit', async () => {
    const { id } = await send('admin', 'Hello')
    await world.order.$query(shop.db).patch({ buyer: { ...world.order.buyer, email: '' } })
    expect((await read('admin')).canWrite).toBe(false)
    expectRefused(await post('admin', 'Hi', { isTeamOnly: true }), 'customer_erased')
    expectRefused(await edit('admin', id, 'Clara called'), 'customer_erased')
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
    expectRefused(await post('customer', 'Hi', { isTeamOnly: true }), 'team_only', 403)
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
    const author = { id: users.staff.id, role: 'staff' }
    const copied = { text: 'Old 59', isTeamOnly: true, isOwn: true, changeableUntil: null, author }
    expect(messages.at(-2)).toMatchObject(copied)
    const { messages: earlier } = await read('staff', `?before=${messages[0]?.id}`)
    expect(hasEarlier).toBe(true)
    const old = Array.from({ length: 60 }, (_, n) => `Old ${n}`)
    expect([...earlier, ...messages].map(({ text }) => text)).toEqual([...old, 'Hello'])
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
      const urls = [world.order.id, id].map((orderId) => `/api/orders/${orderId}/messages`)
      const body = { text: 'Hello', key }
      expect(await statusesOf(2, (nth) => browsers.customer.post(urls[nth] ?? '', body))).toEqual([201, 409])
    }
  })

  test('another text under the key of a message is refused, but not once that was edited', async () => {
    const key = randomUUID()
    const { id } = await send('admin', 'Hello', { key })
    expectRefused(await post('admin', 'Goodbye', { key }), 'key_used')
    await edit('admin', id, 'Hello!')
    expect(await send('admin', 'Hello', { key })).toMatchObject({ id, text: 'Hello!' })
  })

  test('an empty text and one of more than 5,000 characters are refused', async () => {
    for (const text of [' \n ', 'a'.repeat(5_001), '\u0000'])
      expectResponse(await post('customer', text), 400)
    expectResponse(await post('customer', 'Hi', { key: 'one' }), 400)
  })
})

describe('paging', () => {
  test('goes back through all messages, each once and oldest first', async () => {
    const all = Array.from({ length: 120 }, (_, index) => index)
    const by = { authorId: world.users.staff.id, authorRole: 'staff', orderId: world.order.id } as const
    const messages = all.map((index) => ({ ...by, isTeamOnly: index % 3 === 0, text: `${index}` }))
    await Message.query(shop.db).insert(messages.map((one) => ({ ...one, key: randomUUID() })))
    for (const [role, expected] of [
      ['admin', all],
      ['customer', all.filter((index) => index % 3 !== 0)],
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
  test('marks it as edited, or empties it for good', async () => {
    const { id, changeableUntil, createdAt } = await send('customer', 'Tusday')
    expect(Date.parse(changeableUntil ?? '') - Date.parse(createdAt)).toBe(600_000)
    const edited = { id, text: 'Tuesday', editedAt: expect.any(String), withdrawnAt: null }
    expectResponse(await edit('customer', id, 'Tuesday'), 200, edited)
    const gone = { id, text: '', blocks: [], withdrawnAt: expect.any(String), changeableUntil: null }
    expectResponse(await withdraw('customer', id), 200, gone)
    expect((await read('staff')).messages).toMatchObject([gone])
    expect((await Message.query(shop.db).findById(id))?.text).toBe('')
    expectRefused(await edit('customer', id, 'Back'), 'withdrawn')
    expect((await unreadOf('staff')).total).toBe(0)
  })

  test('is for its writer alone, for 10 minutes', async () => {
    const { id } = await send('staff', 'Hello')
    for (const role of ['customer', 'admin'] as const) {
      expectResponse(await edit(role, id, 'No'), 404)
      expectResponse(await withdraw(role, id), 404)
    }
    await shop.db.raw(`UPDATE order_messages SET created_at = now() - interval '10 minutes'`)
    expectRefused(await edit('staff', id, 'No'), 'too_late')
    expectRefused(await withdraw('staff', id), 'too_late')
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
    await markRead('staff', two.id)
    expect((await unreadOf('staff')).total).toBe(0)
    const three = await send('staff', 'Three')
    expect((await read('staff')).readUpTo).toBe(two.id)
    expect((await unreadOf('customer')).total).toBe(1)
    // Never moves back, and never past the last message.
    await markRead('staff', two.id - 1)
    expect((await read('staff')).readUpTo).toBe(two.id)
    await markRead('staff', 2_000_000_000)
    expect((await read('staff')).readUpTo).toBe(three.id)
  })

  test('of a customer does not pass notes of the team', async () => {
    const seen = await send('staff', 'Hello')
    const note = await send('staff', 'Hm', { isTeamOnly: true })
    await markRead('customer', note.id)
    expect((await read('customer')).readUpTo).toBe(seen.id)
  })

  test('counts for an admin the conversations that they know, and those that nobody works on', async () => {
    await send('customer', 'Hello')
    expect((await unreadOf('admin')).total).toBe(0)
    await StaffAssignment.query(shop.db).deleteById(world.assignment.id)
    expect((await unreadOf('admin')).total).toBe(1)
    const { id } = await send('admin', 'Hi')
    await markRead('admin', id)
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
    const since = (await readOrder()).awaitsReplySince
    await send('customer', 'Two')
    await send('staff', 'Not yet', { isTeamOnly: true })
    expect((await readOrder()).awaitsReplySince).toEqual(since)
    expect((await read('staff')).awaitsReplySince).toBe(since?.toISOString())
    expect((await read('customer')).awaitsReplySince).toBeNull()
    await send('admin', 'Reply')
    expect(await isAwaiting()).toBe(false)
  })

  test('ends when the team marks that no reply is needed, which is recorded once', async () => {
    await send('customer', 'Thanks')
    for (const role of ['staff', 'admin'] as const) expectResponse(await markNoReply(role), 204)
    expect(await isAwaiting()).toBe(false)
    const entries = await shop.db('audit_log').where({ subject: 'order' })
    const once = { actorId: world.users.staff.id, subjectId: world.order.id, action: 'updated' }
    expect(entries).toMatchObject([once])
    await send('customer', 'One more thing')
    expect(await isAwaiting()).toBe(true)
  })

  test('follows what is withdrawn, by the customer and by the team', async () => {
    await withdraw('customer', (await send('customer', 'Oops')).id)
    expect(await isAwaiting()).toBe(false)
    const one = await send('customer', 'One')
    await withdraw('customer', (await send('customer', 'Two')).id)
    expect((await readOrder()).awaitsReplySince?.toISOString()).toBe(one.createdAt)
    await withdraw('staff', (await send('staff', 'Reply')).id)
    expect((await readOrder()).awaitsReplySince?.toISOString()).toBe(one.createdAt)
    // A message that needed no reply still needs none after another one is withdrawn.
    await markNoReply('staff')
    await withdraw('customer', (await send('customer', 'Three')).id)
    expect(await isAwaiting()).toBe(false)
  })
})
