/** Opens the real API on a real database, with the payment sandbox on a separate server. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import type { Knex } from 'knex'
import { afterAll, beforeAll } from 'vitest'
import { type AppOptions, buildApp } from '#api/app.ts'
import { registerSandbox } from '#api/demo/sandbox/sandbox.ts'
import { createJobHandlers } from '#api/handlers.ts'
import type { Gateway } from '#api/money/payments/gateway.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { type Env, parseEnv } from '#api/platform/environment/env.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { createMailer, type Mailer } from '#api/platform/mail/transport.ts'
import { createDb } from '#db/connection/connection.ts'
import { ACQUIRED_WITHIN_MS, openTestDb, type TestDbOptions } from '#db/testing/test-db.ts'

export const TEST_CREDENTIALS = {
  keyId: 'rzp_test_key',
  keySecret: 'test-key-secret-0123456789',
  webhookSecret: 'test-webhook-secret-0123456789',
}

export interface TestApp {
  readonly app: FastifyInstance
  /** The URL at which it listens: `http://127.0.0.1:…` */
  readonly url: string
  readonly db: Knex
  readonly dbUrl: string
  readonly env: Env
  readonly gateway: Gateway
  readonly jobs: Jobs
  readonly sandboxUrl: string
  /** The folder with the app's mails as files, unless SMTP_URL is set. */
  readonly mailDir: string
  /** Pays at the sandbox like its checkout's buttons. @returns the fields that the widget passes to the page */
  pay(razorpayOrderId: string, outcome?: string): Promise<WidgetResponse>
  /** Calls a control of the sandbox, which has no counterpart at the provider. @returns the body, also of a refusal */
  askSandbox<Body>(path: string, body: object): Promise<Body>
  /** Runs every due job, like a worker. */
  finishJobs(): Promise<void>
  /** Sets the sandbox's faults; an empty object clears them. */
  setFaults(faults: Record<string, unknown>): Promise<void>
}

export interface WidgetResponse {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

interface TestAppOptions
  extends Pick<AppOptions, 'logTo' | 'requestTimeoutMs' | 'overload' | 'siteDir'>,
    Pick<TestDbOptions, 'seed'> {
  variables?: Record<string, string>
  /** Whether the app has its own pool with the rights of the shop's processes. Otherwise it uses the test's pool, with the owner's rights. */
  hasProcessRole?: boolean
  /** Whether the app listens for changes, and so caches the catalogue and sends live events. */
  isListening?: boolean
  /** Timeout of calls to the provider. Long by default, for busy machines; tests that wait for it shorten it. */
  providerTimeoutMs?: number
}

/** Registers hooks that open the app in `beforeAll`. Rate limits and load shedding are off by default. */
export function openTestApp({
  variables = {},
  overload = false,
  hasProcessRole = false,
  isListening = false,
  providerTimeoutMs = 60_000,
  seed,
  ...options
}: TestAppOptions = {}): TestApp {
  const testDb = openTestDb(seed && { seed })
  const stateDir = mkdtempSync(join(tmpdir(), 'shop-test-'))
  const env: Env = {
    ...parseEnv({
      NODE_ENV: 'test',
      RATE_LIMIT: 'off',
      LOG_LEVEL: process.env.LOG_LEVEL,
      DATA_DIR: stateDir,
      ...variables,
    }),
    sessionSecrets: [randomBytes(32).toString('hex')],
  }
  let app: FastifyInstance | undefined
  let sandbox: FastifyInstance | undefined
  let gateway: Gateway | undefined
  let mailer: Mailer | undefined
  let processDb: Knex | undefined
  const jobs = new Jobs({ databaseUrl: testDb.processUrl, isWorking: false })
  let sandboxUrl = ''
  let appUrl = ''

  beforeAll(async () => {
    mailer = createMailer(env)
    sandbox = Fastify()
    await registerSandbox(sandbox, {
      ...TEST_CREDENTIALS,
      webhookUrl: () => `${appUrl}/api${required(gateway).eventPath}`,
      stateFile: join(stateDir, 'state.json'),
    })
    sandboxUrl = await sandbox.listen({ port: 0, host: '127.0.0.1' })
    gateway = createGateway({
      ...TEST_CREDENTIALS,
      apiUrl: sandboxUrl,
      checkoutScript: `${sandboxUrl}/v1/checkout.js`,
      timeoutMs: providerTimeoutMs,
    })
    if (hasProcessRole) processDb = createDb(testDb.processUrl, { acquiredWithinMs: ACQUIRED_WITHIN_MS })
    app = await buildApp({
      ...options,
      overload,
      env,
      db: processDb ?? testDb.db,
      gateway,
      jobs,
      ...(isListening && { listenUrl: testDb.url }),
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    appUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await app?.close()
    await jobs.close()
    await processDb?.destroy()
    await mailer?.close()
    await sandbox?.close()
    await rm(stateDir, { recursive: true, force: true })
  })

  const post = (path: string, body: unknown) =>
    fetch(`${sandboxUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    get app() {
      return required(app)
    },
    get url() {
      return appUrl
    },
    get db() {
      return testDb.db
    },
    dbUrl: testDb.url,
    env,
    get gateway() {
      return required(gateway)
    },
    jobs,
    finishJobs: () => {
      const services = {
        env,
        db: processDb ?? testDb.db,
        gateway: required(gateway),
        jobs,
        mailer: required(mailer),
      }
      return jobs.drain(createJobHandlers(services, required(app).log))
    },
    get sandboxUrl() {
      return sandboxUrl
    },
    get mailDir() {
      return join(stateDir, 'mail')
    },
    pay: async (razorpayOrderId, outcome = 'success') =>
      (await (await post('/pay', { order_id: razorpayOrderId, outcome })).json()) as WidgetResponse,
    askSandbox: async <Body>(path: string, body: object) => (await (await post(path, body)).json()) as Body,
    setFaults: async (faults) => {
      await fetch(`${sandboxUrl}/faults`, { method: 'DELETE' })
      if (Object.keys(faults).length > 0) await post('/faults', faults)
    },
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The app is opened in beforeAll')
  return value
}

/** A browser that keeps its cookies. */
export class Visitor {
  readonly #app: TestApp
  readonly cookies = new Map<string, string>()

  constructor(app: TestApp) {
    this.#app = app
  }

  async call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const response = await this.#app.app.inject({
      method,
      url,
      headers: { origin: this.#app.env.publicOrigin, ...headers },
      cookies: Object.fromEntries(this.cookies),
      ...(payload !== undefined && { payload: payload as object }),
    })
    for (const { name, value } of response.cookies) {
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  get = (url: string) => this.call('GET', url)
  post = (url: string, payload?: unknown) => this.call('POST', url, payload)
  put = (url: string, payload?: unknown) => this.call('PUT', url, payload)
  patch = (url: string, payload?: unknown) => this.call('PATCH', url, payload)
}
