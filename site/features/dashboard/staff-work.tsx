import { useStore } from '@nanostores/react'
import { ArrowRight, ClipboardList } from 'lucide-react'
import type { StaffAssignment } from '../../../api/contract/assignments.ts'
import { createFetcherStore } from '../../stores/query.ts'
import { $userId } from '../../stores/user-id.ts'

const $assignments = createFetcherStore<StaffAssignment[]>(['/api/staff/assignments', $userId])

/** Leads staff, who sign in to the dashboard, to their own area. */
export function StaffWork() {
  const { data } = useStore($assignments)
  const open = data?.filter(({ status }) => status !== 'completed').length
  return (
    <a
      href="/staff"
      className="flex min-h-target items-center gap-3 rounded-lg border border-line bg-ground-raised px-5 py-3.5 text-sm font-semibold text-ink shadow-card transition-colors hover:border-line-strong sm:px-6"
    >
      <ClipboardList aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
      <span className="flex-1 tabular-nums">Your assignments{open === undefined ? '' : ` (${open})`}</span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-ink-quiet" />
    </a>
  )
}
