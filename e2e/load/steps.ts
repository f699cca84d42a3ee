/**
 * `npm run chaos -- --steps`: kills each flow that moves money before each of its statements, calls and responses in
 * turn (kill-at.ts). After each kill the flow is resumed. At the end the books are checked.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'
import type { Fleet } from '#e2e/support/fleet.ts'
import { openAccount, setFaults, shopOf } from './course.ts'
import { FORM, Person, type Receipt, unlessRefused } from './person.ts'

const PRICE_CENTS = 9_900
const MOST_BOUNDARIES = 200
/** Every flow has more: with fewer it was not reached. */
const LEAST_BOUNDARIES = 3

interface Flow<Prepared> {
  name: string
  trigger: { KILL_CALL: string } | { KILL_SQL: string }
  /** The flow is a job, so the other process must not take it. */
  isJob?: boolean
  /** The provider sends no webhook, because the webhook's handler could do the flow's work first. */
  isWithoutWebhook?: boolean
  /** Runs before the flow, on the healthy process; on the victim if it is the only process. */
  prepare: (bench: Bench) => Promise<Prepared>
  /** The flow, on the process that is killed during it. */
  act: (bench: Bench, prepared: Prepared) => Promise<unknown>
}

interface Bench {
  fleet: Fleet
  nth: number
  /** Somebody whose calls must not be interrupted, and somebody who calls the process that is killed. */
  healthy: Person
  victim: Person
  /** By their session; each call names the person whose process takes it. */
  admin: { healthy: Person; victim: Person }
  customer: Person
  packageId: number
}

const askedBy = ({ packageId, nth }: Bench, flow: string) => ({
  packageId,
  finalAmount: 89.1,
  userData: { ...FORM, email: `${flow}-${nth}@example.com`, couponCode: 'TENTH' },
})

/** Makes the call, and repeats it on the healthy process after the kill, as the buyer's page would. */
async function persist(
  { fleet, nth }: Bench,
  call: () => Promise<unknown>,
  resumed: () => Promise<unknown>,
): Promise<{ isKilled: boolean }> {
  const isDone = async (made: () => Promise<unknown>) =>
    (await unlessRefused(made().then(() => true))) ?? false
  if (await isDone(call)) return { isKilled: false }
  for (let tries = 0; tries < 40; tries += 1) {
    if (await isDone(resumed)) return { isKilled: true }
    // Frees the idempotency key that the dead process has locked, which otherwise takes twenty seconds.
    await fleet.db('idempotencyKeys').update({ lockedUntil: fleet.db.fn.now() })
    await delay(250)
  }
  throw new Error(`Boundary ${nth}: not resumed`)
}

interface Paid {
  order: CreateOrderResponse
  receipt: Receipt
}

async function payOnly({ healthy }: Bench, order: CreateOrderResponse): Promise<Paid> {
  return { order, receipt: await healthy.pay(order) }
}

async function buy(bench: Bench, flow: string): Promise<CreateOrderResponse> {
  const { order, receipt } = await payOnly(bench, await bench.healthy.placeOrder(askedBy(bench, flow)))
  const verify = () => bench.healthy.verify(order, receipt)
  await persist(bench, verify, verify)
  return order
}

const verifyPaid = (bench: Bench, { order, receipt }: Paid) =>
  persist(
    bench,
    () => bench.victim.verify(order, receipt),
    () => bench.healthy.verify(order, receipt),
  )

const askForRefund = (admin: Person, { orderId }: CreateOrderResponse, key: string = randomUUID()) => {
  const body = { amount: '20.00', reason: 'requested' }
  return admin.ask('POST', `/api/admin/orders/${orderId}/refunds`, body, { 'idempotency-key': key })
}

const flow = <Prepared>(given: Flow<Prepared>) => ({
  ...given,
  run: async (bench: Bench) => given.act(bench, await given.prepare(bench)),
})

const placeThenPay = (name: string, email: string, trigger: Flow<unknown>['trigger'], isJob = false) =>
  flow({
    name,
    trigger,
    isJob,
    prepare: (bench) => bench.healthy.placeOrder(askedBy(bench, email)),
    act: payOnly,
  })

const buyThenRefund = (name: string, email: string, KILL_SQL: string) =>
  flow({
    name,
    trigger: { KILL_SQL },
    isJob: true,
    prepare: (bench) => buy(bench, email),
    act: ({ admin }, order) => unlessRefused(askForRefund(admin.victim, order)),
  })

