import { beforeEach, describe, expect, test } from 'vitest'
import { policiesInForce } from '#api/content/content.ts'
import type { AdminOrderDetail, ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { Order, OrderDetail } from '#api/contract/orders/orders.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { fetchList, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import {
  buyerForm,
  openLink,
  payByLink,
  payOrder,
  placeModalOrder,
  placeOrder,
  signIn,
} from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { expectResponse, succeed } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { GRACE_HOLM, insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const { country: _, ...PERSON } = GRACE_HOLM
const MOVED = {
  ...PERSON,
  firstName: 'Grete',
  lastName: 'Winther',
  email: 'grete@elsewhere.example',
  company: 'Winther AS',
  address: 'Storgata 1',
  currentPassword: 'a-fine-secret',
}

const pay = async (visitor: Visitor, order: CreateOrderResponse) =>
  expectResponse(await payOrder(shop, visitor, order), 200)

async function moveAway(visitor: Visitor): Promise<void> {
  const { id } = await succeed<{ id: number }>(visitor.put('/api/user/profile', MOVED))
  // The same change as a confirmed link makes.
  await User.query(shop.db).findById(id).patch({ email: MOVED.email })
}

describe('the buyer of an order', () => {
  test('is the profile at the time of ordering, even if the profile changes', async () => {
    const pkg = await insertPackage(shop.db)
    const { user, browser } = await signInAs(shop, { taxId: 'GB 1' })
    const body = { packageId: pkg.id, finalAmount: 1299, userId: user.id }
    const order = (await browser.post('/api/create-order', body)).json<CreateOrderResponse>()
    await pay(browser, order)
    await moveAway(browser)
    const [listed] = (await browser.get('/api/orders')).json<Order[]>()
    const detail = (await browser.get(`/api/orders/${order.id}`)).json<OrderDetail>()
    expect([listed?.buyer, detail.buyer]).toEqual([pickBuyer(user), pickBuyer(user)])
  })

  test('is what the form said, with and without an account of that e-mail', async () => {
    const buyer = pickBuyer(buyerForm() as never)
    await pay(new Visitor(shop), await placeOrder(shop))
    const grace = await signIn(shop, buyer.email, 'a-fine-secret')
    const form = { company: 'Holm, Sons & Daughters', taxId: 'DK 2' }
    await pay(grace, await placeOrder(shop, { form }))
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
    const references = [await read(own), await read(formed), await read(none)]
    expect(references).toEqual(['PO-2026/0457', 'Ref. 88 "north"', null])
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
    ] as const)
      expectResponse(await browser.post('/api/create-order', sent), 400, { issues: [{ path, message }] })
  })

  test('is recorded with the versions and hashes of the policies that they accepted, and when', async () => {
    const orderedFrom = new Date().toISOString()
    const { id } = await placeOrder(shop)
    const { browser: admin } = await signInAsAdmin(shop)
    const order = (await admin.get(`/api/admin/orders/${id}`)).json<AdminOrderDetail>()
    expect(order.acceptedPolicies).toMatchObject(policiesInForce)
    for (const { acceptedAt } of order.acceptedPolicies ?? []) {
      expect(acceptedAt >= orderedFrom && acceptedAt <= new Date().toISOString()).toBe(true)
    }
  })

  test('is who admins see and find the order by, as its account still is', async () => {
    const [unpaid, paid] = [await placeOrder(shop), await placeOrder(shop)]
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

  const place = (visitor: Visitor, password: string) =>
    placeOrder(shop, { visitor, form: { email: EMAIL, password } })
  const tokenOf = ({ id }: { id: number }) => createResumeToken(shop.env, id)
  const open = (browser: Visitor, order: { id: number }, newPassword?: string) =>
    payByLink(browser, tokenOf(order), { newPassword })
  const show = (browser: Visitor, order: { id: number }) => openLink(browser, tokenOf(order))
  /** An account with the victim's address, which nobody has proved. */
  const register = async (password: string, emailVerifiedAt: Date | null = null) =>
    insertUser(shop.db, { email: EMAIL, passwordHash: await hashCheaply(password), emailVerifiedAt })
  const statusOf = async (browser: Visitor) => (await browser.get('/api/auth/me')).statusCode
  const login = async (password: string) =>
    (await new Visitor(shop).post('/api/auth/login', { email: EMAIL, password })).statusCode

  /** Chooses a password and pays, as the page does. */
  async function payFor(browser: Visitor, order: { id: number }, newPassword?: string): Promise<void> {
    await pay(browser, await succeed(open(browser, order, newPassword)))
  }

  async function expectVictimsAccount(): Promise<void> {
    expect([await login(STRANGERS), await login(OWN)]).toEqual([401, 200])
    const account = await User.query(shop.db).findOne({ email: EMAIL })
    expect(account).toMatchObject({ emailVerifiedAt: expect.any(Date) })
  }

  describe('an order that a stranger placed with a victim’s address and a password of his own', () => {
    test('shows nothing to pay by the mail’s link before the victim has chosen a password', async () => {
      const order = await place(stranger, STRANGERS)
      const asked = await show(victim, order)
      expect(asked.json()).toMatchObject({ needs: 'password', invoiceNumber: `INV-${order.id}` })
      const refused = await open(victim, order)
      expectResponse(refused, 400, { issues: [{ path: 'newPassword' }] })
      expect(asked.body + refused.body).not.toContain(order.razorpayOrderId)
      expectResponse(await open(victim, order, '123456'), 400, { issues: [{ path: 'newPassword' }] })
    })

    test('paid by the victim makes an account that the stranger’s password does not open', async () => {
      await payFor(victim, await place(stranger, STRANGERS), OWN)
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
      stranger = await openSession(shop, (await register(STRANGERS)).id)
      await payFor(victim, await place(stranger, STRANGERS), OWN)
      expect(await statusOf(stranger)).toBe(401)
      await expectVictimsAccount()
    })

    test('does not make an account his that he registered after the victim had ordered', async () => {
      const order = await place(victim, OWN)
      await register(STRANGERS)
      expect((await show(victim, order)).json()).toMatchObject({ needs: 'password' })
      await payFor(victim, order, OWN)
      await expectVictimsAccount()
    })
  })

  describe('the link of a mail asks for no password', () => {
    test('in the browser that placed the order, and proves its address', async () => {
      await payFor(victim, await place(victim, OWN))
      await expectVictimsAccount()
    })

    test('where the account is signed in, and its sessions stay', async () => {
      const account = await register(OWN)
      const order = await place(victim, OWN)
      const phone = await openSession(shop, account.id)
      await payFor(phone, order)
      expect(await statusOf(phone)).toBe(200)
      await expectVictimsAccount()
    })

    test('of an account whose address is verified, and a password sent all the same changes nothing', async () => {
      await register(OWN, new Date())
      await payFor(new Visitor(shop), await place(victim, OWN), STRANGERS)
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
