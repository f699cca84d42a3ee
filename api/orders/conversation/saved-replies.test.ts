/** Saved replies: read by staff and admins, changed by admins. */
import { beforeEach, expect, test } from 'vitest'
import type { SavedReply as WireReply } from '#api/contract/orders/saved-replies.ts'
import { type SignedIn, signInAs } from '#api/testing/back-office.ts'
import { expectResponse, statusesOf } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { SavedReply } from '#db/models/orders/saved-reply.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'

const shop = openTestApp({ hasProcessRole: true, variables: { RATE_LIMIT: 'off' } })
const PATH = '/api/admin/saved-replies'
let admin: SignedIn

beforeEach(async () => {
  admin = await signInAs(shop, { isAdmin: true })
})

const save = (title: string, text: string) => admin.browser.post(PATH, { title, text })
const list = async () => (await admin.browser.get('/api/saved-replies')).json<WireReply[]>()

test('an admin saves, changes and deletes them, which is recorded, and staff read them by title', async () => {
  const { id } = (await save('work begins', 'Hello {first name}, {package} is due on { Date }.')).json()
  expect((await save('Thank you', 'Thank you!')).statusCode).toBe(201)
  const changed = { title: 'Work begins', text: 'Hello!' }
  expect((await admin.browser.put(`${PATH}/${id}`, changed)).json()).toEqual({ id, ...changed })
  const staff = await signInAs(shop, { isStaff: true })
  const read = await staff.browser.get('/api/saved-replies')
  expect(read.json()).toMatchObject([{ title: 'Thank you' }, changed])
  expect((await admin.browser.call('DELETE', `${PATH}/${id}`)).statusCode).toBe(204)
  expect(await list()).toMatchObject([{ title: 'Thank you' }])
  expectResponse(await admin.browser.put(`${PATH}/${id}`, changed), 404)
  const entries = AuditEntry.query(shop.db).where({ subject: 'saved_reply', subjectId: id })
  const title = { field: 'title', from: 'work begins', to: 'Work begins' }
  expect(await entries.orderBy('id')).toMatchObject([
    { action: 'created', actorId: admin.user.id },
    { action: 'updated', changes: [title, { field: 'text' }] },
    { action: 'removed', subjectLabel: 'Work begins' },
  ])
})

test('a placeholder that no page fills in is refused, and so is nothing', async () => {
  const unknown = await save('Bye', 'Hello {first name} {surname}')
  expect(unknown.statusCode).toBe(400)
  expect(unknown.json().issues).toMatchObject([
    { path: 'text', message: '{surname} is unknown. Known are {first name}, {package}, {date}' },
  ])
  for (const [title, text] of [
    [' ', 'Hello'],
    ['Bye', ' '],
    ['x'.repeat(61), 'Hello'],
    ['Bye', 'x'.repeat(2001)],
    ['Bye', 'Hello {}'],
  ] as const)
    expect((await save(title, text)).statusCode).toBe(400)
  expect(await SavedReply.query(shop.db).resultSize()).toBe(0)
})

test('a title is there once, also where two admins save it at the same moment', async () => {
  const responses = await Promise.all(['Bye', 'bye', 'BYE'].map((title) => save(title, 'Goodbye')))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  const refused = responses.find(({ statusCode }) => statusCode === 409)?.json()
  expect(refused).toMatchObject({ code: 'title_taken', issues: [{ path: 'title' }] })
  const { id } = (await save('Hello', 'Hi')).json()
  expect((await admin.browser.put(`${PATH}/${id}`, { title: 'bye', text: 'Hi' })).statusCode).toBe(409)
  expect((await admin.browser.put(`${PATH}/${id}`, { title: 'HELLO', text: 'Hi' })).statusCode).toBe(200)
})

test('there are at most 50', async () => {
  const many = Array.from({ length: 49 }, (_, count) => ({ title: `Reply ${count}`, text: 'Hello' }))
  await SavedReply.query(shop.db).insert(many)
  expect(await statusesOf(2, (nth) => save(`Number ${nth}`, 'Hello'))).toEqual([201, 409])
  const [first] = await list()
  expectResponse(await admin.browser.put(`${PATH}/${first?.id}`, { title: 'Changed', text: 'Hi' }), 200)
})
