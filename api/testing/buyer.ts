import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { Package } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import { GRACE_HOLM, insertPackage } from '#db/testing/builders.ts'
import { openSession } from './sessions.ts'
import { TEST_CREDENTIALS, type TestApp, Visitor } from './test-app.ts'

/** A complete purchase form. */
export const buyerForm = (fields: Record<string, unknown> = {}) => ({
  ...GRACE_HOLM,
  password: 'a-fine-secret',
  originalAmount: '1299.00',
  discountAmount: '0.00',
  couponCode: null as string | null,
  ...(fields.country === 'IN' && { state: 'Karnataka' }),
  ...fields,
})

/** Places an order like the purchase modal. @throws Error if the order is refused */
export async function placeModalOrder(
  visitor: Visitor,
  {
    packageId,
    finalAmount,
    form = {},
  }: { packageId: number; finalAmount: number; form?: Record<string, unknown> },
): Promise<CreateOrderResponse> {
  const response = await visitor.post('/api/create-order', {
    packageId,
    finalAmount,
    userData: buyerForm(form),
  })
  if (response.statusCode !== 201) throw new Error(`create-order: ${response.statusCode} ${response.body}`)
  return response.json<CreateOrderResponse>()
}

interface Purchase {
  /** Of the package, which is new. */
  priceCents?: number
  finalAmount?: number
  visitor?: Visitor
  form?: Record<string, unknown>
}

/** Orders a new package, of $1,299.00 by default, in a new browser. @throws Error if the order is refused */
export async function placeOrder(
  shop: TestApp,
  { priceCents = 129_900, finalAmount = priceCents / 100, visitor = new Visitor(shop), form }: Purchase = {},
): Promise<CreateOrderResponse> {
  const { id: packageId } = await insertPackage(shop.db, { priceCents })
  return placeModalOrder(visitor, { packageId, finalAmount, ...(form && { form }) })
}

/** Creates an order in rupees at the provider, which the shop never does. @returns the provider's id of the order */
export async function openRupeeOrder(shop: TestApp, amountCents: number): Promise<string> {
  const response = await fetch(`${shop.sandboxUrl}/v1/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${btoa(`${TEST_CREDENTIALS.keyId}:${TEST_CREDENTIALS.keySecret}`)}`,
    },
    body: JSON.stringify({ amount: amountCents, currency: 'INR', receipt: 'swapped' }),
  })
  const { id } = (await response.json()) as { id: string }
  return id
}

/** The body of verify-payment, as sent by the page after the widget has called its handler. */
export function verifyBody(
  order: CreateOrderResponse,
  response: { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string },
) {
  return {
    orderId: order.orderId,
    razorpayOrderId: response.razorpay_order_id,
    razorpayPaymentId: response.razorpay_payment_id,
    razorpaySignature: response.razorpay_signature,
  }
}

/** Pays at the provider alone, as in a tab that is closed too early. */
export const payUnverified = (shop: TestApp, { razorpayOrderId }: CreateOrderResponse, outcome?: string) =>
  shop.pay(razorpayOrderId ?? '', outcome)

/** Pays at the provider, then verifies the payment like the page. */
export async function payOrder(shop: TestApp, visitor: Visitor, order: CreateOrderResponse) {
  return visitor.post('/api/verify-payment', verifyBody(order, await payUnverified(shop, order)))
}

/** Opens and pays by the link of a mail, like its page. */
export const openLink = (visitor: Visitor, token: string) =>
  visitor.post('/api/payment-links/open', { token })
export const payByLink = (visitor: Visitor, token: string, fields: object = {}) =>
  visitor.post('/api/payment-links/pay', { token, ...fields })

export const getOrder = (shop: TestApp, id: number) => Order.query(shop.db).findById(id).throwIfNotFound()

export const IN_HALVES: NonNullable<Package['paymentPlan']> = [
  { label: 'To begin', share: 50, due: 'purchase' },
  { label: 'At completion', share: 50, due: 'accepted' },
]
const IN_THREE: Package['paymentPlan'] = [
  { label: 'To begin', share: 30, due: 'purchase' },
  { label: 'At delivery', share: 30, due: 'delivered' },
  { label: 'At completion', share: 40, due: 'accepted' },
]

/** What an admin records of a bank transfer. */
export const bankTransfer = (
  received: string,
  fields: { withheld?: string; [field: string]: unknown } = {},
) => ({
  reference: 'utr 2611 0001',
  receivedOn: '2026-11-20',
  proof: 'Statement of November, line 7',
  received,
  withheld: '0',
  ...fields,
})

/** Buys a package of $1,299.00 in instalments, and pays the first instalment. @returns the order and its signed-in customer */
export async function buyInInstalments(shop: TestApp, paymentPlan = IN_THREE) {
  const pkg = await insertPackage(shop.db, { paymentPlan })
  const visitor = new Visitor(shop)
  const body = { packageId: pkg.id, finalAmount: 1299, inInstalments: true, userData: buyerForm() }
  const placed = (await visitor.post('/api/create-order', body)).json<CreateOrderResponse>()
  const paid = await payOrder(shop, visitor, placed)
  if (paid.statusCode !== 200) throw new Error(`verify-payment: ${paid.statusCode} ${paid.body}`)
  const { userId } = await getOrder(shop, placed.id)
  return { id: placed.id, userId: userId ?? 0, buyer: await openSession(shop, userId ?? 0) }
}

export async function signIn(app: TestApp, email: string, password: string): Promise<Visitor> {
  const visitor = new Visitor(app)
  const response = await visitor.post('/api/auth/login', { email, password })
  if (response.statusCode !== 200) throw new Error(`login: ${response.statusCode} ${response.body}`)
  return visitor
}
