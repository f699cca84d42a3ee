/** Runs every program in docs/api.md against the shop. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSecret, signMessage, writeSecret } from '#api/outbound/webhooks/signature.ts'
import { SCOPE_NAMES } from '#api/rules/api-keys.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Message } from '#db/models/orders/message.ts'
import { WebhookEndpoint } from '#db/models/outbound/webhook-endpoint.ts'
import { insertPackage, insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { insertKey, type Program } from './api-keys.ts'
import { openTestApp } from './test-app.ts'

const shop = openTestApp({ hasProcessRole: true })
const dir = await mkdtemp(join(tmpdir(), 'shop-guide-'))
afterAll(() => rm(dir, { recursive: true }))

const guide = await readFile(join(ROOT, 'docs/api.md'), 'utf8')
const LANGUAGES = ['bash', 'ts'] as const
type Language = (typeof LANGUAGES)[number]
const listPrograms = (text: string) =>
  [...text.matchAll(/```(bash|ts)\n(.*?)```/gs)].map(([, language = '', program = '']) => ({
    language,
    program,
  }))
const [, ...parts] = guide.split('\n### ')
const recipes = new Map(parts.map((part) => [Number.parseInt(part, 10), listPrograms(part)]))

interface Ended {
  code: number
  out: string
}

let runs = 0
let owner: Program
let order: { id: number; invoiceNumber: string | null }
beforeEach(async () => {
  const { id: keeperId } = await insertUser(shop.db, { isAdmin: true })
  owner = await insertKey(shop, { keeperId, scopes: SCOPE_NAMES, dailyRefunds: 100 })
  const { id: userId } = await insertUser(shop.db)
  order = await insertPaidOrder(shop.db, { userId })
})

async function makeFolder(): Promise<string> {
  runs += 1
  const folder = join(dir, String(runs))
  await mkdir(folder)
  const [client] = listPrograms(guide)
  await writeFile(join(folder, 'shop.ts'), client?.program ?? '')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

/** Runs the program of a recipe like an integrator. */
async function run(
  recipe: number,
  language: Language,
  { env = {}, folder, input }: { env?: Record<string, string>; folder?: string; input?: string } = {},
): Promise<Ended> {
  const cwd = folder ?? (await makeFolder())
  const { program = '' } = recipes.get(recipe)?.find((one) => one.language === language) ?? {}
  await writeFile(join(cwd, `program.${language}`), program)
  const [command, args] =
    language === 'bash'
      ? ['bash', ['-euo', 'pipefail', 'program.bash']]
      : [process.execPath, ['--disable-warning=ExperimentalWarning', 'program.ts']]
  const given = { PATH: process.env.PATH, SHOP: shop.url, KEY: owner.key, ORDER: String(order.id), ...env }
  return new Promise((done) => {
    const child = execFile(command as string, args as string[], { cwd, env: given }, (error, out, problem) =>
      done({ code: error ? Number(error.code) : 0, out: `${out}${problem}` }),
    )
    // A program that refuses by its environment ends without reading, which breaks the pipe. Its exit code tells.
    child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
    child.stdin?.end(input)
  })
}

