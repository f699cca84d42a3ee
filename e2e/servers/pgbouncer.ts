/** A real PgBouncer with production's file (api/deploy/pgbouncer.ini), but other hosts, ports and sizes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findFreePort } from '#db/connection/ports.ts'
import { installFromDebian, succeeds } from '#db/testing/debian.ts'
import { findPostgresUser, makePostgresFolder } from './own-postgres.ts'

const CONFIGURATION = resolve(import.meta.dirname, '..', '..', 'api', 'deploy', 'pgbouncer.ini')

const isInstalled = () => succeeds('pgbouncer', ['--version'])

/** Found on the PATH, else installed as Debian's package. @throws Error with what to install */
export function ensurePgbouncer(): void {
  if (isInstalled()) return
  installFromDebian('pgbouncer')
  if (!isInstalled()) {
    throw new Error('These tests need pgbouncer on the PATH: install it (Debian: apt-get install pgbouncer)')
  }
}

export interface Role {
  name: string
  password: string
}

interface Options {
  databasePort: number
  roles: Role[]
  /** Transaction mode, which the shop cannot use, instead of session mode. */
  isTransactionMode?: boolean
}

export class Pgbouncer {
  readonly #dir: string
  readonly #port: number
  readonly #options: Options
  #process: ChildProcess | undefined

  private constructor(dir: string, port: number, options: Options) {
    this.#dir = dir
    this.#port = port
    this.#options = options
  }

  /** Resolves when PgBouncer listens. @throws Error with its output */
  static async start(options: Options): Promise<Pgbouncer> {
    const pgbouncer = new Pgbouncer(
      await makePostgresFolder('shop-pgbouncer-'),
      await findFreePort(),
      options,
    )
    await pgbouncer.#start()
    return pgbouncer
  }

  async #start(): Promise<void> {
    const owner = findPostgresUser()
    const users = join(this.#dir, 'userlist.txt')
    await writeFile(users, this.#options.roles.map((role) => `"${role.name}" "${role.password}"\n`).join(''))
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(users, owner.uid, owner.gid)
    await this.#configure(this.#options.databasePort)
    const child = spawn('pgbouncer', [this.#file], {
      ...owner,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = child
    let output = ''
    const { promise, resolve: listens, reject } = Promise.withResolvers<void>()
    child.stderr?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-5_000)
      if (output.includes('process up:')) listens()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PgBouncer ended: ${output}`)))
    await promise
  }

  get #file(): string {
    return join(this.#dir, 'pgbouncer.ini')
  }

  async #configure(databasePort: number): Promise<void> {
    let configuration = await readFile(CONFIGURATION, 'utf8')
    const replace = (from: string, to: string) => {
      if (!configuration.includes(from)) throw new Error(`pgbouncer.ini has no "${from}"`)
      configuration = configuration.replaceAll(from, to)
    }
    replace('host=postgres port=5432', `host=127.0.0.1 port=${databasePort}`)
    replace('listen_port = 6432', `listen_port = ${this.#port}`)
    replace('/etc/pgbouncer/userlist.txt', join(this.#dir, 'userlist.txt'))
    replace('server_tls_sslmode = verify-full', 'server_tls_sslmode = disable')
    if (this.#options.isTransactionMode) replace('pool_mode=session', 'pool_mode=transaction')
    await writeFile(this.#file, configuration)
  }

  urlOf(role: Role): string {
    return `postgres://${role.name}:${role.password}@127.0.0.1:${this.#port}/shop`
  }

  /** Connects PgBouncer to another PostgreSQL as an operator does: changes its file and reloads it. */
  async connectTo(databasePort: number): Promise<void> {
    await this.#configure(databasePort)
    this.#process?.kill('SIGHUP')
  }

  async stop(): Promise<void> {
    if (this.#process?.exitCode === null) {
      const exited = once(this.#process, 'exit')
      this.#process.kill('SIGKILL')
      await exited
    }
    await rm(this.#dir, { recursive: true, force: true })
  }
}
