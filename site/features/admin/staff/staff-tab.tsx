import { useStore } from '@nanostores/react'
import { History, UserPlus, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AdminAssignment } from '../../../../api/contract/staff.ts'
import type { StaffMember } from '../../../../api/contract/work.ts'
import { $query, changeQuery, setQuery } from '../../../stores/address.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { TabPlaceholder } from '../tab-placeholder.tsx'
import { AddStaffDialog } from './add-staff-dialog.tsx'
import { AssignForm } from './assign-form.tsx'
import { StaffAssignments } from './staff-assignments.tsx'
import { STAFF_COLUMNS } from './staff-columns.tsx'

const AuditLog = lazy(async () => ({ default: (await import('../audit/audit-log.tsx')).AuditLog }))

const STAFF = { path: '/api/admin/staff', defaultSort: 'firstName', prefix: 'staff-' } as const
const ASSIGNMENTS = {
  path: '/api/admin/staff-assignments',
  defaultSort: '-assignedAt',
  filters: ['status'],
  prefix: 'assignment-',
} as const

/** Who works on what; at `?view=audit` who changed what. */
export function StaffTab() {
  const isAudit = new URLSearchParams(useStore($query)).get('view') === 'audit'
  if (!isAudit) return <Team />
  return (
    <Suspense fallback={<TabPlaceholder />}>
      <AuditLog onClose={() => setQuery(new URLSearchParams({ tab: 'staff' }))} />
    </Suspense>
  )
}

function Team() {
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
      <AssignForm onAssigned={refresh} />
      <StaffAssignments list={assignments} onChanged={refresh} />
      <DataTable
        title="Staff"
        noun={['person', 'people']}
        list={staff}
        columns={STAFF_COLUMNS}
        rowId={(person) => person.id}
        tableFrom="lg"
        actions={
          <>
            <Button variant="secondary" onClick={() => changeQuery({ view: 'audit' })}>
              <History aria-hidden="true" className="size-4" />
              Audit log
            </Button>
            {addStaff}
          </>
        }
        empty={
          <EmptyState icon={UsersRound} title="Nobody is staff yet" action={addStaff}>
            Add the people who do the work, then put them on orders.
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
