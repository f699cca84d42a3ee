import { UserPlus, UsersRound } from 'lucide-react'
import type { AdminAssignment, StaffMember } from '#api/contract/orders/staff.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { ASSIGNMENT_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { dateColumn, Email, TwoLines } from '#site/areas/admin/list/cells.tsx'
import { useAdminList } from '#site/areas/admin/list/use-admin-list.ts'
import { SetupNotice } from '#site/areas/admin/settings/setup.tsx'
import { AddStaffDialog } from '#site/areas/admin/users/add-staff-dialog.tsx'
import { formatNumber } from '#site/kit/format/count.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { DataTable } from '#site/kit/ui/table/data-table.tsx'
import type { Columns } from '#site/kit/ui/table/data-table-list.ts'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { AssignForm } from './assigning.tsx'
import { StaffAssignments } from './staff-assignments.tsx'

const STAFF = { path: '/api/admin/staff', defaultSort: 'firstName', prefix: 'staff-' }
const ASSIGNMENTS = {
  path: '/api/admin/staff-assignments',
  defaultSort: '-assignedAt',
  filters: [
    { name: 'status', label: 'Status', options: { all: 'All statuses', ...ASSIGNMENT_STATUS_LABELS } },
  ],
  prefix: 'assignment-',
}

export function Panel() {
  const staff = useAdminList<StaffMember>(STAFF)
  const assignments = useAdminList<AdminAssignment>(ASSIGNMENTS)
  const refresh = () => {
    staff.refresh()
    assignments.refresh()
  }
  const [dialog, tools] = useDialog(refresh)
  const addStaff = (
    <Button icon={UserPlus} onClick={() => tools.open(<AddStaffDialog tools={tools} />)}>
      Add Staff
    </Button>
  )

  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <SetupNotice />
      <AssignForm onAssigned={refresh} />
      <StaffAssignments list={assignments} onChanged={refresh} />
      <DataTable
        title="Staff"
        noun={['person', 'people']}
        list={staff}
        columns={STAFF_COLUMNS}
        actions={addStaff}
        empty={{
          icon: UsersRound,
          title: 'No staff yet',
          action: addStaff,
          children: 'Add the people who do the work, then assign them to orders.',
        }}
      />
      {dialog}
    </div>
  )
}

const STAFF_COLUMNS: Columns<StaffMember> = [
  {
    header: 'Name',
    sort: 'firstName',
    card: 'title',
    cell: (person) => (
      <TwoLines below={omitPlaceholders(person).jobTitle}>
        {person.firstName} {person.lastName} {person.isAdmin && <Badge tone="accent">Admin</Badge>}
      </TwoLines>
    ),
  },
  { header: 'Email', sort: 'email', cell: ({ email }) => <Email address={email} /> },
  {
    header: 'Open work',
    isLabelled: true,
    sort: '-open',
    align: 'end',
    cell: (person) => <TwoLines below={describeOpen(person)}>{formatNumber(person.open)}</TwoLines>,
  },
  {
    header: 'Completed',
    isLabelled: true,
    sort: '-completed',
    align: 'end',
    cell: ({ completed }) => formatNumber(completed),
  },
  dateColumn('Joined', (row) => row.createdAt, { isLabelled: true, sort: 'createdAt', align: 'end' }),
]

function describeOpen({ assigned, inProgress }: StaffMember): string {
  const parts = [
    ...(inProgress > 0 ? [`${formatNumber(inProgress)} in progress`] : []),
    ...(assigned > 0 ? [`${formatNumber(assigned)} to start`] : []),
  ]
  return parts.join(', ') || 'free'
}
