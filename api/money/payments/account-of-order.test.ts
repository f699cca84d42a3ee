/** Who owns a guest's order if somebody else has an account with its address (docs/product/account.md, Verified addresses). */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { issueEmailToken, issueResetToken } from '#api/people/auth/mailed-links/mailed-token.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, openRupeeOrder, payOrder, placeModalOrder, verifyBody } from '#api/testing/buyer.ts'
import { sendProviderEvent } from '#api/testing/provider-events.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { Payment } from '#db/models/money/payment.ts'
import { CouponRedemption, Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { GRACE_HOLM, insertCoupon, insertPackage, insertPayment, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const EMAIL = 'victim@example.com'
/** Details from the guest's form that nobody else may read. */
const FACTS = { lastName: 'Planted-Name', phone: '+45 99 88 77 66', address: 'Planted Street 7' }

async function place(browser: Visitor): Promise<CreateOrderResponse> {
  const { id: packageId } = await insertPackage(shop.db)
  return placeModalOrder(browser, { packageId, finalAmount: 1299, form: { email: EMAIL, ...FACTS } })
}

const { taxId: _, ...PROFILE } = GRACE_HOLM

async function register(browser: Visitor): Promise<User> {
  const made = await browser.post('/api/auth/register', {
    ...PROFILE,
    email: EMAIL,
    password: 'a-strangers-own',
  })
  expect(made.statusCode).toBe(201)
  return User.query(shop.db).findById(made.json().id).throwIfNotFound()
}

const messageId = () => crypto.randomUUID()
const listOrders = async (browser: Visitor) =>
  (await browser.get('/api/orders')).json<{ id: number }[]>().map(({ id }) => id)

/** A guest orders, a stranger registers with the guest's address, and the guest pays. */
async function squat() {
  const [guest, stranger] = [new Visitor(shop), new Visitor(shop)]
  const order = await place(guest)
  const account = await register(stranger)
  const paid = await payOrder(shop, guest, order)
  expect(paid.json()).toEqual({ success: true, orderId: order.id })
  return { guest, stranger, order, account }
}

test('a stranger who registers with a guest’s address first reads and changes nothing of the guest’s order', async () => {
  const { stranger, order, account } = await squat()
  const before = await Order.query(shop.db).findById(order.id)
  await shop.finishJobs()
  expect(await listOrders(stranger)).toEqual([])
  const tries = [
    await stranger.get(`/api/orders/${order.id}`),
    await stranger.get(`/api/orders/${order.id}/answers`),
    await stranger.get(`/api/orders/${order.id}/invoice`),
    await stranger.post(`/api/orders/${order.id}/answers`, { answers: {} }),
    await stranger.put(`/api/orders/${order.id}/billing-details`, { ...PROFILE, country: 'DK' }),
    await stranger.get('/api/user/data'),
  ]
  for (const { body } of tries) {
    for (const fact of Object.values(FACTS)) expect(body).not.toContain(fact)
  }
  expect(tries.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 200])
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ userId: null, buyer: before?.buyer })
  expect(account.emailVerifiedAt).toBeNull()
})

test('the guest is mailed the confirmation and a link to choose a password, without a word that was typed', async () => {
  await squat()
  await shop.finishJobs()
  const files = await readdir(shop.mailDir)
  const mails = await Promise.all(files.map((name) => readFile(join(shop.mailDir, name), 'utf8')))
  const subjects = mails.map((mail) => /^Subject: (.*(?:\r?\n .*)*)/m.exec(mail)?.[1] ?? '').join('\n')
  expect(subjects).toContain('is confirmed')
  expect(subjects).toMatch(/password/i)
  for (const mail of mails) expect(mail).not.toContain(FACTS.lastName)
})

