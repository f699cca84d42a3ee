import { UserPlus, UsersRound } from 'lucide-react'
import type { AdminAssignment, StaffMember } from '../../../../api/contract/assignments.ts'
import { omitPlaceholders } from '../../../../api/rules/placeholders.ts'
import { ASSIGNMENT_STATUS_LABELS } from '../../../../api/rules/status-labels.ts'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Columns } from '../../../ui/table/data-table-columns.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { SetupNotice } from '../doctor/setup-view.tsx'
import { DateCell, Email, TwoLines } from '../list/cells.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { AddStaffDialog } from '../users/add-staff-dialog.tsx'
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

export function StaffTab() {
  const staff = useAdminList<StaffMember>(STAFF)
  const assignments = useAdminList<AdminAssignment>(ASSIGNMENTS)
  const refresh = () => {
    staff.refresh()
    assignments.refresh()
  }
  const [dialog, { open, close, finish }] = useDialog(refresh)
  const addStaff = (
    <Button icon={UserPlus} onClick={() => open(<AddStaffDialog onClose={close} onCreated={finish} />)}>
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
        empty={
          <EmptyState icon={UsersRound} title="There are no staff yet" action={addStaff}>
            Add the people who do the work, then assign them to orders.
          </EmptyState>
        }
      />
      {dialog}
    </div>
  )
}

const number = new Intl.NumberFormat('en-US')

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
    sort: '-open',
    align: 'end',
    cell: (person) => <TwoLines below={describeOpen(person)}>{number.format(person.open)}</TwoLines>,
  },
  {
    header: 'Completed',
    sort: '-completed',
    align: 'end',
    cell: ({ completed }) => number.format(completed),
  },
  {
    header: 'Joined',
    sort: 'createdAt',
    align: 'end',
    cell: ({ createdAt }) => <DateCell iso={createdAt} />,
  },
]

function describeOpen({ assigned, inProgress }: StaffMember): string {
  const parts = [
    ...(inProgress > 0 ? [`${number.format(inProgress)} in progress`] : []),
    ...(assigned > 0 ? [`${number.format(assigned)} to start`] : []),
  ]
  return parts.join(', ') || 'free'
}
