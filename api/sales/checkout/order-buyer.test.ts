import { beforeEach, describe, expect, test } from 'vitest'
import { policiesInForce } from '#api/content/content.ts'
import type { AdminOrderDetail, ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { Order, OrderDetail } from '#api/contract/orders/orders.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { fetchList, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, payOrder, placeModalOrder, signIn, verifyBody } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const MOVED = {
  firstName: 'Grete',
  lastName: 'Winther',
  email: 'grete@elsewhere.example',
  phone: '+47 22 33 44 55',
  company: 'Winther AS',
  jobTitle: 'Chair',
  address: 'Storgata 1',
  city: 'Oslo',
  state: 'Oslo',
  zipCode: '0155',
  taxId: 'NO 1',
  currentPassword: 'a-fine-secret',
}

async function pay(visitor: Visitor, order: CreateOrderResponse): Promise<void> {
  const body = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
  expect((await visitor.post('/api/verify-payment', body)).statusCode).toBe(200)
}

async function moveAway(visitor: Visitor): Promise<void> {
  const changed = await visitor.put('/api/user/profile', MOVED)
  expect(changed.statusCode).toBe(200)
  // The same change as a confirmed link makes.
  await User.query(shop.db).findById(changed.json<{ id: number }>().id).patch({ email: MOVED.email })
}

async function readBuyers(visitor: Visitor, orderId: number): Promise<unknown[]> {
  const [listed] = (await visitor.get('/api/orders')).json<Order[]>()
  const detail = (await visitor.get(`/api/orders/${orderId}`)).json<OrderDetail>()
  return [listed?.buyer, detail.buyer]
}

describe('the buyer of an order', () => {
  test('is the profile at the time of ordering, even if the profile changes', async () => {
    const pkg = await insertPackage(shop.db)
    const { user, browser } = await signInAs(shop, { taxId: 'GB 1' })
    const body = { packageId: pkg.id, finalAmount: 1299, userId: user.id }
    const order = (await browser.post('/api/create-order', body)).json<CreateOrderResponse>()
    await pay(browser, order)
    await moveAway(browser)
    const buyer = pickBuyer(user)
    expect(await readBuyers(browser, order.id)).toEqual([buyer, buyer])
  })

  test('is what the form said, with and without an account of that e-mail', async () => {
    const pkg = await insertPackage(shop.db)
    const buyer = pickBuyer(buyerForm() as never)
    const first = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
    await pay(new Visitor(shop), first)
    const grace = await signIn(shop, buyer.email, 'a-fine-secret')
    const form = { company: 'Holm, Sons & Daughters', taxId: 'DK 2' }
    const second = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299, form })
    await pay(grace, second)
    await moveAway(grace)
    const orders = (await grace.get('/api/orders')).json<Order[]>()
    expect(orders.map((order) => order.buyer)).toEqual([{ ...buyer, ...form }, buyer])
  })

  test('gives it a reference, which customer and admins see and find it by, and the account has not', async () => {
    const pkg = await insertPackage(shop.db)
    const { user, browser } = await signInAs(shop)
    const body = { packageId: pkg.id, finalAmount: 1299, userId: user.id, reference: ' PO-2026/0457 ' }
    const own = (await browser.post('/api/create-order', body)).json<CreateOrderResponse>()
    await pay(browser, own)
    const guest = { packageId: pkg.id, finalAmount: 1299, form: { reference: 'Ref. 88 "north"' } }
    const formed = await placeModalOrder(new Visitor(shop), guest)
    const none = await placeModalOrder(new Visitor(shop), { ...guest, form: { reference: '' } })

    expect((await browser.get('/api/orders')).json<Order[]>()[0]?.reference).toBe('PO-2026/0457')
    expect((await browser.get(`/api/orders/${own.id}`)).json<OrderDetail>().reference).toBe('PO-2026/0457')
    expect((await browser.get('/api/auth/me')).body).not.toContain('0457')
    const { browser: admin } = await signInAsAdmin(shop)
    const read = async ({ id }: CreateOrderResponse) =>
      (await admin.get(`/api/admin/orders/${id}`)).json<AdminOrderDetail>().reference
    expect([await read(own), await read(formed), await read(none)]).toEqual([
      'PO-2026/0457',
      'Ref. 88 "north"',
      null,
    ])
    const find = async (q: string) =>
      (await fetchList<ListedOrder>(admin, `/api/admin/orders?q=${encodeURIComponent(q)}`)).rows.map(
        ({ id }) => id,
      )
    expect(await find('2026/0457')).toEqual([own.id])
    expect(await find('ref north')).toEqual([formed.id])
    expect((await admin.get('/api/admin/orders.csv')).body).toMatch(/,"PO-2026\/0457","USD"\r\n/)
  })

  test.each([
    ['x'.repeat(51), 'Your reference must be at most 50 characters'],
    ['PO 1\nPO 2', 'Your reference must be one line'],
  ])('has no reference such as %j', async (reference, message) => {
    const pkg = await insertPackage(shop.db)
    const { user, browser } = await signInAs(shop)
    const body = { packageId: pkg.id, finalAmount: 1299 }
    for (const [path, sent] of [
      ['reference', { ...body, userId: user.id, reference }],
      ['userData.reference', { ...body, userData: buyerForm({ reference }) }],
    ] as const) {
      const refused = await browser.post('/api/create-order', sent)
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ issues: [{ path, message }] })
    }
  })

  test('is recorded with the versions and hashes of the policies that they accepted, and when', async () => {
    const pkg = await insertPackage(shop.db)
    const orderedFrom = new Date().toISOString()
    const { id } = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
    const { browser: admin } = await signInAsAdmin(shop)
    const order = (await admin.get(`/api/admin/orders/${id}`)).json<AdminOrderDetail>()
    expect(order.acceptedPolicies).toMatchObject(policiesInForce)
    for (const { acceptedAt } of order.acceptedPolicies ?? []) {
      expect(acceptedAt >= orderedFrom && acceptedAt <= new Date().toISOString()).toBe(true)
    }
  })

  test('is who admins see and find the order by, as its account still is', async () => {
    const pkg = await insertPackage(shop.db)
    const unpaid = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
    const paid = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
    await pay(new Visitor(shop), paid)
    await moveAway(await signIn(shop, 'grace@example.com', 'a-fine-secret'))

    const { browser: admin } = await signInAsAdmin(shop)
    const find = async (q: string) =>
      (await fetchList<ListedOrder>(admin, `/api/admin/orders?q=${encodeURIComponent(q)}&sort=createdAt`))
        .rows
    const found = await find('Grace Holm')
    expect(found.map(({ id }) => id)).toEqual([unpaid.id, paid.id])
    const customer = { firstName: 'Grace', lastName: 'Holm', email: 'grace@example.com' }
    for (const order of found) expect(order).toMatchObject({ customer })
    expect((await find('grete@elsewhere')).map(({ id }) => id)).toEqual([paid.id])
    expect((await admin.get('/api/admin/orders.csv')).body).toContain('"Grace Holm","grace@example.com"')
  })
})

