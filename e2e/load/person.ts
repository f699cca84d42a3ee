/** One person with a session: their calls to the shop, and the steps of a purchase. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { GRACE_HOLM } from '#db/testing/builders.ts'
import { type Reply, send } from './send.ts'

/** How long a patient person waits for one response before they try again. */
const TRIES_AGAIN_AFTER_MS = 8_000

export interface Shop {
  /** URLs of the API: each process's, or the proxy's. Each call picks one. */
  origins: readonly string[]
  providerUrl: string
  publicOrigin: string
}

export interface Receipt {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

type Placed = Pick<CreateOrderResponse, 'orderId' | 'razorpayOrderId'>

/** A call with an error status; status 0: without a response. */
export class Refused extends Error {
  readonly status: number

  constructor(call: string, status: number, reason: string) {
    super(`${call}: ${status} ${reason}`)
    this.status = status
  }
}

/** @returns undefined if a call was refused @throws any other error */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** A purchase form without an e-mail. */
export const FORM = {
  ...GRACE_HOLM,
  password: 'a-fine-secret',
  originalAmount: '99.00',
  discountAmount: '0.00',
  couponCode: null as string | null,
}

interface Habits {
  /** Since they came: how long they repeat calls that fail for the moment, as the buyer's page does. 0: they never repeat one. */
  patienceMs?: number
  /** Decides which process takes a call. */
  next?: () => number
}

interface Session {
  userId?: number | undefined
  /** Sent with each call. */
  headers?: Record<string, string>
}

export class Person {
  readonly userId: number | undefined
  readonly #shop: Shop
  readonly #headers: Record<string, string>
  readonly #cookies: Map<string, string>
  readonly #givesUpAtMs: number
  readonly #next: () => number

  constructor(
    shop: Shop,
    { userId, headers = {}, patienceMs = 0, next = Math.random }: Session & Habits = {},
    cookies = new Map<string, string>(),
  ) {
    this.#shop = shop
    this.userId = userId
    this.#headers = headers
    this.#cookies = cookies
    this.#givesUpAtMs = patienceMs === 0 ? 0 : Date.now() + patienceMs
    this.#next = next
  }

  /** The same session in another visit. @param shop where only some of the processes are to take the calls */
  comeAgain({ shop = this.#shop, ...habits }: Habits & { shop?: Shop }): Person {
    return new Person(shop, { userId: this.userId, headers: this.#headers, ...habits }, this.#cookies)
  }

  /** @throws Refused */
  async ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    const reply = await this.#repeat(method, path, () => {
      const { origins, publicOrigin } = this.#shop
      return send(`${origins[Math.floor(this.#next() * origins.length)]}${path}`, {
        method,
        body,
        headers: {
          origin: publicOrigin,
          cookie: [...this.#cookies].map((cookie) => cookie.join('=')).join('; '),
          ...this.#headers,
          // Rate limits count by address.
          'x-forwarded-for': randomAddress(),
          ...headers,
        },
        ...(this.#givesUpAtMs > 0 && { withinMs: TRIES_AGAIN_AFTER_MS }),
      })
    })
    if (reply.status >= 400) throw new Refused(`${method} ${path}`, reply.status, reply.text.slice(0, 200))
    for (const cookie of reply.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    return reply
  }

  async read<T>(path: string): Promise<T> {
    return JSON.parse((await this.ask('GET', path)).text) as T
  }

  async signIn(account: { email: string; password: string }): Promise<this> {
    await this.ask('POST', '/api/auth/login', account)
    return this
  }

  /** @param asked the package, its price, and a form if nobody is signed in */
  async placeOrder(asked: object, key: string = randomUUID()): Promise<CreateOrderResponse> {
    const body = { ...asked, ...(this.userId !== undefined && { userId: this.userId }) }
    const { text } = await this.ask('POST', '/api/create-order', body, { 'idempotency-key': key })
    return JSON.parse(text) as CreateOrderResponse
  }

  /** Pays as the provider's window does. @throws Refused if the payment fails */
  async pay({ razorpayOrderId }: Placed, outcome = 'success'): Promise<Receipt> {
    const { status, text } = await this.askProvider('/pay', { order_id: razorpayOrderId, outcome })
    if (status !== 200) throw new Refused('POST /pay', status, text)
    return JSON.parse(text) as Receipt
  }

  /** @returns the response of the payment provider's stand-in, whatever its status */
  askProvider(path: string, body: object): Promise<Reply> {
    const url = `${this.#shop.providerUrl}${path}`
    return this.#repeat('POST', path, () => send(url, { method: 'POST', body }))
  }

  async verify({ orderId }: Placed, receipt: Receipt): Promise<void> {
    await this.ask('POST', '/api/verify-payment', {
      orderId,
      razorpayOrderId: receipt.razorpay_order_id,
      razorpayPaymentId: receipt.razorpay_payment_id,
      razorpaySignature: receipt.razorpay_signature,
    })
  }

  async buy(asked: object): Promise<CreateOrderResponse> {
    const order = await this.placeOrder(asked)
    await this.verify(order, await this.pay(order))
    return order
  }

  /** Repeats the call while it fails for the moment, and patience lasts. @throws Refused without a response */
  async #repeat(method: string, path: string, call: () => Promise<Reply>): Promise<Reply> {
    for (;;) {
      const reply = await call().catch((error: Error) => error)
      const isOver = Date.now() > this.#givesUpAtMs
      if (!(reply instanceof Error)) {
        const isBusy = reply.status >= 500 || reply.text.includes('"idempotency_key_in_use"')
        if (!isBusy || isOver) return reply
      } else if (isOver) throw new Refused(`${method} ${path}`, 0, String(reply))
      await delay(50 + this.#next() * 350)
    }
  }
}

const randomByte = () => 1 + Math.floor(Math.random() * 254)
const randomAddress = () => `198.${randomByte()}.${randomByte()}.${randomByte()}`
