/** Who owns a guest's order if somebody else has an account with its address (docs/product/account.md, Verified addresses). */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { issueEmailToken, issueResetToken } from '#api/people/auth/mailed-links/mailed-token.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, getOrder, payOrder, placeOrder, verifyBody } from '#api/testing/buyer.ts'
import { expectResponse, succeed } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { GRACE_HOLM, insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const EMAIL = 'victim@example.com'
/** Details from the guest's form that nobody else may read. */
const FACTS = { lastName: 'Planted-Name', phone: '+45 99 88 77 66', address: 'Planted Street 7' }

const place = (visitor: Visitor) => placeOrder(shop, { visitor, form: { email: EMAIL, ...FACTS } })

const { taxId: _, ...PROFILE } = GRACE_HOLM

async function register(browser: Visitor): Promise<User> {
  const form = { ...PROFILE, email: EMAIL, password: 'a-strangers-own' }
  const { id } = await succeed<{ id: number }>(browser.post('/api/auth/register', form))
  return User.query(shop.db).findById(id).throwIfNotFound()
}
/** @returns what confirms the address for the account */
const issueToken = (userId: number) =>
  issueEmailToken(shop.db, shop.env, { userId, email: EMAIL, messageId: messageId() })
const confirm = async (browser: Visitor, account: User) => {
  const token = await issueToken(account.id)
  expectResponse(await browser.post('/api/auth/confirm-email', { token }), 200)
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
  const before = await getOrder(shop, order.id)
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
  expect(await getOrder(shop, order.id)).toMatchObject({ userId: null, buyer: before.buyer })
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
    await confirm(stranger, account)
    expect(await listOrders(stranger)).toEqual([order.id])
  })

  test('has proved another address and changes to this one', async () => {
    const { stranger, order, account } = await squat()
    await account.$query(shop.db).patch({ email: 'mine@example.com', emailVerifiedAt: new Date() })
    expect(await listOrders(stranger)).toEqual([])
    await confirm(stranger, account)
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
    const token = await issueToken((await register(stranger)).id)
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

  const ask = (packageId: number, fields: object = {}) =>
    buyer.post('/api/create-order', { packageId, userId, finalAmount: 1299, ...fields })

  test('begins its history with who placed it, and is paid once, with one mail and its job', async () => {
    const { id: packageId } = await insertPackage(shop.db)
    const order = await succeed<CreateOrderResponse>(ask(packageId))
    const placed = { kind: 'status', fromValue: null, toValue: 'pending', actorId: userId }
    expect(await OrderEvent.query(shop.db)).toMatchObject([{ ...placed, actorKind: 'customer' }])
    const body = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
    for (const _again of [1, 2]) expectResponse(await buyer.post('/api/verify-payment', body), 200)
    expect(await getOrder(shop, order.id)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
    expect(await Payment.query(shop.db)).toMatchObject([{ orderId: order.id, fulfilsOrder: true }])
    const mails = await OutboxMessage.query(shop.db).where({ kind: 'order_confirmation' })
    expect(mails).toMatchObject([{ payload: { orderId: order.id } }])
    const jobs = await shop.db('jobs.job').where({ name: 'mail' }).select('data')
    expect(jobs).toEqual([{ data: { outboxId: mails[0]?.id } }])
  })

  test.each([
    ['its price changes', { priceCents: 139_900 }, 409, { code: 'price_changed', finalAmount: '1399.00' }],
    ['it is taken off the shelf', { isActive: false }, 404, {}],
  ])('is refused when %s while the provider is asked', async (_, change, status, refusal) => {
    const { id } = await insertPackage(shop.db)
    const { createOrder } = shop.gateway
    vi.spyOn(shop.gateway, 'createOrder').mockImplementationOnce(async (order) => {
      await shop.db('packages').where({ id }).update(change)
      return await createOrder(order)
    })
    expectResponse(await ask(id), status, refusal)
    expect(await Order.query(shop.db).resultSize()).toBe(0)
  })

  test('made by a form with the password of an account signs in to it, also to the buyer’s own', async () => {
    const userData = buyerForm({ email: 'twice@example.com' })
    const { id } = await insertPackage(shop.db)
    for (const _ of ['new', 'own']) {
      const order = await succeed<CreateOrderResponse>(ask(id, { userId: undefined, userData }))
      expect((await payOrder(shop, buyer, order)).json()).toHaveProperty('sessionId')
    }
  })
})
