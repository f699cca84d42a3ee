/** Verifies a payment and retries if that fails (docs/product/shop.md, How a purchase ends). */
import type { User } from '#api/contract/people/auth.ts'
import type { VerifyPaymentResponse } from '#api/contract/sales/checkout.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { setUser } from '#site/kit/stores/session.ts'
import type { PaymentReceipt } from './provider/checkout.ts'

/** Stays below the API's limit of 60 calls in 10 minutes. */
const ASK_EVERY_MS = 12_000
/** After this the page gives up; the buyer gets a mail instead. */
const ASK_FOR_MS = 30 * 60_000
/** How long a sign-in that a busy shop has refused waits for its second and last try. */
const SIGN_IN_AGAIN_MS = 2_000

/** @throws ApiError; TypeError if the API cannot be reached */
export function verifyPayment(orderId: number, receipt: PaymentReceipt): Promise<VerifyPaymentResponse> {
  return callApi('/api/verify-payment', { method: 'POST', body: { orderId, ...receipt } })
}

/** Ignores a failure: the order is paid, and the buyer can sign in with the password. */
export async function signInAfterPayment(sessionId: string): Promise<void> {
  const signIn = () => callApi<User>('/api/auth/session-login', { method: 'POST', body: { sessionId } })
  try {
    const user = await signIn().catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status < 500) throw error
      await new Promise((resolve) => setTimeout(resolve, SIGN_IN_AGAIN_MS))
      return await signIn()
    })
    setUser(user)
  } catch {
    // The buyer stays signed out.
  }
}

/**
 * Polls every few seconds until the payment is confirmed, then signs the buyer in.
 * @param signIn receives the confirmation's `sessionId`
 * @returns false if the payment is not confirmed within half an hour
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
