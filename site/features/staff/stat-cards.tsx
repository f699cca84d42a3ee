import type { StaffAssignment } from '../../../api/contract/staff.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { findDue } from './queue.ts'
import { countByStatus } from './work-figures.ts'

const number = new Intl.NumberFormat('en-US')

/** The figures as one line, with what is late or soon due where there is such work. */
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
  const now = new Date()
  const tones = assignments?.map((one) => findDue(one, now)?.tone) ?? []
  const overdue = tones.filter((tone) => tone === 'negative').length
  const soon = tones.filter((tone) => tone === 'caution').length
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm" aria-busy={!counts && !hasFailed}>
      <Stat label="Total Assignments" value={value(counts?.all)} />
      <Stat label="In Progress" value={value(counts?.in_progress)} />
      <Stat label="Completed" value={value(counts?.completed)} />
      {overdue > 0 && <Stat label="Overdue" value={number.format(overdue)} look="text-negative" />}
      {soon > 0 && <Stat label="Due within 3 days" value={number.format(soon)} look="text-caution" />}
    </dl>
  )
}

function Stat({
  label,
  value,
  look = 'text-ink',
}: {
  label: string
  value: string | undefined
  look?: string
}) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-ink-quiet">{label}</dt>
      <dd className={`font-semibold tabular-nums ${look}`}>{value ?? <Skeleton className="h-4 w-5" />}</dd>
    </div>
  )
}
