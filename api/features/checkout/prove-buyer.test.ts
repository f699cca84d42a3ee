/** Paying through the link of a mail: the account belongs to the reader of the mail, not to whoever typed the address. */
import { beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import { User } from '../../../db/models/user.ts'
import { insertPackage, insertUser } from '../../../db/testing/builders.ts'
import type { CreateOrderResponse, ResumedOrder } from '../../contract/checkout.ts'
import { checkBooksAfterEach } from '../../testing/books.ts'
import { payOrder, placeModalOrder } from '../../testing/buyer.ts'
import { hashCheaply } from '../../testing/passwords.ts'
import { openSession } from '../../testing/sessions.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'
import { createResumeToken } from '../orders/resume-token.ts'

const EMAIL = 'victim@example.com'
const STRANGERS = 'the-strangers-secret'
const OWN = 'the-victims-own-secret'

const shop = openTestApp()
checkBooksAfterEach(shop)
let stranger: Visitor
let victim: Visitor
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  stranger = new Visitor(shop)
  victim = new Visitor(shop)
})

async function place(browser: Visitor, password: string): Promise<CreateOrderResponse> {
  const { id } = await insertPackage(shop.db, { priceCents: 10_000 })
  return placeModalOrder(browser, { packageId: id, finalAmount: 100, form: { email: EMAIL, password } })
}

const open = (browser: Visitor, { id }: { id: number }, newPassword?: string) =>
  browser.post('/api/orders/resume', { token: createResumeToken(shop.env, id), newPassword })

const statusOf = async (browser: Visitor) => (await browser.get('/api/auth/me')).statusCode
const login = async (password: string) =>
  (await new Visitor(shop).post('/api/auth/login', { email: EMAIL, password })).statusCode

/** Chooses a password and pays, as the page does. */
async function payByLink(browser: Visitor, order: { id: number }, newPassword?: string): Promise<void> {
  const opened = (await open(browser, order, newPassword)).json<ResumedOrder>()
  if (!opened.order) throw new Error('It asks for a password')
  const verified = await payOrder(shop, browser, opened.order)
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
    const asked = await open(victim, order)
    expect(asked.json()).toMatchObject({ order: null, invoiceNumber: `INV-${order.id}` })
    expect(asked.body).not.toContain(order.razorpayOrderId)
    const common = await open(victim, order, '123456')
    expect(common.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'newPassword' }] })
  })

  test('paid by the victim makes an account that the stranger’s password does not open', async () => {
    await payByLink(victim, await place(stranger, STRANGERS), OWN)
    await expectVictimsAccount()
  })

  test('is the victim’s also where the stranger has paid another one meanwhile', async () => {
    const [mine, his] = [await place(stranger, STRANGERS), await place(stranger, STRANGERS)]
    const opened = (await open(victim, mine, OWN)).json<ResumedOrder>()
    await payOrder(shop, stranger, his)
    expect(await login(STRANGERS)).toBe(200)
    await payOrder(shop, victim, opened.order ?? mine)
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
    expect((await open(victim, order)).json()).toMatchObject({ order: null })
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
    expect((await open(browser, order, newPassword)).json()).toMatchObject({ order: { id: order.id } })
    const entries = AuditEntry.query(shop.db).withGraphFetched('details').where({ subjectId: account.id })
    return { actorId: account.id, entries: await entries }
  }

  test.each([
    ['where it proves the address of who is signed in', undefined, 'isEmailVerified'],
    ['where it sets a password', OWN, 'password'],
  ])('%s', async (_what, newPassword, field) => {
    const { actorId, entries } = await openAs(victim, newPassword)
    expect(entries).toMatchObject([{ actorId, changes: [{ field }], details: { ipAddress: '127.0.0.1' } }])
  })
})
