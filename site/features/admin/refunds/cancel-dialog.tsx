import { useState } from 'react'
import type { OrderPart } from '../../../../api/contract/orders.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { CheckField } from '../../../ui/field/check-field.tsx'

interface CancelDialogProps {
  name: string
  currency: string
  /** What is not paid yet. */
  parts: readonly OrderPart[]
  /** @param stillDue positions */
  onCancel: (stillDue: number[]) => Promise<void>
  onClose: () => void
}

/** Asks what becomes of each part that is not paid, before an order is cancelled. */
export function CancelDialog({ name, currency, parts, onCancel, onClose }: CancelDialogProps) {
  const [stillDue, setStillDue] = useState<number[]>([])
  return (
    <FormDialog
      title="Cancel this order"
      description={`${name} is paid in part`}
      submitLabel="Cancel the order"
      submitVariant="destructive"
      legend="Parts that are not paid"
      className="grid gap-4"
      onClose={onClose}
      save={async () => {
        await onCancel(stillDue)
        onClose()
      }}
      explain={() => ({})}
      before={
        <p className="mb-5 max-w-text text-sm leading-relaxed text-ink-quiet">
          What is not paid lapses. Tick a part that the customer owes for work that is done (terms, section
          8): it is due at once. What was paid is refunded apart.
        </p>
      }
    >
      {() =>
        parts.map(({ position, label, amount }) => (
          <CheckField
            key={position}
            label={`${label}, ${formatAmount(amount, currency)}, is still due`}
            name={`part-${position}`}
            checked={stillDue.includes(position)}
            onChange={(isDue) =>
              setStillDue(isDue ? [...stillDue, position] : stillDue.filter((one) => one !== position))
            }
          />
        ))
      }
    </FormDialog>
  )
}
