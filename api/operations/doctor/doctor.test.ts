/** A shop with everything that production needs, real except for DNS. Each test breaks one part. */
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { brand, currencies } from '#api/content/content.ts'
import type { DoctorLine, DoctorReport } from '#api/contract/operations/jobs.ts'
import { recordCurrencyState } from '#api/money/payments/currency-state.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { readEnv } from '#api/platform/environment/env.ts'
import { openSmtpServer } from '#api/platform/mail/testing/smtp-server.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { ensureRedisServer, RedisServer } from '#api/testing/redis-server.ts'
import { openS3Server } from '#api/testing/s3-server.ts'
import { FOUR_CURRENCIES } from '#api/testing/sell-in.ts'
import { openTestApp, TEST_CREDENTIALS, Visitor } from '#api/testing/test-app.ts'
import { createDb } from '#db/connection/connection.ts'
import { OrderCredentials } from '#db/models/orders/credentials.ts'
import { setMark } from '#db/models/platform/operation-mark.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { readPackages } from '#db/seeds/catalogue/packages.ts'
import { insertPackage, insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { ACQUIRED_WITHIN_MS } from '#db/testing/test-db.ts'
import { listDemoFacts } from './demo.ts'
import { type DoctorOptions, runDoctor } from './doctor.ts'
import { describeTax } from './payments.ts'

const shop = openTestApp()
const smtp = await openSmtpServer()
ensureRedisServer()
const s3 = await openS3Server()
const redis = await RedisServer.create()
const dataDir = await mkdtemp(join(tmpdir(), 'shop-doctor-'))
const NOWHERE = 'http://127.0.0.1:1'
const OTHER_SECRET = 'another-webhook-secret-0123456789'
const ageMarks = (name: string, hours: number) =>
  shop
    .db('operation_marks')
    .whereLike('name', name)
    .update({ markedAt: new Date(Date.now() - hours * 3_600_000) })
const storeWith = (part: string, wrong: string) => ({ FILE_STORE: s3.fileStore.replace(part, wrong) })
let site: Server
let processDb: Knex
let variables: Record<string, string>

const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
}

async function findTxtRecords(name: string): Promise<string[]> {
  if (name.startsWith('_domainkey.')) throw Object.assign(new Error('no text'), { code: 'ENODATA' })
  return [name.startsWith('_dmarc.') ? 'v=DMARC1; p=none' : 'v=spf1 -all']
}

const findOthers = async (name: string) => (name.startsWith('_dmarc.') ? [] : findTxtRecords(name))
const away = createDb('postgres://nobody@127.0.0.1:1/nowhere')

beforeAll(async () => {
  await redis.start()
  site = createServer((_request, response) => response.writeHead(200, PAGE_HEADERS).end()).listen(
    0,
    '127.0.0.1',
  )
  await once(site, 'listening')
  const databaseUrl = new URL(inject('processUrl'))
  databaseUrl.pathname = new URL(shop.dbUrl).pathname
  processDb = createDb(databaseUrl.href, { acquiredWithinMs: ACQUIRED_WITHIN_MS })
  variables = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: redis.url,
    PUBLIC_ORIGIN: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    SESSION_SECRET: 'a-secret-of-these-tests-alone-0123456789',
    RAZORPAY_KEY_ID: TEST_CREDENTIALS.keyId,
    RAZORPAY_KEY_SECRET: TEST_CREDENTIALS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: TEST_CREDENTIALS.webhookSecret,
    RAZORPAY_API_URL: shop.sandboxUrl,
    SMTP_URL: smtp.url,
    USD_INR_RATE: '84.25',
    FILE_STORE: s3.fileStore,
    ALLOW_TEST_KEYS: 'on',
  }
})
beforeEach(async () => {
  Object.assign(s3, { isPublic: false, isRefusing: false })
  smtp.refusal = undefined
  await setMark(shop.db, 'backup', { file: 'shop.dump' })
  await setMark(shop.db, 'backup_proof', { file: 'shop.dump', tables: 1, rows: 1 })
  await setMark(shop.db, 'worker')
  await setMark(shop.db, 'published', { changes: 'One (one)', seconds: 12.5 })
})
afterAll(async () => {
  await processDb.destroy()
  await away.destroy()
  await redis.stop()
  site.close()
  await rm(dataDir, { recursive: true })
})

async function examine(
  changes: Record<string, string | undefined> = {},
  parts: Partial<DoctorOptions> = {},
): Promise<DoctorReport> {
  const changed = { ...variables, ...changes }
  const { env } = readEnv(changed)
  const { paymentCredentials, paymentApiUrl } = env
  const gateway =
    paymentCredentials &&
    createGateway({ ...paymentCredentials, ...(paymentApiUrl && { apiUrl: paymentApiUrl }) })
  return runDoctor({ variables: changed, env, db: processDb, gateway, findTxtRecords, ...parts })
}

