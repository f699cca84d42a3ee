import { beforeEach, describe, expect, test } from 'vitest'
import { COUPON_SORTS } from '#api/contract/catalogue/coupons.ts'
import { PACKAGE_SORTS } from '#api/contract/catalogue/packages.ts'
import { USER_SORTS } from '#api/contract/operations/users.ts'
import { ORDER_SORTS } from '#api/contract/orders/admin-orders.ts'
import { ASSIGNMENT_SORTS, STAFF_SORTS } from '#api/contract/orders/staff.ts'
import type { User } from '#api/contract/people/auth.ts'
import { REGISTRATION_SORTS } from '#api/contract/sales/checkout.ts'
import { TOTAL_COUNT_HEADER } from '#api/rules/list-total.ts'
import { fetchList, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { insertCoupon, insertOrder, insertRegistration, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

const list = <Row>(url: string) => fetchList<Row>(admin, url)

const SORTS: Record<string, readonly string[]> = {
  '/api/admin/users': USER_SORTS,
  '/api/admin/orders': ORDER_SORTS,
  '/api/admin/registrations': REGISTRATION_SORTS,
  '/api/coupons': COUPON_SORTS,
  '/api/admin/packages': PACKAGE_SORTS,
  '/api/admin/staff-assignments': ASSIGNMENT_SORTS,
  '/api/admin/staff': STAFF_SORTS,
}
const LISTS = Object.keys(SORTS)

async function fillLists(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const order = await insertOrder(shop.db)
    await insertRegistration(shop.db, order.packageId)
    await insertCoupon(shop.db)
    const staff = await insertUser(shop.db, { isStaff: true })
    await shop.db('staff_assignments').insert({ orderId: order.id, staffId: staff.id, assignedById: 1 })
  }
}

const BAD_PARAMETERS = [
  'limit=0',
  'limit=201',
  'limit=-1',
  'limit=ten',
  'limit=1e2',
  'limit=1&limit=2',
  'limit=',
  'offset=-1',
  'offset=2147483648',
  'offset=1.5',
  'sort=passwordHash',
  'sort=password_hash',
  'sort=createdAt&sort=createdAt',
  'sort=--createdAt',
  'sort=createdAt;drop',
  'sort=',
  `q=${'a'.repeat(101)}`,
  'q=a&q=b',
]

describe.each(LISTS)('%s', (url) => {
  test('refuses parameters of another shape, and any column that is not listed', async () => {
    for (const query of BAD_PARAMETERS) {
      const response = await admin.get(`${url}?${query}`)
      expect(response.statusCode, query).toBe(400)
      expect(response.json()).toMatchObject({
        code: 'invalid_input',
        issues: [{ path: query.split('=')[0], message: expect.stringMatching(/./) }],
      })
    }
  })

  test('sorts by every listed column, both ways', async () => {
    await fillLists(3)
    for (const column of SORTS[url] ?? []) {
      const { rows } = await list(`${url}?sort=${column}`)
      expect(await list(`${url}?sort=-${column}`)).toEqual({ rows: rows.toReversed(), total: rows.length })
    }
  })

  test('takes any text to search for, as text', async () => {
    for (const q of [
      ...['%', '_', '\\', "'", '" OR 1=1', 'é', '😀', '  ', 'a b c d e f g h i', ':pattern', '?', '--'],
    ]) {
      const { total } = await list(`${url}?q=${encodeURIComponent(q)}`)
      expect(total).toBeGreaterThanOrEqual(0)
    }
  })

  test('ignores parameters that it does not know', async () => {
    expect((await list(`${url}?where=1&isAdmin=true`)).total).toBeGreaterThanOrEqual(0)
  })
})

describe('paging', () => {
  test('gives pages of one stable order, and the total with each', async () => {
    const createdAt = new Date('2026-01-01')
    for (let number = 0; number < 7; number += 1) await insertUser(shop.db, { createdAt, company: 'Same' })
    const pages: number[] = []
    for (let offset = 0; offset < 8; offset += 3) {
      const { rows, total } = await list<User>(`/api/admin/users?sort=-createdAt&limit=3&offset=${offset}`)
      expect(total).toBe(8)
      pages.push(...rows.map(({ id }) => id))
    }
    expect(pages).toEqual([1, 8, 7, 6, 5, 4, 3, 2])
    const { rows } = await list<User>('/api/admin/users?sort=company')
    expect(rows.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7, 8, 1])
  })

  test('holds fifty rows unless told otherwise, and is empty behind the end', async () => {
    await shop.db.raw(
      `INSERT INTO users (first_name, last_name, email, password_hash)
       SELECT 'Clara', 'Whitfield', 'clara' || n || '@example.com', 'unusable' FROM generate_series(1, 60) n`,
    )
    expect((await list('/api/admin/users')).rows).toHaveLength(50)
    expect(await list('/api/admin/users?offset=61')).toEqual({ rows: [], total: 61 })
  })

  test('counts 10,000 rows, says 10000+ where there are more, and goes on behind them', async () => {
    const insert = (from: number, to: number) =>
      shop.db.raw(
        `INSERT INTO users (first_name, last_name, email, password_hash)
         SELECT 'Clara', 'Whitfield', 'clara' || n || '@example.com', 'unusable' FROM generate_series(?::int, ?) n`,
        [from, to],
      )
    const totalOf = async (query: string) => {
      const response = await admin.get(`/api/admin/users?${query}`)
      return [response.headers[TOTAL_COUNT_HEADER], response.json<User[]>().length]
    }
    // The admin is the ten-thousandth.
    await insert(1, 9_999)
    // As autovacuum does a little later: after the test before, PostgreSQL may still expect few rows in many pages.
    await shop.db.raw('ANALYZE users')
    expect(await totalOf('limit=200')).toEqual(['10000', 200])
    await insert(10_000, 10_020)
    for (const query of ['limit=200', 'limit=200&q=clara', 'limit=50&offset=5000', 'limit=20&offset=10001']) {
      expect((await totalOf(query))[0], query).toBe('10000+')
    }
    expect(await totalOf('limit=50&offset=9990')).toEqual(['10000+', 31])
    expect(await totalOf('limit=50&offset=20000')).toEqual(['10000+', 0])
    const { rows } = await list<User>('/api/admin/users?sort=createdAt&limit=20&offset=10001')
    expect(rows.at(-1)?.email).toBe('clara10020@example.com')
  })
})

