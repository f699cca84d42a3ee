import { useStore } from '@nanostores/react'
import { CircleCheck, Link2Off } from 'lucide-react'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import type { ResumedOrder } from '#api/contract/sales/checkout.ts'
import { DEFAULT_CURRENCY } from '#api/rules/money/currencies.ts'
import { formatAmount, formatMoney } from '#api/rules/money/format.ts'
import { readAmount } from '#api/rules/money/money.ts'
import type { Quote } from '#api/rules/money/pricing.ts'
import { PASSWORD_HINT } from '#api/rules/password-rules.ts'
import { RESUME_LINK_HOURS } from '#api/rules/periods.ts'
import { readFieldErrors, readMessage } from '#site/kit/client/refusals.ts'
import { $session } from '#site/kit/stores/session.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { PasswordHint } from '#site/kit/ui/field/password-hint.tsx'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { OrderSummary } from '#site/shop/payment/order-summary.tsx'
import { PaidCover } from '#site/shop/payment/paid-cover.tsx'
import { isProcessing } from '#site/shop/payment/payment-machine.ts'
import { $payment } from '#site/shop/payment/run-payment.ts'
import { openResumed, payResumed } from './checkout.ts'
import { BROWSE, DASHBOARD, OpenedByLink, PaySection, Surface } from './checkout-states.tsx'

const REFUSALS = {
  order_paid: {
    icon: CircleCheck,
    title: 'This order is already paid',
    action: DASHBOARD,
    children: 'There is nothing left to do. You can find it in your dashboard.',
  },
  order_given_up: {
    icon: Link2Off,
    title: 'This order is no longer open',
    action: BROWSE,
    children:
      'You have not been charged. Its coupon may have been used up by somebody else: please order again.',
  },
  resume_link_invalid: {
    icon: Link2Off,
    title: 'This link is not valid or has expired',
    action: BROWSE,
    children: `A link to an unpaid order works for ${RESUME_LINK_HOURS} hours. Nothing was charged: you can order again.`,
  },
}

/** Pays an unpaid order at its original price, opened by the link in the mail about its failed payment. */
export function ResumedCheckout({ token }: { token: string }) {
  const open = useCallback(() => openResumed({ token }), [token])
  return (
    <OpenedByLink open={open} refusals={REFUSALS} failed="The order did not load">
      {(item) => <ResumedOrderForm token={token} item={item} />}
    </OpenedByLink>
  )
}

function ResumedOrderForm({ token, item }: { token: string; item: ResumedOrder }) {
  const payment = useStore($payment)
  const { user } = useStore($session)
  const [newPassword, setNewPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string | undefined>()
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isProcessing(payment) || payment.step === 'failed') return
    setPasswordError(undefined)
    try {
      const { order } = item.order ? item : await openResumed({ token, newPassword })
      if (order) await payResumed(order, item, newPassword)
    } catch (error) {
      const refused = readFieldErrors(error).newPassword
      setPasswordError(refused)
      if (refused) return password.current?.focus()
      showError('Payment Failed', readMessage(error) ?? 'Something went wrong')
    }
  }

  if (payment.step === 'succeeded' && !user) {
    return (
      <Surface>
        <EmptyState
          icon={CircleCheck}
          title={`Order ${item.invoiceNumber} is paid`}
          action={
            <button type="button" data-sign-in className={buttonClass()}>
              Sign In
            </button>
          }
        >
          The confirmation is on its way by mail. Sign in to answer the questions about your project.
        </EmptyState>
      </Surface>
    )
  }
  if (payment.step === 'succeeded') return <PaidCover order={payment.order} />
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
    >
      <Card
        title="Your order is kept"
        description={
          item.currency === 'INR'
            ? 'The last payment did not go through. Should your bank still approve it, it pays this order; what comes twice goes back to you.'
            : 'The last payment did not go through, and nothing was charged. Pay with the same or another card.'
        }
      >
        <dl className="grid gap-x-6 gap-y-5 px-5 py-5 text-sm sm:grid-cols-2 sm:px-6">
          <Fact label="Order">
            <span translate="no">{item.invoiceNumber}</span>
          </Fact>
          <Fact label="Name">{item.buyer.name}</Fact>
          <Fact label="Email">{item.buyer.email}</Fact>
          {item.couponCode && (
            <Fact label="Coupon">
              <span translate="no">{item.couponCode}</span>
            </Fact>
          )}
        </dl>
      </Card>
      <OrderSummary
        heading="h2"
        item={{ name: item.packageName, description: item.description, deliveryDays: item.deliveryDays }}
        quote={readQuote(item)}
        couponCode={item.couponCode}
        className="bg-ground-raised shadow-card lg:sticky lg:top-24"
      >
        {!item.order && (
          <TextField
            label="Choose a password"
            name="newPassword"
            type="password"
            autoComplete="new-password"
            required
            ref={password}
            hint={
              <PasswordHint
                rule={`You sign in with it from now on. ${PASSWORD_HINT}`}
                password={newPassword}
              />
            }
            value={newPassword}
            error={passwordError}
            onChange={(event) => setNewPassword(event.target.value)}
          />
        )}
        <PaySection
          payment={payment}
          label={`Pay ${item.dueNow ? `${formatAmount(item.dueNow, item.currency)} today` : formatMoney(readQuote(item).amount)}`}
          currency={readQuote(item).amount.currency}
          isDisabled={payment.step === 'failed'}
        />
      </OrderSummary>
    </form>
  )
}

/** An API process of the previous version sends no currency. */
function readQuote({ currency = DEFAULT_CURRENCY, ...amounts }: ResumedOrder): Quote {
  const read = (text: string) => readAmount(text, currency)
  return {
    original: read(amounts.originalAmount),
    discount: read(amounts.discountAmount),
    amount: read(amounts.amount),
  }
}
