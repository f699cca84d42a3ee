import { ChevronDown, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderStatus } from '../../../../api/contract/orders.ts'
import { ApiError } from '../../../client/api.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Badge } from '../../../ui/badge.tsx'
import { STATUS_LABELS, STATUSES, toneOf } from './order-labels.ts'

/** The status as a badge that is a selector: the native one lies over it, unseen. */
export function StatusSelect({
  order,
  onSaved,
}: {
  order: ListedOrder
  onSaved: (order: ListedOrder) => Promise<void>
}) {
  const [wanted, setWanted] = useState<OrderStatus | undefined>()
  const status = wanted ?? order.status
  const Mark = wanted ? LoaderCircle : ChevronDown

  async function save(next: OrderStatus): Promise<void> {
    if (wanted || next === order.status) return
    setWanted(next)
    try {
      const path = `/api/admin/orders/${order.id}/status`
      const saved = await callAdminApi<ListedOrder>(path, { method: 'PATCH', body: { status: next } })
      await onSaved(saved)
      showToast(
        'Order Updated',
        `${order.invoiceNumber} is now ${STATUS_LABELS[saved.status].toLowerCase()}.`,
      )
    } catch (error) {
      showError('Failed to update order status', readReason(error))
    }
    setWanted(undefined)
  }

  return (
    <span className="relative inline-flex min-h-target items-center rounded has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-accent">
      <Badge tone={toneOf(status)} dot className="pr-2">
        {STATUS_LABELS[status]}
        <Mark aria-hidden="true" className={`size-3.5 ${wanted ? 'animate-spin' : ''}`} />
      </Badge>
      <select
        aria-label={`Status of ${order.invoiceNumber}`}
        aria-busy={wanted !== undefined}
        value={status}
        onChange={(event) => void save(event.target.value as OrderStatus)}
        className="absolute inset-0 w-full cursor-pointer appearance-none bg-ground-raised text-base text-ink opacity-0"
      >
        {STATUSES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Only a state that forbids it is worth a reason; the rest is 'try again'. */
function readReason(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 409 ? error.body?.message : undefined
}
