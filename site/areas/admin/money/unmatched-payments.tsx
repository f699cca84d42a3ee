import { Banknote, Check, Undo2 } from 'lucide-react'
import type { StrayMoney } from '#api/contract/money/payments.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { REFUND_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import {
  actionsColumn,
  EmptyValue,
  MomentCell,
  momentColumn,
  RowButton,
  TwoLines,
} from '#site/areas/admin/list/cells.tsx'
import { OrderCell } from '#site/areas/admin/list/place-link.tsx'
import { describeFlag } from '#site/areas/admin/list/row-labels.ts'
import { refreshOperations } from '#site/areas/admin/list/use-figure.ts'
import { Amounts, RefundDialog } from '#site/areas/admin/refunds/refund-dialog.tsx'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { bindText, DraftDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { TextAreaField } from '#site/kit/ui/field/field.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'

export const Panel = makeList<StrayMoney>({
  title: 'Unmatched payments',
  noun: ['payment', 'payments'],
  path: '/api/admin/money-without-order',
  defaultSort: '-createdAt',
  filters: [{ name: 'looked', label: 'Reviewed', options: { open: 'Not reviewed', done: 'Reviewed' } }],
  searchHint: 'Payment or invoice',
  empty: {
    icon: Banknote,
    title: 'No unmatched payments',
    children:
      'Payments that match no order, arrive twice or have the wrong amount are listed here until you review them.',
  },
  columns: ({ open, close, finish }) => [
    {
      header: 'Reason',
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
    { header: 'Payment', cell: ({ providerPaymentId }) => providerPaymentId ?? <EmptyValue /> },
    { header: 'Order', cell: ({ order }) => <OrderCell order={order} /> },
    momentColumn('When', (row) => row.createdAt, { sort: '-createdAt' }),
    actionsColumn((money) => {
      const { id, amount, currency, flag, left, providerPaymentId } = money
      const name = providerPaymentId ?? `payment ${id}`
      const done = () => {
        finish()
        refreshOperations()
      }
      const refundDialog = (
        <RefundDialog
          description={`${providerPaymentId ?? ''} · ${describeFlag(flag).title}`}
          path={`/api/admin/money-without-order/${id}/refunds`}
          figures={money}
          onClose={done}
        >
          <Amounts
            amounts={[
              ['Paid', formatAmount(amount, currency)],
              ['Refundable', formatAmount(left, currency)],
            ]}
          />
        </RefundDialog>
      )
      return (
        <span className="flex flex-wrap justify-end gap-2">
          {money.looked ? (
            <Looked looked={money.looked} />
          ) : (
            <RowButton
              icon={Check}
              label="Mark as reviewed"
              of={name}
              aria-label={`Mark ${name} as reviewed`}
              className="px-3"
              onClick={() => open(<LookedAtDialog money={money} tools={{ open, close, finish: done }} />)}
            />
          )}
          {(Number(left) > 0 || money.refunds.length > 0) && (
            <RowButton
              icon={Undo2}
              label={Number(left) > 0 ? 'Refund' : 'Refunds'}
              of={name}
              aria-label={`Refund ${name}`}
              className="px-3"
              onClick={() => open(refundDialog)}
            />
          )}
        </span>
      )
    }),
  ],
})

function describeRefunds({ refunds }: StrayMoney): string | undefined {
  const last = refunds.at(-1)
  return last && `${REFUND_STATUS_LABELS[last.status]} ${formatAmount(last.amount, last.currency)}`
}

function Looked({ looked: { at, by, note } }: { looked: NonNullable<StrayMoney['looked']> }) {
  return (
    <span className="block text-left text-sm text-ink-quiet">
      {note && <span className="block text-ink [overflow-wrap:anywhere]">{note}</span>}
      Reviewed{by && ` by ${by.firstName} ${by.lastName}`}, <MomentCell iso={at} />
    </span>
  )
}

/** Marks a payment as looked at, with a note for colleagues, and so removes it from the list. */
function LookedAtDialog({ money, tools }: { money: StrayMoney; tools: Dialogs }) {
  return (
    <DraftDialog
      initial={{ note: '' }}
      title="Mark as reviewed"
      description={`${formatAmount(money.amount, money.currency)} · ${describeFlag(money.flag).title}`}
      submitLabel="Mark as reviewed"
      submitClassName="max-sm:flex-1"
      onClose={tools.close}
      save={async (body) => {
        const path = `/api/admin/money-without-order/${money.id}/looked-at`
        await callAdminApi(path, { method: 'POST', body })
        showToast('Marked as Reviewed', 'Use the filter to find it again.')
        tools.finish()
      }}
      explain={() => {
        showError('Update Failed', 'The payment couldn’t be marked. Please try again.')
        return {}
      }}
    >
      {(editing) => (
        <TextAreaField
          {...bindText(editing, 'note')}
          label="Note"
          rows={3}
          maxLength={500}
          hint="Optional. Tell your colleagues what you found out."
        />
      )}
    </DraftDialog>
  )
}
