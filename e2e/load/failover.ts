/**
 * `npm run chaos:failover`: while buyers buy, the primary loses power, its synchronous standby is promoted, and PgBouncer connects
 * to it. This happens several times. Then the books are checked (docs/deployment.md, Failover).
 *
 *   npm run chaos:failover -- --times 3 --seed 7
 *   npm run chaos:failover -- --control   the standby is not synchronous: fails unless the checker notices
 *
 * Without `--control`, the control runs after the failovers.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withDb } from '#db/connection/connection.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { ensurePostgres, type OwnPostgres, startOwnPostgres } from '#e2e/servers/own-postgres.ts'
import { openPooledPostgres, type PooledPostgres } from '#e2e/servers/pooled-postgres.ts'
import { type Fleet, startFleet } from '#e2e/support/fleet.ts'
import type { Market } from './buyers.ts'
import { check, type Verdict } from './check.ts'
import { recover, report, seedMarket, startBuying } from './course.ts'
import type { Loops } from './loops.ts'
import { FORM, Person, unlessRefused } from './person.ts'

const CROWD = { buyers: 6, everyMs: 0 }
/** Visits of each buyer before each failover, so that it happens under load. */
const VISITS_BETWEEN = 7
/** Promised in docs/deployment.md, Failover. */
const READY_WITHIN_MS = 10_000
const GIVE_UP_AFTER_MS = 120_000
const POLL_MS = 50

interface Plan {
  seed: number
  times: number
  isSynchronous: boolean
}

/** Times in milliseconds. The last four count from the command to promote the standby. */
interface Failover {
  /** The time of a purchase before the failover, on this machine and under this load. */
  purchaseBeforeMs: number
  promotedMs: number
  readyMs: number
  purchaseMs: number
  noticedMs: number
}

class Failed extends Error {}

/** Runs statements on one server, not through PgBouncer. @returns the rows of the last one */
const queryServer = <Row>(server: OwnPostgres, ...statements: string[]): Promise<Row[]> =>
  withDb(server.urlOf('shop'), 'operator', async (db) => {
    let rows: Row[] = []
    for (const statement of statements) ({ rows } = await db.raw<{ rows: Row[] }>(statement))
    return rows
  })

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAtMs = Date.now() + GIVE_UP_AFTER_MS
  while (!(await isSo())) {
    if (Date.now() > giveUpAtMs) throw new Failed(`Not within ${GIVE_UP_AFTER_MS / 1000} s: ${what}`)
    await delay(POLL_MS)
  }
}

