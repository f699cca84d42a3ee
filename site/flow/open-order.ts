/**
 * The order that a failed payment left open. A second try with nothing changed pays that one instead of making another:
 * one purchase stays one order, and a coupon of one use is not lost to a declined card.
 */
import type { CreateOrderResponse } from '../../api/contract/orders.ts'
import { UNPAID_ORDER_MINUTES } from '../../api/contract/periods.ts'
import type { PaymentReceipt } from '../payments/checkout.ts'
import { readStored, store } from '../stores/stored.ts'

/** The data of an order. A change of any of it makes another order. */
export interface OrderTerms {
  packageId: number
  couponCode: string | null
  amountCents: number
  /** Whom the order and, where there is none yet, the account are for. */
  buyer: object
}

/** The receipt is that of a payment which was made for it and could not be verified. */
export type OpenOrder = CreateOrderResponse & { receipt?: PaymentReceipt | undefined }

interface OrderedPackage {
  name: string
  /** Its address in the shop. */
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
/** Shorter than the time after which the server gives an unpaid order up. */
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
    // Without https there is no fingerprint, so a second try makes a second order.
  }
}

/** Notes that the open order has been paid: until that is verified, no other payment may be made for it. */
export function storeReceipt(receipt: PaymentReceipt): void {
  const stored = readStored<StoredOrder>(KEY)
  if (stored?.order.razorpayOrderId !== receipt.razorpayOrderId) return
  store(KEY, { ...stored, order: { ...stored.order, receipt } })
}

/** @returns the open order, if it was made on the same terms and can still be paid or verified */
export async function findOpenOrder(terms: OrderTerms): Promise<OpenOrder | undefined> {
  const stored = readStored<StoredOrder>(KEY)
  if (!stored) return undefined
  if (!stored.order.receipt && Date.now() - stored.storedAtMs > GOOD_FOR_MS) return undefined
  return (await fingerprint(terms, stored.salt)) === stored.fingerprint ? stored.order : undefined
}

/** @returns the order with this id, if it was paid in this tab and that could not be verified yet */
export function findPaidOrder(orderId: number): (OpenOrder & { receipt: PaymentReceipt }) | undefined {
  const order = readStored<StoredOrder>(KEY)?.order
  return order?.receipt && order.orderId === orderId ? { ...order, receipt: order.receipt } : undefined
}

/** @returns the order that a failed payment left open in this tab, and what it is for */
export function findFailedOrder(): { order: OpenOrder; item: OrderedPackage } | undefined {
  return readStored<StoredOrder>(KEY)
}

/** What is stored of it, for another window of this purchase. */
export const exportOpenOrder = (): unknown => readStored(KEY)

/** Takes the open order over from the frame whose purchase goes on in this window. */
export function importOpenOrder(exported: unknown): void {
  store(KEY, exported)
}

export function forgetOpenOrder(): void {
  store(KEY, undefined)
}

/** Slow and salted: the buyer's password is part of the terms, and scripts of the page can read what is stored. */
async function fingerprint(terms: OrderTerms, salt: string): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', encode(JSON.stringify(terms)), 'PBKDF2', false, [
    'deriveBits',
  ])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(salt), iterations: ITERATIONS }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)).join()
}
