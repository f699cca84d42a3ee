import { useStore } from '@nanostores/react'
import { ArrowLeftRight, ClipboardList, UserMinus } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { AdminAssignment } from '#api/contract/orders/staff.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { actionsColumn, Email, RowButton, TwoLines } from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import type { AdminList } from '#site/areas/admin/list/use-admin-list.ts'
import { formatTotal } from '#site/kit/format/count.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { $query, changeQuery } from '#site/kit/stores/address.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { useMedia } from '#site/kit/ui/primitives/use-media.ts'
import { DataTable } from '#site/kit/ui/table/data-table.tsx'
import { DataTableGrid } from '#site/kit/ui/table/data-table-grid.tsx'
import type { Columns } from '#site/kit/ui/table/data-table-list.ts'
import { DataTableRows } from '#site/kit/ui/table/data-table-rows.tsx'
import { type Dialogs, useDialog } from '#site/kit/ui/use-dialog.ts'
import { ReassignDialog, UnassignDialog } from './assigning.tsx'

const SHOWN_FIRST = 5
const TITLE = 'Staff Assignments'
const NOUN = ['assignment', 'assignments'] as const

interface StaffAssignmentsProps {
  list: AdminList<AdminAssignment>
  onChanged: () => void
}

/** The five newest assignments; on demand the whole list with search and pages. */
export function StaffAssignments({ list, onChanged }: StaffAssignmentsProps) {
  const isWhole = new URLSearchParams(useStore($query)).get('assignments') === 'all' || list.isNarrowed
  const [dialog, dialogs] = useDialog(onChanged)
  const columns = useMemo(() => makeColumns(dialogs), [dialogs])
  // The table has its own states for loading, failure and an empty list.
  const isShort = !isWhole && list.rows !== undefined && list.rows.length > 0

  return (
    <>
      {isShort ? (
        <FirstAssignments list={list} columns={columns} />
      ) : (
        <DataTable
          title={TITLE}
          noun={NOUN}
          list={list}
          columns={columns}
          actions={
            isWhole && (
              <Button
                variant="ghost"
                onClick={() => {
                  list.reset()
                  changeQuery({ assignments: undefined })
                }}
              >
                Show fewer
              </Button>
            )
          }
          empty={{
            icon: ClipboardList,
            title: 'No assignments yet',
            children: 'Assign a staff member to a paid order above to see who works on what.',
          }}
        />
      )}
      {dialog}
    </>
  )
}

interface FirstAssignmentsProps {
  list: AdminList<AdminAssignment>
  columns: Columns<AdminAssignment>
}

function FirstAssignments({ list, columns }: FirstAssignmentsProps) {
  const titleId = useId()
  const isTable = useMedia('(min-width: 1024px)')
  const rows = useMemo(() => (list.rows ?? []).slice(0, SHOWN_FIRST), [list.rows])
  const total = list.total ?? rows.length
  return (
    <section
      aria-labelledby={titleId}
      className="dense rounded-lg border border-line bg-ground-raised shadow-card"
    >
      <header className="px-5 py-4 sm:px-6">
        <h2 id={titleId} className="text-base font-semibold tracking-tight text-ink">
          {TITLE}
        </h2>
        <p role="status" className="mt-0.5 text-sm tabular-nums text-ink-quiet">
          {total > rows.length
            ? `The newest ${rows.length} of ${formatTotal(total)}`
            : `${total} ${NOUN[total === 1 ? 0 : 1]}`}
        </p>
      </header>
      <div className="border-t border-line">
        {isTable ? (
          <DataTableGrid rows={rows} columns={columns} titleId={titleId} />
        ) : (
          <DataTableRows rows={rows} columns={columns} />
        )}
      </div>
      <div className="border-t border-line p-2 text-center">
        <Button variant="ghost" onClick={() => changeQuery({ assignments: 'all' })}>
          Show all{total > rows.length && ` ${formatTotal(total)}`}
        </Button>
      </div>
    </section>
  )
}

const makeColumns = ({ open, close, finish }: Dialogs): Columns<AdminAssignment> => [
  {
    header: 'Order',
    card: 'title',
    cell: ({ order: { id, invoiceNumber, packageName, user } }) => (
      <TwoLines
        below={
          <>
            <AdminOrderLink id={id}>
              <span translate="no">{invoiceNumber}</span>
            </AdminOrderLink>{' '}
            · {user.firstName} {user.lastName}
          </>
        }
      >
        {packageName}
      </TwoLines>
    ),
  },
  {
    header: 'Staff member',
    cell: ({ staff }) => (
      <TwoLines isPlain below={<Email address={staff.email} />}>
        {staff.firstName} {staff.lastName}
      </TwoLines>
    ),
  },
  {
    header: 'Status',
    sort: 'status',
    card: 'corner',
    cell: ({ status }) => <StatusBadge kind="assignment" status={status} />,
  },
  {
    header: 'Assigned',
    sort: 'assignedAt',
    cell: ({ assignedAt, assignedByUser }) => (
      <TwoLines isPlain below={`by ${assignedByUser.firstName}`}>
        <time dateTime={assignedAt}>{formatDate(assignedAt)}</time>
      </TwoLines>
    ),
  },
  actionsColumn((row) => {
    const what = `${row.order.invoiceNumber} of ${row.staff.firstName} ${row.staff.lastName}`
    // Completed work stays with the person who did it.
    if (ASSIGNMENT_STATUS[row.status].isDone) return null
    const dialogProps = { assignment: row, onClose: close, onDone: finish }
    const look = { of: what, className: '!px-3' }
    return (
      <div className="flex justify-end gap-2 max-lg:flex-wrap">
        <RowButton
          icon={ArrowLeftRight}
          label="Reassign"
          {...look}
          onClick={() => open(<ReassignDialog {...dialogProps} />)}
        />
        <RowButton
          icon={UserMinus}
          label="Unassign"
          variant="ghost"
          {...look}
          onClick={() => open(<UnassignDialog {...dialogProps} />)}
        />
      </div>
    )
  }, 'whitespace-nowrap'),
]
