import type { Knex } from 'knex'
import { type APIRequest, expect } from 'playwright/test'
import { getPackage } from '#e2e/support/database.ts'
import { ORIGIN } from '#e2e/support/topology.ts'
import { createPerson, PASSWORD } from './people.ts'

export interface BoughtOrder {
  id: number
  invoiceNumber: string
  /** The provider's id of the payment. */
  paymentId: string
  email: string
  password: string
}

/** Buys a package as a new customer with the calls that the pages make, and pays at the sandbox. */
export async function buyPackage(requests: APIRequest, db: Knex, slug: string): Promise<BoughtOrder> {
  const site = await requests.newContext({ baseURL: ORIGIN })
  const { id: userId, email } = await createPerson(db, { firstName: 'Rowan' })
  await site.post('/api/auth/login', { data: { email, password: PASSWORD } })
  const { id: packageId, priceCents } = await getPackage(db, slug)
  const data = { packageId, finalAmount: priceCents / 100, userId }
  const order = await (await site.post('/api/create-order', { data })).json()
  const pay = { order_id: order.razorpayOrderId, outcome: 'success' }
  const paid = await (await site.post('/sandbox/razorpay/pay', { data: pay })).json()
  const receipt = {
    orderId: order.id,
    razorpayOrderId: paid.razorpay_order_id,
    razorpayPaymentId: paid.razorpay_payment_id,
    razorpaySignature: paid.razorpay_signature,
  }
  const verified = await site.post('/api/verify-payment', { data: receipt })
  expect(verified.status(), await verified.text()).toBe(200)
  await site.dispose()
  return {
    id: order.id,
    invoiceNumber: `INV-${order.id}`,
    paymentId: paid.razorpay_payment_id,
    email,
    password: PASSWORD,
  }
}
