/**
 * `npm run chaos -- --webhooks 10000`: sends 10,000 events to both processes, each one to five times, in random order.
 * A fifth of the orders is verified only afterwards. Then orders and payments must be as expected.
 */
import { createHmac } from 'node:crypto'
import { insertPackage } from '#db/testing/builders.ts'
import type { Fleet } from '#e2e/support/fleet.ts'
import { openAccount, post, type Receipt } from './buyers.ts'
import type { Random } from './random.ts'

const AT_ONCE = 16
const PRICE_CENTS = 9_900

interface Paid {
  orderId: number
  receipt: Receipt
}

/** The average: three events for a paid order, one for every tenth order, whose card is declined. */
const EVENTS_AN_ORDER = 2.8

interface SentEvent {
  eventId: string
  body: string
}

/** @returns a sentence for each unexpected order or payment */
export async function floodWithWebhooks(fleet: Fleet, random: Random, events: number): Promise<string[]> {
  const { id: packageId } = await insertPackage(fleet.db, { priceCents: PRICE_CENTS })
  const { userId, cookie } = await openAccount(fleet, 'flood@example.com')
  await post(`${fleet.sandboxUrl}/faults`, { dropWebhooks: true })

  const paid: Paid[] = []
  const failedOrders: number[] = []
  const sent: SentEvent[] = []
  let made = 0
  await inParallel(Math.ceil(events / EVENTS_AN_ORDER), async (nth) => {
    const url = nth % 2 ? fleet.apis.a : fleet.apis.b
    const order = await post(
      `${url}/api/create-order`,
      { packageId, finalAmount: PRICE_CENTS / 100, userId },
      { cookie },
    )
    const { orderId, razorpayOrderId } = order.body as { orderId: number; razorpayOrderId: string }
    const isDeclined = nth % 10 === 0
    const response = await post(`${fleet.sandboxUrl}/pay`, {
      order_id: razorpayOrderId,
      outcome: isDeclined ? 'declined' : 'success',
    })
    if (isDeclined) {
      failedOrders.push(orderId)
      const { error } = response.body as { error: { metadata: { payment_id: string } } }
      sent.push(describe('payment.failed', error.metadata.payment_id, razorpayOrderId))
      made += 1
      return
    }
    const receipt = response.body as Receipt
    paid.push({ orderId, receipt })
    for (const event of ['payment.authorized', 'payment.captured', 'order.paid']) {
      sent.push(describe(event, receipt.razorpay_payment_id, razorpayOrderId))
      made += 1
    }
  })
  const copies = sent.flatMap((event) => Array<SentEvent>(1 + Math.floor(random.next() * 5)).fill(event))
  shuffle(copies, random)
  const [late, early] = [paid.filter((_, nth) => nth % 5 === 0), paid.filter((_, nth) => nth % 5 > 0)]
  process.stdout.write(
    `  ${made} events in ${copies.length} copies for ${paid.length + failedOrders.length} orders\n`,
  )

  const refused: number[] = []
  await Promise.all([
    inParallel(copies.length, async (nth) => {
      const copy = copies[nth] as SentEvent
      const status = await sendEvent(fleet, copy, nth % 2 ? fleet.apis.a : fleet.apis.b)
      if (status !== 200) refused.push(status)
    }),
    // Meanwhile half of these orders are verified. The other buyers have closed the tab.
    inParallel(early.length, async (nth) => {
      if (nth % 2) await verify(fleet, early[nth] as Paid)
    }),
  ])
  await inParallel(late.length, (nth) => verify(fleet, late[nth] as Paid))
  return [
    ...(refused.length > 0
      ? [`${refused.length} events were refused: ${[...new Set(refused)].join(', ')}`]
      : []),
    ...(await compareWithModel(fleet, paid, failedOrders, made)),
  ]
}

async function compareWithModel(
  { db }: Fleet,
  paid: Paid[],
  failedOrders: number[],
  events: number,
): Promise<string[]> {
  for (;;) {
    const left = await db('jobs.job')
      .where({ name: 'provider-event' })
      .whereIn('state', ['created', 'retry', 'active'])
      .first('id')
    if (!left) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const differences: string[] = []
  const orders = (await db('orders').select('id', 'paymentStatus')) as { id: number; paymentStatus: string }[]
  const payments = (await db('payments').select('orderId', 'fulfilsOrder')) as {
    orderId: number
    fulfilsOrder: boolean
  }[]
  const expectedPaid = new Set(paid.map(({ orderId }) => orderId))
  for (const { id, paymentStatus } of orders) {
    const expected = expectedPaid.has(id) ? 'paid' : 'unpaid'
    if (paymentStatus !== expected) differences.push(`order ${id} is ${paymentStatus}, not ${expected}`)
  }
  const fulfilled = payments.filter(({ fulfilsOrder }) => fulfilsOrder).map(({ orderId }) => orderId)
  if (fulfilled.length !== paid.length || new Set(fulfilled).size !== paid.length) {
    differences.push(`${fulfilled.length} payments for ${paid.length} paid orders`)
  }
  if (orders.length !== paid.length + failedOrders.length) differences.push(`${orders.length} orders`)
  const stored = Number((await db('providerEvents').whereNotNull('processedAt').count({ n: '*' }).first())?.n)
  if (stored !== events) differences.push(`${stored} of ${events} events were handled`)
  const changes = Number((await db('orderEvents').where({ toValue: 'paid' }).count({ n: '*' }).first())?.n)
  if (changes !== paid.length) differences.push(`${changes} changes to paid for ${paid.length} orders`)
  return differences
}

function describe(event: string, paymentId: string, orderId: string): SentEvent {
  const payload = { payment: { entity: { id: paymentId, order_id: orderId } } }
  return { eventId: `${event}-${paymentId}`, body: JSON.stringify({ entity: 'event', event, payload }) }
}

async function sendEvent({ credentials }: Fleet, { eventId, body }: SentEvent, url: string): Promise<number> {
  const response = await fetch(`${url}/api/webhooks/razorpay`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': createHmac('sha256', credentials.webhookSecret).update(body).digest('hex'),
    },
    body,
  })
  await response.body?.cancel()
  return response.status
}

const verify = (fleet: Fleet, { orderId, receipt }: Paid) =>
  post(`${fleet.apis.b}/api/verify-payment`, {
    orderId,
    razorpayOrderId: receipt.razorpay_order_id,
    razorpayPaymentId: receipt.razorpay_payment_id,
    razorpaySignature: receipt.razorpay_signature,
  })

async function inParallel(count: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) {
      const nth = next
      next += 1
      await work(nth)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

function shuffle<Item>(items: Item[], random: Random): void {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random.next() * (index + 1))
    const [a, b] = [items[index] as Item, items[other] as Item]
    items[index] = b
    items[other] = a
  }
}
