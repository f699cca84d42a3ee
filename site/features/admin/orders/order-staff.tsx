import { useState } from 'react'
import type { AdminOrderDetail, OrderAssignment } from '../../../../api/contract/admin-orders.ts'
import type { StaffMember } from '../../../../api/contract/assignments.ts'
import { isInWork } from '../../../../api/rules/orders.ts'
import { formatDate } from '../../../format/date.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Card } from '../../../ui/primitives/card.tsx'
import { StatusBadge } from '../../../ui/primitives/status-badge.tsx'
import { type Dialogs, useDialog } from '../../../ui/use-dialog.ts'
import { RowButton } from '../list/row-button.tsx'
import { readErrors } from '../staff/assign-form.tsx'
import { ReassignDialog, UnassignDialog } from '../staff/handover-dialogs.tsx'
import { STAFF_SELECT } from '../staff/options.ts'
import { type Option, SearchSelect } from '../staff/search-select.tsx'

/** Who works on an order. Whoever is chosen is assigned at once. */
export function OrderStaff({ order, onChanged }: { order: AdminOrderDetail; onChanged: () => void }) {
  const [dialog, dialogs] = useDialog(onChanged)
  const { assignments } = order
  const isAssignable = isInWork(order)
  return (
    <Card isDense title="Staff">
      {assignments.length > 0 && (
        <ul className="divide-y divide-line">
          {assignments.map((assignment) => (
            <Assigned key={assignment.id} assignment={assignment} order={order} dialogs={dialogs} />
          ))}
        </ul>
      )}
      {isAssignable && <AssignSelect order={order} onAssigned={onChanged} />}
      {!isAssignable && assignments.length === 0 && (
        <p className="px-5 py-4 text-sm text-ink-quiet sm:px-6">
          {order.paymentStatus === 'unpaid' ? 'Only a paid order can be assigned.' : 'Nobody was assigned.'}
        </p>
      )}
      {dialog}
    </Card>
  )
}

interface AssignedProps {
  assignment: OrderAssignment
  order: AdminOrderDetail
  dialogs: Dialogs
}

function Assigned({ assignment, order, dialogs: { open, close, finish } }: AssignedProps) {
  const { staff, status, assignedAt, assignedByUser, notes } = assignment
  const dialogProps = { assignment: { ...assignment, order }, onClose: close, onDone: finish }
  const look = {
    of: `${order.invoiceNumber} of ${staff.firstName} ${staff.lastName}`,
    variant: 'ghost',
    className: '!px-3',
  } as const
  return (
    <li className="px-5 py-4 text-sm sm:px-6">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium text-ink">
          {staff.firstName} {staff.lastName}
        </span>
        <StatusBadge kind="assignment" status={status} />
      </p>
      <p className="mt-0.5 text-ink-quiet">
        Since <time dateTime={assignedAt}>{formatDate(assignedAt)}</time>, by {assignedByUser.firstName}
      </p>
      {notes && <p className="mt-1.5 whitespace-pre-line text-ink [overflow-wrap:anywhere]">{notes}</p>}
      {/* Completed work stays with the person who did it. */}
      {status !== 'completed' && (
        <div className="-mx-3 -mb-2 mt-1 flex">
          <RowButton label="Reassign" {...look} onClick={() => open(<ReassignDialog {...dialogProps} />)} />
          <RowButton label="Unassign" {...look} onClick={() => open(<UnassignDialog {...dialogProps} />)} />
        </div>
      )}
    </li>
  )
}

function AssignSelect({ order, onAssigned }: { order: AdminOrderDetail; onAssigned: () => void }) {
  /** The person whose assignment is being saved. */
  const [chosen, setChosen] = useState<Option | undefined>()
  const [error, setError] = useState<string | undefined>()

  async function assign(staff: Option | undefined): Promise<void> {
    if (!staff || chosen) return
    setChosen(staff)
    setError(undefined)
    try {
      const body = { staffId: staff.id, orderId: order.id }
      await callAdminApi('/api/admin/staff-assignments', { method: 'POST', body })
      showToast('Assignment Created', `${staff.label} works on ${order.invoiceNumber}.`)
      onAssigned()
    } catch (failure) {
      const { staffId, orderId } = readErrors(failure)
      setError(staffId ?? orderId)
      showError('Assignment Failed', 'Failed to assign project to staff member')
    }
    setChosen(undefined)
  }

  return (
    <div className="border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
      <SearchSelect<StaffMember>
        label={order.assignments.length > 0 ? 'Assign somebody else, too' : 'Assign to'}
        {...STAFF_SELECT}
        hint="They hear of it by mail at once."
        chosen={chosen}
        error={error}
        onChoose={(staff) => void assign(staff)}
      />
    </div>
  )
}
