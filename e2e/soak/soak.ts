/**
 * `npm run soak`: an hour of mixed load on two API processes and a worker, sampled each minute. Exits with 1 if
 * memory, files, connections, queues or tables grow. Samples are written to .data/soak.
 *
 *   npm run soak -- --minutes 10
 *   npm run soak -- --minutes 4 --control    processes that leak: it fails unless that is noticed
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Knex } from 'knex'
import { NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { openEmbeddedDatabase, startFleet, stopFleets } from '#e2e/support/fleet.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { type Sample, takeSample } from './samples.ts'
import { startTraffic, type Traffic } from './traffic.ts'
import { type Judged, judge } from './verdict.ts'

const MINUTE_MS = 60_000
const LEAST_SAMPLES = 24
/** How often a package changes in a run, so that the worker builds the pages again. */
const BUILDS = 6
const LARGEST_SHARE_OF_FAILURES = 0.001
const PROBE = ['--import', './e2e/soak/memory-probe.ts']

interface Plan {
  minutes: number
  isControl: boolean
}

interface Outcome {
  samples: Sample[]
  counts: Record<string, number>
}

async function run({ minutes, isControl }: Plan): Promise<Outcome> {
  const probeDir = await mkdtemp(join(tmpdir(), 'soak-'))
  const server = SERVE_ARGS.at(-1) ?? ''
  const database = await openEmbeddedDatabase()
  const fleet = await startFleet({
    database,
    server: isControl ? 'e2e/soak/leaky-server.ts' : server,
    flags: [...PROBE, ...SERVE_ARGS.slice(0, -1)],
    // Limits and shedding are on, as in production, because their state could grow, too.
    variables: {
      PROBE_DIR: probeDir,
      RATE_LIMIT: 'on',
      TRUST_PROXY: '127.0.0.1',
    },
  })
  let worker: NodeProcess | undefined
  let traffic: Traffic | undefined
  try {
    traffic = await startTraffic(fleet)
    worker = startWorker(database.url, probeDir)
    await worker.untilReady()
    const pids = { 'API a': fleet.pidOf('a'), 'API b': fleet.pidOf('b'), worker: worker.pid }
    const samples = await watch(database.db, pids, probeDir, minutes * MINUTE_MS)
    await traffic.stop()
    return { samples, counts: traffic.counts }
  } finally {
    await traffic?.stop()
    await worker?.kill()
    await fleet.stop()
    await rm(probeDir, { recursive: true, force: true })
  }
}

function startWorker(databaseUrl: string, probeDir: string): NodeProcess {
  return NodeProcess.spawn({
    args: [...PROBE, '--expose-gc', 'api/worker.ts'],
    readyOutput: 'worker works',
    env: {
      DATABASE_URL: databaseUrl,
      PUBLIC_ORIGIN: 'http://localhost:4321',
      SITE_DIR: '.data/soak-site',
      DATA_DIR: '.data/api-processes',
      PROBE_DIR: probeDir,
    },
  })
}

/** Takes samples at even intervals, and changes a package BUILDS times. */
async function watch(
  db: Knex,
  pids: Record<string, number>,
  probeDir: string,
  forMs: number,
): Promise<Sample[]> {
  const everyMs = Math.min(MINUTE_MS, forMs / LEAST_SAMPLES)
  const startedAtMs = performance.now()
  const changeEvery = Math.ceil(forMs / everyMs / BUILDS)
  const samples: Sample[] = []
  for (let nth = 1; nth * everyMs <= forMs; nth += 1) {
    await delay(Math.max(0, startedAtMs + nth * everyMs - performance.now()))
    const sample = await takeSample(pids, db, probeDir)
    samples.push(sample)
    process.stdout.write(`${describe(sample, (nth * everyMs) / MINUTE_MS)}\n`)
    if (nth % changeEvery === 1)
      await db('packages')
        .where({ slug: 'business-website' })
        .update({ description: `Changed, ${nth}.` })
  }
  return samples
}

function describe(sample: Sample, minute: number): string {
  const shown = [
    'API a: resident MiB',
    'API a: heap MiB',
    'API b: heap MiB',
    'worker: heap MiB',
    'jobs due',
    'orders',
  ]
  return `${minute.toFixed(1).padStart(5)} min  ${shown.map((name) => `${name} ${sample[name]?.toFixed(1)}`).join(', ')}`
}

function report(judged: Judged[], counts: Record<string, number>): void {
  const format = (value: number) => value.toFixed(2).padStart(10)
  process.stdout.write(`\n${'median of'.padEnd(28)}2nd quarter      last\n`)
  for (const { figure, second, last, isFlat } of judged) {
    const verdict = isFlat === undefined ? '' : isFlat ? 'flat' : '✘ GROWS'
    process.stdout.write(`${figure.padEnd(28)} ${format(second)}${format(last)}  ${verdict}\n`)
  }
  process.stdout.write('\n')
  for (const [what, n] of Object.entries(counts).sort()) process.stdout.write(`  ${what.padEnd(28)}${n}\n`)
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '60' }, control: { type: 'boolean', default: false } },
  })
  const isControl = values.control
  execFileSync(process.execPath, [join(ROOT, 'api', 'deploy', 'bundle.ts')])
  const { samples, counts } = await run({ minutes: Number(values.minutes), isControl })
  const judged = judge(samples)
  report(judged, counts)
  const dir = join(ROOT, '.data', 'soak')
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, 'samples.json'), JSON.stringify(samples, null, 1))

  const growing = judged.filter(({ isFlat }) => isFlat === false).map(({ figure }) => figure)
  if (isControl) {
    const isSeen = [/: heap MiB$/, /: other files$/].every((kind) =>
      growing.some((figure) => kind.test(figure)),
    )
    process.stdout.write(isSeen ? 'The leaks were seen, as they must be\n' : '✘ The leaks were NOT seen\n')
    return isSeen ? 0 : 1
  }
  const calls = Object.values(counts).reduce((sum, n) => sum + n, 0)
  // A 503 is not a failure: the process sheds calls while the machine is busy with other things.
  const failed = Object.entries(counts).filter(([what]) => !/: ([234]\d\d|503|[a-z]+)$/.test(what))
  const failures = failed.reduce((sum, [, n]) => sum + n, 0)
  process.stdout.write(`${calls} calls, ${failures} failed; growing: ${growing.join(', ') || 'nothing'}\n`)
  return growing.length === 0 && failures <= calls * LARGEST_SHARE_OF_FAILURES ? 0 : 1
}

// An interrupted run stops its processes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stopFleets().then(() => process.exit(130)))
}
process.exit(await main())
