/**
 * The order that a failed payment left open. A second try with nothing changed pays that one instead of making another:
 * one purchase stays one order, and a coupon of one use is not lost to a declined card.
 */
import type { CreateOrderResponse } from '../../api/contract/orders.ts'
import type { PaymentReceipt } from './payment-machine.ts'

/** All that an order is made of: a change of any of it makes another order. */
export interface OrderTerms {
  packageId: number
  couponCode: string | null
  amountCents: number
  /** Whom the order and, where there is none yet, the account are for. */
  buyer: object
}

/** With the receipt of a payment that was made for it and could not be verified. */
export type OpenOrder = CreateOrderResponse & { receipt?: PaymentReceipt | undefined }

interface KeptOrder {
  order: OpenOrder
  keptAtMs: number
  salt: string
  fingerprint: string
}

const KEY = 'open-order'
/** The server gives an unpaid order up after thirty minutes (api/features/payments/reconcile.ts). */
const GOOD_FOR_MS = 25 * 60_000
const ITERATIONS = 100_000

export async function keepOpenOrder(order: CreateOrderResponse, terms: OrderTerms): Promise<void> {
  try {
    const keptAtMs = Date.now()
    const salt = crypto.randomUUID()
    const open: KeptOrder = { order, keptAtMs, salt, fingerprint: await fingerprint(terms, salt) }
    sessionStorage.setItem(KEY, JSON.stringify(open))
  } catch {
    // Not a secure page, or no storage: a second try makes a second order.
  }
}

/** Notes that the kept order has been paid: until that is verified, no other payment may be made for it. */
export function keepReceipt(receipt: PaymentReceipt): void {
  try {
    const open = readKept()
    if (open?.order.razorpayOrderId !== receipt.razorpayOrderId) return
    sessionStorage.setItem(KEY, JSON.stringify({ ...open, order: { ...open.order, receipt } }))
  } catch {
    // No storage: no order is kept either.
  }
}

/** @returns the kept order, where it is still open or paid, and was made on these very terms */
export async function findOpenOrder(terms: OrderTerms): Promise<OpenOrder | undefined> {
  try {
    const open = readKept()
    if (!open) return undefined
    if (!open.order.receipt && Date.now() - open.keptAtMs > GOOD_FOR_MS) return undefined
    return (await fingerprint(terms, open.salt)) === open.fingerprint ? open.order : undefined
  } catch {
    return undefined
  }
}

export function forgetOpenOrder(): void {
  sessionStorage.removeItem(KEY)
}

function readKept(): KeptOrder | null {
  return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptOrder | null
}

/** Slow and salted, because the buyer's password is part of the terms and this is kept where scripts can read it. */
async function fingerprint(terms: OrderTerms, salt: string): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', encode(JSON.stringify(terms)), 'PBKDF2', false, [
    'deriveBits',
  ])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(salt), iterations: ITERATIONS }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)).join()
}
