/** Verifying a payment that was made, and asking again where that failed (docs/product/shop.md, How a purchase ends). */
import type { User } from '../../api/contract/auth.ts'
import type { VerifyPaymentResponse } from '../../api/contract/orders.ts'
import { callApi } from '../client/api.ts'
import type { PaymentReceipt } from '../payments/checkout.ts'
import { setUser } from '../stores/session.ts'

/** A mail tells who waits longer. Keeps under the API's limit of 60 calls in 10 minutes. */
const ASK_EVERY_MS = 12_000
const ASK_FOR_MS = 30 * 60_000

/** @throws ApiError, or TypeError where the API is not reached */
export function verifyPayment(orderId: number, receipt: PaymentReceipt): Promise<VerifyPaymentResponse> {
  return callApi('/api/verify-payment', { method: 'POST', body: { orderId, ...receipt } })
}

/** A failure is harmless: the order is paid, and the buyer can sign in with the password. */
export async function signInAfterPayment(sessionId: string): Promise<void> {
  try {
    setUser(await callApi<User>('/api/auth/session-login', { method: 'POST', body: { sessionId } }))
  } catch {
    // The buyer stays signed out.
  }
}

/**
 * Asks every few seconds about a payment that was made, and signs the buyer in once it is confirmed.
 * @param signIn takes the `sessionId` of the confirmation
 * @returns whether it is confirmed; false after half an hour
 */
export async function waitForConfirmation(
  orderId: number,
  receipt: PaymentReceipt,
  signIn = signInAfterPayment,
): Promise<boolean> {
  const giveUpAtMs = Date.now() + ASK_FOR_MS
  while (Date.now() < giveUpAtMs) {
    try {
      const { sessionId } = await verifyPayment(orderId, receipt)
      if (sessionId) await signIn(sessionId)
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
  }
  return false
}