describe('the link of a mail about an unpaid order', () => {
  const EMAIL = 'victim@example.com'

  const STRANGERS = 'the-strangers-secret'

  const OWN = 'the-victims-own-secret'

  checkBooksAfterEach(shop)

  let stranger: Visitor

  let victim: Visitor

  beforeEach(() => {
    stranger = new Visitor(shop)
    victim = new Visitor(shop)
  })

  async function place(browser: Visitor, password: string): Promise<CreateOrderResponse> {
    const { id } = await insertPackage(shop.db, { priceCents: 10_000 })
    return placeModalOrder(browser, { packageId: id, finalAmount: 100, form: { email: EMAIL, password } })
  }

  const open = (browser: Visitor, { id }: { id: number }, newPassword?: string) =>
    browser.post('/api/payment-links/pay', { token: createResumeToken(shop.env, id), newPassword })
  const show = (browser: Visitor, { id }: { id: number }) =>
    browser.post('/api/payment-links/open', { token: createResumeToken(shop.env, id) })

  const statusOf = async (browser: Visitor) => (await browser.get('/api/auth/me')).statusCode

  const login = async (password: string) =>
    (await new Visitor(shop).post('/api/auth/login', { email: EMAIL, password })).statusCode

  /** Chooses a password and pays, as the page does. */
  async function payByLink(browser: Visitor, order: { id: number }, newPassword?: string): Promise<void> {
    const opened = await open(browser, order, newPassword)
    if (opened.statusCode !== 200) throw new Error('It asks for a password')
    const verified = await payOrder(shop, browser, opened.json())
    expect(verified.statusCode).toBe(200)
  }

  async function expectVictimsAccount(): Promise<void> {
    expect([await login(STRANGERS), await login(OWN)]).toEqual([401, 200])
    expect(await User.query(shop.db).findOne({ email: EMAIL })).toMatchObject({
      emailVerifiedAt: expect.any(Date),
    })
  }

  describe('an order that a stranger placed with a victim’s address and a password of his own', () => {
    test('shows nothing to pay by the mail’s link before the victim has chosen a password', async () => {
      const order = await place(stranger, STRANGERS)
      const asked = await show(victim, order)
      expect(asked.json()).toMatchObject({ needs: 'password', invoiceNumber: `INV-${order.id}` })
      const refused = await open(victim, order)
      expect(refused.json()).toMatchObject({ issues: [{ path: 'newPassword' }] })
      expect(asked.body + refused.body).not.toContain(order.razorpayOrderId)
      const common = await open(victim, order, '123456')
      expect(common.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'newPassword' }] })
    })

    test('paid by the victim makes an account that the stranger’s password does not open', async () => {
      await payByLink(victim, await place(stranger, STRANGERS), OWN)
      await expectVictimsAccount()
    })

    test('is the victim’s also where the stranger has paid another one meanwhile', async () => {
      const [mine, his] = [await place(stranger, STRANGERS), await place(stranger, STRANGERS)]
      const opened = (await open(victim, mine, OWN)).json<CreateOrderResponse>()
      await payOrder(shop, stranger, his)
      expect(await login(STRANGERS)).toBe(200)
      await payOrder(shop, victim, opened)
      await expectVictimsAccount()
    })

    test('of an account that he registered signs him out when the victim pays', async () => {
      const account = await insertUser(shop.db, {
        email: EMAIL,
        passwordHash: await hashCheaply(STRANGERS),
        emailVerifiedAt: null,
      })
      stranger = await openSession(shop, account.id)
      await payByLink(victim, await place(stranger, STRANGERS), OWN)
      expect(await statusOf(stranger)).toBe(401)
      await expectVictimsAccount()
    })

    test('does not make an account his that he registered after the victim had ordered', async () => {
      const order = await place(victim, OWN)
      await insertUser(shop.db, {
        email: EMAIL,
        passwordHash: await hashCheaply(STRANGERS),
        emailVerifiedAt: null,
      })
      expect((await show(victim, order)).json()).toMatchObject({ needs: 'password' })
      await payByLink(victim, order, OWN)
      await expectVictimsAccount()
    })
  })

  describe('the link of a mail asks for no password', () => {
    test('in the browser that placed the order, and proves its address', async () => {
      await payByLink(victim, await place(victim, OWN))
      await expectVictimsAccount()
    })

    test('where the account is signed in, and its sessions stay', async () => {
      const account = await insertUser(shop.db, {
        email: EMAIL,
        passwordHash: await hashCheaply(OWN),
        emailVerifiedAt: null,
      })
      const order = await place(victim, OWN)
      const phone = await openSession(shop, account.id)
      await payByLink(phone, order)
      expect(await statusOf(phone)).toBe(200)
      await expectVictimsAccount()
    })

    test('of an account whose address is verified, and a password sent all the same changes nothing', async () => {
      await insertUser(shop.db, { email: EMAIL, passwordHash: await hashCheaply(OWN) })
      await payByLink(new Visitor(shop), await place(victim, OWN), STRANGERS)
      await expectVictimsAccount()
    })
  })

  describe('the link of a mail leaves the address that opened it in the audit log', () => {
    const openAs = async (browser: Visitor, newPassword?: string) => {
      const account = await insertUser(shop.db, { email: EMAIL, emailVerifiedAt: null })
      const owner = await openSession(shop, account.id)
      const { id: packageId } = await insertPackage(shop.db)
      const body = { packageId, finalAmount: 1299, userId: account.id }
      const order = (await owner.post('/api/create-order', body)).json<CreateOrderResponse>()
      for (const [name, value] of newPassword ? [] : owner.cookies) browser.cookies.set(name, value)
      if (newPassword) await pay(browser, (await open(browser, order, newPassword)).json())
      else expect((await show(browser, order)).json()).toMatchObject({ needs: 'nothing' })
      const entries = AuditEntry.query(shop.db).withGraphFetched('details').where({ subjectId: account.id })
      return { actorId: account.id, entries: await entries }
    }

    test.each([
      ['where it proves the address of who is signed in', undefined, 'isEmailVerified'],
      ['where it sets a password by paying', OWN, 'password'],
    ])('%s', async (_what, newPassword, field) => {
      const { actorId, entries } = await openAs(victim, newPassword)
      expect(entries).toMatchObject([{ actorId, changes: [{ field }], details: { ipAddress: '127.0.0.1' } }])
    })
  })
})
