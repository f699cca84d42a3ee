import { omitPlaceholders } from '../../../../api/contract/placeholders.ts'
import type { StaffMember } from '../../../../api/contract/work.ts'
import { formatDate } from '../../../format/date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { Email, TwoLines } from '../list/cells.tsx'

const number = new Intl.NumberFormat('en-US')
const column = columnsOf<StaffMember>()

export const STAFF_COLUMNS = column.columns([
  column.accessor('firstName', {
    header: 'Name',
    meta: { card: 'title' },
    cell: ({ row: { original: person } }) => (
      <TwoLines below={omitPlaceholders(person).jobTitle}>
        {person.firstName} {person.lastName} {person.isAdmin && <Badge tone="accent">Admin</Badge>}
      </TwoLines>
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
      <TwoLines below={describeOpen(person)}>{number.format(person.open)}</TwoLines>
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
