/** The parts in which an order is paid, for its customer and for admins. */
import type { ReactNode } from 'react'
import type { Order, OrderPart } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { MOMENT_WORDS } from '#api/rules/money/parts.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'

/** @param children renders what stands below a part, such as its invoice button */
export function PartLines({
  order: { parts = [], currency },
  children,
}: {
  order: Pick<Order, 'parts' | 'currency'>
  children?: (part: OrderPart) => ReactNode
}) {
  return (
    <ul className="divide-y divide-line">
      {parts.map((part) => (
        <li
          key={part.position}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-5 py-4 text-sm sm:px-6"
        >
          <p className="font-medium text-ink [overflow-wrap:anywhere]">{part.label}</p>
          <p
            className={`text-right font-semibold tabular-nums ${isOver(part) ? 'text-ink-quiet line-through' : 'text-ink'}`}
          >
            {formatAmount(part.amount, currency)}
          </p>
          <p className="tabular-nums text-ink-quiet">{describeDue(part)}</p>
          <p className="text-right">
            <StatusBadge kind="part" status={part.state} />
          </p>
          {children && (
            <div className="col-span-2 mt-2 flex flex-wrap gap-2 empty:hidden">{children(part)}</div>
          )}
        </li>
      ))}
    </ul>
  )
}

const isOver = ({ state }: OrderPart) => state === 'lapsed' || state === 'written_off'

function describeDue(part: OrderPart): string {
  if (part.paidAt) return `Paid on ${formatDate(part.paidAt)}`
  if (isOver(part)) return 'No longer asked for'
  if (part.state !== 'due' || !part.dueAt) return `Due ${MOMENT_WORDS[part.due]}`
  return `Due ${new Date(part.dueAt) > new Date() ? 'on' : 'since'} ${formatPromise(new Date(part.dueAt))}`
}
