/**
 * Debian's PostgreSQL, with its programs for backups and standbys. The embedded one from npm has none of them, and an
 * older Debian's programs cannot read its data.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '#db/connection/ports.ts'
import { ensureInstalled } from '#db/testing/debian.ts'

const run = promisify(execFile)

const VERSIONS = '/usr/lib/postgresql'
const NEEDED = ['initdb', 'pg_basebackup', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore']

function findBinaries(): string | undefined {
  const folders = existsSync(VERSIONS) ? readdirSync(VERSIONS).map((name) => join(VERSIONS, name, 'bin')) : []
  return folders.find((folder) => NEEDED.every((program) => existsSync(join(folder, program))))
}

/** Installs Debian's package if it is missing. @returns the folder of its programs @throws Error with what to install */
export function ensurePostgres(): string {
  ensureInstalled(() => findBinaries() !== undefined, 'postgresql')
  return findBinaries() ?? ''
}

/** PostgreSQL and PgBouncer refuse to run as root. @returns the user of the Debian package; nothing if this process is not root's */
export function findPostgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A temporary folder that belongs to the `postgres` user. */
export async function makePostgresFolder(prefix: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), prefix))
  const { uid, gid } = findPostgresUser()
  if (uid !== undefined && gid !== undefined) await chown(dir, uid, gid)
  return dir
}

export interface OwnPostgres {
  readonly port: number
  urlOf(database: string): string
  /** Kills all processes of the server at once, as a power failure does. */
  kill(): Promise<void>
  /** Starts it on the same port after `kill`. It recovers from its write-ahead log. */
  start(): Promise<void>
  promote(): Promise<void>
  stop(): Promise<void>
}

/** @param standbyOf the primary that it replicates; unset: it is a new, empty server */
export async function startOwnPostgres(
  binaries: string,
  { standbyOf }: { standbyOf?: OwnPostgres } = {},
): Promise<OwnPostgres> {
  const dir = await makePostgresFolder('shop-own-postgres-')
  const owner = findPostgresUser()
  const cluster = join(dir, 'cluster')
  await mkdir(cluster, { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(cluster, owner.uid, owner.gid)
  const call = async (program: string, args: string[]) => {
    await run(join(binaries, program), ['--pgdata', cluster, ...args], {
      ...owner,
      cwd: '/',
      env: { LC_ALL: 'C' },
    })
  }
  if (standbyOf) {
    await call('pg_basebackup', [
      `--dbname=${standbyOf.urlOf('postgres')}`,
      ...['--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    ])
  } else {
    await call('initdb', [
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ])
  }
  const port = await findFreePort()
  // Only processes crash here, never the machine, so writes survive without fsync.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  const log = join(dir, 'log')
  const start = async () => {
    try {
      await call('pg_ctl', ['start', '--wait', '--silent', `--log=${log}`, `--options=${options}`])
    } catch (error) {
      const lines = (await readFile(log, 'utf8')).trimEnd().split('\n')
      throw new Error(`PostgreSQL does not start: ${lines.slice(-20).join('\n')}`, { cause: error })
    }
  }
  await start()
  let isRunning = true
  return {
    port,
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    kill: async () => {
      const postmaster = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
      // Paused first: a child started meanwhile would survive, and the server cannot restart beside it.
      process.kill(postmaster, 'SIGSTOP')
      await untilState(postmaster, STOPPED)
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      const processes = [...children.split(' ').filter(Boolean).map(Number), postmaster]
      isRunning = false
      for (const pid of processes) killIfRunning(pid)
      for (const pid of processes) await untilState(pid, ENDED)
      // The process may still be listed after its end. A start would take it for a running server.
      await rm(join(cluster, 'postmaster.pid'))
    },
    start: async () => {
      await start()
      isRunning = true
    },
    promote: () => call('pg_ctl', ['promote', '--wait']),
    stop: async () => {
      if (isRunning) await call('pg_ctl', ['stop', '--mode=immediate'])
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Process states of Linux. An ended process holds no shared memory, even before its parent has reaped it. */
const ENDED = ['Z', 'X', undefined]
const STOPPED = ['T', ...ENDED]

/** Waits for the state, because a signal takes effect a little later. */
async function untilState(pid: number, states: readonly (string | undefined)[]): Promise<void> {
  for (;;) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The state follows the program's name, which may contain anything, even `)`.
    if (states.includes(stat.slice(stat.lastIndexOf(')') + 2)[0])) return
    await delay(10)
  }
}

/** A child may have ended with its parent. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
