import { useStore } from '@nanostores/react'
import { ReceiptText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin-orders.ts'
import { ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS } from '../../../../api/rules/status-labels.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { DayRange } from '../../../ui/table/day-range.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { PackageFilter } from '../list/package-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { refreshAttention } from '../list/use-attention.ts'
import { AccountsDialog } from './accounts-dialog.tsx'
import { BulkBar, type BulkResult } from './bulk-bar.tsx'
import { makeOrderColumns } from './order-columns.tsx'
import { OrderViews } from './order-views.tsx'
import { SEARCH_HINT } from './orders-frame.tsx'
import { makePhoneRow } from './phone-row.tsx'
import { $selectedIds, clearSelection } from './selection.tsx'

const LIST = {
  path: '/api/admin/orders',
  defaultSort: '-createdAt',
  filters: [
    { name: 'status', label: 'Status', options: { all: 'All statuses', ...ORDER_STATUS_LABELS } },
    {
      name: 'paymentStatus',
      label: 'Payment',
      options: { all: 'Paid or not', ...PAYMENT_STATUS_LABELS, unpaid: 'Unpaid attempts' },
    },
    'packageId',
    'attention',
    'from',
    'to',
  ],
  exportPath: '/api/admin/orders.csv',
}

/** What the list counts: an unpaid attempt is not called an order. */
const BOTH = ['order or attempt', 'orders and attempts'] as const
const COUNTED: Record<string, readonly [one: string, many: string]> = {
  unpaid: ['unpaid attempt', 'unpaid attempts'],
}

const countedBy = (paymentStatus: string | undefined) => (paymentStatus ? COUNTED[paymentStatus] : BOTH)

export function OrdersTab() {
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
            Invoices CSV
          </Button>
        }
        empty={
          <EmptyState icon={ReceiptText} title="No orders yet">
            The first order appears here as soon as a buyer goes to the payment.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
