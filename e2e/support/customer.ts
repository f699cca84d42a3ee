/** Customers of the journeys' shop, each with orders of their own, and the parts of their area. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { hashPassword } from '../../api/features/auth/passwords.ts'
import { pickBuyer } from '../../db/models/buyer.ts'
import { Order } from '../../db/models/order.ts'
import { Payment } from '../../db/models/payment.ts'
import type { User } from '../../db/models/user.ts'
import { insertUser } from '../../db/testing/builders.ts'
import { getPackage } from './database.ts'

export const PASSWORD = 'a-fine-secret'
const SLUG = 'site-audit'

export async function createCustomer(db: Knex, fields: Partial<User> = {}): Promise<User> {
  return insertUser(db, { passwordHash: await hashPassword(PASSWORD), ...fields })
}

export async function createOrder(db: Knex, user: User, fields: Partial<Order> = {}): Promise<Order> {
  const bought = await getPackage(db, SLUG)
  const order = await Order.query(db)
    .insert({
      packageId: bought.id,
      packageName: bought.name,
      deliveryDays: 5,
      userId: user.id,
      buyer: pickBuyer(user),
      originalCents: 9900,
      discountCents: 0,
      amountCents: 9900,
      usdInrRate: '84.25',
      paymentStatus: 'paid',
      createdAt: new Date('2026-11-02T09:00:00Z'),
      paidAt: new Date('2026-11-02T09:01:00Z'),
      ...fields,
    })
    .returning('*')
  await Payment.query(db).insert({
    orderId: order.id,
    provider: 'razorpay',
    providerPaymentId: `pay_journey${order.id}`,
    amountCents: 9900,
    currency: 'USD',
    status: 'captured',
    fulfilsOrder: true,
  })
  return order
}

export async function openDashboard(page: Page, { email }: User, query = ''): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  expect(answer.status()).toBe(200)
  await page.goto(`/dashboard${query}`)
}

export const regionOf = (page: Page, name: string) => page.getByRole('region', { name })
export const historyOf = (page: Page) => regionOf(page, 'Order History')