const FLOWS = [
  flow({
    name: 'create-order',
    trigger: { KILL_CALL: 'POST /api/create-order' },
    prepare: async () => randomUUID(),
    act: async (bench, key) => {
      const place = (person: Person) => () => person.placeOrder(askedBy(bench, 'create'), key)
      const { isKilled } = await persist(bench, place(bench.victim), place(bench.healthy))
      if (!isKilled) return
      const made = await bench.fleet
        .db('orders')
        .join('registrations', 'registrations.id', 'orders.registrationId')
        .where({ email: `create-${bench.nth}@example.com`, status: 'pending' })
      if (made.length !== 1) throw new Error(`Boundary ${bench.nth}: ${made.length} open orders of one buyer`)
    },
  }),
  flow({
    name: 'verify-payment',
    trigger: { KILL_CALL: 'POST /api/verify-payment' },
    isWithoutWebhook: true,
    prepare: async (bench) => payOnly(bench, await bench.healthy.placeOrder(askedBy(bench, 'verify'))),
    act: verifyPaid,
  }),
  flow({
    name: 'verify-payment of a plain order',
    trigger: { KILL_CALL: 'POST /api/verify-payment' },
    isWithoutWebhook: true,
    prepare: async (bench) => {
      const { packageId, customer } = bench
      return payOnly(bench, await customer.placeOrder({ packageId, finalAmount: PRICE_CENTS / 100 }))
    },
    act: verifyPaid,
  }),
  placeThenPay('a webhook is taken', 'webhook', { KILL_CALL: 'POST /api/webhooks/razorpay' }),
  placeThenPay('a webhook is handled', 'event', { KILL_SQL: 'from "provider_events"' }, true),
  flow({
    name: 'a refund is asked for',
    trigger: { KILL_CALL: 'POST /api/admin/orders/:id/refunds' },
    prepare: async (bench) => ({ order: await buy(bench, 'refund'), key: randomUUID() }),
    act: (bench, { order, key }) =>
      persist(
        bench,
        () => askForRefund(bench.admin.victim, order, key),
        () => askForRefund(bench.admin.healthy, order, key),
      ),
  }),
  buyThenRefund('a refund is sent', 'sent', 'from "refunds"'),
  buyThenRefund('an invoice and a credit note are issued', 'invoice', 'from "invoices"'),
]

/** @returns the number of boundaries of each flow, after a kill at each of them */
export async function killAtEveryStep(fleet: Fleet): Promise<Record<string, number>> {
  const { id: packageId } = await insertPackage(fleet.db, { priceCents: PRICE_CENTS })
  await insertCoupon(fleet.db, { code: 'TENTH', discountHundredths: 1_000, usageLimit: 10_000 })
  const admin = await openAccount(fleet, 'admin@example.com', { isAdmin: true })
  const customer = await openAccount(fleet, 'customer@example.com')
  const shop = shopOf(fleet)
  const found: Record<string, number> = {}
  for (const { name, trigger, isJob = false, isWithoutWebhook = false, run } of FLOWS) {
    if (isJob) await fleet.end('b')
    await setFaults(fleet, { dropWebhooks: isWithoutWebhook })
    const victimShop = { ...shop, origins: [fleet.apis.a] }
    const healthyShop = isJob ? victimShop : { ...shop, origins: [fleet.apis.b] }
    let nth = 1
    for (; nth <= MOST_BOUNDARIES; nth += 1) {
      const preload = `${import.meta.dirname}/kill-at.ts`
      await fleet.kill('a', { preload, env: { ...trigger, KILL_AT: String(nth) } })
      const bench: Bench = {
        ...{ fleet, nth, packageId },
        healthy: new Person(healthyShop),
        victim: new Person(victimShop),
        admin: {
          healthy: admin.comeAgain({ shop: healthyShop }),
          victim: admin.comeAgain({ shop: victimShop }),
        },
        customer: customer.comeAgain({ shop: healthyShop }),
      }
      // A job left by an earlier boundary may reach this one first; the victim then dies in that job.
      try {
        await run(bench)
      } catch (error) {
        if (!isJob) throw error
      }
      if (!(await fleet.waitForEnd('a', isJob ? 6_000 : 1_000))) break
    }
    if (nth - 1 < LEAST_BOUNDARIES) throw new Error(`${name} was killed at ${nth - 1} boundaries only`)
    found[name] = nth - 1
    process.stdout.write(`  ${name}: ${nth - 1} boundaries, killed at each\n`)
    await fleet.kill('a')
    if (isJob) await fleet.kill('b')
  }
  await setFaults(fleet, { dropWebhooks: false })
  return found
}
