import { ArrowLeftRight, UserMinus } from 'lucide-react'
import type { AdminAssignment } from '../../../../api/contract/staff.ts'
import { formatDate } from '../../../format/date.ts'
import { Button } from '../../../ui/button.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Email, TwoLines } from '../list/cells.tsx'
import { AdminOrderLink } from '../orders/admin-order-link.tsx'

export interface AssignmentActions {
  onReassign: (assignment: AdminAssignment) => void
  onUnassign: (assignment: AdminAssignment) => void
}

const column = columnsOf<AdminAssignment>()

export function makeAssignmentColumns({ onReassign, onUnassign }: AssignmentActions) {
  return column.columns([
    column.accessor((row) => row.order.packageName, {
      id: 'order',
      header: 'Order',
      enableSorting: false,
      meta: { card: 'title' },
      cell: ({ row: { original: row } }) => {
        const { order } = row
        return (
          <TwoLines
            below={
              <>
                <AdminOrderLink id={order.id}>{order.invoiceNumber}</AdminOrderLink> · {order.user.firstName}{' '}
                {order.user.lastName}
              </>
            }
          >
            {order.packageName}
          </TwoLines>
        )
      },
    }),
    column.accessor((row) => row.staff.email, {
      id: 'staff',
      header: 'Staff member',
      enableSorting: false,
      cell: ({ row: { original: row } }) => (
        <TwoLines isPlain below={<Email address={row.staff.email} />}>
          {row.staff.firstName} {row.staff.lastName}
        </TwoLines>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'corner' },
      cell: ({ row: { original: row } }) => <StatusBadge kind="assignment" status={row.status} />,
    }),
    column.accessor('assignedAt', {
      header: 'Assigned',
      cell: ({ row: { original: row } }) => (
        <TwoLines isPlain below={`by ${row.assignedByUser.firstName}`}>
          <time dateTime={row.assignedAt} className="whitespace-nowrap">
            {formatDate(row.assignedAt)}
          </time>
        </TwoLines>
      ),
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { align: 'end', card: 'actions', className: 'whitespace-nowrap' },
      cell: ({ row: { original: row } }) => {
        const what = `${row.order.invoiceNumber} of ${row.staff.firstName} ${row.staff.lastName}`
        // Completed work stays with the person who did it.
        if (row.status === 'completed') return <span className="text-ink-quiet">–</span>
        return (
          <div className="flex justify-end gap-2 max-md:w-full">
            <Button
              variant="secondary"
              aria-label={`Reassign ${what}`}
              onClick={() => onReassign(row)}
              className="!px-3 max-md:flex-1"
            >
              <ArrowLeftRight aria-hidden="true" className="size-4" />
              Reassign
            </Button>
            <Button
              variant="ghost"
              aria-label={`Unassign ${what}`}
              onClick={() => onUnassign(row)}
              className="!px-3 max-md:flex-1"
            >
              <UserMinus aria-hidden="true" className="size-4" />
              Unassign
            </Button>
          </div>
        )
      },
    }),
  ])
}
