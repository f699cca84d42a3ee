import { beforeEach, describe, expect, test } from 'vitest'
import type { Coupon } from '#api/contract/catalogue/coupons.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { User } from '#api/contract/people/auth.ts'
import type { Registration } from '#api/contract/sales/checkout.ts'
import { fetchList, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import {
  insertCoupon,
  insertOrder,
  insertPackage,
  insertRegistration,
  insertUser,
} from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

const list = <Row>(url: string) => fetchList<Row>(admin, url)

describe('users', () => {
  test('are found by words of name, e-mail and company, in any order and case', async () => {
    await insertUser(shop.db, {
      firstName: 'Mei',
      lastName: 'Tanaka',
      email: 'mei@teas.example',
      company: 'Sakura',
    })
    await insertUser(shop.db, {
      firstName: 'Li',
      lastName: 'Wei',
      email: 'li@100_percent.example',
      company: '100%',
    })
    const emails = async (q: string) => {
      const { rows, total } = await list<User>(`/api/admin/users?sort=email&q=${encodeURIComponent(q)}`)
      expect(total).toBe(rows.length)
      return rows.map(({ email }) => email)
    }
    expect(await emails('tanaka MEI')).toEqual(['mei@teas.example'])
    expect(await emails('anak')).toEqual(['mei@teas.example'])
    expect(await emails('@teas')).toEqual(['mei@teas.example'])
    expect(await emails('li')).toEqual(['li@100_percent.example'])
    // Short words are found only where a word begins, and no word begins with 'ei'.
    expect(await emails('ei')).toEqual([])
    expect(await emails('100%')).toEqual(['li@100_percent.example'])
    expect(await emails('tea_')).toEqual([])
    expect(await emails('tanaka wei')).toEqual([])
  })

  test('are filtered by role', async () => {
    await insertUser(shop.db, { email: 'staff@shop.example', isStaff: true })
    await insertUser(shop.db, { email: 'buyer@example.com' })
    const emails = async (role: string) =>
      (await list<User>(`/api/admin/users?role=${role}`)).rows.map(({ email }) => email)
    expect(await emails('admin')).toEqual(['ada@shop.example'])
    expect(await emails('staff')).toEqual(['staff@shop.example'])
    expect(await emails('customer')).toEqual(['buyer@example.com'])
    expect((await admin.get('/api/admin/users?role=root')).statusCode).toBe(400)
  })
})

describe('orders', () => {
  test('show the buyer also before there is an account', async () => {
    const pkg = await insertPackage(shop.db, { isActive: false, name: 'Shop in a Week' })
    const form = await insertRegistration(shop.db, pkg.id, { email: 'guest@example.com' })
    const order = await insertOrder(shop.db, {
      packageId: pkg.id,
      registrationId: form.id,
      paymentStatus: 'unpaid',
    })
    const { rows } = await list<ListedOrder>('/api/admin/orders')
    expect(rows).toMatchObject([
      {
        id: order.id,
        invoiceNumber: `INV-${order.id}`,
        amount: '1299.00',
        paymentStatus: 'unpaid',
        packageName: 'Shop in a Week',
        customer: { firstName: 'Grace', lastName: 'Holm', email: 'guest@example.com' },
        user: null,
      },
    ])
  })

  test('have the account of their customer as it is today, the package, and what the coupon took off', async () => {
    const names = { firstName: 'Mei', lastName: 'Tanaka', company: 'Sakura Teas' }
    const buyer = await insertUser(shop.db, names)
    const coupon = await insertCoupon(shop.db, { code: 'EARLYBIRD' })
    const price = { amountCents: 10_000, originalCents: 12_500, discountCents: 2_500 }
    const used = { couponId: coupon.id, couponCode: coupon.code }
    const { packageId } = await insertOrder(shop.db, { userId: buyer.id, ...price, ...used })
    await buyer.$query(shop.db).patch({ lastName: 'Sato' })
    const { rows } = await list<ListedOrder>('/api/admin/orders')
    const amounts = { originalAmount: '125.00', discountAmount: '25.00', amount: '100.00' }
    expect(rows).toMatchObject([{ packageId, couponCode: 'EARLYBIRD', ...amounts }])
    expect(rows[0]?.user).toEqual({ id: buyer.id, email: buyer.email, ...names, lastName: 'Sato' })
  })

  test('are found by number, package, coupon and buyer, and by words of several of them', async () => {
    const pkg = await insertPackage(shop.db, { name: 'Cloud Migration' })
    const buyer = await insertUser(shop.db, { firstName: 'Mei', lastName: 'Tanaka', company: 'Sakura Teas' })
    const form = await insertRegistration(shop.db, pkg.id, { email: 'guest@example.com' })
    await insertOrder(shop.db)
    const ofAccount = await insertOrder(shop.db, { packageId: pkg.id, userId: buyer.id })
    const ofForm = await insertOrder(shop.db, {
      packageId: pkg.id,
      registrationId: form.id,
      paymentStatus: 'unpaid',
    })
    const coupon = await insertCoupon(shop.db, { code: 'EARLYBIRD' })
    const discounted = await insertOrder(shop.db, { couponId: coupon.id, couponCode: coupon.code })
    const ids = async (q: string) => {
      const { rows, total } = await list<ListedOrder>(`/api/admin/orders?sort=invoiceNumber&q=${q}`)
      expect(total).toBe(rows.length)
      return rows.map(({ id }) => id)
    }
    expect(await ids('cloud')).toEqual([ofAccount.id, ofForm.id])
    expect(await ids('cloud+tanaka')).toEqual([ofAccount.id])
    expect(await ids('sakura')).toEqual([ofAccount.id])
    expect(await ids('guest@')).toEqual([ofForm.id])
    expect(await ids('early')).toEqual([discounted.id])
    expect(await ids(`inv-${ofForm.id}`)).toEqual([ofForm.id])
    expect(await ids(String(ofForm.id))).toEqual([ofForm.id])
  })

  test('are filtered by day in the company’s time zone, in the list and in its file', async () => {
    // The company's clocks show 10 March from 18:30 of the 9th in UTC.
    const times = [
      '2026-03-09T18:29:59Z',
      '2026-03-09T18:30:00Z',
      '2026-03-10T18:29:59Z',
      '2026-03-10T18:30:00Z',
    ]
    const ids: number[] = []
    for (const time of times) ids.push((await insertOrder(shop.db, { createdAt: new Date(time) })).id)
    const found = async (query: string) => {
      const file = (await admin.get(`/api/admin/orders.csv?sort=createdAt&${query}`)).body
      const { rows } = await list<ListedOrder>(`/api/admin/orders?sort=createdAt&${query}`)
      const listed = rows.map(({ id }) => id)
      expect([...file.matchAll(/^"INV-(\d+)"/gm)].map(([, id]) => Number(id))).toEqual(listed)
      return listed.map((id) => ids.indexOf(id))
    }
    expect(await found('from=2026-03-10')).toEqual([1, 2, 3])
    expect(await found('to=2026-03-10')).toEqual([0, 1, 2])
    expect(await found('from=2026-03-10&to=2026-03-10')).toEqual([1, 2])
    for (const query of [
      'from=10/03/2026',
      'to=2026-02-30',
      'to=9999-12-31',
      'from=2026-03-11&to=2026-03-10',
    ]) {
      for (const path of ['orders', 'orders.csv']) {
        expect((await admin.get(`/api/admin/${path}?${query}`)).statusCode, query).toBe(400)
      }
    }
  })

  test('are filtered by status, payment and package, and sorted by amount', async () => {
    const cheap = await insertPackage(shop.db, { priceCents: 9_900 })
    const first = await insertOrder(shop.db)
    const second = await insertOrder(shop.db, { packageId: cheap.id, status: 'completed' })
    const third = await insertOrder(shop.db, { packageId: cheap.id, paymentStatus: 'unpaid' })
    const ids = async (query: string) =>
      (await list<ListedOrder>(`/api/admin/orders?${query}`)).rows.map(({ id }) => id)
    expect(await ids('')).toEqual([third.id, second.id, first.id])
    expect(await ids('status=completed')).toEqual([second.id])
    expect(await ids('paymentStatus=unpaid')).toEqual([third.id])
    expect(await ids(`packageId=${cheap.id}&sort=createdAt`)).toEqual([second.id, third.id])
    expect(await ids('sort=-amount')).toEqual([first.id, third.id, second.id])
    expect(await ids(`packageId=${cheap.id}&status=pending`)).toEqual([third.id])
    for (const query of [
      ...['status=shipped', 'paymentStatus=maybe', 'packageId=0', 'packageId=2147483648', 'packageId=a'],
    ]) {
      expect((await admin.get(`/api/admin/orders?${query}`)).statusCode, query).toBe(400)
    }
  })
})

test('registrations show the form with its package and nothing secret', async () => {
  const pkg = await insertPackage(shop.db)
  const other = await insertPackage(shop.db)
  await insertRegistration(shop.db, pkg.id)
  await insertRegistration(shop.db, other.id, { email: 'zoe@example.com', phone: '+44 20 7946 0999' })
  const { rows, total } = await list<Registration>(`/api/admin/registrations?packageId=${pkg.id}`)
  expect(total).toBe(1)
  expect(rows[0]).toEqual({
    id: 1,
    userId: null,
    firstName: 'Grace',
    lastName: 'Holm',
    email: 'grace@example.com',
    phone: '+45 33 12 34 56',
    company: 'Holm & Sons',
    jobTitle: 'Owner',
    city: 'Copenhagen',
    state: 'Hovedstaden',
    country: 'DK',
    zipCode: '1260',
    package: { id: pkg.id, name: pkg.name },
    createdAt: expect.stringMatching(/Z$/),
  })
  const found = await list<Registration>('/api/admin/registrations?q=0999')
  expect(found.rows.map(({ email }) => email)).toEqual(['zoe@example.com'])
})

test('coupons show as expired, else used up, else with their own status', async () => {
  const past = new Date(Date.now() - 1_000)
  const future = new Date(Date.now() + 60_000)
  const pkg = await insertPackage(shop.db)
  await insertCoupon(shop.db, { code: 'EXPIRED', expiresAt: past, usageLimit: 1, usedCount: 1 })
  await insertCoupon(shop.db, {
    code: 'USED',
    expiresAt: future,
    usageLimit: 1,
    usedCount: 1,
    status: 'inactive',
  })
  await insertCoupon(shop.db, { code: 'ACTIVE', usedCount: 5, packageId: pkg.id, newCustomersOnly: true })
  await insertCoupon(shop.db, {
    code: 'INACTIVE',
    status: 'inactive',
    discountType: 'fixed',
    discountHundredths: 1950,
  })
  const { rows, total } = await list<Coupon>('/api/coupons?sort=code')
  expect(total).toBe(4)
  expect(rows.map(({ code, displayStatus }) => [code, displayStatus])).toEqual([
    ['ACTIVE', 'active'],
    ['EXPIRED', 'expired'],
    ['INACTIVE', 'inactive'],
    ['USED', 'used'],
  ])
  expect(rows[0]).toEqual({
    id: 3,
    code: 'ACTIVE',
    discount: 20,
    discountType: 'percentage',
    status: 'active',
    displayStatus: 'active',
    usedCount: 5,
    usageLimit: null,
    expiresAt: null,
    newCustomersOnly: true,
    packageId: pkg.id,
    owner: null,
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(rows[2]).toMatchObject({ discount: 19.5, discountType: 'fixed' })
  for (const status of ['expired', 'used', 'active', 'inactive']) {
    const found = await list<Coupon>(`/api/coupons?status=${status}`)
    expect(found.rows.map(({ code }) => code)).toEqual([status.toUpperCase()])
    expect(found.total).toBe(1)
  }
  expect((await list<Coupon>('/api/coupons?q=inact')).rows.map(({ code }) => code)).toEqual(['INACTIVE'])
})

test('codes of the exit offer are in the list and in its file only where they are asked for', async () => {
  await insertCoupon(shop.db, { code: 'WELCOME10' })
  const { code } = (await admin.post('/api/coupons/generate')).json<{ code: string }>()
  const codes = async (query: string) =>
    (await list<Coupon>(`/api/coupons?sort=code${query}`)).rows.map((coupon) => coupon.code)
  expect(await codes('')).toEqual(['WELCOME10'])
  expect(await codes('&exitOffers=included')).toEqual([code, 'WELCOME10'])
  expect((await admin.get('/api/coupons?exitOffers=yes')).statusCode).toBe(400)
  expect((await admin.get('/api/admin/coupons.csv')).body).not.toContain(code)
  expect((await admin.get('/api/admin/coupons.csv?exitOffers=included')).body).toContain(code)
})
