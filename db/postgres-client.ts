/** PostgreSQL's own programs, for backups: found on the machine, and as new as the server at least. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { createDb } from './connection.ts'
import { DATABASE_URL_FILE } from './embedded.ts'

const run = promisify(execFile)

/** Where Debian keeps the versions beside each other; what lies on the PATH chooses one by rules of its own. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql'

/** A reason to stop that the person at the terminal can act on. */
export class CannotProceed extends Error {}

/** `DATABASE_URL`, else the database of the demo that runs on `DATA_DIR`. */
export async function findDatabaseUrl(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL
  const dataDir = env.DATA_DIR || '.data'
  const url = await readFile(join(dataDir, DATABASE_URL_FILE), 'utf8').catch(() => undefined)
  if (!url) throw new CannotProceed(`Set DATABASE_URL, or start the shop whose data lies in ${dataDir}`)
  return url.trim()
}

/** 18 for 18.4. @throws CannotProceed where the database does not answer */
export async function readServerVersion(databaseUrl: string): Promise<number> {
  const db = createDb(databaseUrl, { poolMax: 1 })
  try {
    const { rows } = await db.raw<{ rows: { version: number }[] }>(
      `SELECT current_setting('server_version_num')::integer / 10000 AS version`,
    )
    return rows[0]?.version ?? 0
  } catch (error) {
    throw new CannotProceed('The database is not reachable', { cause: error })
  } finally {
    await db.destroy()
  }
}

/**
 * All that are new enough, oldest first: what an older one writes more others can read, and what it says more servers know.
 * @param atLeast major version
 * @throws CannotProceed with what to install
 */
export async function findPrograms(
  name: 'pg_dump' | 'pg_restore',
  { atLeast, env }: { atLeast: number; env: NodeJS.ProcessEnv },
): Promise<[string, ...string[]]> {
  const versions = (await readdir(DEBIAN_VERSIONS).catch(() => [])).map((version) =>
    join(DEBIAN_VERSIONS, version, 'bin'),
  )
  const folders = env.PG_BIN ? [env.PG_BIN] : [...versions, ...(env.PATH ?? '').split(delimiter)]
  const found: { path: string; version: number }[] = []
  for (const folder of folders.filter(Boolean)) {
    const path = join(folder, name)
    const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }))
    const version = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1])
    if (version > 0) found.push({ path, version })
  }
  const fitting = found.filter(({ version }) => version >= atLeast).sort((a, b) => a.version - b.version)
  const [oldest, ...newer] = fitting.map(({ path }) => path)
  if (oldest !== undefined) return [oldest, ...newer]
  const newest = Math.max(0, ...found.map(({ version }) => version))
  throw new CannotProceed(
    `${name} of PostgreSQL ${atLeast} or newer is needed, and here is ${newest > 0 ? newest : 'none'}: ` +
      `install postgresql-client-${atLeast} (apt.postgresql.org has every version), or name the folder of another in PG_BIN`,
  )
}

/** libpq's variables of a URL: on a command line everybody on the machine could read the password. */
export function toLibpqEnv(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl)
  const sslMode = searchParams.get('sslmode')
  return {
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslMode && { PGSSLMODE: sslMode }),
  }
}

/** Runs it to its end. @throws CannotProceed with what it complained about */
export async function runProgram(path: string, args: string[], databaseUrl?: string): Promise<void> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...(databaseUrl && toLibpqEnv(databaseUrl)) }
  await run(path, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch((error: Error & { stderr?: string }) => {
    throw new CannotProceed(error.stderr?.trim() || error.message, { cause: error })
  })
}

/** Runs a script's work, and ends it with one line where it cannot be done. */
export async function runScript(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`✔ ${await work()}\n`)
  } catch (error) {
    const text =
      error instanceof CannotProceed ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`✘ ${text}\n`)
    process.exitCode = 1
  }
}
