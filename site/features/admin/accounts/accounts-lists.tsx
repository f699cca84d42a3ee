import { currencies } from 'virtual:content'
import { FileText, ReceiptText, Undo2 } from 'lucide-react'
import type {
  AccountsInvoice,
  AccountsOrder,
  AccountsRefund,
} from '../../../../api/contract/order-work/accounts.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { showsRupees } from '../../../../api/rules/money/sold-in.ts'
import { isPartlyRefunded } from '../../../../api/rules/status-labels.ts'
import { formatDay } from '../../../format/date.ts'
import { DocumentButton } from '../../../invoice/document-line.tsx'
import { controlClass } from '../../../ui/field/field.tsx'
import { StatusBadge } from '../../../ui/primitives/status-badge.tsx'
import { makeList } from '../list/admin-table.tsx'
import { actionsColumn, dateColumn, Nothing, TwoLines } from '../list/cells.tsx'
import { PlaceLink } from '../list/place-link.tsx'
import type { AdminList } from '../list/use-admin-list.ts'

const PERIOD = ['from', 'to']
/** The first and the last day of a list, as the address has them. */
const period = ({ filters, change }: Pick<AdminList<never>, 'filters' | 'change'>) => {
  const { from = '', to = '' } = filters
  return (
    <>
      <DayField label="From" value={from} max={to} onChange={(day) => change({ filters: { from: day } })} />
      <DayField label="To" value={to} min={from} onChange={(day) => change({ filters: { to: day } })} />
    </>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayField({ label, onChange, ...control }: DayFieldProps) {
  return (
    <label className="flex items-center gap-2 text-sm text-ink-quiet max-sm:w-full">
      <span className="max-sm:w-10">{label}</span>
      <input
        type="date"
        {...control}
        className={controlClass()}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

export const OrderList = makeList<AccountsOrder>({
  title: 'Orders',
  noun: ['order', 'orders'],
  path: '/api/accounts/orders',
  exportPath: '/api/accounts/orders.csv',
  defaultSort: '-createdAt',
  filters: [
    {
      name: 'paymentStatus',
      label: 'Payment',
      options: { all: 'All payments', paid: 'Paid', refunded: 'Refunded' },
    },
    ...PERIOD,
  ],
  controls: period,
  isTopAligned: false,
  searchHint: 'Search order, customer or package',
  empty: { icon: ReceiptText, title: 'No orders yet', children: 'Paid orders appear here.' },
  columns: () => [
    {
      header: 'Order',
      sort: '-invoiceNumber',
      card: 'title',
      cell: ({ invoiceNumber }) => (
        <PlaceLink to={{ tab: 'invoices', q: invoiceNumber }} className="link font-medium">
          <span translate="no">{invoiceNumber}</span>
        </PlaceLink>
      ),
    },
    {
      header: 'Customer',
      className: 'w-1/4',
      cell: ({ customer, company }) => <TwoLines below={company}>{customer || <Nothing />}</TwoLines>,
    },
    { header: 'Package', className: 'w-1/4', cell: ({ packageName }) => packageName },
    {
      header: 'Amount',
      sort: '-amount',
      align: 'end',
      card: 'corner',
      cell: ({ amount, currency, amountInr }) => (
        <TwoLines below={showsRupees(currencies, currency) && formatAmount(amountInr ?? 0, 'INR')}>
          {formatAmount(amount, currency)}
        </TwoLines>
      ),
    },
    {
      header: 'Refunded',
      align: 'end',
      cell: ({ refundedAmount, currency }) =>
        Number(refundedAmount) > 0 ? formatAmount(refundedAmount, currency) : <Nothing />,
    },
    {
      header: 'Payment',
      cell: (order) => (
        <StatusBadge
          kind="payment"
          status={isPartlyRefunded(order) ? 'partly_refunded' : order.paymentStatus}
        />
      ),
    },
    dateColumn('Ordered', (row) => row.createdAt, { sort: '-createdAt' }),
  ],
})

export const InvoiceList = makeList<AccountsInvoice>({
  title: 'Invoices',
  noun: ['document', 'documents'],
  path: '/api/accounts/invoices',
  exportPath: '/api/accounts/invoices.csv',
  defaultSort: '-createdAt',
  filters: [
    {
      name: 'kind',
      label: 'Kind',
      options: { all: 'All kinds', invoice: 'Invoices', credit_note: 'Credit notes' },
    },
    ...PERIOD,
  ],
  controls: period,
  isTopAligned: false,
  searchHint: 'Search number, order or customer',
  empty: {
    icon: FileText,
    title: 'No documents yet',
    children: 'Each paid order gets an invoice, and each refund a credit note.',
  },
  columns: () => [
    {
      header: 'Number',
      card: 'title',
      cell: ({ serial, kind }) => (
        <TwoLines below={kind === 'invoice' ? 'Invoice' : 'Credit note'}>{serial}</TwoLines>
      ),
    },
    { header: 'Order', cell: ({ orderNumber }) => orderNumber },
    { header: 'Buyer', className: 'w-1/4', cell: ({ buyer }) => buyer || <Nothing /> },
    {
      header: 'Total',
      align: 'end',
      card: 'corner',
      cell: ({ kind, total, currency, charged }) => {
        const sign = kind === 'credit_note' ? '−' : ''
        return (
          <TwoLines
            below={
              currency !== charged.currency &&
              `Charged ${sign}${formatAmount(charged.amount, charged.currency)}`
            }
          >
            {sign}
            {formatAmount(total, currency)}
          </TwoLines>
        )
      },
    },
    { header: 'Issued', sort: '-createdAt', cell: ({ issuedOn }) => formatDay(issuedOn) },
    actionsColumn(
      ({ document, templateVersion, kind }) =>
        document && (
          <DocumentButton
            label={kind === 'invoice' ? 'Invoice' : 'Credit note'}
            name={`Download ${document.serial}`}
            onDownload={({ saveDocument }) => saveDocument({ document, templateVersion })}
          />
        ),
    ),
  ],
})

export const RefundList = makeList<AccountsRefund>({
  title: 'Refunds',
  noun: ['refund', 'refunds'],
  path: '/api/accounts/refunds',
  exportPath: '/api/accounts/refunds.csv',
  defaultSort: '-createdAt',
  filters: PERIOD,
  controls: period,
  isTopAligned: false,
  searchHint: 'Search order or customer',
  empty: { icon: Undo2, title: 'No refunds yet', children: 'What goes back to customers appears here.' },
  columns: () => [
    {
      header: 'Order',
      card: 'title',
      cell: ({ order }) =>
        order ? (
          <PlaceLink to={{ tab: 'invoices', q: order.invoiceNumber }} className="link font-medium">
            <span translate="no">{order.invoiceNumber}</span>
          </PlaceLink>
        ) : (
          'No order'
        ),
    },
    {
      header: 'Amount',
      align: 'end',
      card: 'corner',
      cell: ({ amount, currency }) => formatAmount(amount, currency),
    },
    { header: 'Status', cell: ({ status }) => <StatusBadge kind="refund" status={status} /> },
    { header: 'Refund ID', cell: ({ providerRefundId }) => providerRefundId ?? <Nothing /> },
    dateColumn('Asked for', (row) => row.createdAt, { isLabelled: true, sort: '-createdAt' }),
    dateColumn('Processed', (row) => row.processedAt, { isLabelled: true }),
  ],
})
