import { Banknote, Check, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { StrayMoney } from '../../../../api/contract/money.ts'
import { REFUND_STATUS_LABELS } from '../../../../api/contract/status-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { actionsColumn, type Columns } from '../../../ui/data-table-columns.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { refreshOperations } from '../jobs/use-operations.ts'
import { MomentCell, Nothing, TwoLines } from '../list/cells.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { AdminOrderLink } from '../orders/admin-order-link.tsx'
import { Amounts, RefundDialog } from '../refunds/refund-dialog.tsx'
import { formatAmount } from '../refunds/refund-labels.ts'
import { LookedAtDialog } from './looked-at-dialog.tsx'
import { describeFlag } from './money-labels.ts'

const LIST = {
  path: '/api/admin/money-without-order',
  defaultSort: '-createdAt',
  filters: [
    { name: 'looked', label: 'Looked at', options: { open: 'Not looked at yet', done: 'Looked at' } },
  ],
  prefix: 'money-',
}

type Shown = { kind: 'looked' | 'refund'; money: StrayMoney }

/** Payments without an order, and others that an admin must look at, until one has. */
export function MoneyList() {
  const list = useAdminList<StrayMoney>(LIST)
  const [shown, setShown] = useState<Shown | undefined>()
  const columns = useMemo(
    () =>
      makeMoneyColumns({
        onLookedAt: (money) => setShown({ kind: 'looked', money }),
        onRefund: (money) => setShown({ kind: 'refund', money }),
      }),
    [],
  )
  const close = () => setShown(undefined)
  const finish = () => {
    close()
    list.refresh()
    refreshOperations()
  }

  return (
    <>
      <DataTable
        title="Money without order"
        noun={['payment', 'payments']}
        list={list}
        columns={columns}
        isTopAligned
        searchHint="Search by payment or invoice"
        empty={
          <EmptyState icon={Banknote} title="All money is where it belongs">
            A payment that settled no order, came twice or does not fit its order waits here until somebody
            has looked at it.
          </EmptyState>
        }
      />
      {shown?.kind === 'looked' && <LookedAtDialog money={shown.money} onClose={close} onMarked={finish} />}
      {shown?.kind === 'refund' && (
        <RefundDialog
          description={`${shown.money.providerPaymentId ?? ''} · ${describeFlag(shown.money.flag).title}`}
          path={`/api/admin/money-without-order/${shown.money.id}/refunds`}
          figures={shown.money}
          onClose={close}
          onAsked={finish}
        >
          <Amounts
            amounts={[
              ['Paid', formatAmount(shown.money.amount, shown.money.currency)],
              ['Left', formatAmount(shown.money.left, shown.money.currency)],
            ]}
          />
        </RefundDialog>
      )}
    </>
  )
}

interface MoneyActions {
  onLookedAt: (money: StrayMoney) => void
  onRefund: (money: StrayMoney) => void
}

const nameOf = ({ id, providerPaymentId }: StrayMoney) => providerPaymentId ?? `payment ${id}`

const makeMoneyColumns = ({ onLookedAt, onRefund }: MoneyActions): Columns<StrayMoney> => [
  {
    header: 'Why',
    card: 'title',
    className: 'w-[30%]',
    cell: ({ flag }) => {
      const { title, text } = describeFlag(flag)
      return <TwoLines below={<span className="font-normal">{text}</span>}>{title}</TwoLines>
    },
  },
  {
    header: 'Amount',
    sort: '-amount',
    align: 'end',
    card: 'corner',
    cell: (money) => (
      <TwoLines below={describeRefunds(money)}>{formatAmount(money.amount, money.currency)}</TwoLines>
    ),
  },
  { header: 'Payment', cell: ({ providerPaymentId }) => providerPaymentId ?? <Nothing /> },
  {
    header: 'Order',
    cell: ({ order }) =>
      order ? <AdminOrderLink id={order.id}>{order.invoiceNumber}</AdminOrderLink> : <Nothing />,
  },
  { header: 'When', sort: '-createdAt', cell: ({ createdAt }) => <MomentCell iso={createdAt} /> },
  actionsColumn((money) => (
    <span className="flex flex-wrap gap-2 max-lg:w-full lg:justify-end">
      {money.looked ? (
        <Looked looked={money.looked} />
      ) : (
        <Button
          variant="secondary"
          aria-label={`Mark ${nameOf(money)} as looked at`}
          className="px-3 max-lg:grow"
          onClick={() => onLookedAt(money)}
        >
          <Check aria-hidden="true" className="size-4 shrink-0" />
          Mark as looked at
        </Button>
      )}
      {(Number(money.left) > 0 || money.refunds.length > 0) && (
        <Button
          variant="secondary"
          aria-label={`Refund ${nameOf(money)}`}
          className="px-3 max-lg:grow"
          onClick={() => onRefund(money)}
        >
          <Undo2 aria-hidden="true" className="size-4 shrink-0" />
          {Number(money.left) > 0 ? 'Refund' : 'Refunds'}
        </Button>
      )}
    </span>
  )),
]

function describeRefunds({ refunds }: StrayMoney): string | undefined {
  const last = refunds.at(-1)
  return last && `${REFUND_STATUS_LABELS[last.status]} ${formatAmount(last.amount, last.currency)}`
}

function Looked({ looked: { at, by, note } }: { looked: NonNullable<StrayMoney['looked']> }) {
  return (
    <span className="block text-left text-sm text-ink-quiet">
      {note && <span className="block text-ink [overflow-wrap:anywhere]">{note}</span>}
      Looked at{by && ` by ${by.firstName} ${by.lastName}`}, <MomentCell iso={at} />
    </span>
  )
}
