/**
 * `npm run chaos`: buyers buy while processes are killed, PostgreSQL crashes and the provider misbehaves; then everything
 * heals and the books are checked. The same seed makes the same decisions.
 *
 *   npm run chaos -- --kills 200 --restarts 20 --seed 7
 *   npm run chaos -- --quick        a short run, and its negative control, as in `.ci/run`
 *   npm run chaos -- --steps        every flow that moves money killed at every statement, call and response
 *   npm run chaos -- --webhooks 10000
 *   npm run chaos -- --control      two rules switched off: the run fails unless the checker notices
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { insertCoupon, insertPackage } from '../../db/testing/builders.ts'
import { openAccount, type Shop, visit } from './buyers.ts'
import { check, readSandbox, type Verdict } from './check.ts'
import { type Fleet, type ProcessName, startFleet, stopFleets } from './fleet.ts'
import { type Random, seedRandom } from './random.ts'
import { killAtEveryStep } from './steps.ts'
import { floodWithWebhooks } from './webhook-flood.ts'

const PRICE_CENTS = 9_900
const COUPONS: Record<string, { percent: number; limit: number }> = {
  ONCE: { percent: 10, limit: 1 },
  FIVE: { percent: 20, limit: 5 },
  MANY: { percent: 50, limit: 1_000 },
}
const HEALS_WITHIN_MS = 120_000

interface Plan {
  seed: number
  kills: number
  restarts: number
  /** At the same time. */
  buyers: number
  /** A whole run is at least this long, so that it sees some buying. */
  atLeastMs: number
  isControl: boolean
}

interface Outcome extends Verdict {
  visits: Record<string, number>
}

async function run(plan: Plan): Promise<Outcome> {
  const fleet = await startFleet(plan.isControl ? { server: 'e2e/chaos/control-server.ts' } : {})
  try {
    const shop = await stock(fleet)
    const visits: Record<string, number> = {}
    let isOpen = true
    const crowd = Array.from({ length: plan.buyers }, async (_, lane) => {
      const random = seedRandom(plan.seed * 1_000 + lane)
      for (let nth = 0; isOpen; nth += 1) {
        // Some come again.
        const email = `buyer-${lane}-${random.chance(0.2) ? 0 : nth}@example.com`
        const { ended } = await visit(fleet, shop, random, email)
        visits[ended] = (visits[ended] ?? 0) + 1
      }
    })
    const openUntilMs = Date.now() + plan.atLeastMs
    await strike(fleet, plan, seedRandom(plan.seed))
    await delay(Math.max(0, openUntilMs - Date.now()))
    isOpen = false
    await Promise.all(crowd)
    await heal(fleet, plan)
    const verdict = await check(fleet)
    if (verdict.violations.length > 0 && !plan.isControl) process.stdout.write(`${fleet.readLog()}\n`)
    return { ...verdict, visits }
  } finally {
    await fleet.stop()
  }
}

async function runSteps(): Promise<Outcome> {
  const fleet = await startFleet()
  try {
    const visits = await killAtEveryStep(fleet)
    await heal(fleet)
    const verdict = await check(fleet)
    if (verdict.violations.length > 0) process.stdout.write(`${fleet.readLog()}\n`)
    return { ...verdict, visits }
  } finally {
    await fleet.stop()
  }
}

async function runFlood(seed: number, events: number): Promise<string[]> {
  const fleet = await startFleet()
  try {
    return await floodWithWebhooks(fleet, seedRandom(seed), events)
  } finally {
    await fleet.stop()
  }
}

async function stock(fleet: Fleet): Promise<Shop> {
  const { db } = fleet
  const item = await insertPackage(db, { priceCents: PRICE_CENTS })
  for (const [code, { percent, limit }] of Object.entries(COUPONS)) {
    await insertCoupon(db, { code, discountHundredths: percent * 100, usageLimit: limit })
  }
  const coupons = Object.fromEntries(Object.entries(COUPONS).map(([code, { percent }]) => [code, percent]))
  const accounts = [
    await openAccount(fleet, 'regular-1@example.com'),
    await openAccount(fleet, 'regular-2@example.com'),
  ]
  const admin = await openAccount(fleet, 'chaos-admin@example.com', { isAdmin: true })
  return { packageId: item.id, priceCents: PRICE_CENTS, coupons, accounts, admin }
}

/** The kills and crashes of the plan, in an order and at moments that the seed decides. */
async function strike(fleet: Fleet, { kills, restarts }: Plan, random: Random): Promise<void> {
  const strikes = [...Array<'kill'>(kills).fill('kill'), ...Array<'crash'>(restarts).fill('crash')]
  for (let index = strikes.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random.next() * (index + 1))
    const [a, b] = [strikes[index], strikes[other]]
    strikes[index] = b as 'kill'
    strikes[other] = a as 'kill'
  }
  const revivals: Promise<void>[] = []
  for (const [nth, one] of strikes.entries()) {
    await delay(random.between(100, 900))
    if (random.chance(0.3)) await setFaults(fleet, misbehave(random))
    if (one === 'crash') await fleet.postgres.crash()
    else {
      const target = random.pick<ProcessName>(['a', 'a', 'b', 'b', 'sandbox'])
      const revival = fleet.kill(target)
      revivals.push(revival)
      // The next one is often killed before this one is up again.
      if (random.chance(0.7)) await revival
    }
    if ((nth + 1) % 25 === 0) process.stdout.write(`  ${nth + 1} of ${strikes.length}\n`)
  }
  await Promise.all(revivals)
}

