import { calendar } from 'virtual:content'
import { useStore } from '@nanostores/react'
import { Download, ReceiptText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { dayOf } from '#api/rules/business-calendar.ts'
import { ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { SEARCH_HINT } from '#site/areas/admin/admin-spinner.tsx'
import { PackageFilter } from '#site/areas/admin/list/admin-table.tsx'
import { useAdminList } from '#site/areas/admin/list/use-admin-list.ts'
import { refreshAttention } from '#site/areas/admin/list/use-figure.ts'
import { Dialog, DialogDone } from '#site/kit/ui/dialog/dialog.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { DownloadLink } from '#site/kit/ui/primitives/download-link.tsx'
import { DataTable } from '#site/kit/ui/table/data-table.tsx'
import { DayRange } from '#site/kit/ui/table/data-table-filters.tsx'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { BulkBar, type BulkResult } from './bulk-bar.tsx'
import { makeOrderColumns, makePhoneRow } from './order-columns.tsx'
import { OrderViews } from './order-views.tsx'
import { $selectedIds, clearSelection } from './selection.tsx'

const LIST = {
  path: '/api/admin/orders',
  defaultSort: '-createdAt',
  filters: [
    { name: 'status', label: 'Status', options: { all: 'All statuses', ...ORDER_STATUS_LABELS } },
    {
      name: 'paymentStatus',
      label: 'Payment',
      options: { all: 'Any payment', ...PAYMENT_STATUS_LABELS, unpaid: 'Unpaid attempts' },
    },
    'packageId',
    'attention',
    'from',
    'to',
  ],
  exportPath: '/api/admin/orders.csv',
}

/** What the list counts, by payment filter: an unpaid attempt is not called an order. */
const BOTH = ['order or attempt', 'orders and attempts'] as const
const COUNTED: Record<string, readonly [one: string, many: string]> = {
  unpaid: ['unpaid attempt', 'unpaid attempts'],
}

const countedBy = (paymentStatus: string | undefined) => (paymentStatus ? COUNTED[paymentStatus] : BOTH)

export function Panel() {
  const list = useAdminList<ListedOrder>(LIST)
  const { replaceRow } = list
  const [dialog, dialogs] = useDialog(list.refresh)
  const { open, close } = dialogs
  const [columns, phoneRow] = useMemo(() => {
    const tools = { ...dialogs, replaceRow }
    return [makeOrderColumns(tools), makePhoneRow(tools)]
  }, [dialogs, replaceRow])

  const ids = useStore($selectedIds)
  const selected = list.rows?.filter(({ id }) => ids.has(id)) ?? []
  const [result, setResult] = useState<BulkResult | undefined>()
  useEffect(() => clearSelection, [])
  const refresh = () => {
    list.refresh()
    refreshAttention()
  }

  return (
    <>
      <DataTable
        title="Orders"
        noun={['order', 'orders']}
        counted={list.filters.attention ? undefined : countedBy(list.filters.paymentStatus)}
        list={list}
        columns={columns}
        isFixed
        tableFrom="md"
        phoneRow={phoneRow}
        bar={
          (selected.length > 0 || result) && (
            <BulkBar orders={selected} result={result} onResult={setResult} onChanged={refresh} />
          )
        }
        views={<OrderViews canSave={list.isNarrowed} />}
        searchHint={SEARCH_HINT}
        filters={
          <>
            <PackageFilter list={list} />
            <DayRange list={list} label="Ordered" />
          </>
        }
        actions={
          <Button variant="secondary" onClick={() => open(<AccountsDialog onClose={close} />)}>
            Export for accounting
          </Button>
        }
        empty={{
          icon: ReceiptText,
          title: 'No orders yet',
          children: 'Orders appear here as soon as a buyer starts to pay.',
        }}
      />
      {dialog}
    </>
  )
}

/** @returns the first and the last day of the previous month */
function findLastMonth(): { from: string; to: string } {
  const [year = 0, month = 0] = dayOf(new Date(), calendar).split('-').map(Number)
  const write = (...at: [number, number, number]) => new Date(Date.UTC(...at)).toISOString().slice(0, 10)
  return { from: write(year, month - 2, 1), to: write(year, month - 1, 0) }
}

const ACCOUNTS = { orders: 'Orders', invoices: 'Invoices and credit notes', refunds: 'Refunds' }

/** Downloads the sales, invoices and refunds of a period, for bookkeeping. */
function AccountsDialog({ onClose }: { onClose: () => void }) {
  const [{ from, to }, setPeriod] = useState(findLastMonth)
  const isPeriod = from !== '' && to !== '' && from <= to
  return (
    <Dialog
      onClose={onClose}
      size="md"
      title="Export for accounting"
      description="Paid orders, invoices and credit notes with tax, and refunds for a period."
      footer={<DialogDone onClose={onClose} />}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="From"
          name="from"
          type="date"
          value={from}
          max={to}
          data-autofocus
          onChange={(event) => setPeriod({ from: event.target.value, to })}
        />
        <TextField
          label="To"
          name="to"
          type="date"
          value={to}
          min={from}
          error={from !== '' && to !== '' && !isPeriod ? 'This date is before the first one' : undefined}
          onChange={(event) => setPeriod({ from, to: event.target.value })}
        />
      </div>
      {isPeriod && (
        <div className="mt-6 grid gap-2">
          {Object.entries(ACCOUNTS).map(([file, label]) => (
            <DownloadLink
              key={file}
              href={`/api/accounts/${file}.csv?${new URLSearchParams({ from, to })}`}
              className={buttonClass({ variant: 'secondary', className: 'w-full' })}
            >
              <Download aria-hidden="true" className="size-4" />
              {label}
            </DownloadLink>
          ))}
        </div>
      )}
    </Dialog>
  )
}