const find = ({ lines }: DoctorReport, group: DoctorLine['group'], name: string) =>
  lines.find((line) => line.group === group && line.name === name)
/** Tests use the demo's content folder. */
const listFaults = ({ lines }: DoctorReport) =>
  lines
    .filter(({ state, group, name }) => state === 'fault' && !(group === 'Demo' && name === 'Content'))
    .map(({ group, name }) => `${group}: ${name}`)

test('where nothing is broken, nothing is a fault, and what is not proved yet says so', async () => {
  const report = await examine()
  expect(report.lines.filter(({ state, name }) => state === 'fault' && name !== 'Content')).toEqual([])
  expect(find(report, 'Database', 'Role')).toMatchObject({
    state: 'ok',
    text: 'The process can’t change the schema',
  })
  expect(find(report, 'Mail', 'Server')).toMatchObject({ state: 'ok' })
  expect(find(report, 'Files', 'Store')).toMatchObject({
    state: 'ok',
    text: 'The bucket stores, returns and deletes files, and is private',
  })
  expect(find(await examine({ FILE_STORE: undefined }), 'Files', 'Store')).toMatchObject({ state: 'unset' })
  expect(find(report, 'Payments', 'Key')).toMatchObject({ state: 'unset' })
  expect(find(report, 'Payments', 'Webhook')).toMatchObject({
    state: 'unset',
    text: expect.stringMatching(/Not yet proved.*\/api\/webhooks\/razorpay with the events .*order\.paid/),
  })
  expect(find(report, 'Payments', 'Tax')).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/IRN.*₹5 crore/),
  })
  // The check stops after sender and recipient, so no mail is sent.
  expect(smtp.mails).toEqual([])
})

test('a currency is not known until a first order in it, then enabled, or refused since that day', async () => {
  const usual = { ...currencies }
  onTestFinished(() => void Object.assign(currencies, usual))
  const see = async () => find(await examine(), 'Payments', 'Currency')
  expect(await see()).toMatchObject({ state: 'unset', text: expect.stringMatching(/^USD: not known yet/) })
  Object.assign(currencies, FOUR_CURRENCIES)
  await recordCurrencyState(shop, 'JPY', 'enabled')
  expect(await see()).toMatchObject({
    state: 'unset',
    text: expect.stringMatching(/INR: not known yet.*JPY: the provider has opened orders/),
  })
  await recordCurrencyState(shop, 'JPY', 'refused')
  expect(await see()).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(/JPY: refused since .* 20\d\d at/),
    advice: expect.stringMatching(/enable JPY/),
  })
})

test('Setup says what tax is in the prices, and what the shop leaves out', () => {
  const { registeredAddress } = brand
  const treatment = { sentence: 'As the law says', source: 'The law' }
  const tax = { scheme: 'domestic', financialYearStart: 1, name: 'SST', ratePercent: 8 } as const
  const address = { ...registeredAddress, country: 'Malaysia', countryCode: 'MY' }
  expect(
    describeTax({ tax: { ...tax, home: treatment, abroad: treatment }, registeredAddress: address }).text,
  ).toBe(
    'SST of 8% for buyers in Malaysia, none abroad. There is no reverse charge, and no rate by the buyer’s country. No e-invoices to the tax office either.',
  )
  expect(describeTax({ tax: { scheme: 'none', financialYearStart: 1 }, registeredAddress }).state).toBe(
    'unset',
  )
})

test('Setup says when the pages were published, for what and how fast, and that they are being published', async () => {
  const line = async () => find(await examine(), 'Site', 'Publishing')
  expect(await line()).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/^.* IST.*, in 12.5 s: One \(one\)$/),
  })
  await setMark(shop.db, 'publishing')
  expect(await line()).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/^Running since .*\. The pages were last published on .*$/),
  })
})

type Line = `${DoctorLine['group']}: ${string}`
const STORE = 'Files: Store'

/** Variables that break one part, and the only line that reports it. */
const WRONG: [what: string, line: Line, text: RegExp, changes: Record<string, string | undefined>][] = [
  ['no origin', 'Configuration: PUBLIC_ORIGIN', /required in production/, { PUBLIC_ORIGIN: undefined }],
  ['a bad variable', 'Configuration: LOG_LEVEL', /^Must be a pino level/, { LOG_LEVEL: 'loud' }],
  ['a wrong key', 'Payments: Key', /Refused by the provider/, { RAZORPAY_KEY_SECRET: 'of-another-key' }],
  ['an origin that leads nowhere', 'Site: Public origin', /cannot be reached/, { PUBLIC_ORIGIN: NOWHERE }],
  ['a wrong secret', STORE, /secret does not belong to the key/, storeWith(':secret@', ':wrong@')],
  ['a key that is unknown to the bucket', STORE, /does not know the key/, storeWith('key:', 'other:')],
  [
    'a bucket that is away',
    STORE,
    /written \(ECONNREFUSED\)/,
    { FILE_STORE: `s3://key:secret@files?endpoint=${NOWHERE}` },
  ],
]