describe('the total is that of the rows', () => {
  const FILTERED = [
    [
      'orders',
      [
        ...['', 'status=pending', 'status=completed', 'paymentStatus=paid', 'hasPayment=true'],
        ...['packageId=1', 'packageId=9'],
      ],
    ],
    [
      'orders',
      ['status=pending&packageId=1', 'status=completed&paymentStatus=unpaid', 'status=pending&q=inv'],
    ],
    ['users', ['', 'role=admin', 'role=staff', 'role=customer', 'q=clara']],
    ['registrations', ['', 'packageId=1', 'q=whitfield']],
    [
      'staff-assignments',
      ['', 'status=assigned', 'status=completed', 'staffId=3', 'staffId=3&status=completed'],
    ],
    ['staff-assignments', ['orderId=1', 'orderId=1&status=assigned', 'q=inv-1']],
    ['audit-log', ['', 'subject=order', 'subject=user', 'subject=order&subjectId=1', 'actorId=1', 'q=inv']],
  ] as const

  test.each(FILTERED)('of %s, however they are narrowed down: %j', async (name, filters) => {
    await fillLists(3)
    for (const id of [1, 2]) await admin.patch(`/api/admin/orders/${id}/status`, { status: 'completed' })
    await shop.db('staff_assignments').where({ id: 1 }).update({ status: 'completed' })
    await admin.patch('/api/admin/users/2', { isStaff: true })
    const totals: number[] = []
    for (const filter of filters) {
      const { rows, total } = await list(`/api/admin/${name}?limit=200&${filter}`)
      expect(total, filter).toBe(rows.length)
      totals.push(total)
    }
    // Proves that the filters narrow the list down.
    expect(new Set(totals).size).toBeGreaterThan(1)
  })
})
