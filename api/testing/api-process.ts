/** Runs an API process like production, on the same port after each restart. */
import { findFreePort } from '#db/connection/ports.ts'
import { type Listeners, NodeProcess } from '#db/testing/node-process.ts'

export interface ApiProcessOptions extends Listeners {
  databaseUrl: string
  /** URL of the payment provider or the sandbox; unset: none. */
  providerUrl?: string
  credentials: { keyId: string; keySecret: string; webhookSecret: string }
  /** Processes with the same secret share their sessions. */
  sessionSecret: string
  /** Unset: the process serves the API only. */
  siteDir?: string
  /** Node's flags and the script. */
  args?: string[]
  variables?: Record<string, string>
}

export interface StartChanges {
  /** A module that the process loads first. */
  preload?: string
  env?: Record<string, string>
}

export class ApiProcess {
  readonly port: number
  readonly url: string
  readonly #options: ApiProcessOptions
  #process: NodeProcess | undefined

  private constructor(port: number, options: ApiProcessOptions) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#options = options
  }

  /** Does not start the process. @param port unset: any free port */
  static async create(options: ApiProcessOptions, port?: number): Promise<ApiProcess> {
    return new ApiProcess(port ?? (await findFreePort()), options)
  }

  /** Resolves when the process listens. */
  async start({ preload, env = {} }: StartChanges = {}): Promise<void> {
    const { args = ['api/server.ts'], variables, ...options } = this.#options
    this.#process = NodeProcess.spawn({
      args: [...(preload ? ['--import', preload] : []), ...args],
      readyOutput: 'API listening',
      ...(options.onOutput && { onOutput: options.onOutput }),
      ...(options.onWarning && { onWarning: options.onWarning }),
      env: {
        LOG_LEVEL: 'error',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        RATE_LIMIT: 'off',
        DATABASE_URL: options.databaseUrl,
        SESSION_SECRET: options.sessionSecret,
        RAZORPAY_KEY_ID: options.credentials.keyId,
        RAZORPAY_KEY_SECRET: options.credentials.keySecret,
        RAZORPAY_WEBHOOK_SECRET: options.credentials.webhookSecret,
        RAZORPAY_API_URL: options.providerUrl ?? 'http://127.0.0.1:9',
        SITE_DIR: options.siteDir ?? '.data/no-site',
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

  /** The last lines of the process's output. */
  get output(): string {
    return this.#process?.output ?? ''
  }

  /** Sends SIGTERM. @returns the exit code */
  async terminate(): Promise<number | null> {
    return (await this.#process?.terminate()) ?? null
  }

  async kill(): Promise<void> {
    await this.#process?.kill()
  }

  /** Resolves when the process has ended on its own. */
  async untilExit(): Promise<void> {
    await this.#process?.untilExit()
  }
}
