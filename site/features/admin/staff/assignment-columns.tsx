import { ArrowLeftRight, UserMinus } from 'lucide-react'
import type { AdminAssignment } from '../../../../api/contract/staff.ts'
import { formatDate } from '../../../format/date.ts'
import { Button } from '../../../ui/button.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Email } from '../list/cells.tsx'
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
      meta: { card: 'title', className: 'w-[34%] [th&]:h-11' },
      cell: ({ row: { original: row } }) => {
        const { order } = row
        return (
          <>
            <p className="font-medium text-ink">{order.packageName}</p>
            <p className="mt-0.5 text-ink-quiet">
              <AdminOrderLink id={order.id}>{order.invoiceNumber}</AdminOrderLink> · {order.user.firstName}{' '}
              {order.user.lastName}
            </p>
          </>
        )
      },
    }),
    column.accessor((row) => row.staff.email, {
      id: 'staff',
      header: 'Staff member',
      enableSorting: false,
      cell: ({ row: { original: row } }) => (
        <>
          <p className="text-ink">
            {row.staff.firstName} {row.staff.lastName}
          </p>
          <p className="mt-0.5 text-ink-quiet">
            <Email address={row.staff.email} />
          </p>
        </>
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
        <>
          <time dateTime={row.assignedAt} className="whitespace-nowrap">
            {formatDate(row.assignedAt)}
          </time>
          <p className="mt-0.5 text-ink-quiet">by {row.assignedByUser.firstName}</p>
        </>
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
