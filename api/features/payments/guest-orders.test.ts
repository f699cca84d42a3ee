/** Whose a guest's order is where somebody else has an account with its address (docs/product/account.md, Verified addresses). */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { Order } from '../../../db/models/order.ts'
import { User } from '../../../db/models/user.ts'
import { GRACE_HOLM, insertPackage } from '../../../db/testing/builders.ts'
import type { CreateOrderResponse } from '../../contract/checkout.ts'
import { checkBooksAfterEach } from '../../testing/books.ts'
import { payOrder, placeModalOrder } from '../../testing/buyer.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '../../testing/wait-until.ts'
import { issueEmailToken, issueResetToken } from '../auth/mailed-links/mailed-token.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const EMAIL = 'victim@example.com'
/** Words of the guest's form that nobody else may read. */
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
    // Holds the payment where it has looked for the account and not ended yet.
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
