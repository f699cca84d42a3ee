/** Simulated buyers: they retry when there is no response, pay or not, close the tab, press twice. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { CreateOrderResponse, RetriedOrder } from '#api/contract/sales/checkout.ts'
import { hashPassword } from '#api/people/auth/passwords/passwords.ts'
import { money, toNumber } from '#api/rules/money/money.ts'
import { quotePrice } from '#api/rules/money/pricing.ts'
import { insertUser } from '#db/testing/builders.ts'
import type { Fleet } from '#e2e/support/fleet.ts'
import type { Random } from './random.ts'

/** A buyer leaves after this time. A buyer who has paid must have an order all the same. */
const PATIENCE_MS = 20_000

export interface Shop {
  packageId: number
  /** In minor units, by currency. */
  prices: Record<string, number>
  /** Discount in percent by code. */
  coupons: Record<string, number>
  /** Customers who have ordered before and are signed in. */
  accounts: Account[]
  admin: Account
}

export interface Account {
  userId: number
  cookie: string
  country: string
}

/** By currency: where its buyers are, and the amount that an admin refunds first. */
const CURRENCIES: Record<string, { place: { country: string; state?: string }; refunded: string }> = {
  USD: { place: { country: 'DK' }, refunded: '10.01' },
  INR: { place: { country: 'IN', state: 'Karnataka' }, refunded: '1001.01' },
  JPY: { place: { country: 'JP' }, refunded: '1001' },
}

export interface Visit {
  ended: 'left' | 'unpaid' | 'late' | 'paid' | 'verified'
}

