import { ChevronDown, LoaderCircle, Undo } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChangeOrderStatusBody, ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { Order, OrderStatus } from '#api/contract/orders/orders.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { hasPayment, ORDER_STATUS, PAYMENT_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { getStatusLabels, STATUSES } from '#api/rules/status-labels.ts'
import { nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { readConflict } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { Badge, type BadgeTone } from '#site/kit/ui/primitives/badge.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { BegunDialog, CancelDialog } from './status-dialogs.tsx'

interface StatusSelectProps {
  order: Pick<Order, 'id' | 'invoiceNumber' | 'paymentStatus' | 'status' | 'currency' | 'instalments'>
  /** Replaces the usual status colours. */
  tones?: Readonly<Record<OrderStatus, BadgeTone>>
  /** Shown beside the status, on the order's page. */
  readyTo?: ListedOrder['readyTo']
  onSaved: (order: ListedOrder) => Promise<void>
}

/** A status badge that is also a selector: an invisible native one lies over it. A change can be undone for some seconds. */
export function StatusSelect({ order, tones, readyTo, onSaved }: StatusSelectProps) {
  const [wanted, setWanted] = useState<OrderStatus | undefined>()
  const [dialog, { open: openDialog, close: closeDialog }] = useDialog()
  const [chosen, setChosen] = useState<OrderStatus | undefined>()
  /** A ref, because a dialog that was opened during a save asks it later. */
  const isSaving = useRef(false)
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

  const unpaid = PAYMENT_STATUS[order.paymentStatus].isPartlyPaid
    ? (order.instalments ?? []).filter(({ state }) => INSTALMENT_STATE[state].isOpen)
    : []

  function choose(next: OrderStatus): void {
    const asked = { name, onClose: closeDialog }
    select.current?.focus()
    if (next === status) return
    if (!hasPayment(order)) return void save({ status: next })
    if (ORDER_STATUS[next].awaitsStart) {
      openDialog(<BegunDialog {...asked} onChoose={(hadWorkBegun) => save({ status: next, hadWorkBegun })} />)
    } else if (ORDER_STATUS[next].isCancelled) {
      const { currency } = order
      const onCancel = (fields: object) => save({ status: next, ...fields })
      openDialog(<CancelDialog {...asked} currency={currency} instalments={unpaid} onCancel={onCancel} />)
    } else void save({ status: next })
  }

  /** @returns whether it is saved */
  async function save(body: ChangeOrderStatusBody): Promise<boolean> {
    if (isSaving.current) return false
    isSaving.current = true
    setWanted(body.status)
    let isSaved = false
    try {
      const saved = await callAdminApi<ListedOrder>(path, { method: 'PATCH', body })
      await onSaved(saved)
      setChosen(saved.status)
      const mail = PAYMENT_STATUS[order.paymentStatus].isUnpaid
        ? ''
        : ` The customer is emailed in ${UNDO_SECONDS} seconds.`
      showToast('Order Updated', `${name} is now ${labels[saved.status].toLowerCase()}.${mail}`)
      isSaved = true
    } catch (error) {
      explain(error)
    }
    setWanted(undefined)
    isSaving.current = false
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
    <span className="relative inline-flex flex-wrap items-center gap-x-2">
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
      {readyTo && <StatusBadge kind="ready" status={readyTo} />}
      {readyTo === 'close' && !wanted && (
        <Button variant="secondary" onClick={() => choose(STATUS_AFTER.acceptance)}>
          Complete order
        </Button>
      )}
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
