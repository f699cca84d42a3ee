import { useState } from 'react'
import type { OrderAssignment } from '../../../../api/contract/admin-orders.ts'
import type { StaffMember } from '../../../../api/contract/assignments.ts'
import type { Order } from '../../../../api/contract/orders.ts'
import { readMessage } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { readErrors } from './assign-form.tsx'
import { STAFF_SELECT } from './options.ts'
import { type Option, SearchSelect } from './search-select.tsx'

interface HandoverProps {
  assignment: OrderAssignment & { order: Pick<Order, 'invoiceNumber' | 'packageName'> }
  onClose: () => void
  onDone: () => void
}

export function ReassignDialog({ assignment, onClose, onDone }: HandoverProps) {
  const [staff, setStaff] = useState<Option | undefined>()
  const { order, staff: current } = assignment

  async function reassign(): Promise<void> {
    const body = { staffId: staff?.id }
    await callAdminApi(`/api/admin/staff-assignments/${assignment.id}`, { method: 'PATCH', body })
    showToast('Assignment Updated', `${staff?.label} works on ${order.invoiceNumber} now.`)
    onDone()
  }

  function explain(error: unknown): { staffId?: string | undefined } {
    showError('Assignment Failed', 'Failed to assign project to staff member')
    return { staffId: readErrors(error).staffId ?? readMessage(error) }
  }

  return (
    <FormDialog
      title="Reassign"
      description={`${order.invoiceNumber} · ${order.packageName}`}
      // As high as the open selector, which must not be cut off.
      className="min-h-[28rem]"
      submitLabel="Reassign"
      submitClassName="min-w-32 max-sm:flex-1"
      onClose={onClose}
      check={() => ({ staffId: staff ? undefined : 'Select a staff member' })}
      save={reassign}
      explain={explain}
    >
      {({ staffId }) => (
        <>
          <p className="pb-5 text-sm leading-relaxed text-ink-quiet">
            {current.firstName} {current.lastName} has it now. Whoever takes over sees the notes and begins at
            ‘Assigned’.
          </p>
          <SearchSelect<StaffMember>
            label="New staff member"
            {...STAFF_SELECT}
            exceptId={current.id}
            chosen={staff}
            error={staffId}
            onChoose={setStaff}
          />
        </>
      )}
    </FormDialog>
  )
}

export function UnassignDialog({ assignment, onClose, onDone }: HandoverProps) {
  const { order, staff } = assignment
  return (
    <ConfirmDialog
      title={`Take ${order.invoiceNumber} from ${staff.firstName} ${staff.lastName}?`}
      confirm="Unassign"
      onCancel={onClose}
      onConfirm={async () => {
        await callAdminApi(`/api/admin/staff-assignments/${assignment.id}`, { method: 'DELETE' })
        showToast('Assignment Removed', `${staff.firstName} no longer works on ${order.invoiceNumber}.`)
        onDone()
      }}
      explain={(error) => showError('Error', readMessage(error) ?? 'Failed to remove the assignment')}
    >
      {order.packageName} will have nobody on it, unless others work on it too.
    </ConfirmDialog>
  )
}