export interface Receipt {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/** One visit of a buyer. @param coupon the first one to try; unset: any or none */
export async function visit(
  fleet: Fleet,
  shop: Shop,
  random: Random,
  { email, coupon }: { email: string; coupon?: string | undefined },
): Promise<Visit> {
  const giveUpAtMs = Date.now() + PATIENCE_MS
  const anyOrNone = random.chance(0.5) ? random.pick(Object.keys(shop.coupons)) : null
  const couponCode = coupon ?? anyOrNone
  const currency = random.pick(Object.keys(shop.prices))
  // Every account may pay in dollars.
  const accounts = shop.accounts.filter(
    ({ country }) => currency === 'USD' || country === CURRENCIES[currency]?.place.country,
  )
  const buyer = accounts.length > 0 && random.chance(0.4) ? random.pick(accounts) : email
  const order =
    (await placeOrder(fleet, shop, random, { buyer, currency, couponCode, giveUpAtMs })) ??
    // The coupon may have been used up.
    (couponCode
      ? await placeOrder(fleet, shop, random, { buyer, currency, couponCode: null, giveUpAtMs })
      : undefined)
  if (!order) return { ended: 'left' }
  if (random.chance(0.1)) return { ended: 'unpaid' }
  if (random.chance(0.15)) await pay(fleet, order, random.pick(['declined', 'network']), giveUpAtMs)
  if (currency === 'INR' && random.chance(0.4)) {
    await payLate(fleet, random, order, giveUpAtMs)
    if (random.chance(0.5)) return { ended: 'late' }
  }
  const receipt = await pay(fleet, order, random.chance(0.15) ? 'authorized' : 'success', giveUpAtMs)
  // The payment's response is lost, or the buyer closes the tab: the money is paid, but the page does not know.
  if (!receipt || random.chance(0.25)) return { ended: 'paid' }
  const tries = [verify(fleet, random, order, receipt, giveUpAtMs)]
  if (random.chance(0.2)) tries.push(verify(fleet, random, order, receipt, giveUpAtMs))
  const isVerified = (await Promise.all(tries)).some(Boolean)
  if (isVerified && typeof buyer !== 'string' && random.chance(0.4))
    await changeBillingDetails(fleet, random, { order, buyer, giveUpAtMs })
  if (isVerified && order.later && typeof buyer !== 'string')
    await payRest(fleet, random, { order, buyer, admin: shop.admin, giveUpAtMs })
  if (isVerified && random.chance(0.25)) await refund(fleet, random, { order, admin: shop.admin, giveUpAtMs })
  return { ended: isVerified ? 'verified' : 'paid' }
}

async function changeBillingDetails(
  { apis }: Fleet,
  random: Random,
  { order, buyer, giveUpAtMs }: { order: CreateOrderResponse; buyer: Account; giveUpAtMs: number },
): Promise<void> {
  const { firstName, lastName, company, address, city, state, zipCode } = FORM
  const { country } = buyer
  const details = { firstName, lastName, company, address, city, state, country, zipCode }
  await retry(giveUpAtMs, random, () =>
    send(
      'PUT',
      `${apis[random.pick(['a', 'b'] as const)]}/api/orders/${order.orderId}/billing-details`,
      details,
      { cookie: buyer.cookie },
    ),
  )
}

/** An admin completes the work, so that the second part is due. The customer pays it, sometimes in two tabs. */
async function payRest(
  fleet: Fleet,
  random: Random,
  {
    order,
    buyer,
    admin,
    giveUpAtMs,
  }: { order: CreateOrderResponse; buyer: Account; admin: Account; giveUpAtMs: number },
): Promise<void> {
  const pick = () => fleet.apis[random.pick(['a', 'b'] as const)]
  const { orderId } = order
  await retry(giveUpAtMs, random, () =>
    send(
      'PATCH',
      `${pick()}/api/admin/orders/${orderId}/status`,
      { status: 'completed' },
      { cookie: admin.cookie },
    ),
  )
  const payNext = async () => {
    const opened = await retry(giveUpAtMs, random, () =>
      post(`${pick()}/api/orders/${orderId}/next-instalment`, {}, { cookie: buyer.cookie }),
    )
    if (opened?.status !== 200) return
    const next = (opened.body as RetriedOrder).order
    const receipt = await pay(fleet, next, random.chance(0.15) ? 'authorized' : 'success', giveUpAtMs)
    if (receipt && random.chance(0.7)) await verify(fleet, random, next, receipt, giveUpAtMs)
  }
  await Promise.all(random.chance(0.3) ? [payNext(), payNext()] : [payNext()])
}

/** Refunds a part of the money, and in half of the cases the rest. */
async function refund(
  { apis }: Fleet,
  random: Random,
  { order, admin, giveUpAtMs }: { order: CreateOrderResponse; admin: Account; giveUpAtMs: number },
): Promise<void> {
  const part = CURRENCIES[order.currency]?.refunded
  const amounts = random.chance(0.5) ? [part, undefined] : [part]
  for (const amount of amounts) {
    const headers = { cookie: admin.cookie, 'idempotency-key': randomUUID() }
    const body = { reason: 'Asked for', ...(amount && { amount }) }
    await retry(giveUpAtMs, random, () =>
      post(
        `${apis[random.pick(['a', 'b'] as const)]}/api/admin/orders/${order.orderId}/refunds`,
        body,
        headers,
      ),
    )
  }
}

async function placeOrder(
  fleet: Fleet,
  { packageId, prices, coupons }: Shop,
  random: Random,
  {
    buyer,
    currency,
    couponCode,
    giveUpAtMs,
  }: { buyer: Account | string; currency: string; couponCode: string | null; giveUpAtMs: number },
): Promise<CreateOrderResponse | undefined> {
  const discount =
    couponCode === null
      ? undefined
      : { discountType: 'percentage' as const, discount: coupons[couponCode] ?? 0 }
  const body = {
    packageId,
    currency,
    inInstalments: random.chance(0.5),
    finalAmount: toNumber(quotePrice(money(prices[currency] ?? 0, currency), discount).amount),
    ...(typeof buyer === 'string'
      ? { userData: { ...FORM, ...CURRENCIES[currency]?.place, email: buyer, couponCode } }
      : { userId: buyer.userId, couponCode }),
  }
  const headers = {
    'idempotency-key': randomUUID(),
    ...(typeof buyer !== 'string' && { cookie: buyer.cookie }),
  }
  const response = await retry(giveUpAtMs, random, () =>
    post(`${fleet.apis[random.pick(['a', 'b'] as const)]}/api/create-order`, body, headers),
  )
  return response?.status === 201 ? (response.body as CreateOrderResponse) : undefined
}

/** @returns undefined if the payment failed or its outcome is unknown */
async function pay(
  { sandboxUrl }: Fleet,
  { razorpayOrderId }: CreateOrderResponse,
  outcome: string,
  giveUpAtMs: number,
): Promise<Receipt | undefined> {
  while (Date.now() < giveUpAtMs) {
    try {
      const response = await post(`${sandboxUrl}/pay`, { order_id: razorpayOrderId, outcome })
      return response.status === 200 ? (response.body as Receipt) : undefined
    } catch {
      await delay(200)
    }
  }
  return undefined
}

/** Pays by UPI. The bank leaves the payment open, and authorises it while the buyer pays again or has left. */
async function payLate(
  { sandboxUrl }: Fleet,
  random: Random,
  { razorpayOrderId }: CreateOrderResponse,
  giveUpAtMs: number,
): Promise<void> {
  const attempt = await retry(giveUpAtMs, random, () =>
    post(`${sandboxUrl}/pay`, { order_id: razorpayOrderId, outcome: 'timed_out', method: 'upi' }),
  )
  const { error } = (attempt?.body ?? {}) as { error?: { metadata: { payment_id?: string } } }
  const payment_id = error?.metadata.payment_id
  if (payment_id === undefined || random.chance(0.2)) return
  const answer = () =>
    retry(giveUpAtMs, random, () => post(`${sandboxUrl}/bank-answer`, { payment_id, outcome: 'authorized' }))
  const answered = delay(random.between(0, 1_500)).then(answer)
  if (random.chance(0.5)) await answered
}

async function verify(
  fleet: Fleet,
  random: Random,
  { orderId }: CreateOrderResponse,
  receipt: Receipt,
  giveUpAtMs: number,
): Promise<boolean> {
  const body = {
    orderId,
    razorpayOrderId: receipt.razorpay_order_id,
    razorpayPaymentId: receipt.razorpay_payment_id,
    razorpaySignature: receipt.razorpay_signature,
  }
  const response = await retry(giveUpAtMs, random, () =>
    post(`${fleet.apis[random.pick(['a', 'b'] as const)]}/api/verify-payment`, body),
  )
  return response?.status === 200
}

interface Reply {
  status: number
  body: unknown
}

/** Repeats the call until it gets a response other than a temporary error. */
async function retry(
  giveUpAtMs: number,
  random: Random,
  call: () => Promise<Reply>,
): Promise<Reply | undefined> {
  while (Date.now() < giveUpAtMs) {
    try {
      const response = await call()
      const isBusy = (response.body as { code?: string } | null)?.code === 'idempotency_key_in_use'
      if (response.status < 500 && !isBusy) return response
    } catch {
      // No response: the process was killed.
    }
    await delay(random.between(50, 400))
  }
  return undefined
}

export function post(url: string, body: unknown, headers?: Record<string, string>): Promise<Reply> {
  return send('POST', url, body, headers)
}

async function send(
  method: 'POST' | 'PUT' | 'PATCH',
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: 'http://localhost:4321',
      'x-forwarded-for': pickAddress(),
      ...headers,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(8_000),
  })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as unknown) : null }
}

/** A random IP address for a fleet that trusts a proxy, because rate limits count by address. */
export const pickAddress = () => `203.0.113.${Math.floor(Math.random() * 250)}`

/** Creates a user with a password and signs in. */
export async function openAccount(
  { db, apis }: Fleet,
  email: string,
  fields: { isAdmin?: boolean; country?: string; state?: string } = {},
): Promise<Account> {
  const { password } = FORM
  const user = await insertUser(db, { email, passwordHash: await hashPassword(password), ...fields })
  const response = await fetch(`${apis.a}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:4321' },
    body: JSON.stringify({ email, password }),
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { userId: user.id, cookie: cookies.join('; '), country: user.country }
}

export const FORM = {
  firstName: 'Grace',
  lastName: 'Holm',
  password: 'a-fine-secret',
  phone: '+45 33 12 34 56',
  company: 'Holm & Sons',
  jobTitle: 'Owner',
  address: 'Bredgade 12',
  city: 'Copenhagen',
  state: 'Hovedstaden',
  country: 'DK',
  zipCode: '1260',
  taxId: '',
  originalAmount: '99.00',
  discountAmount: '0.00',
}
