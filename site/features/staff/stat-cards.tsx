import { CircleCheck, ClipboardList, Hammer, type LucideIcon } from 'lucide-react'
import type { StaffAssignment } from '../../../api/contract/staff.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { countByStatus } from './work-figures.ts'

const number = new Intl.NumberFormat('en-US')

export function StatCards({
  assignments,
  hasFailed,
}: {
  assignments: StaffAssignment[] | undefined
  hasFailed: boolean
}) {
  const counts = assignments && countByStatus(assignments)
  const value = (count: number | undefined) =>
    count === undefined ? (hasFailed ? '–' : undefined) : number.format(count)
  return (
    <dl className="grid grid-cols-3 gap-3 sm:gap-4 lg:gap-6" aria-busy={!counts && !hasFailed}>
      <Stat icon={ClipboardList} label="Total Assignments" value={value(counts?.all)} />
      <Stat icon={Hammer} label="In Progress" value={value(counts?.in_progress)} />
      <Stat icon={CircleCheck} label="Completed" value={value(counts?.completed)} />
    </dl>
  )
}

function Stat({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value: string | undefined }) {
  return (
    <div className="flex min-w-0 flex-col justify-between rounded-lg border border-line bg-ground-raised p-3 shadow-card sm:p-5">
      <dt className="flex items-center justify-between gap-2 text-xs leading-snug text-ink-quiet sm:text-sm">
        {label}
        <Icon aria-hidden="true" className="hidden size-4 shrink-0 sm:block" />
      </dt>
      <dd className="mt-2 text-2xl font-semibold leading-8 tracking-tight tabular-nums text-ink">
        {value ?? <Skeleton className="h-8 w-12" />}
      </dd>
    </div>
  )
}
