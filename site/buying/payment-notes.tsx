import { LockKeyhole } from 'lucide-react'
import { paymentProvider } from '../../api/rules/payment-provider.ts'
import type { PaymentState } from './payment-machine.ts'

const PROGRESS: Partial<Record<PaymentState['step'], string>> = {
  registering: 'Creating your account',
  checkingCoupon: 'Checking your coupon',
  creatingOrder: 'Creating your order',
  openingCheckout: 'Opening the secure checkout',
  paying: 'Waiting for your payment',
  verifying: 'Confirming your payment. If you close this, nothing paid is lost: we confirm it by mail.',
  signingIn: 'Signing you in',
  failed: 'Taking you to the next step',
}

/** Names the current step, also to screen readers. */
export function PaymentProgress({ payment }: { payment: PaymentState }) {
  return (
    <p role="status" className="text-sm text-ink-quiet empty:hidden">
      {PROGRESS[payment.step]}
    </p>
  )
}

/** Names the payment provider and the terms that the buyer accepts. */
export function SecurePaymentNote({ currency }: { currency: string }) {
  const isInRupees = currency === 'INR'
  const methods = [...(isInRupees ? paymentProvider.rupeeMethods : []), ...paymentProvider.cards]
  return (
    <div className="flex gap-2.5 text-sm text-ink-quiet">
      <LockKeyhole aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p>
          <span className="font-medium text-ink">Secure payment via {paymentProvider.name}.</span> We never
          see your card.
        </p>
        <ul aria-label={isInRupees ? 'Ways to pay' : 'Cards'} className="mt-2 flex flex-wrap gap-1.5">
          {methods.map((method) => (
            <li
              key={method}
              className="rounded border border-line bg-ground-raised px-1.5 py-0.5 text-xs font-medium text-ink"
            >
              {method}
            </li>
          ))}
        </ul>
        <p className="mt-3">
          By paying you accept our <PolicyLink href="/terms-of-service">terms</PolicyLink> and{' '}
          <PolicyLink href="/refund-policy">refund policy</PolicyLink>. Nothing is shipped: see{' '}
          <PolicyLink href="/shipping-policy">how we deliver</PolicyLink>.
        </p>
      </div>
    </div>
  )
}

function PolicyLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="rounded-sm font-medium text-accent-strong underline underline-offset-2 hover:text-accent-hover focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
