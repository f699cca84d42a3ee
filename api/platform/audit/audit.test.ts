import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry as WireEntry } from '#api/contract/platform/audit.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { AuditDetails, AuditEntry } from '#db/models/people/audit-entry.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { insertOrder, insertUser } from '#db/testing/builders.ts'
import { listChanges, recordChange } from './record.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let ada: SignedIn
beforeEach(async () => {
  ada = await signInAsAdmin(shop)
})

const entries = async (query = '') =>
  (await fetchList<WireEntry>(ada.browser, `/api/admin/audit-log${query}`)).rows
const record = (fields: Partial<Parameters<typeof recordChange>[1]> = {}) =>
  shop.db.transaction((trx) =>
    recordChange(trx, {
      actorId: ada.user.id,
      action: 'updated',
      subject: 'order',
      subjectId: 1,
      label: 'INV-1',
      changes: [{ field: 'status', from: 'pending', to: 'completed' }],
      ...fields,
    }),
  )

describe('every change is recorded with who, when, from and to', () => {
  test('of an order’s status', async () => {
    const order = await insertOrder(shop.db)
    await ada.browser.patch(`/api/admin/orders/${order.id}/status`, { status: 'completed' })
    expect(await entries()).toEqual([
      {
        id: expect.any(Number),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        actor: { id: ada.user.id, firstName: 'Ada', lastName: 'Minh' },
        apiKeyId: null,
        action: 'updated',
        subject: 'order',
        subjectId: order.id,
        subjectLabel: order.invoiceNumber,
        ipAddress: null,
        changes: [{ field: 'status', from: 'pending', to: 'completed' }],
      },
    ])
  })

  test('of users: made, given flags, changed by themselves; never a password', async () => {
    const made = await ada.browser.post('/api/admin/users', {
      firstName: 'Noor',
      lastName: 'Aziz',
      email: 'noor@shop.example',
      password: 'a-fine-secret',
      isStaff: true,
    })
    await ada.browser.patch(`/api/admin/users/${made.json().id}`, { isAdmin: true, isStaff: true })
    const clara = await signInAs(shop, { email: 'clara@shop.example' })
    const change = { company: 'Other Ltd', phone: '+1 602 555 0100' }
    const changed = await clara.browser.put('/api/user/profile', { ...pickBuyer(clara.user), ...change })
    expect(changed.statusCode).toBe(200)
    const [own, flags, creation] = await entries('?subject=user')
    expect(creation).toMatchObject({ action: 'created', subjectLabel: 'noor@shop.example' })
    expect(creation?.changes).toContainEqual({ field: 'isStaff', from: null, to: true })
    expect(flags?.changes).toEqual([{ field: 'isAdmin', from: false, to: true }])
    expect(own).toMatchObject({
      actor: { id: clara.user.id },
      changes: [{ field: 'company', from: 'Whitfield Interiors', to: 'Other Ltd' }],
    })
    expect(JSON.stringify(await AuditEntry.query(shop.db))).not.toMatch(/a-fine-secret|argon2/)
  })

  test('of assignments, and of the order that starting work moves', async () => {
    const sam = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
    const order = await insertOrder(shop.db)
    const body = { staffId: sam.user.id, orderId: order.id }
    const { id } = (await ada.browser.post('/api/admin/staff-assignments', body)).json()
    await sam.browser.put(`/api/staff/assignments/${id}/status`, { status: 'in_progress' })
    const [moved, started, assigned] = await entries()
    expect(assigned).toMatchObject({ action: 'created', subject: 'assignment', actor: { id: ada.user.id } })
    expect(started).toMatchObject({ subject: 'assignment', subjectId: id, actor: { id: sam.user.id } })
    expect(moved).toMatchObject({
      subject: 'order',
      actor: { id: sam.user.id },
      changes: [{ field: 'status', from: 'pending', to: 'processing' }],
    })
  })
})

describe('an entry and its change are one', () => {
  test('a call that is refused or changes nothing leaves no entry', async () => {
    const order = await insertOrder(shop.db)
    await ada.browser.patch(`/api/admin/orders/${order.id}/status`, { status: 'pending' })
    await ada.browser.patch(`/api/admin/users/${ada.user.id}`, { isAdmin: false })
    await ada.browser.put(`/api/admin/packages/${order.packageId}`, {})
    await ada.browser.put(`/api/admin/packages/${order.packageId}`, {
      questions: [{ id: 9, question: 'What?' }],
    })
    expect(await entries()).toEqual([])
  })

  test('a change whose entry cannot be written does not happen', async () => {
    const order = await insertOrder(shop.db)
    await shop.db.raw(`ALTER TABLE audit_log ADD CONSTRAINT broken CHECK (subject <> 'order')`)
    const response = await ada.browser.patch(`/api/admin/orders/${order.id}/status`, { status: 'completed' })
    await shop.db.raw('ALTER TABLE audit_log DROP CONSTRAINT broken')
    expect(response.statusCode).toBe(500)
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ status: 'pending' })
  })

  test('eight admins at once leave one entry per change, each starting at the value the one before set', async () => {
    const order = await insertOrder(shop.db)
    const statuses = ['processing', 'completed', 'pending', 'processing', 'completed', 'pending']
    await Promise.all(
      statuses.map((status) => ada.browser.patch(`/api/admin/orders/${order.id}/status`, { status })),
    )
    const steps = (await AuditEntry.query(shop.db).orderBy('id')).map(({ changes: [change] }) => change)
    let status: unknown = 'pending'
    for (const step of steps) {
      expect(step?.from).toBe(status)
      expect(step?.to).not.toBe(status)
      status = step?.to
    }
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ status })
  })
})

