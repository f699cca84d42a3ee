/**
 * `npm run chaos -- --steps`: kills each flow that moves money before each of its statements, calls and responses in
 * turn (kill-at.ts). After each kill the flow is resumed. At the end the books are checked.
 */
import { randomUUID } from 'node:crypto'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'
import type { Fleet } from '#e2e/support/fleet.ts'
import { type Account, FORM, openAccount, post, type Receipt } from './buyers.ts'

const PRICE_CENTS = 9_900
const MOST_BOUNDARIES = 200

interface PlacedOrder {
  orderId: number
  razorpayOrderId: string
}

interface Flow {
  name: string
  trigger: { KILL_CALL: string } | { KILL_SQL: string }
  /** The flow is a job, so the other process must not take it. */
  isJob?: boolean
  /** The provider sends no webhook, because the webhook's handler could do the flow's work first. */
  isWithoutWebhook?: boolean
  /** Runs before the flow, on the healthy process; on the victim if it is the only process. */
  prepare: (shop: Bench) => Promise<unknown>
  /** The flow. @param url of the process that is killed during it */
  act: (shop: Bench, url: string, prepared: never) => Promise<unknown>
}

interface Bench {
  fleet: Fleet
  packageId: number
  /** The process for calls that must not be interrupted. */
  healthyUrl: string
  nth: number
  admin: Account
  customer: Account
}

const form = ({ packageId, nth }: Bench, flow: string) => ({
  packageId,
  finalAmount: 89.1,
  userData: { ...FORM, email: `${flow}-${nth}@example.com`, couponCode: 'TENTH' },
})

