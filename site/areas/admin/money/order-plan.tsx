/** An admin's actions on an unpaid order, or on an unpaid instalment of one. */
import { type ComponentProps, useState } from 'react'
import type { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import type { OrderInstalment } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { describePaid } from '#api/rules/money/instalments.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { readFieldErrors, readMessage } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { InstalmentLines } from '#site/order/instalments/instalment-lines.tsx'
import { sendHint } from '#site/order/live.ts'

interface Action {
  label: string
  description: string
  method: 'POST' | 'PUT'
  path: string
  done: string
  fields: readonly (ComponentProps<typeof TextField> & { name: string; label: string })[]
}

const TRANSFER: Action = {
  label: 'Record a transfer',
  description: 'The customer gets an invoice, just as for a card payment. This can’t be undone.',
  method: 'POST',
  path: 'transfer',
  done: 'The transfer has been recorded.',
  fields: [
    { name: 'reference', label: 'Bank’s reference', maxLength: 64 },
    { name: 'receivedOn', label: 'Received on', type: 'date' },
    { name: 'received', label: 'Amount received', inputMode: 'decimal' },
    {
      name: 'withheld',
      label: 'Tax withheld by the buyer',
      inputMode: 'decimal',
      hint: 'The amount received plus the tax withheld must equal the full amount.',
    },
    { name: 'proof', label: 'Proof', maxLength: 500, hint: 'For example, the line on the bank statement.' },
  ],
}
const MOVE: Action = {
  label: 'Move the due date',
  description: 'Reminders count from the new date.',
  method: 'PUT',
  path: 'due',
  done: 'The due date has been moved.',
  fields: [{ name: 'day', label: 'Due on', type: 'date', hint: 'A future business day.' }],
}
const WRITE_OFF: Action = {
  label: 'Write off',
  description: 'The customer no longer has to pay this instalment. This can’t be undone.',
  method: 'POST',
  path: 'write-off',
  done: 'The instalment has been written off.',
  fields: [{ name: 'reason', label: 'Reason', maxLength: 500, hint: 'Only the team can see it.' }],
}

interface PaymentProps {
  order: AdminOrderDetail
  /** undefined: the whole order, which is paid at once. */
  instalment?: OrderInstalment
}

/** A cancelled order takes no first payment. If it is partly paid, later instalments may still be due. */
function listActions(
  { paymentStatus, status }: AdminOrderDetail,
  instalment: OrderInstalment | undefined,
): Action[] {
  if (PAYMENT_STATUS[paymentStatus].isUnpaid)
    return ORDER_STATUS[status].isCancelled || (instalment?.position ?? 1) > 1 ? [] : [TRANSFER]
  if (!instalment || INSTALMENT_STATE[instalment.state].isSettled) return []
  if (INSTALMENT_STATE[instalment.state].hasLapsed) return [WRITE_OFF]
  return INSTALMENT_STATE[instalment.state].isDue ? [TRANSFER, MOVE, WRITE_OFF] : [TRANSFER, WRITE_OFF]
}

export function PaymentActions({ order, instalment }: PaymentProps) {
  const [open, setOpen] = useState<Action | undefined>()
  return (
    <>
      {listActions(order, instalment).map((action) => (
        <Button
          key={action.path}
          variant="secondary"
          aria-label={`${action.label}: ${instalment?.label ?? nameOrder(order)}`}
          onClick={() => setOpen(action)}
        >
          {action.label}
        </Button>
      ))}
      {open && (
        <ActionDialog
          order={order}
          instalment={instalment}
          action={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

type Values = Record<string, string>

function ActionDialog({
  order,
  instalment,
  action,
  onClose,
}: PaymentProps & { action: Action; onClose: () => void }) {
  const { amount } = instalment ?? order
  const [values, setValues] = useState<Values>({ received: amount, withheld: '0' })
  const { label, description, method, path, done, fields } = action
  const place = instalment ? `${order.id}/instalments/${instalment.position}` : order.id
  return (
    <FormDialog<Values>
      title={`${label}: ${instalment?.label ?? nameOrder(order)}, ${formatAmount(amount, order.currency)}`}
      description={description}
      submitLabel={label}
      onClose={onClose}
      check={() =>
        Object.fromEntries(
          fields
            .filter(({ name }) => !values[name]?.trim())
            .map((field) => [field.name, 'Please fill this in']),
        )
      }
      save={async () => {
        const body = Object.fromEntries(fields.map(({ name }) => [name, values[name]?.trim() ?? '']))
        await callAdminApi(`/api/admin/orders/${place}/${path}`, { method, body })
        showToast('Saved', done)
        sendHint(order.id)
        onClose()
      }}
      explain={(error) => {
        const refused = readFieldErrors(error) as Values
        if (Object.keys(refused).length === 0)
          showError('Not Saved', readMessage(error) ?? 'Please try again.')
        return refused
      }}
    >
      {(errors) => (
        <div className="flex flex-col gap-4">
          {fields.map((field) => (
            <TextField
              key={field.name}
              required
              autoComplete="off"
              {...field}
              value={values[field.name] ?? ''}
              error={errors[field.name]}
              onChange={({ target: { value } }) => setValues({ ...values, [field.name]: value })}
            />
          ))}
        </div>
      )}
    </FormDialog>
  )
}

export function OrderPlan({ order }: { order: AdminOrderDetail }) {
  return (
    <Card isDense title="Paid in instalments" description={`${describePaid(order)} paid`}>
      <InstalmentLines order={order}>
        {(instalment) => <PaymentActions order={order} instalment={instalment} />}
      </InstalmentLines>
    </Card>
  )
}
