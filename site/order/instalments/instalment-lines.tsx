/** The instalments in which an order is paid, for its customer and for admins. */
import type { ReactNode } from 'react'
import type { Order, OrderInstalment } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { MOMENT_WORDS } from '#api/rules/money/instalments.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'

/** @param children renders what stands below an instalment, such as its invoice button */
export function InstalmentLines({
  order: { instalments = [], currency },
  children,
}: {
  order: Pick<Order, 'instalments' | 'currency'>
  children?: (instalment: OrderInstalment) => ReactNode
}) {
  return (
    <ul className="divide-y divide-line">
      {instalments.map((instalment) => (
        <li
          key={instalment.position}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-5 py-4 text-sm sm:px-6"
        >
          <p className="font-medium text-ink [overflow-wrap:anywhere]">{instalment.label}</p>
          <p
            className={`text-right font-semibold tabular-nums ${isOver(instalment) ? 'text-ink-quiet line-through' : 'text-ink'}`}
          >
            {formatAmount(instalment.amount, currency)}
          </p>
          <p className="tabular-nums text-ink-quiet">{describeDue(instalment)}</p>
          <p className="text-right">
            <StatusBadge kind="instalment" status={instalment.state} />
          </p>
          {children && (
            <div className="col-span-2 mt-2 flex flex-wrap gap-2 empty:hidden">{children(instalment)}</div>
          )}
        </li>
      ))}
    </ul>
  )
}

const isOver = ({ state }: OrderInstalment) =>
  INSTALMENT_STATE[state].hasLapsed || INSTALMENT_STATE[state].isWrittenOff

function describeDue(instalment: OrderInstalment): string {
  if (instalment.paidAt) return `Paid on ${formatDate(instalment.paidAt)}`
  if (isOver(instalment)) return 'No longer due'
  if (!INSTALMENT_STATE[instalment.state].isDue || !instalment.dueAt)
    return `Due ${MOMENT_WORDS[instalment.due]}`
  return `Due ${new Date(instalment.dueAt) > new Date() ? 'on' : 'since'} ${formatPromise(new Date(instalment.dueAt))}`
}
