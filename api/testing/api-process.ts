/** An API process as production runs it, on a port that it has again after each restart. */
import { findFreePort } from '../../db/connection/embedded.ts'
import { type Listeners, NodeProcess } from '../../db/testing/node-process.ts'

export interface Surroundings extends Listeners {
  databaseUrl: string
  /** Of the payment provider or its stand-in; unset: nothing is there. */
  providerUrl?: string
  credentials: { keyId: string; keySecret: string; webhookSecret: string }
  /** Processes with the same secret share their sessions. */
  sessionSecret: string
  /** Unset: the API alone. */
  siteDir?: string
  /** Node's flags and the script. */
  args?: string[]
  variables?: Record<string, string>
}

/** Options of a single start. */
export interface StartChanges {
  /** A module that it loads first. */
  preload?: string
  env?: Record<string, string>
}

export class ApiProcess {
  readonly port: number
  readonly url: string
  readonly #around: Surroundings
  #process: NodeProcess | undefined

  private constructor(port: number, around: Surroundings) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#around = around
  }

  /** Does not start it. @param port unset: any that is free */
  static async create(around: Surroundings, port?: number): Promise<ApiProcess> {
    return new ApiProcess(port ?? (await findFreePort()), around)
  }

  /** @returns when it listens */
  async start({ preload, env = {} }: StartChanges = {}): Promise<void> {
    const { args = ['api/server.ts'], variables, ...around } = this.#around
    this.#process = NodeProcess.spawn({
      args: [...(preload ? ['--import', preload] : []), ...args],
      readyOutput: 'API listening',
      ...(around.onOutput && { onOutput: around.onOutput }),
      ...(around.onWarning && { onWarning: around.onWarning }),
      env: {
        LOG_LEVEL: 'error',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        RATE_LIMIT: 'off',
        DATABASE_URL: around.databaseUrl,
        SESSION_SECRET: around.sessionSecret,
        RAZORPAY_KEY_ID: around.credentials.keyId,
        RAZORPAY_KEY_SECRET: around.credentials.keySecret,
        RAZORPAY_WEBHOOK_SECRET: around.credentials.webhookSecret,
        RAZORPAY_API_URL: around.providerUrl ?? 'http://127.0.0.1:9',
        SITE_DIR: around.siteDir ?? '.data/no-site',
        DATA_DIR: '.data/api-processes',
        ...variables,
        ...env,
      },
    })
    await this.#process.untilReady()
  }

  get isRunning(): boolean {
    return this.#process?.isRunning ?? false
  }

  get exitCode(): number | null {
    return this.#process?.exitCode ?? null
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** The last lines of its output. */
  get output(): string {
    return this.#process?.output ?? ''
  }

  /** SIGTERM. @returns its exit code */
  async terminate(): Promise<number | null> {
    return (await this.#process?.terminate()) ?? null
  }

  async kill(): Promise<void> {
    await this.#process?.kill()
  }

  /** @returns when it has ended by itself */
  async untilExit(): Promise<void> {
    await this.#process?.untilExit()
  }
}
