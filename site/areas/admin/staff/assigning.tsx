import { type FormEvent, useState } from 'react'
import type { ListedOrder, OrderAssignment } from '#api/contract/orders/admin-orders.ts'
import type { Order } from '#api/contract/orders/orders.ts'
import type { AdminAssignment, StaffMember } from '#api/contract/orders/staff.ts'
import { ApiError } from '#site/kit/client/api.ts'
import { readMessage } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { TextAreaField } from '#site/kit/ui/field/field.tsx'
import { FoundErrors } from '#site/kit/ui/field/fresh-error.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { type Option, ORDER_SELECT, SearchSelect, STAFF_SELECT } from './search-select.tsx'

const LONGEST_NOTES = 2000

interface Errors {
  staffId?: string | undefined
  orderId?: string | undefined
  notes?: string | undefined
}

export function AssignForm({ onAssigned }: { onAssigned: () => void }) {
  const [staff, setStaff] = useState<Option | undefined>()
  const [order, setOrder] = useState<Option | undefined>()
  const [notes, setNotes] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const { run: assign, isBusy: isSaving } = useAction(
    async () => {
      if (!staff || !order) {
        setErrors({
          staffId: staff ? undefined : 'Select a staff member',
          orderId: order ? undefined : 'Select an order',
        })
        showError('Selection Required', 'Please select both a staff member and an order')
        return
      }
      setErrors({})
      const made = await callAdminApi<AdminAssignment>('/api/admin/staff-assignments', {
        method: 'POST',
        body: { staffId: staff.id, orderId: order.id, notes },
      })
      showToast('Assignment Created', `${staff.label} is now assigned to ${made.order.invoiceNumber}.`)
      setOrder(undefined)
      setStaff(undefined)
      setNotes('')
      onAssigned()
    },
    (error) => {
      setErrors(readErrors(error))
      showError('Assignment Failed', 'Failed to assign project to staff member')
    },
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    assign()
  }

  return (
    <Card title="Create Assignment" description="Assign a staff member to a paid order.">
      <FoundErrors value={errors}>
        <form noValidate onSubmit={submit} className="px-5 py-5 sm:px-6">
          <fieldset disabled={isSaving} className="min-w-0">
            <legend className="sr-only">Assignment</legend>
            <div className="grid items-start gap-x-4 gap-y-5 md:grid-cols-2">
              <SearchSelect<StaffMember>
                label="Staff member"
                {...STAFF_SELECT}
                chosen={staff}
                error={errors.staffId}
                onChoose={setStaff}
              />
              <SearchSelect<ListedOrder>
                label="Order"
                {...ORDER_SELECT}
                chosen={order}
                error={errors.orderId}
                onChoose={setOrder}
              />
              <TextAreaField
                label="Notes (optional)"
                name="notes"
                rows={2}
                maxLength={LONGEST_NOTES}
                autoComplete="off"
                value={notes}
                error={errors.notes}
                onChange={(event) => setNotes(event.target.value)}
                className="md:col-span-2"
              />
            </div>
            <div className="mt-5 flex justify-end">
              <Button type="submit" busy={isSaving} className="max-sm:w-full sm:min-w-44">
                {isSaving ? 'Assigning...' : 'Create Assignment'}
              </Button>
            </div>
          </fieldset>
        </form>
      </FoundErrors>
    </Card>
  )
}

/** The API's refusals by field. */
export function readErrors(error: unknown): Errors {
  if (!(error instanceof ApiError) || !error.body) return {}
  const { code, message, issues = [] } = error.body
  if (code === 'already_assigned') return { staffId: message }
  if (code === 'order_unpaid') return { orderId: message }
  return Object.fromEntries(issues.map(({ path, message: text }) => [path, text]))
}

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
    showToast('Assignment Updated', `${staff?.label} is now assigned to ${order.invoiceNumber}.`)
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
      // High enough that the open selector is not cut off.
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
            Currently assigned to {current.firstName} {current.lastName}. The new person sees the notes and
            starts at ‘Assigned’.
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
      title={`Unassign ${staff.firstName} ${staff.lastName} from ${order.invoiceNumber}?`}
      confirm="Unassign"
      onCancel={onClose}
      onConfirm={async () => {
        await callAdminApi(`/api/admin/staff-assignments/${assignment.id}`, { method: 'DELETE' })
        showToast('Assignment Removed', `${staff.firstName} no longer works on ${order.invoiceNumber}.`)
        onDone()
      }}
      explain={explainBy('Error', 'Failed to remove the assignment')}
    >
      {order.packageName} will be unassigned unless others work on it too.
    </ConfirmDialog>
  )
}