test('there are ten recipes, each for a shell and in TypeScript', () => {
  expect([...recipes.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  for (const programs of recipes.values())
    expect(programs.map(({ language }) => language)).toEqual(['bash', 'ts'])
})

describe.each(LANGUAGES)('the programs of docs/api.md in %s', (language) => {
  test('1: list the paid orders since yesterday', async () => {
    const { code, out } = await run(1, language)
    expect([code, out]).toEqual([0, expect.stringContaining(`${order.invoiceNumber} 1299.00 USD\n`)])
  })

  test('2: follow what changes, each once', async () => {
    const folder = await makeFolder()
    const seen: string[] = []
    const follow = async () => {
      const { code, out } = await run(2, language, { folder })
      expect(code, out).toBe(0)
      seen.push(...out.split('\n').filter((line) => line.startsWith(`${order.id} `)))
      return seen
    }
    // A change appears once all transactions that began before it have ended.
    await expect.poll(follow).toEqual([`${order.id} pending`])
    await shop.db('orders').where({ id: order.id }).update({ status: 'processing' })
    await expect.poll(async () => (await follow()).at(-1)).toBe(`${order.id} processing`)
    expect(seen).toHaveLength(2)
  })

  test('3: write a message to a customer, once', async () => {
    const env = { MESSAGE_KEY: randomUUID() }
    const first = await run(3, language, { env })
    expect(await run(3, language, { env })).toEqual(first)
    const [message, ...others] = await Message.query(shop.db).where({ orderId: order.id })
    expect([first, others]).toEqual([{ code: 0, out: `${message?.id}\n` }, []])
    expect(message?.text).toBe('Your site moves on Monday.')
  })

  test('4: mark an order as delivered, once', async () => {
    for (const _ of [1, 2]) expect(await run(4, language)).toEqual({ code: 0, out: '1\n' })
    expect(await shop.db('deliveries').where({ orderId: order.id })).toMatchObject([
      { note: 'The site is live.', links: ['https://www.example.com'] },
    ])
  })

  test('5: push packages from a sheet', async () => {
    const { id } = await insertPackage(shop.db, { name: `Care ${language}`, priceCents: 9_900 })
    const folder = await makeFolder()
    const rows = [`Care ${language}\tBetter care.\t10`, `New in ${language}\tAll new.\t1,250.50`]
    await writeFile(join(folder, 'packages.tsv'), `${rows.join('\n')}\n`)
    for (const _ of [1, 2]) expect((await run(5, language, { folder })).code).toBe(0)
    expect(await Package.query(shop.db).findById(id)).toMatchObject({
      description: 'Better care.',
      priceCents: 9_900,
    })
    expect(await Package.query(shop.db).where({ name: `New in ${language}` })).toMatchObject([
      { isActive: false, priceCents: 125_050 },
    ])
  })

  test('6: write a CSV file for the accountant', async () => {
    const folder = await makeFolder()
    const { code, out } = await run(6, language, { folder, env: { FROM: '2026-01-01', TO: '2099-12-31' } })
    expect([code, out]).toEqual([0, ''])
    const [head, ...rows] = (await readFile(join(folder, 'sales.csv'), 'utf8')).trim().split('\n')
    expect(head).toBe('order,paid,amount,refunded,currency')
    expect(rows.find((row) => row.startsWith(`"${order.invoiceNumber}",`))).toMatch(
      /,"1299.00","0.00","USD"$/,
    )
    expect(rows).toHaveLength(
      await shop
        .db('orders')
        .whereNot({ paymentStatus: 'unpaid' })
        .then((all) => all.length),
    )
  })

  test('7: check that a webhook is the shop’s', async () => {
    const secret = makeSecret()
    const body = '{"type":"order.paid"}\n'
    const check = (key: Buffer, timestamp: number, input = body) => {
      const signed = signMessage([makeSecret(), key], { id: 'msg_1', timestamp, body })
      const env = {
        WEBHOOK_ID: 'msg_1',
        WEBHOOK_TIMESTAMP: String(timestamp),
        WEBHOOK_SIGNATURE: signed['webhook-signature'] ?? '',
        WEBHOOK_SECRET: writeSecret(secret),
      }
      return run(7, language, { env, input })
    }
    const now = Math.floor(Date.now() / 1000)
    expect(await check(secret, now)).toEqual({ code: 0, out: 'the shop\n' })
    for (const refused of [check(makeSecret(), now), check(secret, now - 600), check(secret, now, '{}')])
      expect((await refused).code).toBe(1)
  })

  test('8: make a coupon and refund an order, each once', async () => {
    const first = await run(8, language)
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('SPRING27') })
    expect(await run(8, language)).toEqual(first)
    expect(await Coupon.query(shop.db).where({ code: 'SPRING27' })).toHaveLength(1)
    const ofOrder = Refund.query(shop.db).joinRelated('payment').where({ orderId: order.id })
    expect((await ofOrder).map(({ amountCents }) => amountCents)).toEqual([5_000])
  })

  test('9: wait when told, and say what went wrong', async () => {
    const { keeperId } = await shop.db('api_keys').where({ id: owner.id }).first('keeperId')
    const poor = await insertKey(shop, { keeperId, scopes: ['reports:read'] })
    const refused = await run(9, language, { env: { KEY: poor.key } })
    expect(refused).toEqual({
      code: 1,
      out: expect.stringMatching(/scope_missing.*lacks the scope orders:read/s),
    })
    // A proxy in front of the shop that answers the first call with 429.
    let calls = 0
    const busy = createServer(async ({ url, headers }, response) => {
      calls += 1
      if (calls === 1) {
        response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' })
        response.end('{"code":"too_many_requests","message":"Too many"}')
        return
      }
      const { authorization = '' } = headers
      const { statusCode, body } = await shop.app.inject({ url: url ?? '', headers: { authorization } })
      response.writeHead(statusCode, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done))
    const env = { SHOP: `http://127.0.0.1:${(busy.address() as AddressInfo).port}` }
    try {
      expect([await run(9, language, { env }), calls]).toEqual([
        { code: 0, out: expect.stringMatching(/^1\n/) },
        2,
      ])
    } finally {
      busy.close()
    }
  })

  test('10: manage webhooks', async () => {
    expect(await run(10, language)).toEqual({
      code: 0,
      out: expect.stringMatching(/^whsec_[\w+/=]{40,}\nadmin\n$/),
    })
    expect(await WebhookEndpoint.query(shop.db)).toEqual([])
  })
})
