import { ArrowLeft, History } from 'lucide-react'
import type { AuditEntry } from '../../../../api/contract/audit.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterSelect } from '../../../ui/data-table-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { AUDIT_COLUMNS } from './audit-columns.tsx'
import { SUBJECT_LABELS } from './audit-words.ts'

const LIST = {
  path: '/api/admin/audit-log',
  defaultSort: '-createdAt',
  filters: ['subject'],
  prefix: 'audit-',
} as const

/** Who changed what, when, from and to. Read only. */
export function AuditLog({ onClose }: { onClose?: () => void }) {
  const list = useAdminList<AuditEntry>(LIST)
  return (
    <DataTable
      title="Audit log"
      noun={['entry', 'entries']}
      list={list}
      columns={AUDIT_COLUMNS}
      rowId={(entry) => entry.id}
      tableFrom="lg"
      searchHint="Search by person, order, e-mail or name"
      actions={
        onClose && (
          <Button variant="secondary" onClick={onClose}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to staff
          </Button>
        )
      }
      filters={
        <FilterSelect
          label="About"
          value={list.filters.subject ?? 'all'}
          onChange={({ target: { value } }) =>
            list.change({ filters: { subject: value === 'all' ? '' : value } })
          }
        >
          <option value="all">Everything</option>
          {Object.entries(SUBJECT_LABELS).map(([subject, label]) => (
            <option key={subject} value={subject}>
              {label}s
            </option>
          ))}
        </FilterSelect>
      }
      empty={
        <EmptyState icon={History} title="Nothing has been changed yet">
          Every change of an order, a user, a package, a coupon or an assignment is kept here for good: who,
          when, from what and to what.
        </EmptyState>
      }
    />
  )
}
