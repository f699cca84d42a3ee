/** Visitors, customers, staff and admins use the shop at the same time, repeatedly. Failed calls are recorded. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { buyerForm, verifyBody } from '#api/testing/buyer.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { GRACE_HOLM } from '#db/testing/builders.ts'
import { post, type Receipt } from '#e2e/chaos/buyers.ts'

const GIVES_UP_AFTER_MS = 30_000
const PAUSE_MS = 250
const PROFILE = { ...GRACE_HOLM, email: DEMO_ACCOUNTS.customer.email }
const SCRIPTS = /\/_astro\/[\w.-]+\.js/g

export interface ShopUrls {
  /** URL of the shop through its proxy. */
  url: string
  publicOrigin: string
  providerUrl: string
}

export interface Crowd {
  readonly done: number
  /** A sentence for each call that was refused, failed, or got no response. */
  readonly lost: readonly string[]
  /** Ids of the paid orders. */
  readonly sold: readonly number[]
  /** Resolves when everybody has done two more rounds. */
  untilTwoRounds(): Promise<void>
  stop(): Promise<void>
}

/** Sends the requests of one person, with cookies. */
export class Browser {
  readonly #shop: ShopUrls
  readonly #cookies = new Map<string, string>()

  constructor(shop: ShopUrls) {
    this.#shop = shop
  }

  /** @returns the response's text @throws Error for an error status or a missing response */
  async ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<string> {
    try {
      const response = await fetch(`${this.#shop.url}${path}`, {
        method,
        headers: {
          origin: this.#shop.publicOrigin,
          cookie: [...this.#cookies].map((cookie) => cookie.join('=')).join('; '),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(GIVES_UP_AFTER_MS),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`)
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        this.#cookies.set(name, value)
      }
      return text
    } catch (error) {
      throw new Error(`${method} ${path}: ${error}`, { cause: error })
    }
  }

  async read<T>(path: string): Promise<T> {
    return JSON.parse(await this.ask('GET', path)) as T
  }

  async signIn(who: keyof typeof DEMO_ACCOUNTS): Promise<this> {
    await this.ask('POST', '/api/auth/login', DEMO_ACCOUNTS[who])
    return this
  }

  async placeOrder(email: string): Promise<CreateOrderResponse> {
    const [item] = await this.read<{ id: number; price: string }[]>('/api/packages')
    const body = { packageId: item?.id, finalAmount: item?.price, userData: buyerForm({ email }) }
    const key = { 'idempotency-key': randomUUID() }
    return JSON.parse(await this.ask('POST', '/api/create-order', body, key)) as CreateOrderResponse
  }

  /** Pays as the provider's window does. */
  async pay({ razorpayOrderId }: CreateOrderResponse): Promise<Receipt> {
    const paid = await post(`${this.#shop.providerUrl}/pay`, {
      order_id: razorpayOrderId,
      outcome: 'success',
    })
    return paid.body as Receipt
  }

  async verify(order: CreateOrderResponse, receipt: Receipt): Promise<void> {
    await this.ask('POST', '/api/verify-payment', verifyBody(order, receipt))
  }
}

export async function gatherCrowd(shop: ShopUrls): Promise<Crowd> {
  const sold: number[] = []
  const customer = await new Browser(shop).signIn('customer')
  const admin = await new Browser(shop).signIn('admin')
  const staff = await new Browser(shop).signIn('staff')
  const visitor = new Browser(shop)
  // The scripts of the current page, which stays open in a browser during the upgrade.
  const scripts = new Set((await visitor.ask('GET', '/dashboard')).match(SCRIPTS))

  async function buy(isVerified: boolean): Promise<void> {
    const buyer = new Browser(shop)
    const order = await buyer.placeOrder(`buyer-${randomUUID()}@example.com`)
    const receipt = await buyer.pay(order)
    sold.push(order.orderId)
    if (isVerified) await buyer.verify(order, receipt)
  }

  const everybody: (() => Promise<unknown>)[] = [
    async () => {
      for (const path of ['/', '/about', '/packages/business-website', '/embed/business-website'])
        await visitor.ask('GET', path)
    },
    async () => {
      for (const script of scripts) await visitor.ask('GET', script)
    },
    async () => {
      for (const path of ['/api/packages', '/api/categories']) await visitor.ask('GET', path)
      await visitor.ask('POST', '/api/coupons/validate', { code: 'WELCOME10' })
    },
    async () => {
      const someone = await new Browser(shop).signIn('customer')
      await someone.ask('PUT', '/api/user/profile', PROFILE)
      await someone.ask('POST', '/api/auth/logout')
    },
    // Customer, admin and staff signed in once, at the beginning.
    async () => {
      for (const path of ['/api/auth/me', '/api/orders']) await customer.ask('GET', path)
    },
    async () => {
      for (const path of [
        '/api/admin/orders',
        '/api/admin/users',
        '/api/admin/attention',
        '/api/admin/overview',
      ])
        await admin.ask('GET', path)
    },
    async () => {
      const id = sold.at(-1)
      for (const status of id === undefined ? [] : ['processing', 'pending'])
        await admin.ask('PATCH', `/api/admin/orders/${id}/status`, { status })
    },
    () => staff.ask('GET', '/api/staff/assignments'),
    () => buy(true),
    // The buyer closes the tab: only the webhook tells the shop of the payment.
    () => buy(false),
  ]

  const lost: string[] = []
  const rounds = everybody.map(() => 0)
  let done = 0
  let isOpen = true
  const lanes = everybody.map(async (visit, lane) => {
    while (isOpen) {
      await visit().then(
        () => {
          done += 1
        },
        (error: Error) => lost.push(error.message),
      )
      rounds[lane] = (rounds[lane] ?? 0) + 1
      await sleep(PAUSE_MS)
    }
  })
  return {
    get done() {
      return done
    },
    lost,
    sold,
    async untilTwoRounds() {
      const wanted = rounds.map((n) => n + 2)
      while (rounds.some((n, lane) => n < (wanted[lane] ?? 0))) await sleep(PAUSE_MS)
    },
    async stop() {
      isOpen = false
      await Promise.all(lanes)
    },
  }
}
