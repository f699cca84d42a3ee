/**
 * The order that a failed payment left open. If nothing has changed, the next attempt pays it instead of creating another: a
 * purchase stays one order, and a declined card does not use up a single-use coupon.
 */
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { Money } from '#api/rules/money/money.ts'
import { UNPAID_ORDER_MINUTES } from '#api/rules/periods.ts'
import { readStored, store } from '#site/kit/stores/stored.ts'
import type { PaymentReceipt } from './provider/checkout.ts'

/** If any of these changes, the next attempt creates a new order. */
export interface OrderTerms {
  packageId: number
  couponCode: string | null
  amount: Money
  inInstalments?: true
  /** The account, or the data for a new one. */
  buyer: object
}

/** The receipt belongs to a payment that is not verified yet. */
export type OpenOrder = CreateOrderResponse & { receipt?: PaymentReceipt | undefined }

interface OrderedPackage {
  name: string
  /** The package's path in the shop. */
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
/** Five minutes less than the server keeps an unpaid order. */
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
    // Without https the browser has no crypto.subtle for the fingerprint, so a second attempt creates a second order.
  }
}

/** Stores that the order is paid, so that the buyer cannot pay it again before the payment is verified. */
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

/** @returns the order if this tab paid it and the payment is not verified yet */
export function findPaidOrder(orderId: number): (OpenOrder & { receipt: PaymentReceipt }) | undefined {
  const order = readStored<StoredOrder>(KEY)?.order
  return order?.receipt && order.orderId === orderId ? { ...order, receipt: order.receipt } : undefined
}

/** @returns the order that a failed payment left open in this tab, with its package */
export function findFailedOrder(): { order: OpenOrder; item: OrderedPackage } | undefined {
  return readStored<StoredOrder>(KEY)
}

/** For the window that continues a frame's purchase. */
export const exportOpenOrder = (): unknown => readStored(KEY)

export function importOpenOrder(exported: unknown): void {
  store(KEY, exported)
}

export function forgetOpenOrder(): void {
  store(KEY, undefined)
}

/** A slow, salted hash: the terms contain the buyer's password, and any script on the page can read the storage. */
async function fingerprint(terms: OrderTerms, salt: string): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', encode(JSON.stringify(terms)), 'PBKDF2', false, [
    'deriveBits',
  ])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(salt), iterations: ITERATIONS }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)).join()
}
