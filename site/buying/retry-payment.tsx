/** Pays an order that this browser has placed, without the form (docs/product/shop.md, Paying an order again). */
import { createRoot } from 'react-dom/client'
import type { RetriedOrder } from '../../api/contract/checkout.ts'
import { $buyerDraft } from '../stores/buyer-draft.ts'
import { $session, loadSession } from '../stores/session.ts'
import { showToast } from '../stores/toast.ts'
import { announceFailure } from './endings.ts'
import { storeReceipt } from './open-order.ts'
import { PaidCover } from './paid-cover.tsx'
import { finishPurchase } from './pay-for-package.ts'
import { resetPayment, runPayment } from './run-payment.ts'

/** @returns the address of the next failure; undefined once it is paid, when the page is about to be left */
export async function payAgain({ order, packageName }: RetriedOrder): Promise<string | undefined> {
  await loadSession()
  const { firstName, lastName, email, phone } = $session.get().user ?? $buyerDraft.get()
  resetPayment()
  const end = await runPayment({
    order,
    onPaid: storeReceipt,
    description: packageName,
    buyer: { name: `${firstName} ${lastName}`.trim(), email, contact: phone },
  })
  if (end?.step === 'failed') return announceFailure(end).url
  if (end?.step !== 'succeeded') return undefined
  createRoot(document.body.appendChild(document.createElement('div'))).render(<PaidCover order={end.order} />)
  showToast(
    'Payment Successful!',
    `Thank you for purchasing ${packageName}. You can now access your dashboard.`,
  )
  finishPurchase(end.order, email)
  return undefined
}
