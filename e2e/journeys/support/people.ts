/** Accounts of the journeys' shop and their orders. Each journey makes its own, because all share one shop. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { isInWork } from '#api/rules/orders.ts'
import { GUEST_PLACEHOLDERS } from '#api/rules/placeholders.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { insertOrder, insertPayment, insertUser } from '#db/testing/builders.ts'
import { getPackage } from '#e2e/support/database.ts'
import { test } from './journey.ts'

export const PASSWORD = 'a-fine-secret'
const SLUG = 'site-audit'

let passwordHash: Promise<string> | undefined

export async function createPerson(db: Knex, fields: Partial<User> = {}): Promise<User> {
  passwordHash ??= hashCheaply(PASSWORD)
  return insertUser(db, { passwordHash: await passwordHash, ...fields })
}

/** Creates a customer with only the data that a guest gives. */
export const createGuest = (db: Knex): Promise<User> =>
  createPerson(db, {
    ...GUEST_PLACEHOLDERS,
    firstName: 'Iben',
    email: `iben-${crypto.randomUUID()}@example.com`,
    phone: '+45 33 12 34 56',
  })

/** Leaves an area before signing in. On a live event, its page would load data with the new session. */
export async function signInAs(page: Page, { email }: User): Promise<void> {
  if (/\/(admin|dashboard|staff)\b/.test(page.url())) await page.goto('about:blank')
  const response = await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  expect(response.status()).toBe(200)
}

/** Creates an order, paid and of a new customer unless the fields say otherwise. The payment's id is `pay_journey<order id>`. */
export async function createPaidOrder(db: Knex, fields: Partial<Order> = {}): Promise<Order> {
  const { id: packageId } = await getPackage(db, SLUG)
  const userId =
    fields.userId ?? (await createPerson(db, { lastName: `Whitfield${Math.floor(Math.random() * 1e9)}` })).id
  const { status = 'pending', paymentStatus = 'paid', answersInAt = null } = fields
  // After a payment the order waits for answers, which its package requires.
  const wait = isInWork({ status, paymentStatus }) &&
    !answersInAt && { waitingFor: 'answers' as const, waitingSince: fields.paidAt ?? new Date() }
  const order = await insertOrder(db, { packageId, userId, deliveryDays: 2, ...wait, ...fields })
  await insertPayment(db, {
    orderId: order.id,
    providerPaymentId: `pay_journey${order.id}`,
    amountCents: 9900,
  })
  return order
}

/** `test` with a signed-in admin. */
export const adminTest = test.extend<{ admin: User }>({
  admin: async ({ page, db }, use) => {
    const admin = await createPerson(db, { firstName: 'Ada', isAdmin: true })
    await signInAs(page, admin)
    await use(admin)
    // Otherwise every later mail to all admins would have one more recipient.
    await admin.$query(db).patch({ isAdmin: false })
  },
})
