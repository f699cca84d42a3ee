import { History } from 'lucide-react'
import type { AuditEntry } from '../../../../api/contract/audit.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { LogList } from '../list/log-list.tsx'
import { AUDIT_COLUMNS } from './audit-columns.tsx'
import { ACTION_LABELS, SUBJECT_LABELS } from './audit-labels.ts'

const OPTIONS = {
  path: '/api/admin/audit-log',
  defaultSort: '-createdAt',
  filters: ['subject', 'action'],
  prefix: 'audit-',
} as const
const SUBJECTS = Object.entries(SUBJECT_LABELS).map(([subject, label]) => [subject, `${label}s`] as const)
const ACTIONS = Object.entries(ACTION_LABELS)
const makeColumns = () => AUDIT_COLUMNS

/** Who changed what, when, from and to, and who signed in and exported. Read only. */
export function AuditLog() {
  return (
    <LogList<AuditEntry>
      title="Audit log"
      noun={['entry', 'entries']}
      options={OPTIONS}
      makeColumns={makeColumns}
      searchHint="Search by person, order, e-mail or name"
      filters={(list) => (
        <>
          <ListFilter
            list={list}
            name="subject"
            label="About"
            options={[['all', 'Everything'], ...SUBJECTS]}
          />
          <ListFilter list={list} name="action" label="How" options={[['all', 'All actions'], ...ACTIONS]} />
        </>
      )}
      empty={
        <EmptyState icon={History} title="Nothing has been changed yet">
          Every change to an order, user, package, coupon or assignment is kept here for good, with who made
          it and when. So are sign-ins, failed ones included, and exported lists.
        </EmptyState>
      }
    />
  )
}
