/** A real PgBouncer with production's file (api/deploy/pgbouncer.ini), but other hosts, ports and sizes. */
import { chown, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findFreePort } from '#db/connection/ports.ts'
import { ensureInstalled, succeeds } from '#db/testing/debian.ts'
import { findPostgresUser, makePostgresFolder } from './own-postgres.ts'
import { adapt, Program } from './program.ts'

const CONFIGURATION = resolve(import.meta.dirname, '..', '..', 'api', 'deploy', 'pgbouncer.ini')

/** Found on the PATH, else installed from Debian. @throws Error with what to install */
export const ensurePgbouncer = () => ensureInstalled(() => succeeds('pgbouncer', ['--version']), 'pgbouncer')

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
  #program: Program | undefined

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
    const program = new Program('pgbouncer', [this.#file], { ...owner, cwd: '/' })
    this.#program = program
    await program.until(async () => program.output.includes('process up:'))
  }

  get #file(): string {
    return join(this.#dir, 'pgbouncer.ini')
  }

  async #configure(databasePort: number): Promise<void> {
    const { isTransactionMode } = this.#options
    const configuration = await adapt(CONFIGURATION, {
      'host=postgres port=5432': `host=127.0.0.1 port=${databasePort}`,
      'listen_port = 6432': `listen_port = ${this.#port}`,
      '/etc/pgbouncer/userlist.txt': join(this.#dir, 'userlist.txt'),
      'server_tls_sslmode = verify-full': 'server_tls_sslmode = disable',
      ...(isTransactionMode && { 'pool_mode=session': 'pool_mode=transaction' }),
    })
    await writeFile(this.#file, configuration)
  }

  urlOf(role: Role): string {
    return `postgres://${role.name}:${role.password}@127.0.0.1:${this.#port}/shop`
  }

  /** Connects PgBouncer to another PostgreSQL as an operator does: changes its file and reloads it. */
  async connectTo(databasePort: number): Promise<void> {
    await this.#configure(databasePort)
    this.#program?.signal('SIGHUP')
  }

  async stop(): Promise<void> {
    await this.#program?.stop('SIGKILL')
    await rm(this.#dir, { recursive: true, force: true })
  }
}
