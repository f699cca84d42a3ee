import { omitPlaceholders } from '../../../../api/contract/placeholders.ts'
import type { StaffMember } from '../../../../api/contract/work.ts'
import { formatDate } from '../../../format/date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { Email } from '../list/cells.tsx'

const number = new Intl.NumberFormat('en-US')
const column = columnsOf<StaffMember>()

export const STAFF_COLUMNS = column.columns([
  column.accessor('firstName', {
    header: 'Name',
    meta: { card: 'title', className: 'w-[34%]' },
    cell: ({ row: { original: person } }) => (
      <>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-ink">
          {person.firstName} {person.lastName}
          {person.isAdmin && <Badge tone="accent">Admin</Badge>}
        </p>
        <p className="mt-0.5 text-ink-quiet empty:hidden">{omitPlaceholders(person).jobTitle}</p>
      </>
    ),
  }),
  column.accessor('email', {
    header: 'Email',
    cell: ({ row: { original: person } }) => <Email address={person.email} />,
  }),
  column.accessor('open', {
    header: 'Open work',
    meta: { align: 'end' },
    cell: ({ row: { original: person } }) => (
      <>
        <p className="font-medium">{number.format(person.open)}</p>
        <p className="mt-0.5 whitespace-nowrap text-ink-quiet">{describeOpen(person)}</p>
      </>
    ),
  }),
  column.accessor('completed', {
    header: 'Completed',
    meta: { align: 'end' },
    cell: ({ row: { original: person } }) => number.format(person.completed),
  }),
  column.accessor('createdAt', {
    header: 'Joined',
    meta: { align: 'end' },
    cell: ({ row: { original: person } }) => (
      <time dateTime={person.createdAt} className="whitespace-nowrap">
        {formatDate(person.createdAt)}
      </time>
    ),
  }),
])

function describeOpen({ assigned, inProgress }: StaffMember): string {
  const parts = [
    ...(inProgress > 0 ? [`${number.format(inProgress)} in progress`] : []),
    ...(assigned > 0 ? [`${number.format(assigned)} to start`] : []),
  ]
  return parts.join(', ') || 'free'
}
