/** The dialogs that ask for a refund and dispute the decision. */
import { useState } from 'react'
import type { AskRefundBody, OrderRefundRequest } from '#api/contract/money/refund-requests.ts'
import { DEFAULT_CURRENCY } from '#api/rules/money/currencies.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { compare, exampleIn, readAmount, toDecimal } from '#api/rules/money/money.ts'
import { REFUND_REVIEW_DAYS, SECOND_LOOK_DAYS } from '#api/rules/promises.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { useStored } from '#site/kit/stores/use-stored.ts'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { useTexts } from '#site/kit/ui/field/use-texts.ts'
import { POLICY_GIVES } from '#site/order/refund/refund-words.tsx'

const LONGEST = 5000
const LATE_GIVES =
  'We’re more than half the delivery time late. If you no longer want the work, all or part of your payment is refunded.'
const explain = explainBy('Not Sent', 'Your text is still here. Please try again.')

interface AskDialogProps {
  orderId: number
  refund: OrderRefundRequest
  isLateByHalf: boolean
  /** @throws as callApi does */
  onSend: (body: AskRefundBody) => Promise<void>
  onClose: () => void
}

export function AskDialog({ orderId, refund, isLateByHalf, onSend, onClose }: AskDialogProps) {
  const [reason, setReason] = useStored<string>(`refund-${orderId}`, '')
  const { texts, bind } = useTexts({ amount: refund.left })
  const [workGoesOn, setWorkGoesOn] = useState(false)
  // An API process of the previous version sends no currency.
  const { currency = DEFAULT_CURRENCY } = refund
  const read = (text: string) => readAmount(text, currency)
  const [asked, left] = [read(texts.amount), read(refund.left)]
  const isUnderWay = refund.gives === 'started'
  // The work was accepted: the policy refunds nothing, and no work is left to continue.
  const isAccepted = refund.gives === 'accepted'
  const isDone = isAccepted || refund.gives === 'delivered'
  return (
    <FormDialog<Errors>
      size="lg"
      title="Request a refund"
      submitLabel="Send request"
      busyLabel="Sending..."
      legend="Your request"
      className="grid gap-5"
      onClose={onClose}
      check={() => ({
        ...(!reason.trim() && { reason: 'Please give a reason' }),
        ...((asked.minor === 0 || compare(asked, left) > 0) && {
          amount: `Enter at most ${formatMoney(left)}, such as ${exampleIn(currency)}`,
        }),
      })}
      save={async () => {
        await onSend({
          reason,
          ...(!isAccepted && { workGoesOn, amount: toDecimal(asked) }),
        })
        setReason(undefined)
        showToast('Request Received')
        onClose()
      }}
      explain={explain}
      before={
        <p className="mb-5 max-w-text text-sm leading-relaxed text-ink-quiet">
          {isLateByHalf && !isAccepted ? LATE_GIVES : POLICY_GIVES[refund.gives]} We decide within{' '}
          {REFUND_REVIEW_DAYS.join('-')} business days.
        </p>
      }
    >
      {(errors) => (
        <>
          <TextAreaField
            label="Why do you want a refund?"
            name="reason"
            required
            rows={4}
            maxLength={LONGEST}
            autoComplete="off"
            value={reason}
            error={errors.reason}
            hint={isDone ? 'If there’s a fault, describe what you see and what you expected.' : undefined}
            onChange={({ target: { value } }) => setReason(value)}
          />
          {!isAccepted && (
            <TextField
              {...bind('amount', errors)}
              label={`Amount (${currency})`}
              required
              autoComplete="off"
              inputMode="decimal"
              hint={`At most ${formatMoney(left)}.`}
            />
          )}
          {isUnderWay && (
            <CheckField
              label="Continue the work in the meantime"
              hint="Otherwise the work is on hold until we decide."
              checked={workGoesOn}
              onChange={setWorkGoesOn}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

interface DisputeDialogProps {
  orderId: number
  /** @throws as callApi does */
  onSend: (text: string) => Promise<void>
  onClose: () => void
}

export function DisputeDialog({ orderId, onSend, onClose }: DisputeDialogProps) {
  const [text, setText] = useStored<string>(`second-look-${orderId}`, '')
  return (
    <FormDialog<Errors>
      title="Dispute this decision"
      submitLabel="Send"
      busyLabel="Sending..."
      legend="Why you disagree"
      onClose={onClose}
      check={() => (text.trim() ? {} : { text: 'Please tell us why you disagree' })}
      save={async () => {
        await onSend(text)
        setText(undefined)
        showToast('We’ll review it again', 'This page shows by when.')
        onClose()
      }}
      explain={explain}
      before={
        <p className="mb-5 max-w-text text-sm leading-relaxed text-ink-quiet">
          You can dispute a decision once, within {SECOND_LOOK_DAYS} days. We’ll review your request again
          within {REFUND_REVIEW_DAYS[1]} business days.
        </p>
      }
    >
      {(errors) => (
        <TextAreaField
          name="text"
          value={text}
          error={errors.text}
          onChange={(event) => setText(event.target.value)}
          label="Why do you disagree?"
          required
          rows={5}
          maxLength={LONGEST}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
