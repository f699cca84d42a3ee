/** Credentials: who sees them, where they never appear, and when they are removed. */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CredentialsList } from '#api/contract/orders/credentials.ts'
import { setPaymentStatus } from '#api/orders/order/order-status.ts'
import { MOST_CREDENTIALS } from '#api/rules/order-work/credentials.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { openOrder, type SignedIn, signInAs } from '#api/testing/back-office.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { eraseRows } from '#db/erasure/erasure.ts'
import { OrderCredentials } from '#db/models/orders/credentials.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { insertEndpoint, insertPaidOrder } from '#db/testing/builders.ts'
import { openCredentials } from './credentials.ts'
import { removeCredentials, tidyCredentials } from './remove.ts'

let lines: string[] = []
const shop = openTestApp({
  hasProcessRole: true,
  variables: { LOG_LEVEL: 'trace' },
  logTo: { write: (line) => lines.push(line) },
})

const PLANTED = {
  address: 'https://planted-address.example/admin',
  userName: 'planted-user-3c1e',
  secret: ' planted-password-7f3a ',
  note: 'planted-note-9b2d\nsecond line',
}
const HOSTING = { kind: 'hosting', ...PLANTED }

let admin: SignedIn
let sam: SignedIn
let grace: SignedIn
let order: Order
let assignment: StaffAssignment

beforeEach(async () => {
  lines = []
  ;({ admin, sam, grace, order, assignment } = await openOrder(shop))
})

const path = () => `/api/orders/${order.id}/credentials`
const read = async (by: Visitor) => (await by.get(path())).json<CredentialsList>()
const add = (body: object = HOSTING, by = grace.browser) => by.post(path(), body)
const addOne = async () => (await add()).json<CredentialsList>().credentials.at(-1)?.id ?? ''
const reveal = (id: string, by = sam.browser) => by.post(`/api/credentials/${id}/reveal`)
const takeBack = (id: string, by = grace.browser) => by.call('DELETE', `/api/credentials/${id}`)
const setStatus = (status: string) => admin.browser.patch(`/api/admin/orders/${order.id}/status`, { status })
const readNotes = async () => {
  const notes = OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'note' }).orderBy('id')
  return (await notes).map(({ note, actorId }) => [note, actorId])
}
const isStored = async () => (await OrderCredentials.query(shop.db).resultSize()) > 0
const tidy = () => tidyCredentials(shop, expect.fail)
/** Moves everything so far into the past. */
async function pass(seconds: number): Promise<void> {
  const earlier = shop.db.raw('created_at - make_interval(secs => ?)', seconds)
  await shop.db('order_events').update({ createdAt: earlier })
  await shop.db.raw(
    "UPDATE jobs.job SET start_after = start_after - make_interval(secs => ?) WHERE name = 'remove-credentials'",
    [seconds],
  )
}

describe('credentials are shown', () => {
  test('to assigned staff and admins by a click that the history names, and to nobody else', async () => {
    const added = await add()
    const known = { id: expect.any(String), kind: 'hosting', createdAt: expect.any(String) }
    expect(added.json()).toEqual({ credentials: [known], canAdd: true })
    const id = added.json<CredentialsList>().credentials[0]?.id ?? ''
    expect(await read(sam.browser)).toEqual({ ...added.json(), canAdd: false })
    const shown = await reveal(id)
    expect(shown.json()).toEqual(HOSTING)
    expect(shown.headers['cache-control']).toBe('no-store')
    expect((await reveal(id, admin.browser)).json()).toEqual(HOSTING)
    const otto = await signInAs(shop, { email: 'otto@shop.example', isStaff: true })
    for (const { browser } of [grace, otto]) expectResponse(await reveal(id, browser), 404)
    expect(await readNotes()).toEqual([
      ['Credentials (Hosting) added', grace.user.id],
      ['Credentials (Hosting) shown', sam.user.id],
      ['Credentials (Hosting) shown', admin.user.id],
    ])
    const history = (await admin.browser.get(`/api/admin/orders/${order.id}/history`)).json()
    expect(history.at(-2)).toMatchObject({ actor: { firstName: 'Sam' }, note: 'Credentials (Hosting) shown' })
  })

  test('as long as the staff member has the order', async () => {
    const id = await addOne()
    await StaffAssignment.query(shop.db).deleteById(assignment.id)
    expectResponse(await reveal(id), 404)
    expectResponse(await sam.browser.get(path()), 404)
    expect((await readNotes()).map(([note]) => note)).toEqual(['Credentials (Hosting) added'])
  })

  test('only if that can be written into the history', async () => {
    const id = await addOne()
    const constraint = "CONSTRAINT no_notes CHECK (note NOT LIKE '%shown') NOT VALID"
    await shop.db.raw(`ALTER TABLE order_events ADD ${constraint}`)
    try {
      const refused = await reveal(id)
      expectResponse(refused, 500)
      expect(refused.body).not.toContain('planted')
    } finally {
      await shop.db.raw('ALTER TABLE order_events DROP CONSTRAINT no_notes')
    }
  })

  test('without what was not given', async () => {
    const given = { kind: 'domain', note: 'Invite us by mail.' }
    const { credentials } = (await add(given)).json<CredentialsList>()
    const shown = { ...given, address: '', userName: '', secret: '' }
    expect((await reveal(credentials[0]?.id ?? '')).json()).toEqual(shown)
  })
})

