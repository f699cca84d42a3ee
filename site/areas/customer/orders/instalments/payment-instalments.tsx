/** The instalments in which an order is paid, and the button that pays the due one. */
import { CreditCard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CustomerOrder, OrderInstalment } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { describePaid, findDueInstalment } from '#api/rules/money/instalments.ts'
import { InvoiceButton } from '#site/invoice/document-line.tsx'
import { readCode, readMessage } from '#site/kit/client/refusals.ts'
import { $orders } from '#site/kit/stores/orders.ts'
import { refetch } from '#site/kit/stores/query.ts'
import { showNote, showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card, CardPart } from '#site/kit/ui/primitives/card.tsx'
import { InstalmentLines } from '#site/order/instalments/instalment-lines.tsx'
import { sendHint } from '#site/order/live.ts'

type Payable = Pick<
  CustomerOrder,
  'id' | 'invoiceNumber' | 'amount' | 'currency' | 'paymentStatus' | 'instalments'
>

type Listed = Payable & Pick<CustomerOrder, 'paidAmount'>

/** The card above all others while an instalment is due. */
export function PaymentInstalments({ order }: { order: Listed }) {
  const due = findDueInstalment(order)
  return (
    <Card
      title="Payments"
      description={`${describePaid(order)} paid`}
      actions={due && <PayInstalmentButton order={order} instalment={due} />}
      className="[&]:border-accent/40"
    >
      <Instalments order={order} />
    </Card>
  )
}

/** The part of the card 'Billing' while none is due. */
export function InstalmentsPart({ order }: { order: Listed }) {
  return (
    <CardPart title={`Payments: ${describePaid(order)} paid`}>
      <div className="-mx-5 -mb-3 sm:-mx-6">
        <Instalments order={order} />
      </div>
    </CardPart>
  )
}

const Instalments = ({ order }: { order: Listed }) => (
  <InstalmentLines order={order}>
    {({ position, state, hasInvoice }) =>
      (INSTALMENT_STATE[state].isPaid || hasInvoice) && (
        <InvoiceButton orderId={order.id} instalment={position} />
      )
    }
  </InstalmentLines>
)

/** Pays the due instalment of an order. It stays due if the payment is dismissed or fails. */
export function useInstalmentPayment(
  { id, invoiceNumber, currency }: Payable,
  instalment: OrderInstalment | undefined,
) {
  const refresh = async () => {
    sendHint(id)
    await refetch($orders)
  }
  /** Shown while it is unknown whether the money arrived. */
  const [notice, setNotice] = useState<ReactNode>()
  const { run, isBusy } = useAction(
    async () => {
      const { payNextInstalment } = await import('#site/shop/payment/retry-payment.tsx')
      if (!(await payNextInstalment(id, setNotice))) return
      setNotice(undefined)
      const amount = formatAmount(instalment?.amount ?? 0, currency)
      showToast('Payment Received', `${amount} for ${invoiceNumber}. Thank you.`)
      await refresh()
    },
    (error) => {
      // Already paid, for example in another tab.
      if (readCode(error) === 'instalment_not_due') showNote('Nothing to Pay Now', readMessage(error))
      else explainBy('Not Paid', 'Please check your connection and try again.')(error)
      void refresh()
    },
  )
  return { pay: run, isBusy, notice }
}

/** @param about read by screen readers after the label, to tell several orders apart */
export function PayInstalmentButton({
  order,
  instalment,
  about,
}: {
  order: Payable
  instalment: OrderInstalment
  about?: string
}) {
  const label = `Pay ${formatAmount(instalment.amount, order.currency)}`
  const { pay, isBusy, notice } = useInstalmentPayment(order, instalment)
  const button = (
    <Button
      icon={CreditCard}
      busy={isBusy}
      aria-label={about && `${label} ${about}`}
      className="max-sm:w-full"
      onClick={pay}
    >
      {label}
    </Button>
  )
  return notice ? (
    <div className="flex w-full flex-col items-start gap-3 py-2">
      {notice}
      {button}
    </div>
  ) : (
    button
  )
}
