/** An API process as production runs it, on a port that it keeps over restarts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findFreePort } from '../../db/embedded.ts'

export const ROOT = resolve(import.meta.dirname, '..', '..')
/** What `npm run serve` says after `node`. */
const SERVE = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { serve: string } }
).scripts.serve
  .split(' ')
  .slice(1)
const LISTENS_WITHIN_MS = 30_000

export interface Surroundings {
  databaseUrl: string
  /** Of the payment provider or its stand-in. */
  providerUrl: string
  credentials: { keyId: string; keySecret: string; webhookSecret: string }
  /** Who has signed in at another process with the same secrets is signed in here. */
  sessionSecret: string
  /** Unset: the API alone. */
  siteDir?: string
  variables?: Record<string, string>
}

export class ApiProcess {
  readonly port: number
  readonly url: string
  readonly #env: Record<string, string | undefined>
  #child: ChildProcess | undefined
  #output = ''

  private constructor(port: number, around: Surroundings) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMIT: 'off',
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: around.databaseUrl,
      SESSION_SECRET: around.sessionSecret,
      RAZORPAY_KEY_ID: around.credentials.keyId,
      RAZORPAY_KEY_SECRET: around.credentials.keySecret,
      RAZORPAY_WEBHOOK_SECRET: around.credentials.webhookSecret,
      RAZORPAY_API_URL: around.providerUrl,
      SITE_DIR: around.siteDir ?? '.data/no-site',
      DATA_DIR: '.data/deploy',
      ...around.variables,
    }
  }

  static async create(around: Surroundings): Promise<ApiProcess> {
    return new ApiProcess(await findFreePort(), around)
  }

  /** @returns when it listens */
  async start(): Promise<void> {
    const child = spawn(process.execPath, SERVE, {
      cwd: ROOT,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const listening = Promise.withResolvers<void>()
    const late = setTimeout(
      () => listening.reject(new Error(`The API does not listen:\n${this.#output}`)),
      LISTENS_WITHIN_MS,
    )
    let isHeard = false
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#output = `${this.#output}${chunk.toString()}`.slice(-20_000)
        if (!isHeard && this.#output.includes('API listening')) {
          isHeard = true
          this.#output = ''
          listening.resolve()
        }
      })
    }
    child.once('exit', () => listening.reject(new Error(`The API ended:\n${this.#output}`)))
    await listening.promise.finally(() => clearTimeout(late))
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** What it has logged since it listens. */
  get log(): string {
    return this.#output
  }

  /** SIGTERM. @returns its exit code */
  async terminate(): Promise<number | null> {
    const child = this.#child
    if (!child || !this.isRunning) return child?.exitCode ?? null
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = (await exited) as [number | null]
    return code
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }
}
