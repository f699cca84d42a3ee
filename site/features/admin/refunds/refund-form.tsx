import { type FormEvent, useEffect, useRef, useState } from 'react'
import { parsePriceCents, toDecimal } from '../../../../api/contract/pricing.ts'
import type { Refund } from '../../../../api/contract/refunds.ts'
import { ApiError } from '../../../client/api.ts'
import { CallKey, postOnce } from '../../../client/call-key.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { formatAmount } from './refund-labels.ts'

const LONGEST_REASON = 500

export interface RefundFormProps {
  id: string
  path: string
  left: string
  currency: string
  onBusy: (isBusy: boolean) => void
  onAsked: (refund: Refund) => void
}

interface Errors {
  amount?: string | undefined
  reason?: string | undefined
}

/** A form that is sent twice makes one refund, because both calls have the same key. */
export function RefundForm({ id, path, left, currency, onBusy, onAsked }: RefundFormProps) {
  const [amount, setAmount] = useState(left)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const key = useRef(new CallKey())
  const isSending = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  // The proposed amount follows what is left.
  useEffect(() => setAmount(left), [left])
  useEffect(() => {
    if (errors.amount || errors.reason) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending.current) return
    const cents = parsePriceCents(amount)
    const found = checkForm({ cents, reason, left, currency })
    setErrors(found)
    if (found.amount || found.reason || cents === undefined) return
    isSending.current = true
    onBusy(true)
    try {
      const body = { amount: toDecimal(cents), reason: reason.trim() }
      const refund = await postOnce<Refund>(key.current, path, body, callAdminApi)
      showToast('Refund Requested', `${formatAmount(refund.amount, currency)} goes back to the customer.`)
      setReason('')
      onAsked(refund)
    } catch (error) {
      const body = error instanceof ApiError ? error.body : undefined
      setErrors(Object.fromEntries((body?.issues ?? []).map(({ path: field, message }) => [field, message])))
      showError(
        'Refund Failed',
        body?.message ?? 'It is not known yet whether the refund was made. Please try again.',
      )
    }
    isSending.current = false
    onBusy(false)
  }

  return (
    <form ref={form} id={id} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      <TextField
        label={`Amount (${currency})`}
        name="amount"
        required
        autoComplete="off"
        inputMode="decimal"
        value={amount}
        error={errors.amount}
        hint={`At most ${formatAmount(left, currency)}.`}
        className="[&_input]:tabular-nums"
        onChange={(event) => setAmount(event.target.value)}
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
        hint="For your colleagues; the customer does not see it."
        onChange={(event) => setReason(event.target.value)}
      />
    </form>
  )
}

function checkForm({
  cents,
  reason,
  left,
  currency,
}: {
  cents: number | undefined
  reason: string
  left: string
  currency: string
}): Errors {
  const leftCents = parsePriceCents(left) ?? 0
  return {
    amount:
      cents === undefined || cents === 0
        ? 'Amount must be an amount of at most two decimals, such as 49.50'
        : cents > leftCents
          ? `At most ${formatAmount(left, currency)} is left to refund`
          : undefined,
    reason: reason.trim() === '' ? 'Reason is required' : undefined,
  }
}
