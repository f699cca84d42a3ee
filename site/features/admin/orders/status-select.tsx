import { ChevronDown, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderStatus } from '../../../../api/contract/orders.ts'
import { ORDER_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ADMIN_ORDER_TONES } from '../../../ui/status-badge.tsx'

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
        `${order.invoiceNumber} is now ${ORDER_STATUS_LABELS[saved.status].toLowerCase()}.`,
      )
    } catch (error) {
      showError('Failed to update order status', readConflict(error))
    }
    setWanted(undefined)
  }

  return (
    <span className="relative inline-flex min-h-target items-center rounded has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-accent">
      <Badge tone={ADMIN_ORDER_TONES[status]} dot className="pr-2">
        {ORDER_STATUS_LABELS[status]}
        <Mark aria-hidden="true" className={`size-3.5 ${wanted ? 'animate-spin' : ''}`} />
      </Badge>
      <select
        aria-label={`Status of ${order.invoiceNumber}`}
        aria-busy={wanted !== undefined}
        value={status}
        onChange={(event) => void save(event.target.value as OrderStatus)}
        className="absolute inset-0 w-full cursor-pointer appearance-none bg-ground-raised text-base text-ink opacity-0"
      >
        {Object.entries(ORDER_STATUS_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
