/** The steps of a run: fills the shop, starts buyers, waits for recovery, reports. */
import { setTimeout as delay } from 'node:timers/promises'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'
import type { Fleet } from '#e2e/support/fleet.ts'
import { openAccount, type Shop, visit } from './buyers.ts'
import { readSandbox, type Verdict } from './check.ts'
import { seedRandom } from './random.ts'

const PRICE_CENTS = 9_900
const PLAN = [
  { label: 'At the purchase', share: 50, due: 'purchase' as const },
  { label: 'At completion', share: 50, due: 'accepted' as const },
]
const COUPONS: Record<string, { percent: number; limit: number }> = {
  ONCE: { percent: 10, limit: 1 },
  FIVE: { percent: 20, limit: 5 },
  MANY: { percent: 50, limit: 1_000 },
}
const RECOVERS_WITHIN_MS = 120_000
const VISITED_WITHIN_MS = 300_000

export interface Outcome extends Verdict {
  visits: Record<string, number>
}

/** @param otherPrices prices in the other currencies of the fleet's content folder */
export async function seedShop(fleet: Fleet, otherPrices: Record<string, number> = {}): Promise<Shop> {
  const { db } = fleet
  const item = await insertPackage(db, { priceCents: PRICE_CENTS, otherPrices, paymentPlan: PLAN })
  for (const [code, { percent, limit }] of Object.entries(COUPONS)) {
    await insertCoupon(db, { code, discountHundredths: percent * 100, usageLimit: limit })
  }
  const coupons = Object.fromEntries(Object.entries(COUPONS).map(([code, { percent }]) => [code, percent]))
  const accounts = [
    await openAccount(fleet, 'regular-1@example.com'),
    await openAccount(fleet, 'regular-2@example.com', { country: 'IN', state: 'Karnataka' }),
  ]
  const admin = await openAccount(fleet, 'chaos-admin@example.com', { isAdmin: true })
  return { packageId: item.id, prices: { USD: PRICE_CENTS, ...otherPrices }, coupons, accounts, admin }
}

/** The running buyers, and how many visits have ended in each way so far. */
export interface Crowd {
  readonly visits: Record<string, number>
  /** Waits until this many more visits have ended. @throws Error if that takes minutes */
  untilVisits(more: number): Promise<void>
  stop(): Promise<void>
}

/**
 * @param plan number of buyers at the same time, the seed of their decisions, and the coupon that all of them try first; unset:
 *   any or none
 */
export function startBuying(
  fleet: Fleet,
  shop: Shop,
  { seed, buyers, firstCoupon }: { seed: number; buyers: number; firstCoupon?: string | undefined },
): Crowd {
  const visits: Record<string, number> = {}
  let isOpen = true
  const lanes = Array.from({ length: buyers }, async (_, lane) => {
    const random = seedRandom(seed * 1_000 + lane)
    for (let nth = 0; isOpen; nth += 1) {
      // Some buyers come again.
      const email = `buyer-${lane}-${random.chance(0.2) ? 0 : nth}@example.com`
      const coupon = nth === 0 ? firstCoupon : undefined
      const { ended } = await visit(fleet, shop, random, { email, coupon })
      visits[ended] = (visits[ended] ?? 0) + 1
    }
  })
  const count = () => Object.values(visits).reduce((sum, one) => sum + one, 0)
  return {
    visits,
    untilVisits: async (more) => {
      const enough = count() + more
      const giveUpAtMs = Date.now() + VISITED_WITHIN_MS
      while (count() < enough) {
        if (Date.now() > giveUpAtMs) throw new Error(`${count()} of ${enough} visits have ended`)
        await delay(50)
      }
    },
    stop: async () => {
      isOpen = false
      await Promise.all(lanes)
    },
  }
}

export async function setFaults({ sandboxUrl }: Fleet, faults: Record<string, unknown>): Promise<void> {
  // The sandbox may be down. Its faults then stay unchanged.
  await fetch(`${sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  }).catch(() => undefined)
}

/** Ends the faults, then runs reconciliation twice, each time with the orders' dates set back half an hour. */
export async function recover(fleet: Fleet, { isControl = false } = {}): Promise<void> {
  const { db } = fleet
  await setFaults(fleet, {
    latencyMs: 0,
    failRate: 0,
    duplicateWebhooks: false,
    reorderWebhooks: false,
    dropWebhooks: false,
  })
  await untilQuiet(fleet)
  // The control ignores webhooks, so reconciliation must not do their work.
  if (isControl) return
  for (const _cycle of [1, 2]) {
    await db.raw(
      `UPDATE orders SET created_at = created_at - interval '31 minutes', paid_at = paid_at - interval '31 minutes'`,
    )
    await db.raw(
      `INSERT INTO jobs.job (name, data, policy) SELECT 'reconcile', '{}', policy FROM jobs.queue WHERE name = 'reconcile'
       ON CONFLICT DO NOTHING`,
    )
    await delay(3_000)
    await untilQuiet(fleet)
  }
}

/** Waits until no webhook is in transit and no job is left. */
async function untilQuiet(fleet: Fleet): Promise<void> {
  const giveUpAtMs = Date.now() + RECOVERS_WITHIN_MS
  while (Date.now() < giveUpAtMs) {
    // Makes jobs due at once that wait for their next try.
    await fleet.db.raw(
      `UPDATE jobs.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`,
    )
    const { rows } = await fleet.db.raw<{ rows: unknown[] }>(
      `SELECT 1 FROM jobs.job WHERE state IN ('created', 'retry', 'active') LIMIT 1`,
    )
    const { pendingEvents } = await readSandbox(fleet)
    if (rows.length === 0 && pendingEvents.length === 0) return
    await delay(500)
  }
}

export function report(title: string, { counts, visits, violations }: Outcome): void {
  const lines = [
    ...Object.entries(visits).map(([ended, n]) => [`visits: ${ended}`, n]),
    ...Object.entries(counts),
  ]
  process.stdout.write(`\n${title}\n`)
  for (const [what, n] of lines)
    process.stdout.write(`  ${String(what).padEnd(28)}${String(n).padStart(8)}\n`)
  process.stdout.write(`  ${'violations'.padEnd(28)}${String(violations.length).padStart(8)}\n`)
  for (const violation of violations.slice(0, 20)) process.stdout.write(`    ${violation}\n`)
}