describe('its customer', () => {
  test('takes it back at once', async () => {
    const id = await addOne()
    expect((await takeBack(id)).json()).toEqual({ credentials: [], canAdd: true })
    expect(await isStored()).toBe(false)
    expectResponse(await reveal(id), 404)
    expectResponse(await takeBack(id), 404)
    expect((await readNotes()).at(-1)).toEqual(['Credentials (Hosting) removed', grace.user.id])
  })

  test('adds it while there is work', async () => {
    await order.$query(shop.db).patch({ status: 'completed' })
    expectRefused(await add(), 'order_closed')
    expect(await read(grace.browser)).toEqual({ credentials: [], canAdd: false })
    expect(await isStored()).toBe(false)
  })

  test('gives a bounded number of them, with a password or a note', async () => {
    const message = 'Please enter the password, or explain in the note how to log in'
    expectResponse(await add({ kind: 'cms', userName: 'clara' }), 400, {
      issues: [{ path: 'secret', message }],
    })
    const tooLong = await add({ ...HOSTING, secret: 'planted-'.repeat(100) })
    expectResponse(tooLong, 400)
    expect(tooLong.body).not.toContain('planted')
    for (let count = 0; count < MOST_CREDENTIALS; count += 1) expectResponse(await add(), 201)
    expectRefused(await add(), 'credentials_full')
  })
})

describe('credentials are gone', () => {
  test('by a job after completion’s seconds of Undo, and not where it is undone', async () => {
    const id = await addOne()
    await setStatus('completed')
    // Hidden at once.
    expectRefused(await reveal(id), 'order_closed')
    expect((await read(sam.browser)).credentials).toEqual([])
    const [job] = await shop.db('jobs.job').where({ name: 'remove-credentials' })
    expect(Math.round((job.startAfter - job.createdOn) / 1000)).toBe(UNDO_SECONDS)
    await removeCredentials(shop.db, order.id)
    await tidy()
    expect(await isStored()).toBe(true)

    expectResponse(await admin.browser.post(`/api/admin/orders/${order.id}/status/undo`), 200)
    await pass(UNDO_SECONDS)
    await shop.finishJobs()
    await tidy()
    expect((await reveal(id)).json()).toEqual(HOSTING)

    await setStatus('cancelled')
    await pass(UNDO_SECONDS)
    await shop.finishJobs()
    expect(await isStored()).toBe(false)
    expect((await readNotes()).at(-1)).toEqual(['Credentials removed', null])
    // Repeating it does nothing.
    await removeCredentials(shop.db, order.id)
    await tidy()
    expect((await readNotes()).filter(([note]) => note === 'Credentials removed')).toHaveLength(1)
  })

  test('by the clock where no job was made', async () => {
    await addOne()
    await shop.db('orders').where({ id: order.id }).update({ status: 'completed' })
    const cause = { actorKind: 'provider' } as const
    await shop.db.transaction((trx) => setPaymentStatus(shop.jobs, trx, order, 'refunded', cause))
    await tidy()
    expect(await isStored()).toBe(true)
    await pass(UNDO_SECONDS)
    await tidy()
    expect(await isStored()).toBe(false)
  })

  test('not while an undo is under way', async () => {
    await addOne()
    await setStatus('completed')
    await pass(UNDO_SECONDS)
    let removal: Promise<void> | undefined
    await shop.db.transaction(async (undo) => {
      await undo('orders').where({ id: order.id }).update({ status: 'processing' })
      removal = removeCredentials(shop.db, order.id)
      await waitUntil(async () => (await countAwaitedLocks(shop.db)) > 0)
    })
    await removal
    expect(await isStored()).toBe(true)
  })

  test('when warranty work is delivered, for which it may be given anew', async () => {
    await order.$query(shop.db).patch({ workState: 'delivered', acceptBy: new Date() })
    await setStatus('completed')
    await grace.browser.post(`/api/orders/${order.id}/delivery-requests`, { kind: 'fault', text: 'Broken' })
    const id = await addOne()
    await pass(UNDO_SECONDS)
    await tidy()
    expect((await reveal(id)).json()).toEqual(HOSTING)
    await admin.browser.post(`/api/orders/${order.id}/deliveries`, { note: 'Mended.' })
    await pass(UNDO_SECONDS)
    await shop.finishJobs()
    // The delivery can still be undone.
    expect(await isStored()).toBe(true)
    expect(await shop.db('jobs.job').where({ name: 'remove-credentials' })).toHaveLength(1)
    await shop.db('deliveries').delete()
    await tidy()
    expect(await isStored()).toBe(false)
  })

  test('with its customer', async () => {
    await addOne()
    await shop.db.transaction((trx) => eraseRows(trx, { userId: grace.user.id, erasedAt: new Date() }))
    expect(await isStored()).toBe(false)
  })
})

