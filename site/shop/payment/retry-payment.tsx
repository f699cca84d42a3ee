/** Pays an existing order without the form (docs/product/shop.md, Paying an order again). */
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { RetriedOrder } from '#api/contract/sales/checkout.ts'
import { callApi } from '#site/kit/client/api.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $session, loadSession } from '#site/kit/stores/session.ts'
import { announceRedirect } from '#site/kit/stores/toast.ts'
import { announceFailure } from './endings.ts'
import { storeReceipt } from './open-order.ts'
import { PaidCover } from './paid-cover.tsx'
import { finishPurchase } from './pay-for-package.ts'
import { VerificationNotice } from './payment-notes.tsx'
import { confirmPayment, resetPayment, runPayment } from './run-payment.ts'

/** Runs the payment of an order that already has a provider order. */
async function pay({ order, packageName }: RetriedOrder) {
  await loadSession()
  const { firstName, lastName, email, phone } = $session.get().user ?? $buyerDraft.get()
  resetPayment()
  const end = await runPayment({
    order,
    onPaid: storeReceipt,
    description: packageName,
    buyer: { name: `${firstName} ${lastName}`.trim(), email, contact: phone },
  })
  return { end, email }
}

/** @returns the URL of the failure page; undefined if it was paid, in which case a redirect follows */
export async function payAgain(again: RetriedOrder): Promise<string | undefined> {
  const { end, email } = await pay(again)
  if (end?.step === 'failed') return announceFailure(end).url
  if (end?.step !== 'succeeded') return undefined
  createRoot(document.body.appendChild(document.createElement('div'))).render(<PaidCover order={end.order} />)
  announceRedirect(
    'Payment Successful!',
    `Thank you for purchasing ${again.packageName}. You can now access your dashboard.`,
  )
  // Back must not return to a page that says nothing was charged.
  finishPurchase(end.order, email, { replacesPage: true })
  return undefined
}

/**
 * Pays the instalment that is due of a customer's order. The buyer stays on the page; a toast says why a payment failed.
 * @param onUnverified receives the notice to show until it is known whether the money arrived
 * @returns whether the instalment is paid @throws as callApi does
 */
export async function payNextInstalment(
  orderId: number,
  onUnverified: (notice: ReactNode) => void,
): Promise<boolean> {
  const next = await callApi<RetriedOrder>(`/api/orders/${orderId}/next-instalment`, { method: 'POST' })
  const { end } = await pay(next)
  if (end?.step !== 'failed') return end?.step === 'succeeded'
  announceFailure(end)
  if (end.reason !== 'verification_failed') return false
  onUnverified(<VerificationNotice orderId={orderId} />)
  // Not resolved until it is known, so the button stays busy.
  return confirmPayment(end.order)
}
