import { useStore } from '@nanostores/react'
import { useTable } from '@tanstack/react-table'
import { ClipboardList } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { AdminAssignment } from '../../../../api/contract/staff.ts'
import { ASSIGNMENT_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { formatTotal } from '../../../format/count.ts'
import { $query, changeQuery } from '../../../stores/address.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { DataTableCards } from '../../../ui/data-table-cards.tsx'
import { type Columns, features } from '../../../ui/data-table-columns.ts'
import { DataTableGrid } from '../../../ui/data-table-grid.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { ListFilter } from '../list/list-filter.tsx'
import type { AdminList } from '../list/use-admin-list.ts'
import { makeAssignmentColumns } from './assignment-columns.tsx'
import { ReassignDialog, UnassignDialog } from './handover-dialogs.tsx'

const SHOWN_FIRST = 5
const TITLE = 'Staff Assignments'
const NOUN = ['assignment', 'assignments'] as const

type Shown = { dialog: 'reassign' | 'unassign'; assignment: AdminAssignment }

/** The newest five, and on demand all of them, to search and page. */
export function StaffAssignments({
  list,
  onChanged,
}: {
  list: AdminList<AdminAssignment>
  onChanged: () => void
}) {
  const [shown, setShown] = useState<Shown | undefined>()
  const isWhole = new URLSearchParams(useStore($query)).get('assignments') === 'all' || list.isNarrowed
  const columns = useMemo(
    () =>
      makeAssignmentColumns({
        onReassign: (assignment) => setShown({ dialog: 'reassign', assignment }),
        onUnassign: (assignment) => setShown({ dialog: 'unassign', assignment }),
      }),
    [],
  )
  const close = () => setShown(undefined)
  const done = () => {
    close()
    onChanged()
  }
  // The full table shows its own states of loading, failure and emptiness.
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
          rowId={(row) => row.id}
          tableFrom="lg"
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
          filters={
            <ListFilter
              list={list}
              name="status"
              label="Status"
              options={[['all', 'All statuses'], ...Object.entries(ASSIGNMENT_STATUS_LABELS)]}
            />
          }
          empty={
            <EmptyState icon={ClipboardList} title="No assignments yet">
              Assign a staff member to a paid order above, and you see here who works on what.
            </EmptyState>
          }
        />
      )}
      {shown?.dialog === 'reassign' && (
        <ReassignDialog assignment={shown.assignment} onClose={close} onDone={done} />
      )}
      {shown?.dialog === 'unassign' && (
        <UnassignDialog assignment={shown.assignment} onClose={close} onDone={done} />
      )}
    </>
  )
}

function FirstAssignments({
  list,
  columns,
}: {
  list: AdminList<AdminAssignment>
  columns: Columns<AdminAssignment>
}) {
  const titleId = useId()
  const isTable = useMedia('(min-width: 1024px)')
  const data = useMemo(() => (list.rows ?? []).slice(0, SHOWN_FIRST), [list.rows])
  const table = useTable<typeof features, AdminAssignment>({
    features,
    columns,
    data,
    getRowId: (row) => String(row.id),
    enableSorting: false,
    manualSorting: true,
    manualPagination: true,
  })
  const total = list.total ?? data.length
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
          {total > data.length
            ? `The newest ${data.length} of ${formatTotal(total)}`
            : `${total} ${NOUN[total === 1 ? 0 : 1]}`}
        </p>
      </header>
      <div className="border-t border-line">
        {isTable ? <DataTableGrid table={table} titleId={titleId} /> : <DataTableCards table={table} />}
      </div>
      <div className="border-t border-line p-2 text-center">
        <Button variant="ghost" onClick={() => changeQuery({ assignments: 'all' })}>
          Show all{total > data.length && ` ${formatTotal(total)}`}
        </Button>
      </div>
    </section>
  )
}