async function order(bench: Bench, flow: string): Promise<PlacedOrder> {
  const response = await post(`${bench.healthyUrl}/api/create-order`, form(bench, flow))
  if (response.status !== 201)
    throw new Error(`create-order: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body as PlacedOrder
}

async function pay({ fleet }: Bench, { razorpayOrderId }: PlacedOrder): Promise<Receipt> {
  const response = await post(`${fleet.sandboxUrl}/pay`, { order_id: razorpayOrderId, outcome: 'success' })
  return response.body as Receipt
}

const verify = (url: string, { orderId }: PlacedOrder, receipt: Receipt) =>
  post(`${url}/api/verify-payment`, {
    orderId,
    razorpayOrderId: receipt.razorpay_order_id,
    razorpayPaymentId: receipt.razorpay_payment_id,
    razorpaySignature: receipt.razorpay_signature,
  })

/** Repeats a call on the healthy process after the kill, as the buyer's page would. */
async function resume(bench: Bench, call: () => Promise<{ status: number }>): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const response = await call().catch(() => undefined)
    if (response && response.status < 300) return
    // Frees the idempotency key that the dead process has locked, which otherwise takes twenty seconds.
    await bench.fleet.db('idempotencyKeys').update({ lockedUntil: bench.fleet.db.fn.now() })
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`Boundary ${bench.nth}: not resumed`)
}

async function buy(bench: Bench, flow: string): Promise<PlacedOrder> {
  const placed = await order(bench, flow)
  const receipt = await pay(bench, placed)
  await resume(bench, () => verify(bench.healthyUrl, placed, receipt))
  return placed
}

const askForRefund = (url: string, cookie: string, { orderId }: PlacedOrder, key: string) =>
  post(
    `${url}/api/admin/orders/${orderId}/refunds`,
    { amount: '20.00', reason: 'requested' },
    { cookie, 'idempotency-key': key },
  )

export const FLOWS: Flow[] = [
  {
    name: 'create-order',
    trigger: { KILL_CALL: 'POST /api/create-order' },
    prepare: async () => randomUUID(),
    act: async (bench, url, key: string) => {
      const place = (at: string) =>
        post(`${at}/api/create-order`, form(bench, 'create'), { 'idempotency-key': key })
      const response = await place(url).catch(() => undefined)
      if (response) return
      await resume(bench, () => place(bench.healthyUrl))
      const made = await bench.fleet
        .db('orders')
        .join('registrations', 'registrations.id', 'orders.registrationId')
        .where({ email: `create-${bench.nth}@example.com`, status: 'pending' })
      if (made.length !== 1) throw new Error(`Boundary ${bench.nth}: ${made.length} open orders of one buyer`)
    },
  },
  {
    name: 'verify-payment',
    trigger: { KILL_CALL: 'POST /api/verify-payment' },
    isWithoutWebhook: true,
    prepare: async (bench) => {
      const placed = await order(bench, 'verify')
      return { placed, receipt: await pay(bench, placed) }
    },
    act: async (bench, url, { placed, receipt }: { placed: PlacedOrder; receipt: Receipt }) => {
      const response = await verify(url, placed, receipt).catch(() => undefined)
      if (!response) await resume(bench, () => verify(bench.healthyUrl, placed, receipt))
    },
  },
  {
    name: 'verify-payment of a plain order',
    trigger: { KILL_CALL: 'POST /api/verify-payment' },
    isWithoutWebhook: true,
    prepare: async (bench) => {
      const { packageId, customer, healthyUrl } = bench
      const asked = { packageId, userId: customer.userId, finalAmount: PRICE_CENTS / 100 }
      const response = await post(`${healthyUrl}/api/create-order`, asked, { cookie: customer.cookie })
      const placed = response.body as PlacedOrder
      return { placed, receipt: await pay(bench, placed) }
    },
    act: async (bench, url, { placed, receipt }: { placed: PlacedOrder; receipt: Receipt }) => {
      const response = await verify(url, placed, receipt).catch(() => undefined)
      if (!response) await resume(bench, () => verify(bench.healthyUrl, placed, receipt))
    },
  },
  {
    name: 'a webhook is taken',
    trigger: { KILL_CALL: 'POST /api/webhooks/razorpay' },
    prepare: (bench) => order(bench, 'webhook'),
    act: async (bench, _url, placed: PlacedOrder) => pay(bench, placed),
  },
  {
    name: 'a webhook is handled',
    trigger: { KILL_SQL: 'from "provider_events"' },
    isJob: true,
    prepare: (bench) => order(bench, 'event'),
    act: async (bench, _url, placed: PlacedOrder) => pay(bench, placed),
  },
  {
    name: 'a refund is asked for',
    trigger: { KILL_CALL: 'POST /api/admin/orders/:id/refunds' },
    prepare: async (bench) => ({
      placed: await buy(bench, 'refund'),
      key: randomUUID(),
    }),
    act: async (bench, url, { placed, key }: { placed: PlacedOrder; key: string }) => {
      const { cookie } = bench.admin
      const response = await askForRefund(url, cookie, placed, key).catch(() => undefined)
      if (!response) await resume(bench, () => askForRefund(bench.healthyUrl, cookie, placed, key))
    },
  },
  {
    name: 'a refund is sent',
    trigger: { KILL_SQL: 'from "refunds"' },
    isJob: true,
    prepare: async (bench) => ({
      placed: await buy(bench, 'sent'),
    }),
    act: async ({ admin }, url, { placed }: { placed: PlacedOrder }) =>
      askForRefund(url, admin.cookie, placed, randomUUID()).catch(() => undefined),
  },
  {
    name: 'an invoice and a credit note are issued',
    trigger: { KILL_SQL: 'from "invoices"' },
    isJob: true,
    prepare: async (bench) => ({
      placed: await buy(bench, 'invoice'),
    }),
    act: async ({ admin }, url, { placed }: { placed: PlacedOrder }) =>
      askForRefund(url, admin.cookie, placed, randomUUID()).catch(() => undefined),
  },
]

/** @returns the number of boundaries of each flow, after a kill at each of them */
export async function killAtEveryStep(fleet: Fleet): Promise<Record<string, number>> {
  const { id: packageId } = await insertPackage(fleet.db, { priceCents: PRICE_CENTS })
  await insertCoupon(fleet.db, { code: 'TENTH', discountHundredths: 1_000, usageLimit: 10_000 })
  const admin = await openAccount(fleet, 'chaos-admin@example.com', { isAdmin: true })
  const customer = await openAccount(fleet, 'chaos-customer@example.com')
  const found: Record<string, number> = {}
  for (const flow of FLOWS) {
    if (flow.isJob) await fleet.end('b')
    await post(`${fleet.sandboxUrl}/faults`, { dropWebhooks: flow.isWithoutWebhook ?? false })
    let nth = 1
    for (; nth <= MOST_BOUNDARIES; nth += 1) {
      const victim = {
        preload: `${import.meta.dirname}/../support/kill-at.ts`,
        env: { ...flow.trigger, KILL_AT: String(nth) },
      }
      await fleet.kill('a', victim)
      const healthyUrl = flow.isJob ? fleet.apis.a : fleet.apis.b
      const bench: Bench = { fleet, packageId, nth, healthyUrl, admin, customer }
      // A job left by an earlier boundary may reach this one first; the victim then dies in that job.
      try {
        const prepared = await flow.prepare(bench)
        await flow.act(bench, fleet.apis.a, prepared as never)
      } catch (error) {
        if (!flow.isJob) throw error
      }
      if (!(await fleet.waitForEnd('a', flow.isJob ? 6_000 : 1_000))) break
    }
    found[flow.name] = nth - 1
    process.stdout.write(`  ${flow.name}: ${nth - 1} boundaries, killed at each\n`)
    await fleet.kill('a')
    if (flow.isJob) await fleet.kill('b')
  }
  return found
}
