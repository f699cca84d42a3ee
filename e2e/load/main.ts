/**
 * The load program: buyers buy, and visitors, customers, staff and admins use the shop, on two API processes. Then all faults end,
 * the shop recovers and the books are checked. Exits with 1 for a violation.
 *
 *   npm run chaos                    meanwhile processes are killed, PostgreSQL crashes and the provider misbehaves
 *   npm run chaos -- --kills 1000 --restarts 50 --seed 7
 *   npm run chaos -- --quick         a short run beside its negative control, as in `.ci/run`
 *   npm run chaos -- --steps         every flow that moves money killed at every statement, call and response
 *   npm run soak                     nothing is killed: an hour in which no memory, file, connection, queue or table may grow
 *   npm run soak -- --minutes 10
 *   npm run soak -- --minutes 4 --control    processes with five faults: the run fails unless all are noticed
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Knex } from 'knex'
import { NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { writeContent } from '#e2e/support/example-companies.ts'
import { type Fleet, openEmbeddedDatabase, startFleet, stopFleets } from '#e2e/support/fleet.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { check } from './check.ts'
import {
  accountOf,
  killAndCrash,
  openAccount,
  recover,
  report,
  seedMarket,
  shopOf,
  startBuying,
} from './course.ts'
import { gatherEverybody } from './everybody.ts'
import { type Loops, startLoops } from './loops.ts'
import { Person, Refused } from './person.ts'
import { type Judged, judge, type Sample, takeSample } from './samples.ts'
import { send } from './send.ts'
import { killAtEveryStep } from './steps.ts'

const CURRENCIES = `
currencies:
  default: USD
  offered: [{ code: INR, countries: [IN] }, { code: JPY, countries: [JP] }]
`
const MINUTE_MS = 60_000
const LEAST_SAMPLES = 24
/** How often a package changes in a run of minutes, so that the worker builds the pages again. */
const BUILDS = 6
const PROBE = ['--import', './e2e/load/memory-probe.ts']
/** At most so many of two API processes, and of a worker: docs/deployment.md, Poolers. */
const MOST_CONNECTIONS = 2 * 17
const MOST_CONNECTIONS_OF_A_WORKER = 10
/** Of all rounds: calls that fail while nothing is killed. A 503 is no failure: a process sheds calls on a busy machine. */
const LARGEST_SHARE_OF_FAILURES = 0.005

interface Plan {
  seed: number
  kills: number
  restarts: number
  /** Number of buyers at the same time, and the pause between two visits of one. */
  buyers: number
  everyMs: number
  /** The run lasts until each buyer has come so often after the last kill, and so many minutes have passed. */
  visits: number
  minutes: number
  isControl: boolean
  /** The coupon that all buyers try first. */
  firstCoupon?: string
}

interface Outcome {
  counts: Record<string, number>
  violations: string[]
  /** Empty if processes were killed. */
  judged: Judged[]
}

