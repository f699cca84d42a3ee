import { ChevronDown, LoaderCircle, Undo } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import type { Order, OrderPart, OrderStatus } from '../../../../api/contract/orders.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { UNDO_SECONDS } from '../../../../api/rules/periods.ts'
import { getStatusLabels, STATUSES } from '../../../../api/rules/status-labels.ts'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { bindChoice, DraftDialog } from '../../../ui/dialog/edit-dialog.tsx'
import { CheckField } from '../../../ui/field/check-field.tsx'
import { Badge, type BadgeTone } from '../../../ui/primitives/badge.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { nameOrder } from '../list/row-labels.ts'

interface StatusSelectProps {
  order: Pick<Order, 'id' | 'invoiceNumber' | 'paymentStatus' | 'status' | 'currency' | 'parts'>
  /** Used instead of the usual colours of the statuses. */
  tones?: Readonly<Record<OrderStatus, BadgeTone>>
  onSaved: (order: ListedOrder) => Promise<void>
}

/** A badge with the status that is also a selector: an invisible native one lies over it. For some seconds, a change can be undone. */
export function StatusSelect({ order, tones, onSaved }: StatusSelectProps) {
  const [wanted, setWanted] = useState<OrderStatus | undefined>()
  const [dialog, { open: openDialog, close: closeDialog }] = useDialog()
  const [chosen, setChosen] = useState<OrderStatus | undefined>()
  const select = useRef<HTMLSelectElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const labels = getStatusLabels(order)
  const name = nameOrder(order)
  const status = wanted ?? order.status
  const Mark = wanted ? LoaderCircle : ChevronDown

  useEffect(() => {
    if (!chosen) return
    const timer = setTimeout(() => {
      if (document.activeElement === undo.current) select.current?.focus()
      setChosen(undefined)
    }, UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [chosen])

  const path = `/api/admin/orders/${order.id}/status`

  const unpaid =
    order.paymentStatus === 'part_paid'
      ? (order.parts ?? []).filter(({ state }) => state === 'waiting' || state === 'due')
      : []

  function choose(next: OrderStatus): void {
    if (next !== 'cancelled' || unpaid.length === 0) return void save(next)
    const { currency } = order
    const onCancel = (stillDue: number[]) => save(next, stillDue)
    openDialog(
      <CancelDialog
        name={name}
        currency={currency}
        onCancel={onCancel}
        parts={unpaid}
        onClose={closeDialog}
      />,
    )
  }

  /** @returns whether it is saved */
  async function save(next: OrderStatus, stillDue: number[] = []): Promise<boolean> {
    if (wanted || next === order.status) return false
    setWanted(next)
    let isSaved = false
    try {
      const saved = await callAdminApi<ListedOrder>(path, {
        method: 'PATCH',
        body: { status: next, ...(stillDue.length > 0 && { stillDue }) },
      })
      await onSaved(saved)
      setChosen(saved.status)
      const mail =
        order.paymentStatus === 'unpaid' ? '' : ` The mail to the customer leaves in ${UNDO_SECONDS} seconds.`
      showToast('Order Updated', `${name} is now ${labels[saved.status].toLowerCase()}.${mail}`)
      isSaved = true
    } catch (error) {
      explain(error)
    }
    setWanted(undefined)
    return isSaved
  }

  async function takeBack(): Promise<void> {
    select.current?.focus()
    setChosen(undefined)
    try {
      const saved = await callAdminApi<ListedOrder>(`${path}/undo`, { method: 'POST' })
      await onSaved(saved)
      showToast('Change Undone', `${name} is ${labels[saved.status].toLowerCase()} again.`)
    } catch (error) {
      explain(error)
    }
  }

  return (
    <span className="relative inline-flex flex-wrap items-center gap-x-1">
      <span className="relative inline-flex min-h-target items-center rounded focus-within:outline focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent">
        <Badge tone={tones?.[status] ?? STATUSES.order[status].tone} dot className="pr-2">
          {labels[status]}
          <Mark aria-hidden="true" className={`size-3.5 ${wanted ? 'motion-safe:animate-spin' : ''}`} />
        </Badge>
        <select
          ref={select}
          aria-label={`Status of ${name}`}
          aria-busy={wanted !== undefined}
          value={status}
          onChange={(event) => choose(event.target.value as OrderStatus)}
          className="absolute inset-0 w-full cursor-pointer appearance-none bg-ground-raised text-base text-ink opacity-0"
        >
          {Object.entries(labels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
      {chosen === order.status && !wanted && (
        <Button
          icon={Undo}
          ref={undo}
          variant="ghost"
          aria-label={`Undo the change of ${name}`}
          className="px-2 [td_&]:absolute [td_&]:left-full [td_&]:z-10 [td_&]:bg-ground-raised"
          onClick={() => void takeBack()}
        >
          Undo
        </Button>
      )}
      {dialog}
    </span>
  )
}

const explain = (error: unknown) => showError('Failed to update order status', readConflict(error))

interface CancelDialogProps {
  name: string
  currency: string
  /** What is not paid yet. */
  parts: readonly OrderPart[]
  /** @param stillDue positions @returns whether it is cancelled */
  onCancel: (stillDue: number[]) => Promise<boolean>
  onClose: () => void
}

/** Asks what becomes of each part that is not paid, before an order is cancelled. */
function CancelDialog({ name, currency, parts, onCancel, onClose }: CancelDialogProps) {
  const positions = parts.map(({ position }) => position)
  return (
    <DraftDialog
      initial={{ stillDue: [] as number[] }}
      title="Cancel this order"
      description={`${name} is paid in part`}
      submitLabel="Cancel the order"
      submitVariant="destructive"
      legend="Parts that are not paid"
      className="grid gap-4"
      onClose={onClose}
      save={async ({ stillDue }) => {
        if (await onCancel(stillDue)) onClose()
      }}
      explain={() => ({})}
      before={
        <p className="mb-5 max-w-text text-sm leading-relaxed text-ink-quiet">
          What is not paid lapses. Tick a part that the customer owes for work that is done (terms, section
          8): it is due at once. What was paid is refunded apart.
        </p>
      }
    >
      {(editing) =>
        parts.map(({ position, label, amount }) => (
          <CheckField
            key={position}
            label={`${label}, ${formatAmount(amount, currency)}, is still due`}
            name={`part-${position}`}
            {...bindChoice(editing, 'stillDue', position, positions)}
          />
        ))
      }
    </DraftDialog>
  )
}
