import { useStore } from '@nanostores/react'
import { CircleCheck, Link2Off } from 'lucide-react'
import { type FormEvent, useCallback, useState } from 'react'
import type { DuePart, RetriedOrder } from '#api/contract/sales/checkout.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readMessage, readStatus } from '#site/kit/client/refusals.ts'
import { $session } from '#site/kit/stores/session.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { isProcessing } from '#site/shop/payment/payment-machine.ts'
import { $payment } from '#site/shop/payment/run-payment.ts'
import { payResumed } from './checkout.ts'
import { DASHBOARD, OpenedByLink, PaySection, Surface } from './checkout-states.tsx'

const REFUSALS = {
  part_not_due: {
    icon: CircleCheck,
    title: 'There is nothing to pay',
    action: DASHBOARD,
    children: 'This part is paid, or is no longer asked for.',
  },
  part_link_invalid: {
    icon: Link2Off,
    title: 'This link is not valid or has expired',
    action: DASHBOARD,
    children: 'Who has ordered can pay on the page of the order.',
  },
}

/** Pays the due part of an order from a mailed link. Shows only what is to be paid, because anybody with the link can open it. */
export function DuePartCheckout({ token }: { token: string }) {
  const open = useCallback(
    () => callApi<DuePart>('/api/part-links/open', { method: 'POST', body: { token } }),
    [token],
  )
  return (
    <OpenedByLink open={open} refusals={REFUSALS} failed="The payment did not load">
      {(part, reload) => <PartForm token={token} part={part} onRefused={reload} />}
    </OpenedByLink>
  )
}

interface PartFormProps {
  token: string
  part: DuePart
  onRefused: () => void
}

function PartForm({ token, part, onRefused }: PartFormProps) {
  const payment = useStore($payment)
  const { user } = useStore($session)
  const [isOpening, setIsOpening] = useState(false)
  const amount = formatAmount(part.amount, part.currency)
  const isLocked = isOpening || isProcessing(payment) || payment.step === 'failed'

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isLocked) return
    setIsOpening(true)
    try {
      const { order } = await callApi<RetriedOrder>('/api/part-links/pay', {
        method: 'POST',
        body: { token },
      })
      const buyer = { name: user ? `${user.firstName} ${user.lastName}` : '', email: user?.email ?? '' }
      await payResumed(order, { packageName: part.packageName, buyer, thanks: `${amount} is paid.` }, '')
    } catch (error) {
      showError('Payment Failed', readMessage(error) ?? 'Please try again.')
      if (readStatus(error) === 409) onRefused()
    }
    setIsOpening(false)
  }

  if (payment.step === 'succeeded')
    return (
      <Surface>
        <EmptyState icon={CircleCheck} title={`${amount} is paid`} action={DASHBOARD}>
          Thank you. The invoice is on the page of order <span translate="no">{part.invoiceNumber}</span>.
        </EmptyState>
      </Surface>
    )
  return (
    <Card
      title={`Pay ${amount}`}
      description={`Part ${part.position} of ${part.of} of order ${part.invoiceNumber}`}
      className="mx-auto max-w-xl"
    >
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-5 px-5 py-5 sm:px-6"
      >
        <dl className="grid gap-x-6 gap-y-5 text-sm sm:grid-cols-2">
          <Fact label="For">{part.packageName}</Fact>
          <Fact label="Part">{part.label}</Fact>
        </dl>
        <PaySection
          payment={payment}
          currency={part.currency}
          label={`Pay ${amount}`}
          isDisabled={isOpening || payment.step === 'failed'}
        />
      </form>
    </Card>
  )
}
