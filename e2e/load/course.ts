/** The course of a run: fills the shop, lets people in, kills processes, waits for recovery. */
import { setTimeout as delay } from 'node:timers/promises'
import { hashPassword } from '#api/people/auth/passwords/passwords.ts'
import type { User } from '#db/models/people/user.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'
import type { EmbeddedDatabase, Fleet, ProcessName } from '#e2e/support/fleet.ts'
import { type Market, visit } from './buyers.ts'
import { readSandbox } from './check.ts'
import { type Loops, startLoops } from './loops.ts'
import { FORM, Person, type Shop } from './person.ts'
import { type Random, seedRandom } from './random.ts'

const PRICE_CENTS = 9_900
const PLAN = [
  { label: 'At the purchase', share: 50, due: 'purchase' as const },
  { label: 'At completion', share: 50, due: 'accepted' as const },
]
const COUPONS: Record<string, { percent: number; limit: number }> = {
  ONCE: { percent: 10, limit: 1 },
  FIVE: { percent: 20, limit: 5 },
  MANY: { percent: 50, limit: 100_000 },
}
const RECOVERS_WITHIN_MS = 120_000

export const shopOf = ({ apis, sandboxUrl }: Fleet): Shop => ({
  origins: Object.values(apis),
  providerUrl: sandboxUrl,
  publicOrigin: 'http://localhost:4321',
})

export const accountOf = (email: string) => ({ email, password: FORM.password })

/** Creates a user with a password and signs in. */
export async function openAccount(
  { db, ...fleet }: Fleet,
  email: string,
  fields: Partial<User> = {},
): Promise<Person> {
  const passwordHash = await hashPassword(FORM.password)
  const { id: userId } = await insertUser(db, { email, passwordHash, ...fields })
  return new Person(shopOf({ db, ...fleet }), { userId }).signIn(accountOf(email))
}

/** @param otherPrices prices in the other currencies of the fleet's content folder */
export async function seedMarket(fleet: Fleet, otherPrices: Record<string, number> = {}): Promise<Market> {
  const { db } = fleet
  const item = await insertPackage(db, { priceCents: PRICE_CENTS, otherPrices, paymentPlan: PLAN })
  for (const [code, { percent, limit }] of Object.entries(COUPONS))
    await insertCoupon(db, { code, discountHundredths: percent * 100, usageLimit: limit })
  const inIndia = { country: 'IN', state: 'Karnataka' }
  return {
    shop: shopOf(fleet),
    packageId: item.id,
    prices: { USD: PRICE_CENTS, ...otherPrices },
    coupons: Object.fromEntries(Object.entries(COUPONS).map(([code, { percent }]) => [code, percent])),
    regulars: [
      { person: await openAccount(fleet, 'regular-1@example.com', { country: 'DK' }), country: 'DK' },
      { person: await openAccount(fleet, 'regular-2@example.com', inIndia), country: 'IN' },
    ],
    admin: await openAccount(fleet, 'admin@example.com', { isAdmin: true }),
    sold: [],
  }
}

interface Crowd {
  seed: number
  /** Number of buyers at the same time. */
  buyers: number
  everyMs: number
  /** The coupon that all of them try first; unset: any or none. */
  firstCoupon?: string | undefined
}

export function startBuying(market: Market, { seed, buyers, everyMs, firstCoupon }: Crowd): Loops {
  const lanes = Array.from({ length: buyers }, (_, lane) => {
    const random = seedRandom(seed * 1_000 + lane)
    let nth = 0
    const buy = () => {
      // Some buyers come again.
      const email = `buyer-${lane}-${random.chance(0.2) ? 0 : nth}@example.com`
      const coupon = nth === 0 ? firstCoupon : undefined
      nth += 1
      return visit(market, random, { email, coupon })
    }
    return [`buyer ${lane}`, buy] as const
  })
  return startLoops(Object.fromEntries(lanes), everyMs)
}

/** Kills processes and crashes PostgreSQL. The seed decides the order and the moments. */
export async function killAndCrash(
  fleet: Fleet,
  database: EmbeddedDatabase,
  { seed, kills, restarts }: { seed: number; kills: number; restarts: number },
): Promise<void> {
  const random = seedRandom(seed)
  const all = kills + restarts
  let crashesLeft = restarts
  const revivals: Promise<void>[] = []
  for (let nth = 0; nth < all; nth += 1) {
    await delay(random.between(100, 900))
    if (random.chance(0.3)) await setFaults(fleet, chooseFaults(random))
    if (random.chance(crashesLeft / (all - nth))) {
      crashesLeft -= 1
      await database.crash()
    } else {
      const revival = fleet.kill(random.pick<ProcessName>(['a', 'a', 'b', 'b', 'sandbox']))
      revivals.push(revival)
      // Often the next kill comes before this process is up again.
      if (random.chance(0.7)) await revival
    }
    if ((nth + 1) % 25 === 0) process.stdout.write(`  ${nth + 1} of ${all}\n`)
  }
  await Promise.all(revivals)
  // The buyers go on: what they do now must succeed.
  await setFaults(fleet, NO_FAULTS)
}

const NO_FAULTS = {
  latencyMs: 0,
  failRate: 0,
  duplicateWebhooks: false,
  reorderWebhooks: false,
  dropWebhooks: false,
}

function chooseFaults(random: Random): Record<string, unknown> {
  return {
    latencyMs: random.pick([0, 0, 50, 7_000]),
    failRate: random.pick([0, 0, 0.2, 0.5]),
    duplicateWebhooks: random.chance(0.5),
    reorderWebhooks: random.chance(0.5),
    dropWebhooks: random.chance(0.3),
  }
}

export async function setFaults(fleet: Fleet, faults: Record<string, unknown>): Promise<void> {
  // The sandbox may be down. Its faults then stay unchanged.
  await new Person(shopOf(fleet)).askProvider('/faults', faults).catch(() => undefined)
}

/** Runs reconciliation twice, each time with the orders' dates set back half an hour. */
export async function recover(fleet: Fleet, { isControl = false } = {}): Promise<void> {
  const { db } = fleet
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

export function report(title: string, counts: Record<string, number>, violations: readonly string[]): void {
  process.stdout.write(`\n${title}\n`)
  for (const [what, n] of [...Object.entries(counts), ['violations', violations.length] as const])
    process.stdout.write(`  ${what.padEnd(34)}${String(n).padStart(8)}\n`)
  for (const violation of violations.slice(0, 20)) process.stdout.write(`    ${violation}\n`)
}