test('whoever reads the log alone learns of nobody: what names a person is elsewhere, and may be emptied', async () => {
  const sam = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
  const clara = await signInAs(shop, { email: 'clara@shop.example' })
  const order = await insertOrder(shop.db, { userId: clara.user.id })
  const planted = { lastName: 'Planted-Name', company: 'Planted Ltd' }
  await clara.browser.put('/api/user/profile', { ...pickBuyer(clara.user), ...planted })
  const assignment = { staffId: sam.user.id, orderId: order.id, notes: 'Planted about Clara' }
  await ada.browser.post('/api/admin/staff-assignments', assignment)
  const made = { firstName: 'Planted', lastName: 'Person', email: 'planted@shop.example' }
  await ada.browser.post('/api/admin/users', { ...made, password: 'a-fine-secret' })
  await ada.browser.get('/api/admin/users.csv')
  const naming = /planted|clara|sam@|whitfield|127\.0\.0\.1/i
  const log = await AuditEntry.query(shop.db)
  expect(log).toHaveLength(4)
  expect(JSON.stringify(log)).not.toMatch(naming)
  expect(JSON.stringify(await entries())).toMatch(naming)
  await AuditDetails.query(shop.db).delete()
  expect((await entries()).map(({ action, subject }) => `${subject} ${action}`)).toEqual([
    'user exported',
    'user created',
    'assignment created',
    'user updated',
  ])
})

describe('the log', () => {
  test('cannot be changed: the database refuses it for everybody', async () => {
    await record()
    for (const statement of [
      `UPDATE audit_log SET changes = '[]'`,
      `UPDATE audit_log SET created_at = now() WHERE id = 1`,
      'DELETE FROM audit_log',
      'DELETE FROM audit_log WHERE false',
      'TRUNCATE audit_log CASCADE',
      'TRUNCATE users CASCADE',
    ]) {
      await expect(shop.db.raw(statement), statement).rejects.toThrow('audit_log is append-only')
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      for (const url of ['/api/admin/audit-log', '/api/admin/audit-log/1']) {
        expect((await ada.browser.call(method, url)).statusCode, `${method} ${url}`).toBe(404)
      }
    }
    expect(await entries()).toHaveLength(1)
  })

  test('is filtered, searched, sorted and paged', async () => {
    const ben = await insertUser(shop.db, { firstName: 'Benedict', isAdmin: true })
    await record({ label: 'INV-7', subjectId: 7 })
    await record({ label: 'Company Website', subject: 'package', actorId: ben.id })
    await record({ label: 'WELCOME10', subject: 'coupon' })
    const labels = async (query: string) => (await entries(query)).map(({ subjectLabel }) => subjectLabel)
    expect(await labels('')).toEqual(['WELCOME10', 'Company Website', 'INV-7'])
    expect(await labels('?sort=createdAt')).toEqual(['INV-7', 'Company Website', 'WELCOME10'])
    expect(await labels('?sort=subject')).toEqual(['WELCOME10', 'INV-7', 'Company Website'])
    expect(await labels('?subject=order&subjectId=7')).toEqual(['INV-7'])
    expect(await labels(`?actorId=${ben.id}`)).toEqual(['Company Website'])
    expect(await labels('?q=benedict')).toEqual(['Company Website'])
    expect(await labels('?q=welcome')).toEqual(['WELCOME10'])
    expect(await labels('?limit=1&offset=1')).toEqual(['Company Website'])
    const { total } = await fetchList(ada.browser, '/api/admin/audit-log?limit=1')
    expect(total).toBe(3)
    for (const query of ['?subject=weather', '?subjectId=x', '?actorId=0', '?sort=changes', '?limit=0']) {
      expect((await ada.browser.get(`/api/admin/audit-log${query}`)).statusCode, query).toBe(400)
    }
  })
})

test('a name that more than a thousand people share finds the entries of the oldest accounts', async () => {
  const shared = { firstName: 'Common', company: 'Sharers' }
  const oldest = await insertUser(shop.db, { ...shared, isAdmin: true })
  await shop.db.raw(
    `INSERT INTO users (email, password_hash, first_name, last_name, company, phone)
     SELECT 'sharer' || n || '@shop.example', password_hash, first_name, last_name, company, phone
     FROM users, generate_series(1, 1000) AS n WHERE id = ?`,
    oldest.id,
  )
  // The updated row is now the last one of the table.
  await shop.db('users').where({ id: oldest.id }).update({ company: 'Sharers Ltd' })
  await record({ label: 'Company Website', subject: 'package', actorId: oldest.id })
  expect((await entries('?q=sharers')).map(({ subjectLabel }) => subjectLabel)).toEqual(['Company Website'])
})

test.each([
  [{ a: 1, b: 'x' }, { a: 1, b: 'y' }, [{ field: 'b', from: 'x', to: 'y' }]],
  [undefined, { a: '', b: false, c: [] }, [{ field: 'b', from: null, to: false }]],
  [{ a: ['x'], b: null }, undefined, [{ field: 'a', from: ['x'], to: null }]],
  [{ a: ['x', 'y'] }, { a: ['y', 'x'] }, [{ field: 'a', from: ['x', 'y'], to: ['y', 'x'] }]],
])('from %j to %j', (before, after, changes) => {
  expect(listChanges(before, after)).toEqual(changes)
})
