/** Measures the figures that must not grow: memory and open files of the processes, connections, queues, some tables. */
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { median } from '#e2e/support/wrk.ts'

const MIB = 1024 * 1024
const PROBED_WITHIN_MS = 60_000

/** Values by name of the figure. */
export type Sample = Record<string, number>

export async function takeSample(pids: Record<string, number>, db: Knex, probeDir: string): Promise<Sample> {
  const processes = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => {
      const { rss, heapUsed, external } = await probe(pid, probeDir)
      const files = await listFiles(pid)
      return {
        [`${name}: resident MiB`]: rss / MIB,
        [`${name}: heap MiB`]: heapUsed / MIB,
        [`${name}: external MiB`]: external / MIB,
        [`${name}: sockets`]: files.filter((file) => file.startsWith('socket:')).length,
        [`${name}: other files`]: files.filter((file) => !file.startsWith('socket:')).length,
      }
    }),
  )
  return Object.assign({}, ...processes, await sampleDatabase(db))
}

/** @returns the process's memory after garbage collection @throws Error if the process does not respond */
async function probe(pid: number, probeDir: string): Promise<NodeJS.MemoryUsage> {
  const file = join(probeDir, `${pid}.json`)
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  const giveUpAtMs = performance.now() + PROBED_WITHIN_MS
  while (!existsSync(file)) {
    if (performance.now() > giveUpAtMs) throw new Error(`Process ${pid} does not report its memory`)
    await delay(20)
  }
  return JSON.parse(await readFile(file, 'utf8')) as NodeJS.MemoryUsage
}

async function listFiles(pid: number): Promise<string[]> {
  const dir = `/proc/${pid}/fd`
  // A file may be closed before its link is read.
  return Promise.all((await readdir(dir)).map((fd) => readlink(join(dir, fd)).catch(() => 'closed')))
}

const DATABASE = `SELECT
  (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'shop%') AS "database connections",
  (SELECT count(*) FROM jobs.job WHERE state < 'active' AND start_after < now()) AS "jobs due",
  (SELECT count(*) FROM jobs.job WHERE state = 'failed') AS "jobs failed",
  (SELECT count(*) FROM provider_events WHERE processed_at IS NULL) AS "provider events open",
  (SELECT coalesce(sum(pg_total_relation_size(oid)), 0) / 1048576.0 FROM pg_class
   WHERE relpersistence = 'u' AND relkind = 'r')::float AS "unlogged tables MiB",
  (SELECT sum(pg_total_relation_size(pg_class.oid)) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
   WHERE nspname = 'jobs' AND relkind = 'r')::float / greatest((SELECT count(*) FROM jobs.job), 1) AS "bytes a stored job",
  (SELECT sum(greatest(0, n_dead_tup - 50 - n_live_tup / 5)) FROM pg_stat_user_tables)::float AS "dead rows overdue",
  (SELECT count(*) FROM orders) AS orders,
  pg_database_size(current_database()) / 1048576.0::float AS "database MiB"`

async function sampleDatabase(db: Knex): Promise<Sample> {
  const { rows } = await db.raw<{ rows: [Sample] }>(DATABASE)
  return rows[0]
}

/**
 * How much the last quarter may exceed the second: a share, plus a constant. In an hour there are about 15,000 calls between
 * the two, so 2 MiB of heap are 140 bytes per call. Resident memory varies more, because V8 returns pages late. Sockets vary
 * with the callers' open connections. Dead rows are overdue beyond the size at which
 * autovacuum starts, 50 and a fifth of a table; it looks each minute.
 */
const MAY_GROW: [figure: RegExp, share: number, constant: number][] = [
  [/: resident MiB$/, 0.1, 8],
  [/: heap MiB$/, 0.02, 2],
  [/: external MiB$/, 0.1, 2],
  [/: sockets$/, 0, 6],
  [/: other files$/, 0, 2],
  [/^database connections$/, 0, 3],
  [/^jobs due$/, 0, 10],
  [/^jobs failed$/, 0, 2],
  [/^provider events open$/, 0, 5],
  [/^unlogged tables MiB$/, 0.1, 1],
  [/^bytes a stored job$/, 0.1, 0],
  [/^dead rows overdue$/, 0.1, 500],
]

export interface Judged {
  figure: string
  second: number
  last: number
  /** Undefined for a figure that grows with the orders and is only shown. */
  isFlat: boolean | undefined
}

/** Compares each figure's medians in the second and the last quarter. The first quarter is warm-up. */
export function judge(samples: Sample[]): Judged[] {
  const quarter = Math.floor(samples.length / 4)
  return Object.keys(samples[0] ?? {}).map((figure) => {
    const medianOf = (some: Sample[]) => median(some.map((sample) => sample[figure] ?? Number.NaN))
    const second = medianOf(samples.slice(quarter, 2 * quarter))
    const last = medianOf(samples.slice(-quarter))
    const [, share = 0, constant = 0] = MAY_GROW.find(([pattern]) => pattern.test(figure)) ?? []
    const isJudged = MAY_GROW.some(([pattern]) => pattern.test(figure))
    return { figure, second, last, isFlat: isJudged ? last <= second * (1 + share) + constant : undefined }
  })
}
