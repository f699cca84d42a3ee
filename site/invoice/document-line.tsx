import type { ReactNode } from 'react'
import type { InvoiceDocument } from '../../api/contract/invoices.ts'
import { formatAmount } from '../../api/rules/money/format.ts'
import { formatDate } from '../format/date.ts'
import { nameDocument } from './name-document.ts'

/** An invoice or a credit note in a list, with number, day and total. */
export function DocumentLine({ document, children }: { document: InvoiceDocument; children: ReactNode }) {
  const { kind, serial, issuedOn, total, currency, charged, paymentStatus } = document
  const sign = kind === 'credit_note' ? '−' : ''
  const label = paymentStatus === 'UNPAID' ? '' : 'Charged '
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6">
      <div className="min-w-0 text-sm tabular-nums">
        <p className="font-semibold text-ink">
          {nameDocument(document)} {serial}
        </p>
        <p className="mt-0.5 text-ink-quiet">
          <time dateTime={issuedOn}>{formatDate(issuedOn)}</time> · {sign}
          {formatAmount(total, currency)}
          {currency !== charged.currency &&
            ` · ${kind === 'invoice' ? label : sign}${formatAmount(charged.amount, charged.currency)}`}
        </p>
      </div>
      {children}
    </li>
  )
}
