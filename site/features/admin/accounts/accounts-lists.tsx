import { currencies } from 'virtual:content'
import { FileText, ReceiptText, Undo2 } from 'lucide-react'
import type {
  AccountsInvoice,
  AccountsOrder,
  AccountsRefund,
} from '../../../../api/contract/order-work/accounts.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { showsRupees } from '../../../../api/rules/money/rupees.ts'
import { isPartlyRefunded } from '../../../../api/rules/status-labels.ts'
import { formatDay } from '../../../format/date.ts'
import { DocumentButton } from '../../../invoice/document-button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { StatusBadge } from '../../../ui/primitives/status-badge.tsx'
import { actionsColumn, type Columns } from '../../../ui/table/data-table-columns.tsx'
import { AdminTable } from '../list/admin-table.tsx'
import { DateCell, Nothing, TwoLines } from '../list/cells.tsx'
import { PlaceLink } from '../list/place-link.tsx'
import { PeriodFilter } from './period-filter.tsx'

const PERIOD = ['from', 'to']
const period = <PeriodFilter />

const listOrderColumns = (): Columns<AccountsOrder> => [
  {
    header: 'Order',
    sort: '-invoiceNumber',
    card: 'title',
    cell: ({ invoiceNumber }) => (
      <PlaceLink to={{ tab: 'invoices', q: invoiceNumber }} className="link font-medium">
        {invoiceNumber}
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
      <TwoLines below={showsRupees(currencies, currency) && formatAmount(amountInr, 'INR')}>
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
  { header: 'Ordered', sort: '-createdAt', cell: ({ createdAt }) => <DateCell iso={createdAt} /> },
]

const ORDERS = {
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
}

export function OrderList() {
  return (
    <AdminTable
      title="Orders"
      noun={['order', 'orders']}
      options={ORDERS}
      makeColumns={listOrderColumns}
      filters={period}
      isTopAligned={false}
      searchHint="Search order, customer or package"
      empty={
        <EmptyState icon={ReceiptText} title="No orders yet">
          Paid orders appear here.
        </EmptyState>
      }
    />
  )
}

const listInvoiceColumns = (): Columns<AccountsInvoice> => [
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
]

const INVOICES = {
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
}

export function InvoiceList() {
  return (
    <AdminTable
      title="Invoices"
      noun={['document', 'documents']}
      options={INVOICES}
      makeColumns={listInvoiceColumns}
      filters={period}
      isTopAligned={false}
      searchHint="Search number, order or customer"
      empty={
        <EmptyState icon={FileText} title="No documents yet">
          Each paid order gets an invoice, and each refund a credit note.
        </EmptyState>
      }
    />
  )
}

const listRefundColumns = (): Columns<AccountsRefund> => [
  {
    header: 'Order',
    card: 'title',
    cell: ({ order }) =>
      order ? (
        <PlaceLink to={{ tab: 'invoices', q: order.invoiceNumber }} className="link font-medium">
          {order.invoiceNumber}
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
  {
    header: 'Asked for',
    isLabelled: true,
    sort: '-createdAt',
    cell: ({ createdAt }) => <DateCell iso={createdAt} />,
  },
  {
    header: 'Processed',
    isLabelled: true,
    cell: ({ processedAt }) => (processedAt ? <DateCell iso={processedAt} /> : <Nothing />),
  },
]

const REFUNDS = {
  path: '/api/accounts/refunds',
  exportPath: '/api/accounts/refunds.csv',
  defaultSort: '-createdAt',
  filters: PERIOD,
}

export function RefundList() {
  return (
    <AdminTable
      title="Refunds"
      noun={['refund', 'refunds']}
      options={REFUNDS}
      makeColumns={listRefundColumns}
      filters={period}
      isTopAligned={false}
      searchHint="Search order or customer"
      empty={
        <EmptyState icon={Undo2} title="No refunds yet">
          What goes back to customers appears here.
        </EmptyState>
      }
    />
  )
}