function misbehave(random: Random): Record<string, unknown> {
  return {
    latencyMs: random.pick([0, 0, 50, 7_000]),
    failRate: random.pick([0, 0, 0.2, 0.5]),
    duplicateWebhooks: random.chance(0.5),
    reorderWebhooks: random.chance(0.5),
    dropWebhooks: random.chance(0.3),
  }
}

async function setFaults({ sandboxUrl }: Fleet, faults: Record<string, unknown>): Promise<void> {
  // The sandbox may be down: its faults then stay as they were.
  await fetch(`${sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  }).catch(() => undefined)
}

/** Stops the faults, then runs two reconciliations, half an hour later by the data's clock. */
async function heal(fleet: Fleet, { isControl = false } = {}): Promise<void> {
  const { db } = fleet
  await setFaults(fleet, {
    latencyMs: 0,
    failRate: 0,
    duplicateWebhooks: false,
    reorderWebhooks: false,
    dropWebhooks: false,
  })
  await becomeQuiet(fleet)
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
    await becomeQuiet(fleet)
  }
}

/** Until no event is under way and no job is left to do. */
async function becomeQuiet(fleet: Fleet): Promise<void> {
  const giveUpAtMs = Date.now() + HEALS_WITHIN_MS
  while (Date.now() < giveUpAtMs) {
    // Jobs that wait for their next try are made due at once.
    await fleet.db.raw(
      `UPDATE jobs.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`,
    )
    const { rows } = await fleet.db.raw<{ rows: unknown[] }>(
      `SELECT 1 FROM jobs.job WHERE state IN ('created', 'retry', 'active') LIMIT 1`,
    )
    const { deliveries } = await readSandbox(fleet)
    if (rows.length === 0 && deliveries.length === 0) return
    await delay(500)
  }
}

function report(title: string, { counts, visits, violations }: Outcome): void {
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

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      kills: { type: 'string', default: '200' },
      restarts: { type: 'string', default: '20' },
      buyers: { type: 'string', default: '6' },
      quick: { type: 'boolean', default: false },
      control: { type: 'boolean', default: false },
      steps: { type: 'boolean', default: false },
      webhooks: { type: 'string' },
    },
  })
  const seed = Number(values.seed ?? (values.quick ? 20_261_121 : Date.now() % 1_000_000))
  const long = {
    kills: Number(values.kills),
    restarts: Number(values.restarts),
    buyers: Number(values.buyers),
    atLeastMs: 10_000,
  }
  const short = { kills: 5, restarts: 1, buyers: 4, atLeastMs: 5_000 }
  const plan = { seed, ...(values.quick ? short : long) }
  // No kills, so that all faults come from the missing rules.
  const controlPlan: Plan = { seed, kills: 0, restarts: 0, buyers: 8, atLeastMs: 5_000, isControl: true }

  if (values.steps) {
    const outcome = await runSteps()
    report('After a kill at every step, healed', outcome)
    return outcome.violations.length === 0 ? 0 : 1
  }

  if (values.webhooks) {
    const differences = await runFlood(seed, Number(values.webhooks))
    for (const difference of differences.slice(0, 20)) process.stdout.write(`    ${difference}\n`)
    process.stdout.write(`  ${differences.length} differences from the model (seed ${seed})\n`)
    return differences.length === 0 ? 0 : 1
  }

  let isGood = true
  if (!values.control) {
    process.stdout.write(`seed ${seed}: ${plan.kills} kills, ${plan.restarts} crashes of PostgreSQL\n`)
    const outcome = await run({ ...plan, isControl: false })
    report(`After ${plan.kills} kills and ${plan.restarts} crashes, healed (seed ${seed})`, outcome)
    isGood = outcome.violations.length === 0 && (outcome.counts['paid orders'] ?? 0) > 0
  }
  if (values.control || values.quick) {
    const outcome = await run(controlPlan)
    report('Control: webhooks forgotten, coupons counted without their lock', outcome)
    const isCaught = [/^captured .* neither/, /^coupon /].every((kind) =>
      outcome.violations.some((found) => kind.test(found)),
    )
    process.stdout.write(
      isCaught ? '  caught by the checker, as it must be\n' : '  NOT caught: the checker is blind\n',
    )
    isGood &&= isCaught
  }
  return isGood ? 0 : 1
}

// An interrupted run stops its processes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stopFleets().then(() => process.exit(130)))
}
process.exit(await main())