async function run(plan: Plan): Promise<Outcome> {
  const { kills, restarts, minutes, isControl } = plan
  const isCalm = kills + restarts === 0
  const database = await openEmbeddedDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'load-'))
  const contentDir = join(dir, 'content')
  await writeContent(contentDir, CURRENCIES)
  const served = isCalm && !isControl ? SERVE_ARGS : ['--expose-gc', 'api/server.ts']
  const fleet = await startFleet({
    database,
    server: isControl ? 'e2e/load/faulty-server.ts' : (served.at(-1) ?? ''),
    flags: [...PROBE, ...served.slice(0, -1)],
    variables: {
      CONTENT_DIR: contentDir,
      PROBE_DIR: dir,
      // On as in production, because their state could grow, too.
      ...(isCalm && { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' }),
    },
  })
  let worker: NodeProcess | undefined
  try {
    const market = await seedMarket(fleet, { INR: 829_900, JPY: 14_999 })
    await openAccount(fleet, 'customer@example.com')
    await openAccount(fleet, 'staff@example.com', { isStaff: true })
    if (minutes > 0) worker = await startWorker(database.url, dir)
    const others = await gatherEverybody(market.shop, {
      customer: accountOf('customer@example.com'),
      staff: accountOf('staff@example.com'),
      admin: accountOf('admin@example.com'),
      couponCode: 'MANY',
      sold: market.sold,
    })
    const everybody = startLoops({ ...others, ...listStrangers(fleet) }, 3_000)
    const buyers = startBuying(market, plan)
    const pids = {
      'API a': fleet.pidOf('a'),
      'API b': fleet.pidOf('b'),
      ...(worker && { worker: worker.pid }),
    }
    await killAndCrash(fleet, database, plan)
    const ending = Promise.all([delay(minutes * MINUTE_MS), buyers.untilRounds(plan.visits)])
    const samples = isCalm ? await watch(database.db, { pids, dir, minutes, ending }) : []
    await ending
    await Promise.all([buyers.stop(), everybody.stop()])
    await recover(fleet, plan)
    const { counts, violations } = await check(fleet)
    const { 'database connections': connections = 0 } = await takeSample({}, database.db, dir)
    const most = MOST_CONNECTIONS + (worker ? MOST_CONNECTIONS_OF_A_WORKER : 0)
    if (connections > most) violations.push(`the shop holds ${connections} connections`)
    if (isCalm && !isControl) violations.push(...findFailures(everybody))
    if (violations.length > 0 && !isControl) process.stdout.write(`${fleet.readLog()}\n`)
    const all = { ...buyers.counts, ...everybody.counts, ...counts, 'database connections': connections }
    return { counts: all, violations, judged: isCalm ? judge(samples) : [] }
  } finally {
    await worker?.kill()
    await fleet.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

function startWorker(databaseUrl: string, dir: string): Promise<NodeProcess> {
  return NodeProcess.start({
    args: [...PROBE, '--expose-gc', 'api/worker.ts'],
    readyOutput: 'worker works',
    env: {
      DATABASE_URL: databaseUrl,
      PUBLIC_ORIGIN: 'http://localhost:4321',
      SITE_DIR: join(dir, 'site'),
      DATA_DIR: '.data/api-processes',
      PROBE_DIR: dir,
    },
  })
}

/** Somebody who guesses passwords, and the program that reads the metrics, which only this machine may. */
function listStrangers(fleet: Fleet) {
  let nth = 0
  return {
    guess: () => {
      nth = (nth + 1) % 500
      const account = { email: `nobody-${nth}@example.com`, password: 'a-wrong-guess' }
      return new Person(shopOf(fleet)).signIn(account)
    },
    scrape: () =>
      send(`${fleet.apis.a}/api/metrics`).catch((error: Error) => {
        throw new Refused('GET /api/metrics', 0, error.message)
      }),
  }
}

/** Takes samples at even intervals until the end, and changes a package BUILDS times. */
async function watch(
  db: Knex,
  {
    pids,
    dir,
    minutes,
    ending,
  }: { pids: Record<string, number>; dir: string; minutes: number; ending: Promise<unknown> },
): Promise<Sample[]> {
  const everyMs = minutes === 0 ? 1_000 : Math.min(MINUTE_MS, (minutes * MINUTE_MS) / LEAST_SAMPLES)
  const changeEvery = Math.ceil((minutes * MINUTE_MS) / everyMs / BUILDS)
  const samples: Sample[] = []
  let isOver = false
  const ended = ending.then(() => {
    isOver = true
  })
  while (!isOver) {
    await Promise.race([ended, delay(everyMs)])
    const sample = await takeSample(pids, db, dir)
    samples.push(sample)
    if (minutes === 0) continue
    const shown = [
      'API a: resident MiB',
      'API a: heap MiB',
      'worker: heap MiB',
      'database connections',
      'orders',
    ]
    const minute = ((samples.length * everyMs) / MINUTE_MS).toFixed(1)
    const figures = shown.map((name) => `${name} ${sample[name]?.toFixed(1)}`)
    process.stdout.write(`${minute.padStart(5)} min  ${figures.join(', ')}\n`)
    if (samples.length % changeEvery === 1)
      await db('packages').update({ description: `Changed, ${samples.length}.` })
  }
  return samples
}

function findFailures({ refused, counts }: Loops): string[] {
  const failed = refused.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
  const rounds = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return failed.length > rounds * LARGEST_SHARE_OF_FAILURES ? failed.map(({ message }) => message) : []
}

function showJudged(judged: Judged[]): void {
  const format = (value: number) => value.toFixed(2).padStart(10)
  process.stdout.write(`\n${'median of'.padEnd(28)}2nd quarter      last\n`)
  for (const { figure, second, last, isFlat } of judged) {
    const verdict = isFlat === undefined ? '' : isFlat ? 'flat' : '✘ GROWS'
    process.stdout.write(`${figure.padEnd(28)} ${format(second)}${format(last)}  ${verdict}\n`)
  }
}

/** @returns whether the run found nothing, and sold something */
function isGood({ counts, violations, judged }: Outcome): boolean {
  const growing = judged.filter(({ isFlat }) => isFlat === false).map(({ figure }) => figure)
  process.stdout.write(`  growing: ${growing.join(', ') || 'nothing'}\n`)
  return violations.length === 0 && growing.length === 0 && (counts['paid orders'] ?? 0) > 0
}

/** What the faults of the control cause: lost orders, a coupon used too often, and three leaks. */
const FAULTS = [
  /^captured .* neither/,
  /^coupon /,
  /: heap MiB grows$/,
  /: other files grows$/,
  /^database connections grows$/,
]

/** @returns whether every fault of the control was noticed */
function isCaught({ violations, judged }: Outcome): boolean {
  const growing = judged.filter(({ isFlat }) => isFlat === false).map(({ figure }) => `${figure} grows`)
  const missed = FAULTS.filter((fault) => ![...violations, ...growing].some((found) => fault.test(found)))
  for (const fault of missed) process.stdout.write(`  NOT noticed: ${fault.source}\n`)
  if (missed.length === 0) process.stdout.write('  all five faults were noticed, as they must be\n')
  return missed.length === 0
}

async function runSteps(): Promise<boolean> {
  // A call that is shed on a busy machine would look like the end of its flow.
  const fleet = await startFleet({ variables: { SHEDDING: 'off' } })
  try {
    const boundaries = await killAtEveryStep(fleet)
    await recover(fleet)
    const { counts, violations } = await check(fleet)
    if (violations.length > 0) process.stdout.write(`${fleet.readLog()}\n`)
    report('After a kill at every step, recovered', { ...boundaries, ...counts }, violations)
    return violations.length === 0
  } finally {
    await fleet.stop()
  }
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      kills: { type: 'string', default: '0' },
      restarts: { type: 'string', default: '0' },
      minutes: { type: 'string', default: '0' },
      quick: { type: 'boolean', default: false },
      control: { type: 'boolean', default: false },
      steps: { type: 'boolean', default: false },
    },
  })
  if (values.steps) return runSteps()
  const seed = Number(values.seed ?? (values.quick ? 20_261_121 : Date.now() % 1_000_000))
  const minutes = Number(values.minutes)
  const asked = { seed, minutes, kills: Number(values.kills), restarts: Number(values.restarts) }
  const people =
    asked.kills > 0 ? { buyers: 6, everyMs: 0, visits: 7 } : { buyers: 2, everyMs: 8_000, visits: 1 }
  const plan: Plan = { ...asked, ...people, isControl: false }
  if (values.quick) Object.assign(plan, { kills: 5, restarts: 1, buyers: 4, visits: 5 })
  // Without kills, all faults come from the missing rules. All buyers want the only use of a coupon at the same moment.
  const rush = { kills: 0, restarts: 0, buyers: 8, everyMs: 0, visits: 10, firstCoupon: 'ONCE' }
  const controlPlan: Plan = { ...plan, ...rush, isControl: true }

  if (asked.kills === 0) execFileSync(process.execPath, [join(ROOT, 'api', 'deploy', 'bundle.ts')])
  // Both run at the same time, because they mostly wait. Each has its own processes and database.
  const [outcome, control] = await Promise.all([
    values.control ? undefined : run(plan),
    values.control || values.quick ? run(controlPlan) : undefined,
  ])
  const ended: boolean[] = []
  if (outcome) {
    const what = `${plan.kills} kills, ${plan.restarts} crashes of PostgreSQL, ${minutes} minutes (seed ${seed})`
    report(`After ${what}, recovered`, outcome.counts, outcome.violations)
    if (outcome.judged.length > 0) showJudged(outcome.judged)
    ended.push(isGood(outcome))
  }
  if (control) {
    report('Control: five faults', control.counts, control.violations)
    showJudged(control.judged)
    ended.push(isCaught(control))
  }
  return ended.every(Boolean)
}

// If one of two runs fails, this stops the other one's processes.
process.exit((await main().finally(stopFleets)) ? 0 : 1)