describe('it is sealed', () => {
  test('for its own row alone', async () => {
    const [first, second] = [await addOne(), await addOne()]
    const { sealedData } = await OrderCredentials.query(shop.db).findById(first).throwIfNotFound()
    await OrderCredentials.query(shop.db).findById(second).patch({ sealedData })
    expectRefused(await reveal(second), 'credentials_unreadable')
    const other = await insertPaidOrder(shop.db, { userId: grace.user.id, status: 'processing' })
    await OrderCredentials.query(shop.db).findById(first).patch({ orderId: other.id })
    expectRefused(await reveal(first, admin.browser), 'credentials_unreadable')
    expect((await readNotes()).filter(([note]) => String(note).includes('shown'))).toEqual([])
  })

  test('anew under a new key, so that the former one can be taken away', async () => {
    const id = await addOne()
    const { sessionSecrets } = shop.env
    const renew = async (secrets: string[]) =>
      tidyCredentials({ db: shop.db, env: { ...shop.env, sessionSecrets: secrets } }, () => {})
    const newest = randomBytes(32).toString('hex')
    // A process without the former secret loses nothing.
    await renew([newest])
    await renew([newest, ...sessionSecrets])
    const { keyId } = await OrderCredentials.query(shop.db).findById(id).throwIfNotFound()
    expectRefused(await reveal(id), 'credentials_unreadable')
    const stored = await OrderCredentials.query(shop.db).findById(id).throwIfNotFound()
    const opened = openCredentials({ ...shop.env, sessionSecrets: [newest] }, stored)
    expect(JSON.parse(String(opened))).toEqual(PLANTED)
    expect(newest).not.toContain(keyId)
  })
})

/** The files of sent mails, and their decoded text. */
async function readMails(): Promise<string> {
  const files = await readdir(shop.mailDir)
  const texts = await Promise.all(files.map((file) => readFile(join(shop.mailDir, file), 'utf8')))
  expect(texts.length).toBeGreaterThan(0)
  return texts.map((text) => text.replaceAll('=\r\n', '').replaceAll('=\n', '')).join('\n')
}

/** All rows of all tables, with bytes decoded to text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await shop.db.raw<{ rows: { name: string }[] }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'jobs')`,
  )
  const dumps: string[] = []
  for (const { name } of tables) {
    const { rows } = await shop.db.raw<{ rows: { row: string }[] }>(`SELECT t::text AS row FROM ${name} t`)
    dumps.push(...rows.map(({ row }) => row))
  }
  const bytes = dumps.flatMap((row) => row.match(/\\x[\da-f]{8,}/g) ?? [])
  return [...dumps, ...bytes.map((hex) => Buffer.from(hex.slice(2), 'hex').toString('latin1'))].join('\n')
}

test('what was planted is found in no mail, log, export, search, webhook, page or row', async () => {
  await insertEndpoint(shop.db)
  const [payment] = await shop.db('payments').where({ orderId: order.id })
  expect(payment).toBeDefined()
  const id = await addOne()
  const key = crypto.randomUUID()
  await grace.browser.post(`/api/orders/${order.id}/messages`, { text: 'It is in the box.', key })
  expect((await reveal(id)).json()).toEqual(HOSTING)
  const completion = { status: 'completed', deliveryNote: 'The site is live.' }
  await sam.browser.put(`/api/staff/assignments/${assignment.id}/status`, completion)
  await add({ ...HOSTING, secret: 'planted-'.repeat(100) })
  await shop.db('outbox').update({ createdAt: shop.db.raw("created_at - interval '1 hour'") })
  await shop.db.raw("UPDATE jobs.job SET start_after = now() WHERE name = 'mail'")
  await shop.finishJobs()
  const of = (...paths: string[]) => paths.map((one) => `/api/orders/${order.id}${one}`)
  const admins = ['orders.csv', 'audit-log', `users/${grace.user.id}/data`, 'search?q=planted']
  const pages: [SignedIn, string[]][] = [
    [grace, [...of('', '/credentials', '/messages'), '/api/user/data']],
    [sam, [...of('/credentials'), '/api/staff/assignments']],
    [
      admin,
      [`orders/${order.id}`, `orders/${order.id}/history`, ...admins].map((one) => `/api/admin/${one}`),
    ],
  ]
  const responses = await Promise.all(
    pages.flatMap(([{ browser }, urls]) => urls.map((url) => browser.get(url))),
  )
  for (const response of responses) expectResponse(response, 200)
  const places = {
    responses: responses.map(({ body }) => body).join('\n'),
    log: lines.join(''),
    mails: await readMails(),
    database: await dumpDatabase(),
  }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100)
    expect(text.toLowerCase().includes('planted'), place).toBe(false)
  }
  // The export tells that there were credentials.
  expect(places.responses).toContain('Credentials (Hosting) added')
})
