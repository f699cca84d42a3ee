import { useStore } from '@nanostores/react'
import {
  Banknote,
  BellRing,
  Cog,
  History,
  Inbox,
  Mail,
  Scale,
  Stethoscope,
  UserPlus,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AdminAssignment } from '../../../../api/contract/staff.ts'
import type { StaffMember } from '../../../../api/contract/work.ts'
import { $query, changeQuery, setQuery } from '../../../stores/address.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SetupNotice } from '../doctor/setup-notice.tsx'
import { useOperations } from '../jobs/use-operations.ts'
import { WaitingBadge } from '../jobs/waiting-badge.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { TabPlaceholder } from '../tab-placeholder.tsx'
import { AddStaffDialog } from './add-staff-dialog.tsx'
import { AssignForm } from './assign-form.tsx'
import { StaffAssignments } from './staff-assignments.tsx'
import { STAFF_COLUMNS } from './staff-columns.tsx'

/** Views that are rarely used, at `?view=`; the code of each is loaded when it is opened. */
const VIEWS = {
  audit: {
    label: 'Audit log',
    Icon: History,
    View: lazy(async () => ({ default: (await import('../audit/audit-log.tsx')).AuditLog })),
  },
  money: {
    label: 'Money without order',
    Icon: Banknote,
    waiting: 'moneyToLookAt' as const,
    View: lazy(async () => ({ default: (await import('../money/money-list.tsx')).MoneyList })),
  },
  disputes: {
    label: 'Disputes',
    Icon: Scale,
    waiting: 'openDisputes' as const,
    View: lazy(async () => ({ default: (await import('../disputes/dispute-list.tsx')).DisputeList })),
  },
  events: {
    label: 'Provider events',
    Icon: Inbox,
    waiting: 'failingWebhooks' as const,
    View: lazy(async () => ({ default: (await import('../jobs/webhook-list.tsx')).WebhookList })),
  },
  webhooks: {
    label: 'Webhooks',
    Icon: Webhook,
    waiting: 'brokenEndpoints' as const,
    View: lazy(async () => ({ default: (await import('../webhooks/webhooks-view.tsx')).WebhooksView })),
  },
  jobs: {
    label: 'Jobs',
    Icon: Cog,
    waiting: 'failedJobs' as const,
    View: lazy(async () => ({ default: (await import('../jobs/job-list.tsx')).JobList })),
  },
  mail: {
    label: 'Mail log',
    Icon: Mail,
    View: lazy(async () => ({ default: (await import('../mail/mail-log.tsx')).MailLog })),
  },
  notifications: {
    label: 'Notification mails',
    Icon: BellRing,
    View: lazy(async () => ({
      default: (await import('../notifications/recipient-list.tsx')).RecipientList,
    })),
  },
  setup: {
    label: 'Setup',
    Icon: Stethoscope,
    View: lazy(async () => ({ default: (await import('../doctor/setup-view.tsx')).SetupView })),
  },
}
const VIEW_IDS = Object.keys(VIEWS) as (keyof typeof VIEWS)[]

const STAFF = { path: '/api/admin/staff', defaultSort: 'firstName', prefix: 'staff-' } as const
const ASSIGNMENTS = {
  path: '/api/admin/staff-assignments',
  defaultSort: '-assignedAt',
  filters: ['status'],
  prefix: 'assignment-',
} as const

/** The assignments; other views at `?view=`, such as `?view=audit`. */
export function StaffTab() {
  const wanted = new URLSearchParams(useStore($query)).get('view')
  const id = VIEW_IDS.find((one) => one === wanted)
  if (!id) return <Team />
  const { View } = VIEWS[id]
  return (
    <Suspense key={id} fallback={<TabPlaceholder />}>
      <View onClose={() => setQuery(new URLSearchParams({ tab: 'staff' }))} />
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
      <SetupNotice onShow={() => changeQuery({ view: 'setup' })} />
      <Views />
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

/** Buttons to the views, each with the number of things that wait there. */
function Views() {
  const operations = useOperations()
  return (
    <nav aria-label="Logs and jobs" className="flex flex-wrap gap-2">
      {VIEW_IDS.map((id) => {
        const { label, Icon, ...view } = VIEWS[id]
        return (
          <Button key={id} variant="secondary" onClick={() => changeQuery({ view: id })}>
            <Icon aria-hidden="true" className="size-4" />
            {label}
            {'waiting' in view && <WaitingBadge count={operations?.[view.waiting]} />}
          </Button>
        )
      })}
    </nav>
  )
}
