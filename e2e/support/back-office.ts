/** People, orders and checks for the journeys of admins and staff. Each journey makes its own: all share one shop. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { hashPassword } from '../../api/features/auth/passwords.ts'
import { pickBuyer } from '../../db/models/buyer.ts'
import { Order } from '../../db/models/order.ts'
import { Payment } from '../../db/models/payment.ts'
import { StaffAssignment } from '../../db/models/staff-assignment.ts'
import type { User } from '../../db/models/user.ts'
import { insertUser } from '../../db/testing/builders.ts'
import { getPackage } from './database.ts'

const PASSWORD = 'a-fine-secret'

let passwordHash: Promise<string> | undefined

export async function createPerson(db: Knex, fields: Partial<User>): Promise<User> {
  passwordHash ??= hashPassword(PASSWORD)
  return insertUser(db, { passwordHash: await passwordHash, ...fields })
}

export async function signInAs(page: Page, { email }: User): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  expect(answer.status()).toBe(200)
}

/** A paid order of a new customer. */
export async function createPaidOrder(db: Knex, fields: Partial<Order> = {}): Promise<Order> {
  const bought = await getPackage(db, 'site-audit')
  const buyer = await createPerson(db, { lastName: `Whitfield${Math.floor(Math.random() * 1e9)}` })
  const order = await Order.query(db)
    .insert({
      packageId: bought.id,
      packageName: bought.name,
      deliveryDays: 2,
      userId: buyer.id,
      buyer: pickBuyer(buyer),
      originalCents: 9900,
      discountCents: 0,
      amountCents: 9900,
      usdInrRate: '84.25',
      paymentStatus: 'paid',
      paidAt: new Date(),
      ...fields,
    })
    .returning('*')
  await Payment.query(db).insert({
    orderId: order.id,
    provider: 'razorpay',
    providerPaymentId: `pay_backoffice${order.id}`,
    amountCents: 9900,
    currency: 'USD',
    status: 'captured',
    fulfilsOrder: true,
  })
  return order
}

export function assign(
  db: Knex,
  fields: Pick<StaffAssignment, 'orderId' | 'staffId' | 'assignedById'> & Partial<StaffAssignment>,
) {
  return StaffAssignment.query(db).insert(fields).returning('*')
}
