import type { AssignmentStatus } from '../../../../api/contract/staff.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'

export const STATUS_LABELS: Readonly<Record<AssignmentStatus, string>> = {
  assigned: 'Assigned',
  in_progress: 'In Progress',
  completed: 'Completed',
}
const TONES: Readonly<Record<AssignmentStatus, BadgeTone>> = {
  assigned: 'caution',
  in_progress: 'accent',
  completed: 'positive',
}

export function AssignmentStatusBadge({ status }: { status: AssignmentStatus }) {
  return (
    <Badge tone={TONES[status]} dot>
      {STATUS_LABELS[status]}
    </Badge>
  )
}
