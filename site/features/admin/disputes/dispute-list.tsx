import { Scale } from 'lucide-react'
import type { Dispute } from '../../../../api/contract/disputes.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { LogList } from '../list/log-list.tsx'
import { makeDisputeColumns } from './dispute-columns.tsx'

const OPTIONS = {
  path: '/api/admin/disputes',
  defaultSort: 'respondBy',
  filters: ['state'],
  prefix: 'dispute-',
} as const

/** Payments that a buyer's bank takes back, or may: the next to be answered first. */
export function DisputeList() {
  return (
    <LogList<Dispute>
      title="Disputes"
      noun={['dispute', 'disputes']}
      options={OPTIONS}
      makeColumns={makeDisputeColumns}
      searchHint="Search by dispute, payment or invoice"
      filters={(list) => (
        <ListFilter
          list={list}
          name="state"
          label="State"
          options={[
            ['all', 'All states'],
            ['unanswered', 'To answer'],
            ['open', 'Open'],
            ['ended', 'Ended'],
          ]}
        />
      )}
      empty={
        <EmptyState icon={Scale} title="No payment is disputed">
          Disputes are listed here with the date to answer by and a file of evidence. You answer them at the
          payment provider.
        </EmptyState>
      }
    />
  )
}
