import { useStore } from '@nanostores/react'
import { ReceiptText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { OrderAnswer } from '../../../../api/contract/order-detail.ts'
import { ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Dialog, DialogDone } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageFilter } from '../list/package-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { refreshAttention } from '../list/use-attention.ts'
import { OrderRefundDialog } from '../refunds/order-refund-dialog.tsx'
import { AccountsDialog } from './accounts-dialog.tsx'
import { BulkBar, type BulkResult } from './bulk-bar.tsx'
import { makeOrderColumns } from './order-columns.tsx'
import { OrderViews } from './order-views.tsx'
import { SEARCH_HINT } from './orders-frame.tsx'
import { $selectedIds, clearSelection } from './selection.ts'

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
  ],
  exportPath: '/api/admin/orders.csv',
}

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
  const { replaceRow } = list
  const [shown, setShown] = useState<Shown | undefined>()
  const close = () => setShown(undefined)
  const columns = useMemo(
    () =>
      makeOrderColumns({
        onSaved: async (order) => {
          await replaceRow(order)
          refreshAttention()
        },
        onShowAnswers: (order, answers) => setShown({ kind: 'answers', order, answers }),
        onRefund: (order) => setShown({ kind: 'refund', order }),
      }),
    [replaceRow],
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
        isFixed
        bar={
          (selected.length > 0 || result) && (
            <BulkBar orders={selected} result={result} onResult={setResult} onChanged={refresh} />
          )
        }
        views={<OrderViews canSave={list.isNarrowed} />}
        searchHint={SEARCH_HINT}
        filters={<PackageFilter list={list} />}
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

function AnswersDialog({
  order,
  answers,
  onClose,
}: {
  order: ListedOrder
  answers: OrderAnswer[]
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      title="Customer Answers"
      description={`${order.invoiceNumber} · ${order.packageName} · ${order.customer.firstName} ${order.customer.lastName}`}
      footer={<DialogDone onClose={onClose} />}
    >
      <dl className="flex flex-col divide-y divide-line">
        {answers.map(({ questionId, question, answer }) => (
          <div key={questionId} className="py-4 first:pt-0 last:pb-0">
            <dt className="text-sm text-ink-quiet [overflow-wrap:anywhere]">{question}</dt>
            <dd className="mt-1.5 max-w-text whitespace-pre-line text-ink [overflow-wrap:anywhere]">
              {answer || <span className="text-ink-quiet">Left empty</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