/** Adds a standby as an operator does: a copy of the primary. If it is synchronous, the primary's commits then wait for it. */
async function addStandby(primary: OwnPostgres, isSynchronous: boolean): Promise<OwnPostgres> {
  const standby = await startOwnPostgres(ensurePostgres(), { standbyOf: primary })
  if (isSynchronous) {
    await queryServer(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()')
  }
  await until('the standby follows', async () => {
    const rows = await queryServer<{ sync: string }>(
      primary,
      `SELECT sync_state AS sync FROM pg_stat_replication WHERE state = 'streaming'`,
    )
    return rows.some(({ sync }) => sync === (isSynchronous ? 'sync' : 'async'))
  })
  return standby
}

/** Cuts the standby off, so that it receives no more changes. */
const cutOff = (standby: OwnPostgres) =>
  queryServer(standby, `ALTER SYSTEM SET primary_conninfo = ''`, 'SELECT pg_reload_conf()')

async function untilCommitsWait(primary: OwnPostgres): Promise<void> {
  await until('commits wait for the standby', async () => {
    const rows = await queryServer(primary, `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
    return rows.length > 0
  })
}

/** Stops a synchronous standby, which blocks every sale. Then makes the primary stop waiting for it, so that it sells again. */
async function continueWithoutStandby(primary: OwnPostgres, fleet: Fleet, buyers: Loops): Promise<void> {
  const standby = await addStandby(primary, true)
  await standby.stop()
  await untilCommitsWait(primary)
  await until('a process that waits is not ready', async () => !(await isReady(fleet.apis.a)))
  await queryServer(primary, `ALTER SYSTEM SET synchronous_standby_names = ''`, 'SELECT pg_reload_conf()')
  await buyers.untilRounds(VISITS_BETWEEN)
  process.stdout.write('  without its standby the primary waited, and went on alone when told so\n')
}

/** Promotes the standby with the steps of docs/deployment.md, Failover. */
async function promote(standby: OwnPostgres, pgbouncer: PooledPostgres['pgbouncer']): Promise<void> {
  // Otherwise the new primary waits for a standby that it does not have.
  await queryServer(standby, `ALTER SYSTEM SET synchronous_standby_names = ''`)
  await standby.promote()
  await pgbouncer.connectTo(standby.port)
}

const isReady = async (url: string) => {
  const response = await fetch(`${url}/api/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(
    () => undefined,
  )
  await response?.body?.cancel()
  return response?.status === 200
}

/** Makes one purchase without trying anything twice. */
async function buyOnce({ shop, packageId, prices }: Market, origin: string): Promise<boolean> {
  const userData = { ...FORM, email: `after-${randomUUID()}@example.com` }
  const asked = { packageId, finalAmount: (prices.USD ?? 0) / 100, userData }
  return (await unlessRefused(new Person({ ...shop, origins: [origin] }).buy(asked))) !== undefined
}

async function timePurchase(fleet: Fleet, market: Market): Promise<number> {
  const startedAtMs = performance.now()
  if (!(await buyOnce(market, fleet.apis.a))) throw new Failed('Nothing was sold before the failover')
  return Math.round(performance.now() - startedAtMs)
}

/** Changes a package, and waits until both processes, which cache the catalogue, show the change. */
async function untilChangeSeen(fleet: Fleet, { packageId }: Market, name: string): Promise<void> {
  await until('both processes listen again', async () => {
    const rows = await fleet
      .db('pg_stat_activity')
      .where({ applicationName: 'shop catalogue' })
      .catch(() => [])
    return rows.length === 2
  })
  await Package.query(fleet.db).findById(packageId).patch({ name })
  for (const url of Object.values(fleet.apis)) {
    await until('the change is seen', async () => {
      const response = await fetch(`${url}/api/packages`)
      return (await response.text()).includes(name)
    })
  }
}

async function failOver(
  { pgbouncer }: PooledPostgres,
  { fleet, market, standby }: { fleet: Fleet; market: Market; standby: OwnPostgres },
): Promise<Omit<Failover, 'purchaseBeforeMs'>> {
  const startedAtMs = performance.now()
  const sinceStart = () => Math.round(performance.now() - startedAtMs)
  await promote(standby, pgbouncer)
  const promotedMs = sinceStart()
  const urls = Object.values(fleet.apis)
  await Promise.all(urls.map((url) => until(`${url} is ready`, () => isReady(url))))
  const readyMs = sinceStart()
  await Promise.all(urls.map((url) => until(`${url} sells`, () => buyOnce(market, url))))
  const purchaseMs = sinceStart()
  await untilChangeSeen(fleet, market, `After ${randomUUID()}`)
  return { promotedMs, readyMs, purchaseMs, noticedMs: sinceStart() }
}

/** Restarts the old primary. @throws Error if a process of the shop connects or writes to it */
async function expectUntouched(former: OwnPostgres, buyers: Loops): Promise<void> {
  await former.start()
  const readState = async () => {
    const [state] = await queryServer<{ state: string }>(
      former,
      `SELECT (SELECT count(*) FROM orders) || ' orders, ' || (SELECT count(*) FROM pg_stat_activity
         WHERE application_name LIKE 'shop%') || ' connections of the shop' AS state`,
    )
    return state?.state
  }
  const before = await readState()
  await buyers.untilRounds(VISITS_BETWEEN)
  const after = await readState()
  if (before !== after || !after?.endsWith(' 0 connections of the shop')) {
    throw new Failed(`The former primary was used: ${before}, then ${after}`)
  }
}

/** Cuts the last standby off before its primary is killed. @returns verdict and times of the failovers */
async function run({ seed, times, isSynchronous }: Plan): Promise<Verdict & { failovers: Failover[] }> {
  const pooled = await openPooledPostgres()
  const servers = new Set([pooled.primary])
  const fleet = await startFleet({ database: pooled.database })
  const failovers: Failover[] = []
  try {
    const market = await seedMarket(fleet)
    let { primary } = pooled
    const buyers = startBuying(market, { ...CROWD, seed })
    if (isSynchronous) await continueWithoutStandby(primary, fleet, buyers)
    for (let nth = 1; nth <= times; nth += 1) {
      const standby = await addStandby(primary, isSynchronous)
      servers.add(standby)
      await buyers.untilRounds(VISITS_BETWEEN)
      const purchaseBeforeMs = await timePurchase(fleet, market)
      if (nth === times) {
        await cutOff(standby)
        // With a synchronous standby, commits now wait for it. Without one, they are lost with the primary.
        await (isSynchronous ? untilCommitsWait(primary) : buyers.untilRounds(VISITS_BETWEEN))
      }
      await primary.kill()
      const failover = { purchaseBeforeMs, ...(await failOver(pooled, { fleet, market, standby })) }
      failovers.push(failover)
      process.stdout.write(
        `  failover ${nth}: promoted after ${failover.promotedMs} ms, ready after ${failover.readyMs}, ` +
          `sold after ${failover.purchaseMs} (a purchase before took ${failover.purchaseBeforeMs}), changes seen after ${failover.noticedMs}\n`,
      )
      await expectUntouched(primary, buyers)
      await primary.stop()
      servers.delete(primary)
      primary = standby
    }
    await buyers.stop()
    await recover(fleet)
    const verdict = await check(fleet)
    if (verdict.violations.length > 0 && isSynchronous) process.stdout.write(`${fleet.readLog()}\n`)
    return { violations: verdict.violations, counts: { ...buyers.counts, ...verdict.counts }, failovers }
  } finally {
    await fleet.stop()
    for (const server of servers) await server.stop()
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '3' },
      seed: { type: 'string' },
      control: { type: 'boolean', default: false },
    },
  })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  let isGood = true
  if (!values.control) {
    const times = Number(values.times)
    process.stdout.write(`seed ${seed}: ${times} failovers to a synchronous standby\n`)
    const outcome = await run({ seed, times, isSynchronous: true })
    report(`After ${times} failovers, recovered (seed ${seed})`, outcome.counts, outcome.violations)
    const isLate = ({ purchaseMs, purchaseBeforeMs }: Failover) =>
      purchaseMs > READY_WITHIN_MS + purchaseBeforeMs
    const late = outcome.failovers.filter(isLate).length
    process.stdout.write(`  ${'sold too late'.padEnd(28)}${String(late).padStart(8)}\n`)
    isGood = outcome.violations.length === 0 && late === 0
  }
  const control = await run({ seed, times: 1, isSynchronous: false })
  report('Control: a standby that is not synchronous', control.counts, control.violations)
  const isCaught = control.violations.some((found) => /^captured .* neither/.test(found))
  process.stdout.write(
    isCaught ? '  caught by the checker, as it must be\n' : '  NOT caught: the checker is blind\n',
  )
  return isGood && isCaught ? 0 : 1
}

process.exit(await main())