/** How to break one part, and the only line that reports it. What an act returns mends what no test resets. */
const SABOTAGES: [what: string, line: Line, text: RegExp, act: () => unknown][] = [
  [
    'a missing migration',
    'Database: Migrations',
    /Not applied yet: 1/,
    async () => {
      const [last] = await shop.db('knex_migrations').orderBy('id', 'desc').limit(1)
      await shop.db('knex_migrations').where({ id: last.id }).delete()
      return () => shop.db('knex_migrations').insert(last)
    },
  ],
  [
    'a missing right',
    'Database: Rights',
    /Missing: 1, such as orders: INSERT/,
    async () => {
      await shop.db.raw('REVOKE INSERT ON orders FROM shop_process')
      return () => shop.db.raw('GRANT INSERT ON orders TO shop_process')
    },
  ],
  [
    'credentials whose key was taken away',
    'Database: Credentials',
    /Cannot be read: 1/,
    async () => {
      const { id: orderId } = await insertPaidOrder(shop.db)
      const sealed = { sealedData: Buffer.from('sealed'), keyId: 'another' }
      await OrderCredentials.query(shop.db).insert({ id: randomUUID(), orderId, kind: 'cms', ...sealed })
    },
  ],
  [
    'a Redis that is stopped',
    'Redis: Connection',
    /ECONNREFUSED/,
    () => redis.stop().then(() => () => redis.start()),
  ],
  [
    'another webhook secret than the provider’s',
    'Payments: Webhook',
    /signature of the last event/,
    () => postEvent(OTHER_SECRET),
  ],
  [
    'a mail server that is stopped',
    'Mail: Server',
    /ECONNREFUSED|ESOCKET|ECONNECTION/,
    () => smtp.stop().then(() => () => smtp.start()),
  ],
  [
    'a mail server that refuses the sender',
    'Mail: Server',
    /not your domain/,
    () => Object.assign(smtp, { refusal: { code: 550, message: 'not your domain' } }),
  ],
  [
    'a build that failed',
    'Site: Publishing',
    /Failed at .* on web-1: One has no page/,
    () => setMark(shop.db, 'publish_failed', { machine: 'web-1', reason: 'One has no page' }),
  ],
  ['a worker that is stopped', 'Site: Publishing', /No worker has run since/, () => ageMarks('worker', 1)],
  ['a bucket that anybody can read', STORE, /is public/, () => Object.assign(s3, { isPublic: true })],
  ['keys that the bucket refuses', STORE, /AccessDenied/, () => Object.assign(s3, { isRefusing: true })],
  [
    'a file that is not stored',
    'Files: No files missing',
    /not stored: 1, such as 0190/,
    () => setMark(shop.db, 'files', { removed: 0, missing: 1, first: '0190163d' }),
  ],
  ['an old backup', 'Backups: Last backup', /3 days ago: shop\.dump/, () => ageMarks('backup%', 72)],
  [
    'a backup that could not be restored',
    'Backups: Last test restore',
    /Restored differently: public\.orders/,
    () =>
      setMark(shop.db, 'backup_proof', { file: 'shop.dump', problem: 'Restored differently: public.orders' }),
  ],
  [
    'a demo account',
    'Demo: Accounts',
    /admin@/,
    () => insertUser(shop.db, { email: DEMO_ACCOUNTS.admin.email, isAdmin: true }),
  ],
  [
    'a package of the demo',
    'Demo: Packages',
    /Still from the demo/,
    () => {
      const [{ questions: _, reviews: __, ...fields } = raise()] = readPackages()
      return insertPackage(shop.db, fields)
    },
  ],
]

function raise(): never {
  throw new Error('The demo has packages')
}

async function postEvent(secret: string): Promise<number> {
  const body = JSON.stringify({ event: 'order.paid', payload: {} })
  const { statusCode } = await new Visitor(shop).call('POST', '/api/webhooks/razorpay', Buffer.from(body), {
    'content-type': 'application/json',
    'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'x-razorpay-event-id': `event_${Math.random()}`,
  })
  return statusCode
}

