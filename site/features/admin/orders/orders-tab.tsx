import { useStore } from '@nanostores/react'
import { ReceiptText } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderAnswer } from '../../../../api/contract/answers.ts'
import { ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { PackageFilter } from '../list/package-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { refreshAttention } from '../list/use-attention.ts'
import { OrderRefundDialog } from '../refunds/order-refund-dialog.tsx'
import { AccountsDialog } from './accounts-dialog.tsx'
import { AnswersDialog } from './answers-dialog.tsx'
import { BulkBar, type BulkResult } from './bulk-bar.tsx'
import { makeOrderColumns } from './order-columns.tsx'
import { OrderViews } from './order-views.tsx'
import { SEARCH_HINT } from './orders-frame.tsx'
import { $selectedIds, clearSelection } from './selection.ts'

const LIST = {
  path: '/api/admin/orders',
  defaultSort: '-createdAt',
  filters: ['status', 'paymentStatus', 'packageId', 'attention'],
  exportPath: '/api/admin/orders.csv',
} as const

/** The count says what it counts: an unpaid attempt is no order. */
const BOTH = ['order or attempt', 'orders and attempts'] as const
const COUNTED: Record<string, readonly [one: string, many: string]> = {
  unpaid: ['unpaid attempt', 'unpaid attempts'],
}

const countedBy = (paymentStatus: string | undefined) => (paymentStatus ? COUNTED[paymentStatus] : BOTH)

type Shown =
  | { kind: 'answers'; order: ListedOrder; answers: OrderAnswer[] }
  | { kind: 'refund'; order: ListedOrder }
  | { kind: 'accounts' }

export function OrdersTab() {
  const list = useAdminList<ListedOrder>(LIST)
  const latest = useRef(list)
  latest.current = list
  const [shown, setShown] = useState<Shown | undefined>()
  const close = () => setShown(undefined)
  const columns = useMemo(
    () =>
      makeOrderColumns({
        onSaved: async (order) => {
          await latest.current.replaceRow(({ id }) => id === order.id, order)
          refreshAttention()
        },
        onShowAnswers: (order, answers) => setShown({ kind: 'answers', order, answers }),
        onRefund: (order) => setShown({ kind: 'refund', order }),
      }),
    [],
  )

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
        rowId={(order) => order.id}
        tableFrom="lg"
        isFixed
        bar={
          (selected.length > 0 || result) && (
            <BulkBar orders={selected} result={result} onResult={setResult} onChanged={refresh} />
          )
        }
        views={<OrderViews canSave={list.isNarrowed} />}
        searchHint={SEARCH_HINT}
        filters={
          <>
            <ListFilter
              list={list}
              name="status"
              label="Status"
              options={[['all', 'All statuses'], ...Object.entries(ORDER_STATUS_LABELS)]}
            />
            <ListFilter
              list={list}
              name="paymentStatus"
              label="Payment"
              options={[
                ['all', 'Paid or not'],
                ...Object.entries({ ...PAYMENT_STATUS_LABELS, unpaid: 'Unpaid attempts' }),
              ]}
            />
            <PackageFilter list={list} />
          </>
        }
        actions={
          <Button variant="secondary" onClick={() => setShown({ kind: 'accounts' })}>
            Invoices CSV
          </Button>
        }
        empty={
          <EmptyState icon={ReceiptText} title="No orders yet">
            The first order appears here as soon as a buyer goes to the payment.
          </EmptyState>
        }
      />
      {shown?.kind === 'answers' && (
        <AnswersDialog order={shown.order} answers={shown.answers} onClose={close} />
      )}
      {shown?.kind === 'refund' && (
        <OrderRefundDialog
          order={shown.order}
          onClose={() => {
            close()
            list.refresh()
          }}
        />
      )}
      {shown?.kind === 'accounts' && <AccountsDialog onClose={close} />}
    </>
  )
}
