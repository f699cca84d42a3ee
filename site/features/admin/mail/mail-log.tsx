import { ArrowLeft, Mail as MailIcon } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { Mail } from '../../../../api/contract/mail.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ChoiceFilter } from '../list/choice-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { makeMailColumns } from './mail-columns.tsx'
import { KIND_LABELS, STATE_LABELS } from './mail-words.ts'

const LIST = {
  path: '/api/admin/mails',
  defaultSort: '-createdAt',
  filters: ['kind', 'state'],
  prefix: 'mail-',
} as const

/** Every mail of the shop and what became of it. */
export function MailLog({ onClose }: { onClose?: () => void }) {
  const list = useAdminList<Mail>(LIST)
  const { change, filters } = list
  // Of the page that is shown then; the columns stay.
  const refresh = useRef(list.refresh)
  refresh.current = list.refresh
  const columns = useMemo(() => makeMailColumns(() => refresh.current()), [])
  return (
    <DataTable
      title="Mail log"
      noun={['mail', 'mails']}
      list={list}
      columns={columns}
      rowId={(mail) => mail.id}
      tableFrom="lg"
      searchHint="Search by address or subject"
      actions={
        onClose && (
          <Button variant="secondary" onClick={onClose}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to staff
          </Button>
        )
      }
      filters={
        <>
          <ChoiceFilter
            label="Kind"
            all="All kinds"
            options={Object.entries(KIND_LABELS)}
            value={filters.kind}
            onChange={(kind) => change({ filters: { kind } })}
          />
          <ChoiceFilter
            label="State"
            all="All states"
            options={Object.entries(STATE_LABELS)}
            value={filters.state}
            onChange={(state) => change({ filters: { state } })}
          />
        </>
      }
      empty={
        <EmptyState icon={MailIcon} title="No mail has been sent yet">
          Confirmations, receipts and everything else that the shop writes to people is listed here, with what
          became of it.
        </EmptyState>
      }
    />
  )
}
