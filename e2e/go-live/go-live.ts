/**
 * `npm run go-live`: follows docs/go-live.md from a clone to a sale, without a person and without images. PostgreSQL,
 * Redis, nginx, Caddy, mail server and certificate authority are real; the sandbox replaces the provider. Exits with 1
 * if a step fails, or if all steps take more than half an hour.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureRedisServer, RedisServer } from '#api/testing/redis-server.ts'
import { withDb } from '#db/connection/connection.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { Caddy, ensureCaddy } from '#e2e/servers/caddy.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { ensurePostgres, type OwnPostgres, startOwnPostgres } from '#e2e/servers/own-postgres.ts'
import { writeContentFolder } from '#e2e/support/another-company.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { becomeAdmin, buy, expect, offerPackage, People, refundSale } from './browser.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

const GUIDE = join(ROOT, 'docs', 'go-live.md')
const MOST_MINUTES = 30
const OWNER = 'ada@lindvik.test'

const dir = await mkdtemp(join(tmpdir(), 'shop-go-live-'))
const clone = join(dir, 'shop')
const secret = () => randomBytes(32).toString('hex')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The clean-up after the run, the newest first. */
const closing: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })]

/** The Node that runs this script comes first on the PATH, for npm, too. */
const PROGRAMS = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME ?? '' }
/** Variables with which processes find the shop's names and trust the certificate authority. */
let surroundings: Record<string, string> = {}
let settings: Record<string, string> = {}

interface Ended {
  code: number
  output: string
}

function run(
  command: string,
  args: string[],
  { cwd = clone, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  return new Promise((done) => {
    const options = { cwd, env: { ...env, ...PROGRAMS }, maxBuffer: 64 * 1024 * 1024 }
    execFile(command, args, options, (error, out, problem) =>
      done({ code: error ? Number(error.code) : 0, output: `${out}${problem}` }),
    )
  })
}

/** @returns the output @throws Error with the output if the exit code is not 0 */
async function succeed(...[command, args, options]: Parameters<typeof run>): Promise<string> {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

const production = () => ({ ...settings, ...surroundings, NODE_ENV: 'production' })
const shop = (...args: string[]) =>
  succeed('npm', ['run', '--silent', 'shop', '--', ...args], { env: production() })

let postgres: OwnPostgres
let redis: RedisServer
let caddy: Caddy
let mailServer: MailServer
let people: People
let slug = ''

/** Provides what the guide requires: the machine, its name, a mail server. */
async function prepareMachine(): Promise<void> {
  ensureCaddy()
  ensureNginx()
  ensureRedisServer()
  const binaries = ensurePostgres()
  postgres = await startOwnPostgres(binaries)
  closing.push(() => postgres.stop())
  await withDb(postgres.urlOf('postgres'), 'go-live', (server) => server.raw('CREATE DATABASE shop'))
  redis = await RedisServer.create()
  await redis.start()
  closing.push(() => redis.stop())
  caddy = await Caddy.create()
  closing.push(() => caddy.remove())
  mailServer = await startMailServer(caddy.authority.address, secret())
  closing.push(() => mailServer.stop())
  const roots = join(dir, 'roots.pem')
  await writeFile(
    roots,
    `${caddy.authority.root}\n${await readFile(caddy.authority.address.certificate, 'utf8')}`,
  )
  surroundings = {
    NODE_EXTRA_CA_CERTS: roots,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'names.ts')}`,
  }
}

async function cloneAndNameCompany(): Promise<void> {
  await succeed('git', ['clone', '--quiet', ROOT, clone], { cwd: dir })
  // npm may need the certificates and proxies of this environment to reach its registry.
  await succeed('npm', ['ci'], { env: process.env as Record<string, string> })
  const content = join(dir, 'our-company')
  await writeContentFolder(content)
  const brand = join(content, 'brand.yaml')
  // `shop doctor` rejects names under .example, because the demo has them.
  await writeFile(brand, (await readFile(brand, 'utf8')).replaceAll('.example', '.test'))
}

async function writeSettings(): Promise<void> {
  const processUrl = new URL(postgres.urlOf('shop'))
  processUrl.username = 'shop_process'
  processUrl.password = secret()
  settings = {
    PUBLIC_ORIGIN: caddy.origin,
    CONTENT_DIR: '../our-company',
    DATA_DIR: join(dir, 'data'),
    DATABASE_URL: processUrl.href,
    REDIS_URL: redis.url,
    TRUST_PROXY: '127.0.0.1',
    SESSION_SECRET: secret(),
    RAZORPAY_KEY_ID: 'rzp_test_go_live',
    RAZORPAY_KEY_SECRET: secret(),
    RAZORPAY_WEBHOOK_SECRET: secret(),
    RAZORPAY_API_URL: `http://127.0.0.1:${await findFreePort()}`,
    ALLOW_TEST_KEYS: 'on',
    SMTP_URL: mailServer.url,
    USD_INR_RATE: '84.25',
  }
}

const owner = () => ({ ...production(), DATABASE_OWNER_URL: postgres.urlOf('shop') })

