import { useStore } from '@nanostores/react'
import { Send, Users } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ImportDetail, ImportedPerson, ImportFault } from '../../../../api/contract/imports.ts'
import { formatNumber } from '../../../format/count.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Columns } from '../../../ui/table/data-table-list.ts'
import { useDialog } from '../../../ui/use-dialog.ts'
import { Email, momentColumn, TwoLines } from '../list/cells.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { $selectedIds, clearSelection, selectColumn } from '../orders/selection.tsx'
import { countLinks, LINKS } from './import-labels.ts'

const COLUMNS: Columns<ImportedPerson> = [
  selectColumn(({ firstName, lastName }) => `${firstName} ${lastName}`),
  {
    header: 'Name',
    sort: 'lastName',
    className: 'w-1/3',
    cell: ({ firstName, lastName, company }) => (
      <TwoLines below={company}>
        {firstName} {lastName}
      </TwoLines>
    ),
  },
  { header: 'Email', sort: 'email', className: 'w-1/3', cell: ({ email }) => <Email address={email} /> },
  { header: 'Sign-in link', card: 'corner', cell: ({ link }) => <StateBadge look={LINKS[link]} /> },
  momentColumn('Sent', (row) => row.linkSentAt),
]

interface Asked {
  /** Absent for all customers who have been sent no link yet. */
  userIds?: number[]
  isAgain: boolean
  count: number
}

/** The customers of an import. Each can be sent a link to choose a password. */
export function PeopleList({ found: { id, links }, onSent }: { found: ImportDetail; onSent: () => void }) {
  const options = useMemo(
    () => ({ path: `/api/admin/imports/${id}/customers`, defaultSort: 'lastName', prefix: 'people-' }),
    [id],
  )
  const list = useAdminList<ImportedPerson>(options)
  const ticked = useStore($selectedIds)
  const selected = list.rows?.filter((person) => ticked.has(person.id)) ?? []
  const [dialog, { open, close, finish }] = useDialog(() => {
    list.refresh()
    onSent()
  })
  useEffect(() => {
    clearSelection()
    return clearSelection
  }, [])

  const path = `/api/admin/imports/${id}/links`
  const send = ({ userIds, isAgain, count }: Asked) =>
    open(
      <ConfirmDialog
        variant="primary"
        title={`Send ${countLinks(count)}${isAgain ? ' again' : ''}?`}
        confirm="Send"
        onCancel={close}
        onConfirm={async () => {
          const body = { ...(userIds && { userIds }), isAgain }
          const sent = await callAdminApi<{ asked: number }>(path, { method: 'POST', body })
          showToast('Links Sent', `${countLinks(sent.asked)} on the way.`)
          clearSelection()
          finish()
        }}
        explain={() => {
          showError('Sending Failed', 'Please try again in a moment.')
          finish()
        }}
      >
        Each customer gets a mail with a link to choose a password. It works once, for 48 hours; after that,
        &lsquo;Forgot password?&rsquo; does.
        {count > 300 && ' 300 a minute go out, so that no other mail waits.'}
      </ConfirmDialog>,
    )

  const ask = (people: ImportedPerson[], isAgain: boolean) =>
    send({ userIds: people.map((person) => person.id), isAgain, count: people.length })
  const unsent = selected.filter(({ link }) => link === 'unsent')
  const again = selected.filter(({ link }) => link === 'sent')

  const bar = (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-auto text-sm font-semibold tabular-nums text-ink">
        {selected.length} selected
      </p>
      {unsent.length > 0 && (
        <Button onClick={() => ask(unsent, false)}>Send {countLinks(unsent.length)}</Button>
      )}
      {again.length > 0 && (
        <Button variant="secondary" onClick={() => ask(again, true)}>
          Send Again to {formatNumber(again.length)}
        </Button>
      )}
      <Button variant="ghost" onClick={clearSelection}>
        Clear selection
      </Button>
    </div>
  )

  return (
    <>
      <DataTable
        title="Imported customers"
        noun={['customer', 'customers']}
        list={list}
        columns={COLUMNS}
        tableFrom="md"
        searchHint="Search name, email or company"
        actions={
          links.unsent > 0 && (
            <Button icon={Send} onClick={() => send({ isAgain: false, count: links.unsent })}>
              Send Sign-In Links
            </Button>
          )
        }
        bar={selected.length > 0 ? bar : undefined}
        empty={{ icon: Users, title: 'All customers of this import were erased' }}
      />
      {dialog}
    </>
  )
}

const SHOWN_FIRST = 20

export function FaultList({ faults }: { faults: readonly ImportFault[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? faults : faults.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul aria-label="Errors by row" className="divide-y divide-line text-sm">
        {shown.map(({ row, column, value, message, example }) => (
          <li
            key={`${row} ${column}`}
            className="grid gap-x-4 gap-y-0.5 px-5 py-2.5 sm:px-6 md:grid-cols-[4.5rem_6rem_minmax(0,1fr)_minmax(0,14rem)]"
          >
            <span className="flex gap-x-3 md:contents">
              <span className="tabular-nums text-ink-quiet">Row {row}</span>
              <span translate="no" className="font-mono text-[13px] leading-5 text-ink">
                {column}
              </span>
            </span>
            <span className="text-ink [overflow-wrap:anywhere]">
              {message}
              {column && (
                <span className="block text-ink-quiet">{value ? `‘${value}’` : 'The cell is empty'}</span>
              )}
            </span>
            {example && (
              <span className="text-ink-quiet [overflow-wrap:anywhere] md:text-right">
                Example: {example}
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length < faults.length && (
        <div className="border-t border-line px-5 py-2 sm:px-6">
          <Button variant="ghost" className="-ml-3 !px-3" onClick={() => setIsWhole(true)}>
            Show {faults.length - shown.length} more
          </Button>
        </div>
      )}
    </>
  )
}
