/** The questions that an admin answers before a paid order gets certain statuses. */
import type { ChangeOrderStatusBody } from '#api/contract/orders/admin-orders.ts'
import type { OrderInstalment } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { FULL_REFUND_HOURS, TERMINATION_NOTICE_DAYS } from '#api/rules/promises.ts'
import { bindCheckbox, bindText, DraftDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { TextAreaField } from '#site/kit/ui/field/field.tsx'

interface AskedProps {
  name: string
  onClose: () => void
}

export const BEGUN_HINT = `If not, the work counts as not started. The customer can then cancel without a review within ${FULL_REFUND_HOURS} hours of payment.`
export const REASON = {
  label: 'Reason',
  hint: `Kept in the order history. Section 8 of the terms requires ${TERMINATION_NOTICE_DAYS} days’ written notice; an email is enough. Refunds are handled separately.`,
  required: true,
  rows: 3,
  maxLength: 500,
}

interface BegunDialogProps extends AskedProps {
  /** @returns whether it is saved */
  onChoose: (hadWorkBegun: boolean) => Promise<boolean>
}

/** Asks before an order becomes pending again, because a mistaken start must not cost the customer the right to cancel. */
export function BegunDialog({ name, onChoose, onClose }: BegunDialogProps) {
  const choose = (hadWorkBegun: boolean) => async () => {
    if (await onChoose(hadWorkBegun)) onClose()
  }
  const explain = () => ({})
  return (
    <FormDialog
      title="Had work started?"
      description={`${name} becomes pending`}
      submitLabel="Yes"
      save={choose(true)}
      second={{ label: 'No', busyLabel: 'Saving...', act: choose(false), explain }}
      explain={explain}
      onClose={onClose}
    >
      {() => <p className="max-w-text text-sm leading-relaxed text-ink-quiet">{BEGUN_HINT}</p>}
    </FormDialog>
  )
}

interface CancelDialogProps extends AskedProps {
  currency: string
  /** The unpaid instalments. */
  instalments: readonly OrderInstalment[]
  /** @returns whether it is cancelled */
  onCancel: (fields: Pick<ChangeOrderStatusBody, 'reason' | 'stillDue'>) => Promise<boolean>
}

/** Asks why a paid order is cancelled, and which unpaid instalments stay due. */
export function CancelDialog({ name, currency, instalments, onCancel, onClose }: CancelDialogProps) {
  const positions = instalments.map(({ position }) => position)
  return (
    <DraftDialog
      initial={{ reason: '', stillDue: [] as number[] }}
      title="Cancel this order"
      description={`${name} is paid${instalments.length > 0 ? ' in part' : ''}`}
      submitLabel="Cancel order"
      cancelLabel="Keep order"
      submitVariant="destructive"
      legend="Cancelling"
      className="grid gap-4"
      onClose={onClose}
      check={({ reason }) => (reason.trim() ? {} : { reason: 'Please give the reason' })}
      save={async ({ reason, stillDue }) => {
        const owed = stillDue.length > 0 && { stillDue }
        if (await onCancel({ reason, ...owed })) onClose()
      }}
      explain={() => ({})}
    >
      {(editing) => (
        <>
          <TextAreaField {...REASON} {...bindText(editing, 'reason')} />
          {instalments.length > 0 && (
            <p className="max-w-text text-sm leading-relaxed text-ink-quiet">
              Unpaid instalments are cancelled. Tick one that the customer still owes for finished work. It is
              due immediately.
            </p>
          )}
          {instalments.map(({ position, label, amount }) => (
            <CheckField
              key={position}
              label={`${label}, ${formatAmount(amount, currency)}, is still due`}
              name={`instalment-${position}`}
              {...bindCheckbox(editing, 'stillDue', position, positions)}
            />
          ))}
        </>
      )}
    </DraftDialog>
  )
}
