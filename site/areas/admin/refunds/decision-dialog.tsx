/** An admin's decision on a refund request: an amount computed from the stages of the work, or no. */
import { useState } from 'react'
import type {
  DecideRefundBody,
  OrderRefundRequest,
  RefundRequest,
} from '#api/contract/money/refund-requests.ts'
import { DEFAULT_CURRENCY } from '#api/rules/money/currencies.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { compare, readAmount, smaller, subtract, toDecimal } from '#api/rules/money/money.ts'
import {
  listRefundItems,
  PROPOSED_STAGES,
  type Stages,
  workOutRefund,
} from '#api/rules/order-work/refund-request.ts'
import { readFieldErrors, readMessage } from '#site/kit/client/refusals.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { Segments } from '#site/kit/ui/primitives/segments.tsx'
import { POLICY_GIVES, RefundItems } from '#site/order/refund/refund-words.tsx'

const DECISIONS = { accept: 'Refund', decline: 'Decline' } as const

interface DecisionDialogProps {
  description: string
  /** The price of the whole order. */
  price: string
  refund: OrderRefundRequest
  request: RefundRequest
  /** @throws as callApi does */
  onDecide: (body: DecideRefundBody) => Promise<void>
  onFailed: () => void
  onClose: () => void
}

export function DecisionDialog(props: DecisionDialogProps) {
  const { description, price, refund, request, onDecide, onFailed, onClose } = props
  const [decision, setDecision] = useState<keyof typeof DECISIONS>('accept')
  /** The request's version when the dialog opened. */
  const [version] = useState(request.version)
  const [firstStages, firstDone] = PROPOSED_STAGES[refund.gives]
  const [fields, setFields] = useState({
    stages: String(firstStages),
    stagesDone: String(firstDone),
    costs: '0',
    text: '',
  })
  /** undefined: use the computed amount. */
  const [typed, setTyped] = useState<string | undefined>()
  // An API process of the previous version sends no currency.
  const { currency = DEFAULT_CURRENCY } = refund
  const read = (text: string) => readAmount(text, currency)
  const left = read(refund.left)
  const asked = read(request.asked)
  const from: Stages = {
    paid: read(refund.paid),
    price: read(price),
    earlier: subtract(read(refund.paid), left),
    stages: Math.max(1, Number.parseInt(fields.stages, 10) || 1),
    stagesDone: Number.parseInt(fields.stagesDone, 10) || 0,
    costs: read(fields.costs),
  }
  const proposed = workOutRefund(from, asked)
  const amount = typed ?? (proposed.minor > 0 ? toDecimal(proposed) : '')
  const isNothing = read(amount).minor <= 0
  const isLess = isNothing || compare(read(amount), smaller(asked, left)) < 0
  const set = (field: keyof typeof fields) => (value: string) => {
    setFields({ ...fields, [field]: value })
    if (['stages', 'stagesDone', 'costs'].includes(field)) setTyped(undefined)
  }
  const textField = (field: keyof typeof fields, label: string, error?: string) => (
    <TextField
      label={label}
      name={field}
      required
      autoComplete="off"
      inputMode="decimal"
      value={fields[field]}
      error={error}
      onChange={({ target: { value } }) => set(field)(value)}
    />
  )

  return (
    <FormDialog<Record<string, string | undefined>>
      size="lg"
      title="Decide on the refund"
      description={description}
      submitLabel={
        decision === 'accept' && !isLess ? `Refund ${formatMoney(read(amount))}` : 'Send the decision'
      }
      submitVariant={decision === 'accept' && !isLess ? 'destructive' : 'primary'}
      legend="The decision"
      className="grid gap-5 [&>dl]:max-w-none"
      onClose={onClose}
      check={() => {
        const text = fields.text.trim() ? undefined : 'Please write a message to the customer'
        if (decision === 'decline') return { ...(text && { text }) }
        const wrong = isNothing
          ? 'Enter an amount, or decline'
          : compare(read(amount), left) > 0 && `At most ${formatMoney(left)} is left`
        return { ...(wrong && { amount: wrong }), ...(text && { text }) }
      }}
      save={async () => {
        await onDecide({
          version,
          decision,
          text: fields.text,
          ...(decision === 'accept' && { amount }),
          stages: from.stages,
          stagesDone: from.stagesDone,
          costs: toDecimal(from.costs),
        })
        showToast('Decided', 'The customer will be emailed.')
        onClose()
      }}
      explain={(error) => {
        showError('Not decided', readMessage(error) ?? 'Please try again.')
        onFailed()
        return readFieldErrors(error)
      }}
      before={
        <p className="mb-5 max-w-text text-sm leading-relaxed text-ink-quiet">
          {formatMoney(asked)} requested. {POLICY_GIVES[refund.gives]}
        </p>
      }
    >
      {(errors) => (
        <>
          <Segments
            legend="Decision"
            name="decision"
            options={DECISIONS}
            value={decision}
            onChange={setDecision}
            className="grid grid-cols-2"
            optionClassName="min-h-target"
          />
          {decision === 'accept' && (
            <>
              <div className="grid gap-5 sm:auto-cols-fr sm:grid-flow-col">
                {firstStages > 1 && textField('stages', 'Stages in total', errors.stages)}
                {firstStages > 1 && textField('stagesDone', 'Stages done', errors.stagesDone)}
                {textField('costs', 'Third-party costs', errors.costs)}
              </div>
              <TextField
                label={`Amount (${currency})`}
                name="amount"
                required
                autoComplete="off"
                inputMode="decimal"
                value={amount}
                error={errors.amount}
                hint={
                  isNothing
                    ? undefined
                    : isLess
                      ? 'Less than requested. It is refunded once the customer agrees.'
                      : 'It is refunded immediately.'
                }
                onChange={({ target: { value } }) => setTyped(value)}
              />
              <RefundItems
                currency={currency}
                items={listRefundItems(from, read(amount), asked).map((item) => ({
                  label: item.label,
                  amount: toDecimal(item.amount),
                }))}
              />
            </>
          )}
          <TextAreaField
            label={decision === 'decline' ? 'Reason' : 'Message to the customer'}
            name="text"
            required
            rows={4}
            maxLength={5000}
            autoComplete="off"
            value={fields.text}
            error={errors.text}
            hint="The customer sees it on the order page and by email."
            onChange={({ target: { value } }) => set('text')(value)}
          />
        </>
      )}
    </FormDialog>
  )
}
