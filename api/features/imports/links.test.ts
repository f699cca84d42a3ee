import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import { ImportedUser, PastOrder } from '../../../db/models/import.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { User } from '../../../db/models/user.ts'
import type { ImportDetail, ImportedPerson } from '../../contract/imports.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'
import { importByHand } from './import.ts'

const shop = openTestApp()
let admin: SignedIn
let importId = 0

beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  importId = await importPeople(3)
})

async function importText(kind: 'customers' | 'orders', text: string): Promise<number> {
  const path = join(shop.env.dataDir, 'old.csv')
  await writeFile(path, text)
  await importByHand(shop.db, { kind, path, isApplied: true, mostFaults: 0 })
  const { id } = await shop.db('imports').orderBy('id', 'desc').first('id')
  return id
}

const importPeople = (count: number) => {
  const lines = Array.from({ length: count }, (_, n) => `Grace,Holm ${n},grace-${n}@holm.example`)
  return importText('customers', ['first_name,last_name,email', ...lines].join('\n'))
}

const send = (body: object = {}) => admin.browser.post(`/api/admin/imports/${importId}/links`, body)
const asked = async (body?: object) => (await send(body)).json().asked
const people = async () =>
  (await fetchList<ImportedPerson>(admin.browser, `/api/admin/imports/${importId}/customers`)).rows
const links = async () =>
  (await admin.browser.get(`/api/admin/imports/${importId}`)).json<ImportDetail>().links
const invitations = () => OutboxMessage.query(shop.db).where({ kind: 'invitation' }).resultSize()

/** @returns the token of the only mail to that address */
async function findToken(address: string): Promise<string> {
  const names = await readdir(shop.mailDir)
  const mails = await Promise.all(names.map((name) => readFile(join(shop.mailDir, name), 'utf8')))
  const mail = mails.find((one) => one.includes(`To: ${address}`)) ?? ''
  return /#token=3D([\w-]+)|#token=([\w-]+)/.exec(mail.replaceAll('=\r\n', ''))?.slice(1).find(Boolean) ?? ''
}

test('nobody is sent a link before an admin asks for it, and then everybody once', async () => {
  await shop.finishJobs()
  expect(await invitations()).toBe(0)
  expect(await links()).toEqual({ unsent: 3, waiting: 0, sent: 0 })
  expect(await asked()).toBe(3)
  expect(await asked()).toBe(0)
  expect(await asked({ userIds: (await people()).map(({ id }) => id) })).toBe(0)
  expect(await invitations()).toBe(3)
  expect(await links()).toEqual({ unsent: 0, waiting: 0, sent: 3 })
  expect(await people()).toMatchObject([
    { lastName: 'Holm 0', link: 'sent', linkSentAt: expect.any(String) },
    { link: 'sent' },
    { link: 'sent' },
  ])
  const entries = await AuditEntry.query(shop.db).where({ subject: 'import', action: 'updated' })
  expect(entries).toMatchObject([{ actorId: admin.user.id, changes: [{ field: 'signInLinks', to: 3 }] }])
})

test('the selected alone get one, and again only where that is asked for', async () => {
  const [first, second] = (await people()).map(({ id }) => id)
  expect(await asked({ userIds: [first] })).toBe(1)
  expect(await asked({ userIds: [first, second] })).toBe(1)
  expect(await asked({ userIds: [first], isAgain: true })).toBe(1)
  expect(await invitations()).toBe(3)
  expect(await asked()).toBe(1)
  // An account that this import has not created.
  expect(await asked({ userIds: [admin.user.id], isAgain: true })).toBe(0)
})

test('the link sets a password once, and signs in whom it was sent to', async () => {
  const [{ id = 0, email = '' } = {}] = await people()
  await send({ userIds: [id] })
  await shop.finishJobs()
  const visitor = new Visitor(shop)
  const body = { token: await findToken(email), newPassword: 'brand-new-secret' }
  expect((await visitor.post('/api/auth/reset-password', body)).statusCode).toBe(200)
  expect((await visitor.post('/api/auth/reset-password', body)).statusCode).toBe(400)
  const login = { email, password: body.newPassword }
  expect((await visitor.post('/api/auth/login', login)).statusCode).toBe(200)
  expect((await people())[0]).toMatchObject({ link: 'used' })
  expect(await asked({ userIds: [id], isAgain: true })).toBe(0)
})

test('hundreds of links wait, 300 a minute, behind no other mail', async () => {
  importId = await importPeople(320)
  expect(await links()).toMatchObject({ unsent: 317 })
  expect(await asked()).toBe(317)
  expect(await links()).toEqual({ unsent: 0, waiting: 17, sent: 300 })
  await shop.db.transaction((trx) => shop.jobs.send(trx, 'reconcile', {}))
  await shop.finishJobs()
  expect(await links()).toMatchObject({ waiting: 0 })
  expect(await invitations()).toBe(317)
})

test('whose account is disabled or has a password gets none', async () => {
  const [first = 0, second = 0] = (await people()).map(({ id }) => id)
  await User.query(shop.db).findById(first).patch({ disabledAt: new Date() })
  await User.query(shop.db).findById(second).patch({ emailVerifiedAt: new Date() })
  expect(await asked()).toBe(1)
  expect((await people()).map(({ link }) => link)).toEqual(['disabled', 'used', 'sent'])
})

test('erasing an imported customer leaves the amounts of past orders, of nobody', async () => {
  const email = 'grace-1@holm.example'
  await importText(
    'orders',
    `source,reference,email,package,amount,status,ordered_on\nold,7,${email},Site,12,completed,2024-03-31`,
  )
  const { id } = await User.query(shop.db).findOne({ email }).throwIfNotFound()
  expect((await admin.browser.post(`/api/admin/users/${id}/erasure`)).statusCode).toBe(204)
  expect(await ImportedUser.query(shop.db).findById(id)).toBeUndefined()
  expect(await PastOrder.query(shop.db).withGraphFetched('user')).toMatchObject([
    { reference: '7', amountCents: 1200, user: { firstName: 'Former', email: `erased-${id}@invalid` } },
  ])
  const { body } = await admin.browser.get('/api/admin/past-orders')
  expect(body).not.toContain('holm')
  expect(await people()).toHaveLength(2)
})
