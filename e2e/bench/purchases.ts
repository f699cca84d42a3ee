/** Compares purchases of signed-in buyers with a plain transaction of three statements on the same PostgreSQL. */
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { seedLarge } from '#db/seeds/large.ts'
import { insertUser } from '#db/testing/builders.ts'
import { applyLoad, median, percentile } from '#e2e/support/load.ts'
import type { Bench } from './bench.ts'
import { openSession } from './compare.ts'
import {
  PUBLIC_ORIGIN,
  type Running,
  startApi,
  startMailSink,
  startProvider,
  startReference,
} from './machine.ts'
import { makeShopDatabase } from './shop-database.ts'

/** Figures of one commit vary: it gave 0.042 and 0.035 on one machine. This is the lower one. */
const LEAST_SHARE = 0.035
const MOST_P99_OF_P50 = 10
/** The rate limit allows a buyer 30 orders in ten minutes. */
const PURCHASES_OF_A_BUYER = 30
const TRIES = 5

interface Buyer {
  userId: number
  headers: Record<string, string>
}

interface Offer {
  packageId: number
  finalAmount: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * Repeats the call after a 503, because a process sheds calls while the machine is busy with other things. All tries count as time.
 * @throws Error for any other status but 200 and 201, and if every try is shed
 */
async function post<Body>(url: string, body: object, headers: Record<string, string> = {}): Promise<Body> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, retryAfter, text } = await send(url, JSON.stringify(body), headers)
    if (status === 200 || status === 201) return JSON.parse(text) as Body
    if (status !== 503 || attempt === TRIES) throw new Error(`${url} responded with ${status}: ${text}`)
    await delay(Number(retryAfter) * 1_000)
  }
}

interface Received {
  status: number | undefined
  retryAfter: string | undefined
  text: string
}

function send(url: string, body: string, headers: Record<string, string>): Promise<Received> {
  return new Promise((done, fail) => {
    const call = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    call.once('error', fail)
    call.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => {
        done({ status: response.statusCode, retryAfter: response.headers['retry-after'], text })
      })
    })
    call.end(body)
  })
}

/** Buys as the checkout does: creates the order, pays at the provider, verifies the payment. */
export async function buy(api: Running, provider: Running, buyer: Buyer, offer: Offer): Promise<void> {
  // An IP address for each purchase, because the rate limits are on.
  const headers = { ...buyer.headers, origin: PUBLIC_ORIGIN, 'x-forwarded-for': randomAddress() }
  const order = await post<{ orderId: number; razorpayOrderId: string }>(
    `${api.origin}/api/create-order`,
    { ...offer, userId: buyer.userId },
    headers,
  )
  const paid = await post<{ razorpay_payment_id: string; razorpay_signature: string }>(
    `${provider.origin}/pay`,
    {
      order_id: order.razorpayOrderId,
      outcome: 'success',
    },
  )
  await post(
    `${api.origin}/api/verify-payment`,
    {
      orderId: order.orderId,
      razorpayOrderId: order.razorpayOrderId,
      razorpayPaymentId: paid.razorpay_payment_id,
      razorpaySignature: paid.razorpay_signature,
    },
    headers,
  )
}

const randomByte = () => Math.floor(Math.random() * 254) + 1
const randomAddress = () => `198.${randomByte()}.${randomByte()}.${randomByte()}`

/** @returns how long each purchase took; a failed one ends the run */
async function buyFor(seconds: number, atOnce: number, buyOne: () => Promise<void>): Promise<number[]> {
  const tookMs: number[] = []
  const untilMs = performance.now() + seconds * 1000
  const keepBuying = async () => {
    while (performance.now() < untilMs) {
      const startedAtMs = performance.now()
      await buyOne()
      tookMs.push(performance.now() - startedAtMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, keepBuying))
  return tookMs
}

async function openAccounts(db: Knex, count: number): Promise<Buyer[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id: userId } = await insertUser(db)
      return { userId, headers: await openSession(db, userId) }
    }),
  )
}

async function countSent(db: Knex): Promise<number> {
  const sent = await db('outbox').whereNotNull('sentAt').count().first()
  return Number(sent?.count)
}

export async function measurePurchases({ server, figures, isQuick }: Bench): Promise<void> {
  const { url, db } = await makeShopDatabase(server, 'bench_purchases')
  // Fills the tables, because PostgreSQL plans sequential scans for empty ones.
  await seedLarge(db, { orders: 1_000 })
  await db.raw('VACUUM ANALYZE')
  const [reference, provider, mails] = await Promise.all([
    startReference(url),
    startProvider(),
    startMailSink(),
  ])
  const api = await startApi(url, { apiUrl: provider.origin, smtpUrl: mails.url })
  const offered = await db('packages').where({ isActive: true }).orderBy('id').first('id', 'priceCents')
  const offer = { packageId: offered.id as number, finalAmount: (offered.priceCents as number) / 100 }
  const { warmUpSeconds, rounds, seconds, purchases } = isQuick
    ? { warmUpSeconds: 0, rounds: 1, seconds: 1, purchases: 3_000 }
    : { warmUpSeconds: 6, rounds: 5, seconds: 4, purchases: 30_000 }
  const buyers = await openAccounts(db, purchases / PURCHASES_OF_A_BUYER)

  const buyOne = async () => {
    const buyer = buyers.shift()
    if (!buyer) throw new Error('There are no more buyers')
    buyers.push(buyer)
    await buy(api, provider, buyer, offer)
  }
  for (const atOnce of isQuick ? [8] : [1, 8]) {
    const transact = async () => {
      const load = {
        url: `${reference.origin}/transaction`,
        connections: atOnce,
        seconds,
        method: 'POST',
      } as const
      return (await applyLoad(load)).perSecond
    }
    await buyFor(warmUpSeconds, atOnce, buyOne)
    const sentBefore = await countSent(db)
    const shares: number[] = []
    const perSecond: number[] = []
    const transactions: number[] = []
    const tookMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = await transact()
      const took = await buyFor(seconds, atOnce, buyOne)
      const after = await transact()
      perSecond.push(took.length / seconds)
      transactions.push(before, after)
      shares.push((2 * took.length) / seconds / (before + after))
      tookMs.push(...took)
    }
    const at = `${atOnce} at once`
    const section = 'purchases'
    const p50 = percentile(tookMs, 0.5)
    figures.add({ section, name: `plain transaction, ${at}`, value: median(transactions), unit: '/s' })
    figures.add({
      section,
      name: `create-order + pay + verify, ${at}`,
      value: median(shares),
      unit: '×',
      budget: { atLeast: LEAST_SHARE },
      note: `${Math.round(median(perSecond))}/s, p50 ${p50.toFixed(1)} ms, none of ${tookMs.length} failed; ${(await countSent(db)) - sentBefore} mails sent meanwhile`,
    })
    figures.add({
      section,
      name: `p99 of p50, ${at}`,
      value: percentile(tookMs, 0.99) / p50,
      unit: '×',
      budget: { atMost: MOST_P99_OF_P50 },
    })
  }
  agent.destroy()
  await Promise.all([api.stop(), reference.stop(), provider.stop(), mails.stop()])
  await db.destroy()
}