describe('the order belongs to whoever', () => {
  test('chooses a password by a mail to its address: the stranger is signed out', async () => {
    const { stranger, order, account } = await squat()
    const token = await issueResetToken(shop.db, shop.env, { userId: account.id, messageId: messageId() })
    const owner = new Visitor(shop)
    const newPassword = 'the-owners-own'
    await owner.post('/api/auth/reset-password', { token, newPassword })
    await owner.post('/api/auth/login', { email: EMAIL, password: newPassword })
    expect(await listOrders(owner)).toEqual([order.id])
    expect((await stranger.get('/api/orders')).statusCode).toBe(401)
  })

  test('confirms the address, in the same session', async () => {
    const { stranger, order, account } = await squat()
    const wanted = { userId: account.id, email: EMAIL, messageId: messageId() }
    const token = await issueEmailToken(shop.db, shop.env, wanted)
    expect((await stranger.post('/api/auth/confirm-email', { token })).statusCode).toBe(200)
    expect(await listOrders(stranger)).toEqual([order.id])
  })

  test('has proved another address and changes to this one', async () => {
    const { stranger, order, account } = await squat()
    await User.query(shop.db)
      .findById(account.id)
      .patch({ email: 'mine@example.com', emailVerifiedAt: new Date() })
    expect(await listOrders(stranger)).toEqual([])
    const wanted = { userId: account.id, email: EMAIL, messageId: messageId() }
    const token = await issueEmailToken(shop.db, shop.env, wanted)
    expect((await stranger.post('/api/auth/confirm-email', { token })).statusCode).toBe(200)
    expect(await listOrders(stranger)).toEqual([order.id])
  })

  test('registered in the browser that placed and paid it', async () => {
    const browser = new Visitor(shop)
    const order = await place(browser)
    await register(browser)
    await payOrder(shop, browser, order)
    expect(await listOrders(browser)).toEqual([order.id])
  })

  test('bought as a guest twice in one browser', async () => {
    const browser = new Visitor(shop)
    const [first, second] = [await place(browser), await place(browser)]
    const { sessionId } = (await payOrder(shop, browser, first)).json()
    await payOrder(shop, browser, second)
    await browser.post('/api/auth/session-login', { sessionId })
    expect(await listOrders(browser)).toEqual([second.id, first.id])
  })

  test('confirms the address while the order is being paid', async () => {
    const [guest, stranger] = [new Visitor(shop), new Visitor(shop)]
    const order = await place(guest)
    const { id: userId } = await register(stranger)
    const wanted = { userId, email: EMAIL, messageId: messageId() }
    const token = await issueEmailToken(shop.db, shop.env, wanted)
    // Pauses the payment after it has looked for the account and before it commits.
    const mails = await shop.db.transaction()
    await mails.raw('LOCK TABLE outbox IN EXCLUSIVE MODE')
    const paid = payOrder(shop, guest, order)
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) === 1)
    let isConfirmed = false
    const confirmed = stranger.post('/api/auth/confirm-email', { token }).finally(() => {
      isConfirmed = true
    })
    await waitUntil(async () => isConfirmed || (await countAwaitedLocks(shop.db)) === 2)
    await mails.commit()
    expect([(await paid).statusCode, (await confirmed).statusCode]).toEqual([200, 200])
    expect(await listOrders(stranger)).toEqual([order.id])
  })
})

