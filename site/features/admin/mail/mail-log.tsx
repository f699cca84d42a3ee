import { Mail as MailIcon } from 'lucide-react'
import type { Mail } from '../../../../api/contract/mail.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { LogList } from '../list/log-list.tsx'
import { makeMailColumns } from './mail-columns.tsx'
import { KIND_LABELS, STATE_LABELS } from './mail-labels.ts'

const OPTIONS = {
  path: '/api/admin/mails',
  defaultSort: '-createdAt',
  filters: ['kind', 'state'],
  prefix: 'mail-',
} as const

/** Every mail of the shop and its state. */
export function MailLog() {
  return (
    <LogList<Mail>
      title="Mail log"
      noun={['mail', 'mails']}
      options={OPTIONS}
      makeColumns={makeMailColumns}
      searchHint="Search by address or subject"
      filters={(list) => (
        <>
          <ListFilter
            list={list}
            name="kind"
            label="Kind"
            options={[['all', 'All kinds'], ...Object.entries(KIND_LABELS)]}
          />
          <ListFilter
            list={list}
            name="state"
            label="State"
            options={[
              ['all', 'All states'],
              ...Object.entries(STATE_LABELS),
              ['unresolved', 'Refused, not sent again'],
            ]}
          />
        </>
      )}
      empty={
        <EmptyState icon={MailIcon} title="No mail has been sent yet">
          Confirmations, receipts and all other mails of the shop are listed here, with what became of them.
        </EmptyState>
      }
    />
  )
}
