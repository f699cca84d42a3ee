/** Simulated buyers: they try again when there is no response, pay or not, close the tab, press twice. */
import { setTimeout as delay } from 'node:timers/promises'
import type { CreateOrderResponse, RetriedOrder } from '#api/contract/sales/checkout.ts'
import { money, toNumber } from '#api/rules/money/money.ts'
import { quotePrice } from '#api/rules/money/pricing.ts'
import { GRACE_HOLM } from '#db/testing/builders.ts'
import { FORM, Person, type Receipt, type Shop, unlessRefused } from './person.ts'
import type { Random } from './random.ts'

/** A buyer leaves after this time. A buyer who has paid must have an order all the same. */
const PATIENCE_MS = 20_000

export interface Market {
  shop: Shop
  packageId: number
  /** In minor units, by currency. */
  prices: Record<string, number>
  /** Discount in percent by code. */
  coupons: Record<string, number>
  /** Customers who have ordered before and are signed in. */
  regulars: { person: Person; country: string }[]
  admin: Person
  /** Ids of the paid orders that are not in instalments, the latest last. */
  sold: number[]
}

/** By currency: where its buyers are, and the amount that an admin refunds first. */
const CURRENCIES: Record<string, { place: { country: string; state?: string }; refunded: string }> = {
  USD: { place: { country: 'DK' }, refunded: '10.01' },
  INR: { place: { country: 'IN', state: 'Karnataka' }, refunded: '1001.01' },
  JPY: { place: { country: 'JP' }, refunded: '1001' },
}

export type Ending = 'left' | 'unpaid' | 'late' | 'paid' | 'verified'

interface Visit {
  market: Market
  random: Random
  buyer: Person
  admin: Person
  order: CreateOrderResponse
}

/** One visit of a buyer. @param coupon the first one to try; unset: any or none */
export async function visit(
  market: Market,
  random: Random,
  { email, coupon }: { email: string; coupon?: string | undefined },
): Promise<Ending> {
  const { shop, prices, coupons, regulars } = market
  const habits = { patienceMs: PATIENCE_MS, next: random.next }
  const anyOrNone = random.chance(0.5) ? random.pick(Object.keys(coupons)) : null
  const currency = random.pick(Object.keys(prices))
  const { place } = CURRENCIES[currency] ?? {}
  // Every account may pay in dollars.
  const accounts = regulars.filter(({ country }) => currency === 'USD' || country === place?.country)
  const regular = accounts.length > 0 && random.chance(0.4) ? random.pick(accounts).person : undefined
  const buyer = regular?.comeAgain(habits) ?? new Person(shop, habits)
  const inInstalments = random.chance(0.5)
  const placeOrder = (couponCode: string | null) => {
    const discount =
      couponCode === null
        ? undefined
        : { discountType: 'percentage' as const, discount: coupons[couponCode] ?? 0 }
    const finalAmount = toNumber(quotePrice(money(prices[currency] ?? 0, currency), discount).amount)
    const who = regular ? { couponCode } : { userData: { ...FORM, ...place, email, couponCode } }
    return unlessRefused(
      buyer.placeOrder({ packageId: market.packageId, currency, inInstalments, finalAmount, ...who }),
    )
  }
  const couponCode = coupon ?? anyOrNone
  // The coupon may have been used up.
  const order = (await placeOrder(couponCode)) ?? (couponCode ? await placeOrder(null) : undefined)
  if (!order) return 'left'
  if (random.chance(0.1)) return 'unpaid'
  const now: Visit = { market, random, buyer, admin: market.admin.comeAgain(habits), order }
  if (random.chance(0.15)) await pay(now, order, random.pick(['declined', 'network']))
  if (currency === 'INR' && random.chance(0.4)) {
    await payLate(now)
    if (random.chance(0.5)) return 'late'
  }
  const receipt = await pay(now, order)
  // The payment's response is lost, or the buyer closes the tab: the money is paid, but the page does not know.
  if (!receipt || random.chance(0.25)) return 'paid'
  const tries = [verify(now, order, receipt)]
  if (random.chance(0.2)) tries.push(verify(now, order, receipt))
  if (!(await Promise.all(tries)).some(Boolean)) return 'paid'
  if (!order.later) market.sold.push(order.orderId)
  if (regular && random.chance(0.4)) await changeBillingDetails(now)
  if (regular && order.later) await payRest(now)
  if (random.chance(0.25)) await refund(now)
  return 'verified'
}

type Payable = Parameters<Person['pay']>[0]

/** @returns undefined if the payment failed or its outcome is unknown */
function pay({ random, buyer }: Visit, order: Payable, outcome?: string): Promise<Receipt | undefined> {
  return unlessRefused(buyer.pay(order, outcome ?? (random.chance(0.15) ? 'authorized' : 'success')))
}

async function verify({ buyer }: Visit, order: Payable, receipt: Receipt): Promise<boolean> {
  return (await unlessRefused(buyer.verify(order, receipt).then(() => true))) ?? false
}

async function changeBillingDetails({ buyer, order, market }: Visit): Promise<void> {
  const { firstName, lastName, company, address, city, state, zipCode } = GRACE_HOLM
  const { country } = market.regulars.find(({ person }) => person.userId === buyer.userId) ?? {}
  const { place } = Object.values(CURRENCIES).find((each) => each.place.country === country) ?? {}
  const details = { firstName, lastName, company, address, city, state, zipCode, ...place }
  await unlessRefused(buyer.ask('PUT', `/api/orders/${order.orderId}/billing-details`, details))
}

/** An admin completes the work, so that the second instalment is due. The customer pays it, sometimes in two tabs. */
async function payRest(now: Visit): Promise<void> {
  const { random, buyer, admin, order } = now
  await unlessRefused(
    admin.ask('PATCH', `/api/admin/orders/${order.orderId}/status`, { status: 'completed' }),
  )
  const payNext = async () => {
    const opened = await unlessRefused(buyer.ask('POST', `/api/orders/${order.orderId}/next-instalment`, {}))
    if (!opened) return
    const next = (JSON.parse(opened.text) as RetriedOrder).order
    const receipt = await pay(now, next)
    if (receipt && random.chance(0.7)) await verify(now, next, receipt)
  }
  await Promise.all(random.chance(0.3) ? [payNext(), payNext()] : [payNext()])
}

/** Refunds a part of the money, and in half of the cases the rest. */
async function refund({ random, admin, order }: Visit): Promise<void> {
  const part = CURRENCIES[order.currency]?.refunded
  for (const amount of random.chance(0.5) ? [part, undefined] : [part]) {
    const body = { reason: 'Asked for', ...(amount && { amount }) }
    const key = { 'idempotency-key': crypto.randomUUID() }
    await unlessRefused(admin.ask('POST', `/api/admin/orders/${order.orderId}/refunds`, body, key))
  }
}

/** Pays by UPI. The bank leaves the payment open, and authorises it while the buyer pays again or has left. */
async function payLate({ random, buyer, order }: Visit): Promise<void> {
  const asked = { order_id: order.razorpayOrderId, outcome: 'timed_out', method: 'upi' }
  const attempt = await unlessRefused(buyer.askProvider('/pay', asked))
  if (!attempt || attempt.status >= 500) return
  const { error } = JSON.parse(attempt.text) as { error?: { metadata: { payment_id?: string } } }
  const payment_id = error?.metadata.payment_id
  if (payment_id === undefined || random.chance(0.2)) return
  const answered = delay(random.between(0, 1_500)).then(() =>
    unlessRefused(buyer.askProvider('/bank-answer', { payment_id, outcome: 'authorized' })),
  )
  if (random.chance(0.5)) await answered
}
