import { UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { AdminAssignment } from '../../../../api/contract/staff.ts'
import type { StaffMember } from '../../../../api/contract/work.ts'
import { setQuery } from '../../../stores/address.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SetupNotice } from '../doctor/setup-notice.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { AddStaffDialog } from './add-staff-dialog.tsx'
import { AssignForm } from './assign-form.tsx'
import { StaffAssignments } from './staff-assignments.tsx'
import { STAFF_COLUMNS } from './staff-columns.tsx'

const STAFF = { path: '/api/admin/staff', defaultSort: 'firstName', prefix: 'staff-' } as const
const ASSIGNMENTS = {
  path: '/api/admin/staff-assignments',
  defaultSort: '-assignedAt',
  filters: ['status'],
  prefix: 'assignment-',
} as const

/** The assignments, and the people. */
export function StaffTab() {
  const staff = useAdminList<StaffMember>(STAFF)
  const assignments = useAdminList<AdminAssignment>(ASSIGNMENTS)
  const [isAdding, setIsAdding] = useState(false)
  const refresh = () => {
    staff.refresh()
    assignments.refresh()
  }
  const addStaff = (
    <Button onClick={() => setIsAdding(true)}>
      <UserPlus aria-hidden="true" className="size-4" />
      Add Staff
    </Button>
  )

  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <SetupNotice onShow={() => setQuery(new URLSearchParams({ view: 'setup' }))} />
      <AssignForm onAssigned={refresh} />
      <StaffAssignments list={assignments} onChanged={refresh} />
      <DataTable
        title="Staff"
        noun={['person', 'people']}
        list={staff}
        columns={STAFF_COLUMNS}
        rowId={(person) => person.id}
        tableFrom="lg"
        actions={addStaff}
        empty={
          <EmptyState icon={UsersRound} title="There are no staff yet" action={addStaff}>
            Add the people who do the work, then assign them to orders.
          </EmptyState>
        }
      />
      {isAdding && (
        <AddStaffDialog
          onClose={() => setIsAdding(false)}
          onCreated={() => {
            setIsAdding(false)
            refresh()
          }}
        />
      )}
    </div>
  )
}
