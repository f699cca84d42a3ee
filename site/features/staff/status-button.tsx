import { CircleCheck, Play } from 'lucide-react'
import { useState } from 'react'
import type { AssignmentStatus, StaffAssignment } from '../../../api/contract/staff.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { Button } from '../../ui/button.tsx'
import { callStaffApi, isDenial, replaceAssignment } from './assignments.ts'
import { FILTER_LABELS } from './work-figures.ts'

const STEPS: Readonly<
  Record<AssignmentStatus, { to: AssignmentStatus; label: string; icon: typeof Play } | undefined>
> = {
  assigned: { to: 'in_progress', label: 'Start Work', icon: Play },
  in_progress: { to: 'completed', label: 'Mark Complete', icon: CircleCheck },
  completed: undefined,
}

/** The next step of the work; nothing where it is done. */
export function StatusButton({
  assignment,
  onStatus,
  onLastStep,
}: {
  assignment: StaffAssignment
  /** The status is about to change. */
  onStatus: () => void
  /** The button is about to disappear, together with the focus. */
  onLastStep: () => void
}) {
  const [isSaving, setIsSaving] = useState(false)
  const step = STEPS[assignment.status]
  if (!step) return null
  const { to, label, icon: Icon } = step

  async function go(): Promise<void> {
    setIsSaving(true)
    try {
      const changed = await callStaffApi<StaffAssignment>(`/api/staff/assignments/${assignment.id}/status`, {
        method: 'PUT',
        body: { status: to },
      })
      onStatus()
      if (!STEPS[changed.status]) onLastStep()
      replaceAssignment(changed)
      showToast('Status Updated', `${assignment.order.packageName}: ${FILTER_LABELS[to]}.`)
    } catch (error) {
      if (!isDenial(error)) showError('Error', 'Failed to update assignment status')
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Button
      busy={isSaving}
      onClick={() => void go()}
      className="flex-auto sm:ml-auto sm:min-w-40 sm:flex-none"
    >
      {!isSaving && <Icon aria-hidden="true" className="size-4" />}
      {label}
      <span className="sr-only"> on order {assignment.order.id}</span>
    </Button>
  )
}
