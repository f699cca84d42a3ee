import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { describePartPaid } from '../../../../api/rules/money/parts.ts'
import { UnreadBadge } from '../../../order-page/unread-badge.tsx'
import { AdminOrderLink } from '../list/admin-order-link.tsx'
import { DateCell } from '../list/cells.tsx'
import { nameOrder } from '../list/order-labels.ts'
import { Answers, DueCell, nameCustomer, Status, type Tools } from './order-cells.tsx'
import { SelectBox } from './selection.tsx'

/** An order on a phone: two lines, all of which lead to its page but for the box, the status and the answers. */
export function makePhoneRow({ open, close, replaceRow }: Tools) {
  return (order: ListedOrder) => (
    <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center text-sm leading-5 [&_:is(label,button)]:relative [&_:is(label,button,select)]:z-[1]">
      <SelectBox ids={[order.id]} label={`Select ${nameOrder(order)}`} />
      <p className="flex min-w-0 items-baseline gap-2 tabular-nums">
        <AdminOrderLink
          id={order.id}
          className="link whitespace-nowrap font-medium after:absolute after:inset-0"
        >
          {nameOrder(order)}
        </AdminOrderLink>
        <span className="min-w-0 flex-1 truncate">
          <UnreadBadge orderId={order.id} className="mr-1.5" />
          {nameCustomer(order)}
        </span>
        <span className="text-xs text-ink-quiet">
          <DateCell iso={order.createdAt} isShort />
        </span>
        <span className="font-medium">{formatAmount(order.amount, order.currency)}</span>
      </p>
      <p className="col-start-2 text-xs text-caution empty:hidden">{describePartPaid(order)}</p>
      <div className="col-start-2 -my-1 flex min-w-0 items-center gap-2">
        <Status order={order} replaceRow={replaceRow} />
        <span className="min-w-0 flex-1 truncate text-right text-xs">
          <DueCell order={order} />
        </span>
        <Answers isShort order={order} open={open} close={close} />
      </div>
    </div>
  )
}