describe('the doctor names', () => {
  const expectOnly = (report: DoctorReport, line: Line, text: RegExp) => {
    const [group, name] = line.split(': ') as [DoctorLine['group'], string]
    const advice = expect.stringMatching(/^[A-Z].{10,}/)
    expect(find(report, group, name)).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(text),
      advice,
    })
    expect(listFaults(report)).toEqual([line])
  }

  test.each(WRONG)('%s, and nothing else', async (_what, line, text, changes) => {
    expectOnly(await examine(changes), line, text)
  })

  test.each(SABOTAGES)('%s, and nothing else', async (_what, line, text, act) => {
    const mend = await act()
    const report = await examine().finally(() => (typeof mend === 'function' ? mend() : undefined))
    expectOnly(report, line, text)
  })

  test.each<[what: string, line: Line, text: RegExp, parts: () => Partial<DoctorOptions>]>([
    ['a database that is away', 'Database: Connection', /Cannot be reached/, () => ({ db: away })],
    ['processes that are the owner', 'Database: Role', /may change tables/, () => ({ db: shop.db })],
    ['a wrong clock', 'Database: Clock', /60\.\d s off/, () => ({ nowMs: () => Date.now() + 60_000 })],
    ['a domain without DMARC', 'Mail: DMARC', /has none/, () => ({ findTxtRecords: findOthers })],
  ])('%s, and nothing else', async (_what, line, text, parts) => {
    expectOnly(await examine({}, parts()), line, text)
  })

  test('an address of the demo that is left in the content folder', async () => {
    expect(find(await examine(), 'Demo', 'Content')).toMatchObject({ state: 'fault' })
    const own = {
      ...brand,
      name: 'Own',
      legalName: 'Own Ltd',
      filePrefix: 'Own-',
      externalSite: 'https://own.test',
      phone: '+44 1',
      taxNumber: '1',
      email: { general: 'a@own.test', support: 'a@own.test', billing: 'a@own.test', privacy: 'a@own.test' },
      sender: { address: 'a@own.test', replyTo: 'a@own.test' },
      registeredAddress: { ...brand.registeredAddress, lines: ['1 Own Street'] },
      social: {},
    }
    expect(listDemoFacts(own)).toEqual([])
    const { email, legalName, sender } = brand
    expect(
      listDemoFacts({ ...own, legalName, sender, email: { ...own.email, billing: email.billing } }),
    ).toEqual(['legalName', 'email.billing', 'sender.address', 'sender.replyTo'])
    // Finds every fact of the default folder that names its company.
    expect(listDemoFacts(brand)).toEqual(
      expect.arrayContaining(['name', 'legalName', 'filePrefix', 'phone', 'taxNumber', 'externalSite']),
    )
    expect(listDemoFacts(brand)).toContain('registeredAddress.lines.0')
  })
})

test('a signed event after one with a wrong signature proves the secret', async () => {
  expect(await postEvent(OTHER_SECRET)).toBe(400)
  expect(await postEvent(TEST_CREDENTIALS.webhookSecret)).toBe(200)
  expect(find(await examine(), 'Payments', 'Webhook')).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('order.paid'),
  })
})

test('what a stranger sends without a signature says nothing of the secret', async () => {
  expect((await new Visitor(shop).post('/api/webhooks/razorpay', {})).statusCode).toBe(400)
  expect(find(await examine(), 'Payments', 'Webhook')).toMatchObject({ state: 'unset' })
})

test('DNS that does not answer is no fault', async () => {
  const late = () => Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' }))
  const report = await examine({}, { findTxtRecords: late })
  for (const name of ['SPF', 'DKIM', 'DMARC'])
    expect(find(report, 'Mail', name)).toMatchObject({ state: 'unset', text: 'DNS did not respond' })
})

test('no secret is shown, whatever is broken', async () => {
  const secret = 'gZ7-keep-me-to-yourself-0123456789'
  const away = createDb(`postgres://shop:${secret}@127.0.0.1:1/shop`)
  const report = await examine(
    {
      DATABASE_URL: `postgres://shop:${secret}@127.0.0.1:1/shop`,
      REDIS_URL: `redis://:${secret}@127.0.0.1:1`,
      SMTP_URL: `smtp://shop:${secret}@127.0.0.1:1`,
      SESSION_SECRET: secret,
      RAZORPAY_KEY_SECRET: secret,
      RAZORPAY_WEBHOOK_SECRET: secret,
      RAZORPAY_API_URL: 'http://127.0.0.1:1',
    },
    { db: away },
  )
  await away.destroy()
  expect(listFaults(report).length).toBeGreaterThan(3)
  expect(JSON.stringify(report)).not.toContain(secret)
})

test('admins read the same list', async () => {
  const { browser } = await signInAsAdmin(shop)
  const response = await browser.get('/api/admin/doctor')
  expect(response.statusCode).toBe(200)
  const { lines } = response.json<DoctorReport>()
  expect(lines.map(({ group, name }) => `${group}: ${name}`)).toEqual(
    (await examine()).lines.map(({ group, name }) => `${group}: ${name}`),
  )
})
