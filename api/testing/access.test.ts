import { expect, test } from 'vitest'
import { insertOrder } from '#db/testing/builders.ts'
import { type SignedIn, signInAs, signInAsAdmin } from './back-office.ts'
import { openTestApp, Visitor } from './test-app.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })

const ADMIN_CALLS = [
  ['GET', '/api/admin/users'],
  ['POST', '/api/admin/users'],
  ['PATCH', '/api/admin/users/1'],
  ['GET', '/api/admin/orders'],
  ['GET', '/api/admin/orders/1'],
  ['PATCH', '/api/admin/orders/1/status'],
  ['POST', '/api/admin/orders/1/status/undo'],
  ['GET', '/api/admin/orders/1/history'],
  ['GET', '/api/admin/orders/1/invoices'],
  ['GET', '/api/admin/invoices.csv'],
  ['GET', '/api/admin/registrations'],
  ['GET', '/api/coupons'],
  ['POST', '/api/admin/coupons'],
  ['PATCH', '/api/admin/coupons/1'],
  ['GET', '/api/admin/overview'],
  ['GET', '/api/admin/users.csv'],
  ['GET', '/api/admin/orders.csv'],
  ['GET', '/api/admin/registrations.csv'],
  ['GET', '/api/admin/coupons.csv'],
  ['GET', '/api/admin/packages'],
  ['GET', '/api/admin/package-names'],
  ['POST', '/api/admin/packages'],
  ['PUT', '/api/admin/packages/1'],
  ['GET', '/api/admin/staff-assignments'],
  ['POST', '/api/admin/staff-assignments'],
  ['PATCH', '/api/admin/staff-assignments/1'],
  ['DELETE', '/api/admin/staff-assignments/1'],
  ['GET', '/api/admin/staff'],
  ['GET', '/api/admin/audit-log'],
] as const
const STAFF_CALLS = [
  ['GET', '/api/staff/assignments'],
  ['PUT', '/api/staff/assignments/1/status'],
  ['POST', '/api/staff/assignments/1/status/undo'],
] as const

async function statusesOf(
  browser: Visitor,
  calls: readonly (readonly ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string])[],
) {
  const statuses: Record<string, number> = {}
  for (const [method, url] of calls) {
    const response = await browser.call(method, url, method === 'GET' ? undefined : {})
    statuses[`${method} ${url}`] = response.statusCode
  }
  return statuses
}

const all = (calls: readonly (readonly [string, string])[], status: number) =>
  Object.fromEntries(calls.map(([method, url]) => [`${method} ${url}`, status]))

test('a signed-out caller is refused everywhere, whatever is sent', async () => {
  const visitor = new Visitor(shop)
  const calls = [...ADMIN_CALLS, ...STAFF_CALLS]
  expect(await statusesOf(visitor, calls)).toEqual(all(calls, 401))
})

test('a customer is refused every call of admins and staff', async () => {
  const { browser } = await signInAs(shop)
  const calls = [...ADMIN_CALLS, ...STAFF_CALLS]
  expect(await statusesOf(browser, calls)).toEqual(all(calls, 403))
})

test('staff are refused every call of admins', async () => {
  const { browser } = await signInAs(shop, { isStaff: true })
  expect(await statusesOf(browser, ADMIN_CALLS)).toEqual(all(ADMIN_CALLS, 403))
})

test('an admin who is not staff is refused the calls of staff', async () => {
  const { browser } = await signInAsAdmin(shop)
  expect(await statusesOf(browser, STAFF_CALLS)).toEqual(all(STAFF_CALLS, 403))
})

test('an id in a path that is malformed or too large is unknown', async () => {
  const { browser } = await signInAs(shop, { isAdmin: true, isStaff: true })
  for (const id of ['0', '-1', '1.5', 'abc', '2147483648', '99999999999', '9999999', '1e3', '%00']) {
    const statuses = [
      await browser.patch(`/api/admin/users/${id}`, { isStaff: true }),
      await browser.patch(`/api/admin/orders/${id}/status`, { status: 'pending' }),
      await browser.get(`/api/admin/orders/${id}/history`),
      await browser.put(`/api/admin/packages/${id}`, { name: 'Other' }),
      await browser.put(`/api/staff/assignments/${id}/status`, { status: 'in_progress' }),
    ].map((response) => response.statusCode)
    expect(statuses, id).toEqual([404, 404, 404, 404, 404])
  }
})

test('a body of any other shape is refused as invalid', async () => {
  const { user, browser } = await signInAs(shop, { isAdmin: true, isStaff: true })
  const order = await insertOrder(shop.db)
  const calls = [
    ['POST', '/api/admin/users'],
    ['PATCH', `/api/admin/users/${user.id}`],
    ['PATCH', `/api/admin/orders/${order.id}/status`],
    ['POST', '/api/admin/packages'],
    ['PUT', `/api/admin/packages/${order.packageId}`],
    ['POST', '/api/admin/staff-assignments'],
    ['PUT', '/api/staff/assignments/1/status'],
  ] as const
  for (const [method, url] of calls) {
    for (const body of [undefined, [], [1]]) {
      const response = await browser.call(method, url, body)
      expect(response.statusCode, `${method} ${url} ${JSON.stringify(body)}`).toBe(400)
    }
  }
})

test('no response holds a password or a hash', async () => {
  const { user, browser }: SignedIn = await signInAs(shop, { isAdmin: true, isStaff: true })
  const order = await insertOrder(shop.db)
  const responses = [
    await browser.post('/api/admin/users', {
      firstName: 'Noor',
      lastName: 'Aziz',
      email: 'noor@shop.example',
      password: 'a-fine-secret',
    }),
    await browser.post('/api/admin/staff-assignments', { staffId: user.id, orderId: order.id }),
    await browser.patch(`/api/admin/orders/${order.id}/status`, { status: 'completed' }),
  ]
  for (const [method, url] of [...ADMIN_CALLS, ...STAFF_CALLS]) {
    if (method === 'GET') responses.push(await browser.get(url))
  }
  for (const response of responses) {
    expect(response.statusCode).toBeLessThan(300)
    expect(response.body).not.toMatch(/password|hash|argon2|a-fine-secret/i)
  }
})
