import { type ReactNode, useId, useState } from 'react'
import type { Refund } from '../../../../api/contract/refunds.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RefundForm } from './refund-form.tsx'
import { RefundHistory } from './refund-history.tsx'

export interface RefundFigures {
  currency: string
  /** What can still be refunded. */
  left: string
  refunds: readonly Refund[]
}

/** Asks for a refund and shows those before. */
export function RefundDialog({
  description,
  path,
  figures,
  children,
  onClose,
  onAsked,
}: {
  description: string
  /** What a refund is posted to. */
  path: string
  /** undefined: still loading, which `children` shows. */
  figures: RefundFigures | undefined
  /** Above the form: what was paid, and what the policy says. */
  children: ReactNode
  onClose: () => void
  onAsked: (refund: Refund) => void
}) {
  const [isSending, setIsSending] = useState(false)
  const formId = useId()
  const isOpen = figures !== undefined && Number(figures.left) > 0
  return (
    <Dialog
      onClose={() => !isSending && onClose()}
      title="Refund"
      description={description}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="secondary" disabled={isSending} onClick={onClose}>
            {isOpen ? 'Cancel' : 'Done'}
          </Button>
          {isOpen && (
            <Button
              type="submit"
              form={formId}
              variant="destructive"
              busy={isSending}
              className="min-w-32 max-sm:flex-1"
            >
              {isSending ? 'Requesting...' : 'Refund'}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-6">
        {children}
        {isOpen && (
          <RefundForm
            id={formId}
            path={path}
            left={figures.left}
            currency={figures.currency}
            onBusy={setIsSending}
            onAsked={onAsked}
          />
        )}
        {figures && !isOpen && (
          <p className="text-sm text-ink-quiet">All of it has been refunded, or is on its way.</p>
        )}
        {figures && figures.refunds.length > 0 && <RefundHistory refunds={figures.refunds} />}
      </div>
    </Dialog>
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
