import { type ReactNode, useRef, useState } from 'react'
import type { Refund } from '#api/contract/money/payments.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { compare, exampleIn, readAmount, toDecimal } from '#api/rules/money/money.ts'
import { CallKey, postOnce } from '#site/kit/client/call-key.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { RefundHistory } from './refund-history.tsx'

const LONGEST_REASON = 500

interface RefundDialogProps {
  description: string
  /** The path that a refund is posted to. */
  path: string
  /** undefined while they load, which `children` shows. `left` is what can still be refunded. */
  figures: { currency: string; left: string; refunds: readonly Refund[]; isDisputed?: boolean } | undefined
  /** Stands above the form: what was paid, and what the policy says. */
  children: ReactNode
  onClose: () => void
}

/** Makes a refund and shows earlier ones. Sending the form twice makes one refund: both calls have the same idempotency key. */
export function RefundDialog({ description, path, figures, children, onClose }: RefundDialogProps) {
  const { left = '0', currency = 'USD', refunds = [], isDisputed = false } = figures ?? {}
  const [typed, setTyped] = useState<string | undefined>()
  /** Everything that is left, until another amount is typed. */
  const amount = typed ?? left
  const [reason, setReason] = useState('')
  const key = useRef(new CallKey())
  const isOpen = Number(left) > 0 && !isDisputed
  const read = (text: string) => readAmount(text, currency)
  const isTooMuch = compare(read(amount), read(left)) > 0

  function check(): Record<string, string> {
    return {
      ...(isTooMuch && { amount: `At most ${formatAmount(left, currency)} is left to refund` }),
      ...(read(amount).minor === 0 && { amount: `Enter an amount such as ${exampleIn(currency)}` }),
      ...(reason.trim() === '' && { reason: 'Reason is required' }),
    }
  }

  async function save(): Promise<void> {
    const body = { amount: toDecimal(read(amount)), reason: reason.trim() }
    await postOnce<Refund>(key.current, path, body, callAdminApi)
    showToast('Refund Started', `${formatAmount(body.amount, currency)} is being refunded to the customer.`)
    onClose()
  }

  return (
    <FormDialog<Record<string, string>>
      size="lg"
      title="Refund"
      description={description}
      submitLabel={
        isOpen && !isTooMuch && read(amount).minor > 0
          ? `Refund ${formatAmount(toDecimal(read(amount)), currency)}`
          : 'Refund'
      }
      busyLabel="Requesting..."
      submitVariant="destructive"
      submitClassName="min-w-32 max-sm:flex-1"
      className="grid gap-5"
      canSave={isOpen}
      onClose={onClose}
      check={check}
      save={save}
      explain={explainBy(
        'Refund Failed',
        'It is not known yet whether the refund was made. Please try again.',
      )}
      before={<div className={`flex flex-col gap-6 ${isOpen ? 'mb-6' : ''}`}>{children}</div>}
      after={
        <div className="mt-6 flex flex-col gap-6">
          {figures && Number(left) === 0 && (
            <p className="text-sm text-ink-quiet">Everything has been refunded or is on its way.</p>
          )}
          {refunds.length > 0 && <RefundHistory refunds={refunds} />}
        </div>
      }
    >
      {(errors) =>
        isOpen && (
          <>
            <TextField
              label={`Amount (${currency})`}
              name="amount"
              required
              autoComplete="off"
              inputMode="decimal"
              value={amount}
              error={errors.amount}
              className="[&_input]:tabular-nums"
              onChange={(event) => setTyped(event.target.value)}
            />
            <TextAreaField
              label="Reason"
              name="reason"
              required
              rows={3}
              maxLength={LONGEST_REASON}
              autoComplete="off"
              value={reason}
              error={errors.reason}
              hint="Only the team can see it."
              onChange={(event) => setReason(event.target.value)}
            />
          </>
        )
      }
    </FormDialog>
  )
}

export function Amounts({ amounts }: { amounts: readonly (readonly [label: string, amount: string])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      {amounts.map(([label, amount]) => (
        <div key={label}>
          <dt className="text-sm text-ink-quiet">{label}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums text-ink">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
