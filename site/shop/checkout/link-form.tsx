import { brand } from 'virtual:content'
import { useStore } from '@nanostores/react'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { listBuyerFields } from '#api/rules/buyer-fields.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { readAmount } from '#api/rules/money/money.ts'
import { PASSWORD_HINT } from '#api/rules/password-rules.ts'
import { readCode, readFieldErrors, readIssues, readMessage, readStatus } from '#site/kit/client/refusals.ts'
import { nameCurrency } from '#site/kit/format/currency.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $session } from '#site/kit/stores/session.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { NewPasswordField } from '#site/kit/ui/field/new-password-field.tsx'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { BuyerFields, type BuyerFormField } from '#site/shop/payment/buyer-fields.tsx'
import { PaidCover } from '#site/shop/payment/paid-cover.tsx'
import { CURRENCY_UNAVAILABLE, isProcessing } from '#site/shop/payment/payment-machine.ts'
import { PaymentNotice } from '#site/shop/payment/payment-notes.tsx'
import { $payment } from '#site/shop/payment/run-payment.ts'
import { pickFieldErrors, useBuyerForm } from '#site/shop/payment/use-buyer-form.ts'
import { payByLink } from './checkout.ts'
import { DASHBOARD_LINK, PaySection, Surface } from './checkout-states.tsx'
import { LinkFrame } from './link-frame.tsx'

/** Country first: it decides the charge and what the invoice says. */
const DETAILS: readonly BuyerFormField[] = [
  'country',
  ...listBuyerFields('person').filter((field) => field !== 'email'),
  ...listBuyerFields('company'),
  ...listBuyerFields('address').filter((field) => field !== 'country'),
  'reference',
]
const FIELDS: Record<LinkedPayment['needs'], readonly BuyerFormField[]> = {
  nothing: [],
  password: [],
  details: DETAILS,
  account: [...DETAILS, 'password'],
}

interface LinkFormProps {
  token: string
  link: LinkedPayment
  reload: () => void
  onEnd: (() => void) | undefined
}

/** Asks what the link needs in this browser, and pays. */
export function LinkForm({ token, link, reload, onEnd }: LinkFormProps) {
  const payment = useStore($payment)
  const { user } = useStore($session)
  const [isOpening, setIsOpening] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const [newPassword, setNewPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string | undefined>()
  const passwordField = useRef<HTMLInputElement>(null)
  const { needs, buyer, currency } = link
  const fields = FIELDS[needs]
  const control = useBuyerForm(fields)
  const charge = readAmount(link.amount, currency)
  const amount = formatMoney(charge)
  const label = `Pay ${amount}${link.isFirstInstalment ? ' today' : ''}`
  const isLocked = isOpening || isProcessing(payment) || payment.step === 'failed'

  useEffect(() => {
    if (fields.length === 0 || !buyer) return
    const { firstName, lastName } = $buyerDraft.get()
    if (!firstName && !lastName) {
      $buyerDraft.setKey('firstName', buyer.firstName)
      $buyerDraft.setKey('lastName', buyer.lastName)
    }
    $buyerDraft.setKey('email', buyer.email)
  }, [fields, buyer])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isLocked || (fields.length > 0 && !control.check())) return
    const { email: _, couponCode: __, password, ...details } = $buyerDraft.get()
    const { firstName = '', lastName = '', email = '' } = buyer ?? user ?? {}
    const person = fields.length > 0 ? details : { firstName, lastName }
    setIsOpening(true)
    setIsRefused(false)
    setPasswordError(undefined)
    try {
      const body = {
        token,
        ...(needs === 'password' && { newPassword }),
        ...(needs === 'account' && { newPassword: password }),
        ...(fields.length > 0 && { details }),
      }
      await payByLink(body, {
        packageName: link.packageName,
        buyer: { name: `${person.firstName} ${person.lastName}`.trim(), email },
        thanks: link.instalment ? `${amount} is paid.` : 'Your order has been confirmed!',
      })
      // What was asked is known by now. A payment that may have arrived keeps its notice.
      if ($payment.get().step === 'idle') reload()
      if (!$session.get().user) onEnd?.()
    } catch (error) {
      explain(error)
    }
    setIsOpening(false)
  }

  function explain(error: unknown): void {
    const issues = readIssues(error).map((one) => ({
      ...one,
      path: one.path.replace(/^details\./, '').replace('newPassword', 'password'),
    }))
    const wrong = needs === 'password' ? readFieldErrors(error).newPassword : undefined
    if (wrong) {
      setPasswordError(wrong)
      passwordField.current?.focus()
    } else if (Object.keys(pickFieldErrors(issues, fields)).length > 0)
      control.explain({ at: 'creatingOrder', issues }, null)
    else if (readCode(error) === CURRENCY_UNAVAILABLE) setIsRefused(true)
    else if (readCode(error) === 'provider_unavailable')
      showError('Payment Failed', 'The payment provider didn’t answer. Please try again in a moment.')
    else showError('Payment Failed', readMessage(error) ?? 'Please try again.')
    if (readStatus(error) !== 409) return
    reload()
    onEnd?.()
  }

  if (payment.step === 'succeeded' && link.instalment)
    return (
      <Surface>
        <EmptyState icon={CircleCheck} title={`${amount} is paid`} action={DASHBOARD_LINK}>
          Thank you. You can find the invoice in order <span translate="no">{link.invoiceNumber}</span>.
        </EmptyState>
      </Surface>
    )
  if (payment.step === 'succeeded' && user) return <PaidCover order={payment.order} />
  if (payment.step === 'succeeded')
    return (
      <Surface>
        <EmptyState
          icon={CircleCheck}
          title={`Order ${link.invoiceNumber} is paid`}
          action={
            <button type="button" data-sign-in className={buttonClass()}>
              Sign In
            </button>
          }
        >
          We’ve emailed you the confirmation. Sign in to answer the questions about your project.
        </EmptyState>
      </Surface>
    )
  return (
    <form ref={control.form} noValidate onSubmit={(event) => void submit(event)}>
      <LinkFrame link={link} title={label}>
        {needs === 'password' && (
          <NewPasswordField
            label="Choose a password"
            name="newPassword"
            required
            ref={passwordField}
            rule={`${PASSWORD_HINT} You’ll use it to sign in.`}
            value={newPassword}
            error={passwordError}
            onChange={(event) => setNewPassword(event.target.value)}
          />
        )}
        {fields.length > 0 && (
          <BuyerFields legend="For your invoice" fields={fields} control={control} isLocked={isLocked} />
        )}
        {isRefused && (
          <PaymentNotice
            text={`Payments in ${nameCurrency(currency)} aren’t possible at the moment. Nothing has been charged. Please write to ${brand.email.support}, and we’ll send you the offer in another currency.`}
          />
        )}
        <PaySection payment={payment} amount={charge} label={label} isDisabled={isLocked} />
      </LinkFrame>
    </form>
  )
}
