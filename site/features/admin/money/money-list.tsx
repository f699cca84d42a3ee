import { Banknote } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { StrayMoney } from '../../../../api/contract/money.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { refreshOperations } from '../jobs/use-operations.ts'
import { ListFilter } from '../list/list-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { Amounts, RefundDialog } from '../refunds/refund-dialog.tsx'
import { formatAmount } from '../refunds/refund-labels.ts'
import { LookedAtDialog } from './looked-at-dialog.tsx'
import { makeMoneyColumns } from './money-columns.tsx'
import { describeFlag } from './money-labels.ts'

const LIST = {
  path: '/api/admin/money-without-order',
  defaultSort: '-createdAt',
  filters: ['looked'],
  prefix: 'money-',
} as const

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
        rowId={(money) => money.id}
        tableFrom="lg"
        searchHint="Search by payment or invoice"
        filters={
          <ListFilter
            list={list}
            name="looked"
            label="Looked at"
            options={[
              ['open', 'Not looked at yet'],
              ['done', 'Looked at'],
            ]}
          />
        }
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
