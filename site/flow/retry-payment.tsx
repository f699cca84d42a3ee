/** Pays an order again that this browser placed, without the form (docs/product/shop.md, Paying an order again). */
import { createRoot } from 'react-dom/client'
import type { RetriedOrder } from '../../api/contract/orders.ts'
import { $buyerDraft } from '../stores/buyer-draft.ts'
import { $session, loadSession } from '../stores/session.ts'
import { showError, showNote, showToast } from '../stores/toast.ts'
import { describeFailure } from './endings.ts'
import { storeReceipt } from './open-order.ts'
import { PaidCover } from './paid-cover.tsx'
import { forgetPurchase } from './pay-for-package.ts'
import { redirectToDashboard } from './redirect.ts'
import { reportSale } from './report-sale.ts'
import { resetPayment, runPayment } from './run-payment.ts'

/** @returns the address that tells of another failure; undefined where it is paid and the page is about to leave */
export async function payAgain({ order, packageName }: RetriedOrder): Promise<string | undefined> {
  await loadSession()
  const { firstName, lastName, email, phone } = $session.get().user ?? $buyerDraft.get()
  resetPayment()
  const end = await runPayment({
    openOrder: order,
    // Never called, because the order already exists.
    orderBody: () => ({ packageId: 0, finalAmount: 0 }),
    onPaid: storeReceipt,
    description: packageName,
    buyer: { name: `${firstName} ${lastName}`.trim(), email, contact: phone },
  })
  if (end?.step === 'failed') {
    const { title, description, isError, url } = describeFailure(end)
    if (isError) showError(title, description)
    else showNote(title, description)
    return url
  }
  if (end?.step !== 'succeeded') return undefined
  createRoot(document.body.appendChild(document.createElement('div'))).render(<PaidCover order={end.order} />)
  showToast(
    'Payment Successful!',
    `Thank you for purchasing ${packageName}. You can now access your dashboard.`,
  )
  reportSale(end.order, email)
  forgetPurchase()
  redirectToDashboard()
  return undefined
}
