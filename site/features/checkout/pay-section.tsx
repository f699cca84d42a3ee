import { isProcessing, type PaymentState } from '../../buying/payment-machine.ts'
import { PaymentProgress, SecurePaymentNote, VerificationNotice } from '../../buying/payment-notes.tsx'
import { Button } from '../../ui/primitives/button.tsx'

/** The pay button of the checkout page, with what there is to say of the payment. */
export function PaySection({
  payment,
  label,
  currency,
  isDisabled,
}: {
  payment: PaymentState
  currency: string
  label: string
  isDisabled: boolean
}) {
  const isBusy = isProcessing(payment)
  return (
    <>
      {payment.step === 'failed' && <VerificationNotice orderId={payment.order.orderId} />}
      <div className="flex flex-col gap-3">
        <Button type="submit" size="lg" busy={isBusy} disabled={isDisabled} className="w-full tabular-nums">
          {isBusy ? 'Processing...' : label}
        </Button>
        {isBusy && <PaymentProgress payment={payment} />}
      </div>
      <SecurePaymentNote currency={currency} />
    </>
  )
}
