import type { AssignmentStatus } from '../../../api/contract/staff.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { FILTER_LABELS } from './work-figures.ts'

const TONES: Readonly<Record<string, BadgeTone>> = {
  assigned: 'caution',
  in_progress: 'accent',
  completed: 'positive',
}

/** A status that is not known here is shown as it is, in a neutral style (docs/product.md, Staff area). */
export function AssignmentStatusBadge({ status }: { status: AssignmentStatus }) {
  return (
    <Badge tone={TONES[status] ?? 'neutral'} dot>
      {FILTER_LABELS[status] ?? status}
    </Badge>
  )
}
