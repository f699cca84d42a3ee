/**
 * `npm run chaos`: buyers buy while processes are killed, PostgreSQL crashes and the provider misbehaves. Then all
 * faults end, the shop recovers and the books are checked. The same seed makes the same decisions.
 *
 *   npm run chaos -- --kills 200 --restarts 20 --seed 7
 *   npm run chaos -- --quick        a short run, and its negative control, as in `.ci/run`
 *   npm run chaos -- --steps        every flow that moves money killed at every statement, call and response
 *   npm run chaos -- --webhooks 10000
 *   npm run chaos -- --control      two rules switched off: the run fails unless the checker notices
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEFAULT_CONTENT_DIR } from '#api/content/read-content.ts'
import { acceptPolicies } from '#api/testing/accept-policies.ts'
import {
  type EmbeddedDatabase,
  type Fleet,
  openEmbeddedDatabase,
  type ProcessName,
  startFleet,
  stopFleets,
} from '#e2e/support/fleet.ts'
import { check } from './check.ts'
import { type Outcome, recover, report, seedShop, setFaults, startBuying } from './course.ts'
import { type Random, seedRandom } from './random.ts'
import { killAtEveryStep } from './steps.ts'
import { floodWithWebhooks } from './webhook-flood.ts'

interface Plan {
  seed: number
  kills: number
  restarts: number
  /** Number of buyers at the same time. */
  buyers: number
  /** Number of visits that must end after the last kill, so that a run contains purchases. */
  visits: number
  isControl: boolean
  /** The coupon that all buyers try first. */
  firstCoupon?: string
}

async function run(plan: Plan): Promise<Outcome> {
  const database = await openEmbeddedDatabase()
  const contentDir = await writeContent()
  const fleet = await startFleet({
    database,
    variables: { CONTENT_DIR: contentDir },
    ...(plan.isControl && { server: 'e2e/chaos/control-server.ts' }),
  })
  try {
    const shop = await seedShop(fleet, { INR: 829_900, JPY: 14_999 })
    const crowd = startBuying(fleet, shop, plan)
    await killAndCrash(fleet, database, plan)
    await crowd.untilVisits(plan.visits)
    await crowd.stop()
    await recover(fleet, plan)
    const verdict = await check(fleet)
    if (verdict.violations.length > 0 && !plan.isControl) process.stdout.write(`${fleet.readLog()}\n`)
    return { ...verdict, visits: crowd.visits }
  } finally {
    await fleet.stop()
    await rm(contentDir, { recursive: true, force: true })
  }
}

/** Copies the company's content folder, and also sells in rupees in India and in yen in Japan. */
async function writeContent(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'chaos-content-'))
  await cp(DEFAULT_CONTENT_DIR, dir, { recursive: true })
  const offered = ['  - { code: INR, countries: [IN] }', '  - { code: JPY, countries: [JP] }']
  await writeFile(join(dir, 'currencies.yaml'), ['default: USD', 'offered:', ...offered, ''].join('\n'))
  // The policies name the currencies, so they must be accepted again.
  await acceptPolicies(dir)
  return dir
}

async function runSteps(): Promise<Outcome> {
  const fleet = await startFleet()
  try {
    const visits = await killAtEveryStep(fleet)
    await recover(fleet)
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

/** Kills processes and crashes PostgreSQL as often as the plan says. The seed decides the order and the moments. */
async function killAndCrash(
  fleet: Fleet,
  database: EmbeddedDatabase,
  { seed, kills, restarts }: Plan,
): Promise<void> {
  const random = seedRandom(seed)
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
    if (random.chance(0.3)) await setFaults(fleet, chooseFaults(random))
    if (one === 'crash') await database.crash()
    else {
      const target = random.pick<ProcessName>(['a', 'a', 'b', 'b', 'sandbox'])
      const revival = fleet.kill(target)
      revivals.push(revival)
      // Often the next kill comes before this process is up again.
      if (random.chance(0.7)) await revival
    }
    if ((nth + 1) % 25 === 0) process.stdout.write(`  ${nth + 1} of ${strikes.length}\n`)
  }
  await Promise.all(revivals)
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
    visits: 40,
  }
  const short = { kills: 5, restarts: 1, buyers: 4, visits: 20 }
  const plan = { seed, ...(values.quick ? short : long) }
  // Without kills, all faults come from the missing rules. All buyers want the only use of a coupon at the same moment.
  const controlPlan: Plan = {
    seed,
    kills: 0,
    restarts: 0,
    buyers: 8,
    visits: 80,
    isControl: true,
    firstCoupon: 'ONCE',
  }

  if (values.steps) {
    const outcome = await runSteps()
    report('After a kill at every step, recovered', outcome)
    return outcome.violations.length === 0 ? 0 : 1
  }

  if (values.webhooks) {
    const differences = await runFlood(seed, Number(values.webhooks))
    for (const difference of differences.slice(0, 20)) process.stdout.write(`    ${difference}\n`)
    process.stdout.write(`  ${differences.length} differences from the model (seed ${seed})\n`)
    return differences.length === 0 ? 0 : 1
  }

  const isChaos = !values.control
  if (isChaos)
    process.stdout.write(`seed ${seed}: ${plan.kills} kills, ${plan.restarts} crashes of PostgreSQL\n`)
  // Both run at the same time, because they mostly wait. Each has its own processes and database.
  const [outcome, control] = await Promise.all([
    isChaos ? run({ ...plan, isControl: false }) : undefined,
    values.control || values.quick ? run(controlPlan) : undefined,
  ])
  let isGood = true
  if (outcome) {
    report(`After ${plan.kills} kills and ${plan.restarts} crashes, recovered (seed ${seed})`, outcome)
    isGood = outcome.violations.length === 0 && (outcome.counts['paid orders'] ?? 0) > 0
  }
  if (control) {
    report('Control: webhooks forgotten, coupons counted without their lock', control)
    const isCaught = [/^captured .* neither/, /^coupon /].every((kind) =>
      control.violations.some((found) => kind.test(found)),
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
// If one of two runs fails, this stops the other one's processes.
process.exit(await main().finally(stopFleets))