describe('an order of somebody who is signed in', () => {
  let buyer: Visitor

  let userId: number

  beforeEach(async () => {
    userId = (await insertUser(shop.db)).id
    buyer = await openSession(shop, userId)
  })

  const ask = (packageId: number, fields: Record<string, unknown> = {}) =>
    buyer.post('/api/create-order', { packageId, userId, finalAmount: 1299, ...fields })

  async function place(
    fields: Record<string, unknown> = {},
    priceCents = 129_900,
  ): Promise<CreateOrderResponse> {
    const { id } = await insertPackage(shop.db, { priceCents })
    const response = await ask(id, { finalAmount: priceCents / 100, ...fields })
    expect(response.statusCode).toBe(201)
    return response.json()
  }

  const pay = (order: CreateOrderResponse) => shop.pay(order.razorpayOrderId ?? '')

  const verify = (body: ReturnType<typeof verifyBody>) => buyer.post('/api/verify-payment', body)

  async function expectPaidOnce(orderId: number): Promise<void> {
    const { db } = shop
    expect(await Order.query(db).findById(orderId)).toMatchObject({
      paymentStatus: 'paid',
      status: 'pending',
    })
    expect(await Payment.query(db).where({ orderId, fulfilsOrder: true }).resultSize()).toBe(1)
    expect(await OrderEvent.query(db).where({ orderId, toValue: 'paid' }).resultSize()).toBe(1)
    const mails = await OutboxMessage.query(db).where({ kind: 'order_confirmation' })
    expect(mails).toMatchObject([{ payload: { orderId } }])
    const jobs: { data: unknown }[] = await db('jobs.job').where({ name: 'mail' }).select('data')
    expect(jobs).toEqual([{ data: { outboxId: mails[0]?.id } }])
  }

  async function expectUnpaid(orderId: number): Promise<void> {
    expect(await Order.query(shop.db).findById(orderId)).toMatchObject({ paymentStatus: 'unpaid' })
    expect(await Payment.query(shop.db).where({ orderId }).resultSize()).toBe(0)
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)
  }

  describe('placing', () => {
    test('begins the history of the order with who placed it', async () => {
      const { id } = await place()
      expect(await OrderEvent.query(shop.db)).toMatchObject([
        {
          orderId: id,
          kind: 'status',
          fromValue: null,
          toValue: 'pending',
          actorKind: 'customer',
          actorId: userId,
        },
      ])
    })

    test.each([
      ['its price changes', { priceCents: 139_900 }, 409, { code: 'price_changed', finalAmount: '1399.00' }],
      ['it is taken off the shelf', { isActive: false }, 404, {}],
    ])('a package is refused when %s while the provider is asked', async (_, change, status, refusal) => {
      const { id } = await insertPackage(shop.db)
      const { createOrder } = shop.gateway
      vi.spyOn(shop.gateway, 'createOrder').mockImplementationOnce(async (order) => {
        await shop.db('packages').where({ id }).update(change)
        return await createOrder(order)
      })
      const response = await ask(id)
      expect(response.statusCode).toBe(status)
      expect(response.json()).toMatchObject(refusal)
      expect(await Order.query(shop.db).resultSize()).toBe(0)
    })
  })

  describe('paying', () => {
    test('makes one payment, one line of history and one mail with its job', async () => {
      const order = await place()
      await verify(verifyBody(order, await pay(order)))
      await expectPaidOnce(order.id)
    })

    test('verify twice and a provider event at once make one payment', async () => {
      const order = await place()
      const paid = await pay(order)
      const responses = await Promise.all([
        verify(verifyBody(order, paid)),
        sendProviderEvent(shop, 'payment.captured', paid),
        verify(verifyBody(order, paid)),
      ])
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      expect(await Payment.query(shop.db).resultSize()).toBe(1)
      expect(await OutboxMessage.query(shop.db).resultSize()).toBe(1)
    })

    test.each([100, 129_900])('the payment of another order, of %i cents, buys none', async (priceCents) => {
      const [mine, other] = [await place(), await place({}, priceCents)]
      const refused = await verify({ ...verifyBody(other, await pay(other)), orderId: mine.orderId })
      expect(refused.statusCode).toBe(400)
      await expectUnpaid(mine.id)
      await expectUnpaid(other.id)
    })

    test('of another amount or in another currency is refused', async () => {
      const dearer = await place()
      await Order.query(shop.db).findById(dearer.id).patch({ originalCents: 129_901, amountCents: 129_901 })
      expect((await verify(verifyBody(dearer, await pay(dearer)))).statusCode).toBe(400)
      await expectUnpaid(dearer.id)

      const order = await place()
      const id = await openRupeeOrder(shop, order.amount)
      await Order.query(shop.db).findById(order.id).patch({ providerOrderId: id })
      expect((await verify(verifyBody(order, await shop.pay(id)))).statusCode).toBe(400)
      await expectUnpaid(order.id)
    })

    test('a cancelled order is resumed, with both in its history', async () => {
      const order = await place()
      const paid = await pay(order)
      await Order.query(shop.db).findById(order.id).patch({ status: 'cancelled' })
      expect((await verify(verifyBody(order, paid))).statusCode).toBe(200)
      await expectPaidOnce(order.id)
      expect(
        await OrderEvent.query(shop.db).where({ fromValue: 'cancelled', toValue: 'pending' }).resultSize(),
      ).toBe(1)
    })

    test('the use of a coupon is redeemed', async () => {
      await insertCoupon(shop.db, { code: 'TWENTY' })
      const order = await place({ couponCode: 'TWENTY', finalAmount: 1039.2 })
      expect((await verify(verifyBody(order, await pay(order)))).statusCode).toBe(200)
      await expectPaidOnce(order.id)
      expect(await CouponRedemption.query(shop.db)).toMatchObject([{ status: 'redeemed' }])
    })

    test('a payment that was recorded as nobody’s stays so', async () => {
      const order = await place()
      const paid = await pay(order)
      await insertPayment(shop.db, {
        providerPaymentId: paid.razorpay_payment_id,
        amountCents: 129_900,
        flag: 'unknown_order',
      })
      expect((await verify(verifyBody(order, paid))).statusCode).toBe(400)
      await expectUnpaid(order.id)
    })

    test('a form that gave the account’s password signs in, also where the account is the order’s own', async () => {
      const form = buyerForm({ email: 'twice@example.com' })
      const { id } = await insertPackage(shop.db)
      const buy = async () => {
        const response = await ask(id, { userId: undefined, userData: form })
        const order = response.json<CreateOrderResponse>()
        return (await verify(verifyBody(order, await pay(order)))).json()
      }
      expect(await buy()).toHaveProperty('sessionId')
      expect(await buy()).toHaveProperty('sessionId')
    })
  })
})