async function start(): Promise<void> {
  await succeed('npm', ['run', 'build:api'])
  await succeed('npm', ['run', '--silent', 'shop', '--', 'migrate'], { env: owner() })
  await succeed('npm', ['run', 'worker', '--', '--once'], { env: production() })
  const worker = NodeProcess.spawn({ cwd: clone, args: ['api/worker.ts'], env: production() })
  closing.push(() => worker.terminate())
  const ports = [await findFreePort(), await findFreePort()] as const
  for (const port of ports) {
    const api = await NodeProcess.start({
      cwd: clone,
      args: SERVE_ARGS,
      env: { ...production(), PORT: String(port), LOG_LEVEL: 'warn' },
      readyUrl: `http://127.0.0.1:${port}/api/readyz`,
    })
    closing.push(() => api.terminate())
  }
  const nginx = await Nginx.start({
    upstreamPorts: [...ports],
    siteDir: join(clone, 'dist'),
    tlsProxy: '127.0.0.1',
  })
  closing.push(() => nginx.stop())
  await caddy.start(nginx.url)
}

async function makeFirstAdmin(): Promise<void> {
  const output = await shop('admin', 'create', OWNER, '--name', 'Ada Lovelace')
  const [link = ''] = /https:\S+/.exec(output) ?? []
  expect(new URL(link).origin).toBe(caddy.origin)
  people = await People.open(caddy.origin, settings.RAZORPAY_API_URL ?? '', await caddy.listBrowserFlags())
  closing.push(() => people.close())
  await becomeAdmin(people.admin, link)
}

const findMail = (recipient: string, subject: RegExp) =>
  mailServer.mails.find((mail) => mail.recipient === recipient && subject.test(mail.subject ?? ''))
const receive = (recipient: string, subject: RegExp) =>
  expect.poll(() => findMail(recipient, subject)?.subject, { timeout: 60_000 }).toMatch(subject)

async function sendTestMail(): Promise<void> {
  await shop('mail', 'test', OWNER)
  await receive(OWNER, /^Test mail from Lindvik/)
}

/** Starts the sandbox, with the webhook address that `shop doctor` prints. */
async function addProviderEvents(): Promise<void> {
  const { output } = await run('npm', ['run', '--silent', 'shop', '--', 'doctor'], { env: production() })
  const [, webhookUrl = ''] = /Add a webhook at the provider to (\S+)/.exec(output) ?? []
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, RAZORPAY_API_URL = '' } = settings
  const sandbox = await NodeProcess.start({
    cwd: clone,
    args: ['api/demo/sandbox/main.ts'],
    env: {
      ...surroundings,
      RAZORPAY_KEY_ID,
      RAZORPAY_KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET,
      PORT: new URL(RAZORPAY_API_URL).port,
      WEBHOOK_URL: webhookUrl,
      STATE_FILE: '',
    },
    readyOutput: 'sandbox listening',
  })
  closing.push(() => sandbox.terminate())
}

async function sell(): Promise<void> {
  const buyer = await buy(people.buyer, slug)
  await receive(OWNER, /^Lindvik: \S+ is paid: \$350\.00$/)
  await receive(buyer, /^Your order \S+ is confirmed: /)
  await refundSale(people.admin)
  // `shop doctor` shows this once the first webhook has arrived.
  await expect.poll(() => shop('doctor'), { timeout: 60_000 }).toMatch(/✔ Webhook: Last signed event/)
}

/** The steps by heading of the guide, so that none is left out. */
const STEPS: Readonly<Record<string, () => Promise<unknown>>> = {
  'What you need': prepareMachine,
  'The company': cloneAndNameCompany,
  Settings: writeSettings,
  Start: start,
  'The first admin': makeFirstAdmin,
  Mail: sendTestMail,
  "The provider's events": addProviderEvents,
  Packages: async () => {
    slug = await offerPackage(people.admin)
  },
  Backups: () => succeed('npm', ['run', '--silent', 'shop', '--', 'nightly', '--once'], { env: owner() }),
  'Ask the doctor': () => shop('doctor'),
  'The first sale': sell,
}

const secondsSince = (ms: number) => (performance.now() - ms) / 1000

async function walk(): Promise<void> {
  const startedAtMs = performance.now()
  const headings = [...(await readFile(GUIDE, 'utf8')).matchAll(/^## (\d+\. (.+))$/gm)]
  expect(headings.map(([, , title = '']) => title)).toEqual(Object.keys(STEPS))
  for (const [index, step] of Object.values(STEPS).entries()) {
    const beganAtMs = performance.now()
    await step()
    say(`✔ ${headings[index]?.[1]}: ${secondsSince(beganAtMs).toFixed(1)} s`)
  }
  const minutes = secondsSince(startedAtMs) / 60
  expect(minutes).toBeLessThan(MOST_MINUTES)
  say(`✔ From a clone to a sale in ${minutes.toFixed(1)} minutes`)
}

try {
  await walk()
} catch (error) {
  say(`✘ ${error instanceof Error ? error.stack : error}`)
  process.exitCode = 1
} finally {
  for (const close of closing.reverse()) await close().catch((error: Error) => say(`✘ ${error.message}`))
}
