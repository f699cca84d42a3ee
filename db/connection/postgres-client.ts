/** Finds and runs pg_dump and pg_restore, which must be at least as new as the server. */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Knex } from 'knex'
import { withDb } from './connection.ts'
import { findRunningUrl } from './embedded.ts'
import { DATABASES, findPlaintext } from './plaintext.ts'

const run = promisify(execFile)

/** Debian's folder with all versions. The program on its PATH is a wrapper that chooses a version by its own rules. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql'

/** An error for the command line, whose message says what to do. */
export class CannotProceed extends Error {}

/**
 * The first of `DATABASE_OWNER_URL`, `DATABASE_URL`, and the embedded database of the shop that runs on `DATA_DIR`.
 * @throws CannotProceed if there is none, or its connection is not encrypted
 */
export async function findOwnerUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const problems = findPlaintext(DATABASES, env)
  if (problems.length > 0) throw new CannotProceed(problems.join('\n  '))
  const named = env.DATABASE_OWNER_URL || env.DATABASE_URL
  if (named) return named
  const dataDir = env.DATA_DIR || '.data'
  const url = await findRunningUrl(dataDir)
  if (!url) throw new CannotProceed(`Set DATABASE_URL, or start the shop whose data lies in ${dataDir}`)
  return url
}

/** @returns the major version: 18 for 18.4 @throws CannotProceed if the database is not reachable */
export async function readServerVersion(databaseUrl: string): Promise<number> {
  const read = (db: Knex) =>
    db.raw<{ rows: { version: number }[] }>(
      `SELECT current_setting('server_version_num')::integer / 10000 AS version`,
    )
  const { rows } = await withDb(databaseUrl, 'shop', read).catch((error: Error) => {
    throw new CannotProceed('The database is not reachable', { cause: error })
  })
  return rows[0]?.version ?? 0
}

/**
 * Finds the installed versions that are new enough, oldest first, because more programs can read the file of an older pg_dump.
 * @param atLeast major version
 * @throws CannotProceed with the name of the package to install
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

/** Passes a URL to libpq in environment variables, because other users of the machine can read the command line. */
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

/** @throws CannotProceed with the program's stderr if it fails */
export async function runProgram(path: string, args: string[], databaseUrl?: string): Promise<void> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...(databaseUrl && toLibpqEnv(databaseUrl)) }
  await run(path, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch((error: Error & { stderr?: string }) => {
    throw new CannotProceed(error.stderr?.trim() || error.message, { cause: error })
  })
}
