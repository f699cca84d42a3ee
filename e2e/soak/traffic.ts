/** The load of an ordinary day: about eight calls a second, with their jobs and webhooks. */
import { setTimeout as delay } from 'node:timers/promises'
import { seedRules } from '#api/demo/seed-rules.ts'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { seedDemo } from '#db/seeds/demo.ts'
import { insertCoupon } from '#db/testing/builders.ts'
import { type Account, FORM, openAccount, pickAddress, type Shop, visit } from '#e2e/chaos/buyers.ts'
import { type Random, seedRandom } from '#e2e/chaos/random.ts'
import type { Fleet } from '#e2e/support/fleet.ts'

const CUSTOMERS = 12
const STATUSES = ['pending', 'processing', 'completed'] as const

export interface Traffic {
  /** Number of calls by caller and status of the response. */
  readonly counts: Record<string, number>
  stop(): Promise<void>
}

interface Caller {
  everyMs: number
  call(): Promise<unknown>
}

export async function startTraffic(fleet: Fleet): Promise<Traffic> {
  const counts: Record<string, number> = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const random = seedRandom(25)
  const callers = await listCallers(fleet, random, count)
  const stopping = new AbortController()
  const all = Object.entries(callers).map(async ([who, { everyMs, call }]) => {
    while (!stopping.signal.aborted) {
      await call().catch((error: Error) => count(`${who}: ${error.message}`))
      await delay(everyMs * random.between(0.5, 1.5), undefined, { signal: stopping.signal }).catch(() => {})
    }
  })
  return {
    counts,
    async stop() {
      stopping.abort()
      await Promise.all(all)
    },
  }
}

async function listCallers(
  fleet: Fleet,
  random: Random,
  count: (what: string) => void,
): Promise<Record<string, Caller>> {
  const { db } = fleet
  const { shop, emails } = await seedShop(fleet)
  const questions = await PackageQuestion.query(db).where({ packageId: shop.packageId })
  const call = async (who: string, method: string, path: string, { cookie = '', body }: Sent = {}) => {
    const response = await fetch(`${fleet.apis[random.pick(['a', 'b'] as const)]}${path}`, {
      method,
      headers: {
        cookie,
        origin: 'http://localhost:4321',
        'x-forwarded-for': pickAddress(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await response.text()
    count(`${who}: ${response.status}`)
    return { text, cookies: response.headers.getSetCookie() }
  }
  const read = (who: string, everyMs: number, paths: () => string[], account?: () => Account): Caller => ({
    everyMs,
    call: () => call(who, 'GET', random.pick(paths()), account && { cookie: account().cookie }),
  })
  const anyCustomer = () => random.pick(shop.accounts)
  const pages = ['/api/packages', `/api/packages/${shop.packageId}`, '/api/categories', '/api/readyz']
  const { admin } = shop
  let nth = 0
  return {
    visitor: read('visitor', 700, () => pages),
    reviews: read('visitor', 1_500, () => [`/api/packages/${shop.packageId}/reviews`]),
    coupon: {
      everyMs: 4_000,
      call: () => call('visitor', 'POST', '/api/coupons/validate', { body: { code: 'MANY' } }),
    },
    buyer: {
      everyMs: 4_000,
      call: async () => {
        nth += 1
        const { ended } = await visit(fleet, shop, random, { email: `buyer-${nth}@example.com` })
        count(`buyer: ${ended}`)
      },
    },
    customer: read('customer', 700, () => ['/api/orders', '/api/auth/me'], anyCustomer),
    answers: {
      everyMs: 5_000,
      call: async () => {
        const { userId, cookie } = anyCustomer()
        const order = await db('orders')
          .where({ userId, paymentStatus: 'paid' })
          .whereNot({ status: 'completed' })
          .first('id')
        if (!order) return
        const answers = Object.fromEntries(
          questions.map(({ id }) => [id, `Answer of ${new Date().toISOString()}`]),
        )
        await call('customer', 'POST', `/api/orders/${order.id}/answers`, { cookie, body: { answers } })
      },
    },
    admin: read(
      'admin',
      1_000,
      () => [
        '/api/admin/orders?limit=50',
        '/api/admin/orders?q=grace&limit=50',
        '/api/admin/attention',
        '/api/admin/operations',
        '/api/admin/overview',
        '/api/admin/users?q=buyer&limit=50',
        '/api/admin/search?q=holm',
        '/api/admin/audit-log?limit=50',
        '/api/admin/orders.csv',
        `/api/admin/orders?sort=-amount&status=${random.pick(STATUSES)}`,
      ],
      () => admin,
    ),
    status: {
      everyMs: 5_000,
      call: async () => {
        const order = await db('orders').where({ paymentStatus: 'paid' }).orderByRaw('random()').first('id')
        if (!order) return
        const body = { status: random.pick(STATUSES) }
        await call('admin', 'PATCH', `/api/admin/orders/${order.id}/status`, { cookie: admin.cookie, body })
      },
    },
    scrape: {
      everyMs: 15_000,
      call: async () => {
        // Without `x-forwarded-for`, because only this machine may read the metrics.
        const response = await fetch(`${fleet.apis.a}/api/metrics`)
        await response.text()
        count(`scrape: ${response.status}`)
      },
    },
    'sign-in': {
      everyMs: 8_000,
      call: async () => {
        const body = { email: random.pick(emails), password: FORM.password }
        const { cookies } = await call('sign-in', 'POST', '/api/auth/login', { body })
        const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
        await call('sign-in', 'GET', '/api/auth/me', { cookie })
        await call('sign-in', 'POST', '/api/auth/logout', { cookie })
      },
    },
    guess: {
      everyMs: 10_000,
      call: () => {
        const body = {
          email: `nobody-${Math.floor(random.between(0, 500))}@example.com`,
          password: 'a-wrong-guess',
        }
        return call('guess', 'POST', '/api/auth/login', { body })
      },
    },
  }
}

interface Sent {
  cookie?: string
  body?: unknown
}

/** Fills the database with the demo's catalogue and history, signed-in customers and an admin. */
async function seedShop(fleet: Fleet): Promise<{ shop: Shop; emails: string[] }> {
  const { db } = fleet
  await seedDemo(db, seedRules)
  const { id: packageId, priceCents } = await Package.query(db)
    .findOne({ slug: 'business-website' })
    .throwIfNotFound()
  await insertCoupon(db, { code: 'MANY', discountHundredths: 5_000, usageLimit: 100_000 })
  const emails = Array.from({ length: CUSTOMERS }, (_, index) => `regular-${index}@example.com`)
  const accounts: Account[] = []
  for (const email of emails) accounts.push(await openAccount(fleet, email))
  const admin = await openAccount(fleet, 'soak-admin@example.com', { isAdmin: true })
  return { shop: { packageId, prices: { USD: priceCents }, coupons: { MANY: 50 }, accounts, admin }, emails }
}
