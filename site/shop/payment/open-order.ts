/**
 * The order that a failed payment left open. If nothing has changed, the next try pays it instead of making another:
 * a purchase stays one order, and a declined card does not use up a coupon that works once.
 */
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { Money } from '#api/rules/money/money.ts'
import { UNPAID_ORDER_MINUTES } from '#api/rules/periods.ts'
import { readStored, store } from '#site/kit/stores/stored.ts'
import type { PaymentReceipt } from './provider/checkout.ts'

/** A change of any of these makes another order. */
export interface OrderTerms {
  packageId: number
  couponCode: string | null
  amount: Money
  inParts?: true
  /** The person, or what a new account is made of. */
  buyer: object
}

/** The receipt is of a payment that could not be verified yet. */
export type OpenOrder = CreateOrderResponse & { receipt?: PaymentReceipt | undefined }

interface OrderedPackage {
  name: string
  /** Its path in the shop. */
  page: string
}

interface StoredOrder {
  order: OpenOrder
  item: OrderedPackage
  storedAtMs: number
  salt: string
  fingerprint: string
}

const KEY = 'open-order'
/** Less than the time after which the server gives up an unpaid order. */
const GOOD_FOR_MS = (UNPAID_ORDER_MINUTES - 5) * 60_000
const ITERATIONS = 100_000

export async function storeOpenOrder(
  order: CreateOrderResponse,
  terms: OrderTerms,
  item: OrderedPackage,
): Promise<void> {
  try {
    const storedAtMs = Date.now()
    const salt = crypto.randomUUID()
    const stored: StoredOrder = {
      order,
      item,
      storedAtMs,
      salt,
      fingerprint: await fingerprint(terms, salt),
    }
    store(KEY, stored)
  } catch {
    // Without https the browser computes no fingerprint, and a second try makes a second order.
  }
}

/** Stores that the order has been paid, so that nobody pays it again before the payment is verified. */
export function storeReceipt(receipt: PaymentReceipt): void {
  const stored = readStored<StoredOrder>(KEY)
  if (stored?.order.razorpayOrderId !== receipt.razorpayOrderId) return
  store(KEY, { ...stored, order: { ...stored.order, receipt } })
}

/** @returns the stored order if its terms are the same and it can still be paid or verified */
export async function findOpenOrder(terms: OrderTerms): Promise<OpenOrder | undefined> {
  const stored = readStored<StoredOrder>(KEY)
  if (!stored) return undefined
  if (!stored.order.receipt && Date.now() - stored.storedAtMs > GOOD_FOR_MS) return undefined
  return (await fingerprint(terms, stored.salt)) === stored.fingerprint ? stored.order : undefined
}

/** @returns this order if it was paid in this tab and the payment is not verified yet */
export function findPaidOrder(orderId: number): (OpenOrder & { receipt: PaymentReceipt }) | undefined {
  const order = readStored<StoredOrder>(KEY)?.order
  return order?.receipt && order.orderId === orderId ? { ...order, receipt: order.receipt } : undefined
}

/** @returns the order that a failed payment left open in this tab, with its package */
export function findFailedOrder(): { order: OpenOrder; item: OrderedPackage } | undefined {
  return readStored<StoredOrder>(KEY)
}

/** For the window in which a frame's purchase continues. */
export const exportOpenOrder = (): unknown => readStored(KEY)

export function importOpenOrder(exported: unknown): void {
  store(KEY, exported)
}

export function forgetOpenOrder(): void {
  store(KEY, undefined)
}

/** A slow, salted hash, because the terms contain the buyer's password and any script of the page can read the storage. */
async function fingerprint(terms: OrderTerms, salt: string): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', encode(JSON.stringify(terms)), 'PBKDF2', false, [
    'deriveBits',
  ])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(salt), iterations: ITERATIONS }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)).join()
}
