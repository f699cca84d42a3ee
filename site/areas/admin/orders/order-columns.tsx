import { BanknoteArrowDown } from 'lucide-react'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { describePartlyPaid } from '#api/rules/money/instalments.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { actionsColumn, DateCell } from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { describePayment, nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { OrderRefundDialog } from '#site/areas/admin/refunds/order-refund-dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import type { Columns } from '#site/kit/ui/table/data-table-list.ts'
import { UnreadBadge } from '#site/order/conversation/unread.tsx'
import {
  Answers,
  Customer,
  DueCell,
  nameCustomer,
  SECOND_LINE,
  Staff,
  Status,
  type Tools,
  WIDE,
} from './order-cells.tsx'
import { SelectBox, selectColumn } from './selection.tsx'

export const makeOrderColumns = ({ open, close, finish, replaceRow }: Tools): Columns<ListedOrder> => [
  selectColumn(nameOrder),
  {
    header: 'Invoice',
    sort: '-invoiceNumber',
    className: 'w-[4.875rem] min-[1400px]:w-[5.25rem] [td&]:font-medium',
    cell: (order) => (
      <>
        <AdminOrderLink id={order.id}>{nameOrder(order)}</AdminOrderLink>
        <span className={`${SECOND_LINE} xl:hidden`}>
          <DateCell iso={order.createdAt} isShort />
        </span>
      </>
    ),
  },
  { header: 'Customer', cell: (order) => <Customer order={order} /> },
  {
    header: 'Package',
    sort: 'packageName',
    className: `w-24 min-[1400px]:w-40 min-[1700px]:w-48 ${WIDE}`,
    cell: ({ packageName }) => (
      <span title={packageName} className="block truncate">
        {packageName}
      </span>
    ),
  },
  {
    header: 'Amount',
    sort: '-amount',
    align: 'end',
    className: 'w-[5.75rem] min-[1400px]:w-[7.25rem] min-[1700px]:w-36',
    cell: (order) => (
      <>
        {/* For a partly paid order, describePayment names the amount. */}
        {!PAYMENT_STATUS[order.paymentStatus].isPartlyPaid && (
          <span className="block font-medium">{formatAmount(order.amount, order.currency)}</span>
        )}
        <span className={SECOND_LINE}>{describePayment(order)}</span>
      </>
    ),
  },
  {
    header: 'Status',
    sort: 'status',
    // Hides the badges' dots if there is little room.
    className: 'w-[9.25rem] max-[1400px]:[&_span[aria-hidden]]:hidden min-[1400px]:w-[10.25rem]',
    cell: (order) => <Status order={order} replaceRow={replaceRow} />,
  },
  {
    header: 'Date',
    sort: '-createdAt',
    className: `w-[3.75rem] min-[1400px]:w-[4.25rem] ${WIDE}`,
    cell: ({ createdAt }) => <DateCell iso={createdAt} isShort />,
  },
  {
    header: 'View Answers',
    className: 'w-[6.25rem] xl:w-[8.625rem] min-[1400px]:w-36',
    cell: (order) => <Answers order={order} open={open} close={close} />,
  },
  {
    header: 'Due',
    sort: 'promisedBy',
    className: 'w-[8.5rem] max-xl:w-36 max-xl:pr-4 min-[1400px]:w-[8.75rem] min-[1700px]:w-48',
    cell: (order) => (
      <>
        <span className="block truncate max-[1700px]:text-xs max-[1700px]:leading-4">
          <DueCell order={order} />
        </span>
        <span className={SECOND_LINE}>
          <Staff order={order} />
        </span>
      </>
    ),
  },
  actionsColumn(
    (order) =>
      order.paymentId !== null && (
        <Button
          icon={BanknoteArrowDown}
          variant="ghost"
          aria-label={`Refund ${order.invoiceNumber}`}
          title="Refund"
          className="px-0"
          onClick={() => open(<OrderRefundDialog order={order} onClose={finish} />)}
        />
      ),
    `w-[3.375rem] min-[1400px]:w-14 ${WIDE}`,
  ),
]

/** An order on a phone: three lines. All of it links to its page, except the checkbox, the status and the answers. */
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
          <UnreadBadge orderId={order.id} className="mr-1.5 align-top" />
          {nameCustomer(order)}
        </span>
        <span className="text-xs text-ink-quiet">
          <DateCell iso={order.createdAt} isShort />
        </span>
        <span className="font-medium">{formatAmount(order.amount, order.currency)}</span>
      </p>
      <p className="col-start-2 flex gap-2 text-xs text-ink-quiet">
        <span className="min-w-0 flex-1 truncate">
          <span className="text-caution [&:not(:empty)]:mr-2">{describePartlyPaid(order)}</span>
          {order.packageName}
        </span>
        <Staff order={order} />
      </p>
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
