/** Builds production's images, starts them and makes a sale. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openSmtpServer } from '#api/platform/mail/testing/smtp-server.ts'
import { ensureRedisServer, RedisServer } from '#api/testing/redis-server.ts'
import { createDb } from '#db/connection/connection.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { NodeProcess } from '#db/testing/node-process.ts'
import { becomeAdmin, buy, expect, offerPackage, People } from '#e2e/go-live/browser.ts'
import { ensurePostgres, type OwnPostgres, startOwnPostgres } from '#e2e/servers/own-postgres.ts'
import { writeContentFolder } from '#e2e/support/another-company.ts'
import { ensureBuildah, Images } from './images.ts'
import { isLong } from './pace.ts'

const BUILD_WITHIN_MS = 30 * 60_000
const START_WITHIN_MS = 180_000
const ORIGIN = 'http://localhost:8080'
const OWNER = 'ada@lindvik.test'
/** Addresses of the two API processes. They have the same port, as in compose.yaml. */
const API_HOSTS = { 'api-1': '127.30.77.11', 'api-2': '127.30.77.12' }
/** Addresses of the metrics, all on the same port, as in compose.yaml. */
const METRICS_HOSTS: Record<string, string> = { ...API_HOSTS, worker: '127.30.77.13' }

const secret = () => randomBytes(32).toString('hex')

describe.runIf(isLong)('the images', () => {
  const smtp = openSmtpServer()
  const closing: (() => Promise<unknown>)[] = []
  let images: Images
  let own: OwnPostgres
  let redis: RedisServer
  let providerUrl = ''
  let settings: Record<string, string> = {}

  beforeAll(async () => {
    ensureBuildah()
    ensureRedisServer()
    const folder = await mkdtemp(join(tmpdir(), 'shop-images-content-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const contentDir = join(folder, 'our-company')
    await writeContentFolder(contentDir)
    own = await startOwnPostgres(ensurePostgres())
    closing.push(() => own.stop())
    const server = createDb(own.urlOf('postgres'), { poolMax: 1 })
    await server.raw('CREATE DATABASE shop')
    await server.destroy()
    redis = await RedisServer.create()
    await redis.start()
    closing.push(() => redis.stop())
    providerUrl = `http://127.0.0.1:${await findFreePort()}`
    settings = {
      POSTGRES_PASSWORD: secret(),
      POSTGRES_PROCESS_PASSWORD: secret(),
      REDIS_PASSWORD: secret(),
      SESSION_SECRET: secret(),
      RAZORPAY_KEY_ID: 'rzp_test_images',
      RAZORPAY_KEY_SECRET: secret(),
      RAZORPAY_WEBHOOK_SECRET: secret(),
      ALLOW_TEST_KEYS: 'on',
      SMTP_URL: (await smtp).url,
      USD_INR_RATE: '84.25',
    }
    images = await Images.build(contentDir, settings)
    closing.push(() => images.remove())
  }, BUILD_WITHIN_MS)
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  /** Variables for addresses that differ on this machine from those in compose.yaml's network. */
  function listVariables(name: string): Record<string, string> {
    const owner = own.urlOf('shop')
    const process = new URL(owner)
    process.username = 'shop_process'
    process.password = settings.POSTGRES_PROCESS_PASSWORD ?? ''
    return {
      ...(['migrate', 'backup'].includes(name) && { DATABASE_OWNER_URL: owner }),
      ...(name !== 'backup' && { DATABASE_URL: process.href }),
      ...(METRICS_HOSTS[name] && { METRICS_HOST: METRICS_HOSTS[name] }),
      ...(name in API_HOSTS && {
        HOST: API_HOSTS[name as keyof typeof API_HOSTS],
        REDIS_URL: redis.url,
        TRUST_PROXY: '127.0.0.1',
        RAZORPAY_API_URL: providerUrl,
      }),
    }
  }

  /** Resolves when `url` responds. */
  async function start(name: string, url?: string): Promise<void> {
    const running = await images.start(name, { environment: listVariables(name), hosts: API_HOSTS })
    closing.push(() => running.stop())
    if (!url) return
    const respond = async () => (await fetch(url).catch(() => undefined))?.status
    await expect
      .poll(respond, { timeout: START_WITHIN_MS })
      .toBe(200)
      .catch((error: unknown) => {
        throw new Error(`${name} does not respond:\n${running.output}`, { cause: error })
      })
  }
  const succeed = (name: string, command?: string[]) =>
    images.run(name, command, { environment: listVariables(name) })

  test('run read-only as their users, make an admin, sell and back up', {
    timeout: BUILD_WITHIN_MS,
  }, async () => {
    await succeed('migrate')
    for (const [name, host] of Object.entries(API_HOSTS)) await start(name, `http://${host}:4321/api/readyz`)
    await start('worker')
    // nginx responds as soon as the first pages are published.
    await start('nginx', ORIGIN)

    const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = settings
    const sandbox = await NodeProcess.start({
      args: ['api/demo/sandbox/main.ts'],
      env: {
        RAZORPAY_KEY_ID,
        RAZORPAY_KEY_SECRET,
        RAZORPAY_WEBHOOK_SECRET,
        PORT: new URL(providerUrl).port,
        WEBHOOK_URL: `${ORIGIN}/api/webhooks/razorpay`,
        STATE_FILE: '',
      },
      readyOutput: 'sandbox listening',
    })
    closing.push(() => sandbox.terminate())

    const printed = await succeed('api-1', ['shop', 'admin', 'create', OWNER, '--name', 'Ada Lovelace'])
    const [link = ''] = /http:\S+/.exec(printed) ?? []
    const people = await People.open(ORIGIN, providerUrl)
    closing.push(() => people.close())
    await becomeAdmin(people.admin, link)
    const slug = await offerPackage(people.admin)
    await buy(people.buyer, slug)
    const findSale = async () =>
      (await smtp).mails.find(
        ({ recipients, subject }) => recipients.includes(OWNER) && /is paid: \$350\.00$/.test(subject ?? ''),
      )
    await expect.poll(findSale, { timeout: START_WITHIN_MS }).toBeDefined()

    await succeed('backup', ['shop', 'nightly', '--once'])
  })
})
