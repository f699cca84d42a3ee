import type { ReactNode } from 'react'
import type { InvoiceDocument } from '../../api/contract/invoices.ts'
import { formatDate } from '../format/date.ts'
import { formatInr, formatUsd } from '../format/money.ts'

/** An invoice or a credit note in a list, with number, day and total. */
export function DocumentLine({
  document: { kind, serial, issuedOn, total, charged, tax },
  children,
}: {
  document: InvoiceDocument
  children: ReactNode
}) {
  const name = kind === 'credit_note' ? 'Credit note' : tax ? 'Tax invoice' : 'Invoice'
  const sign = kind === 'credit_note' ? '−' : ''
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6">
      <div className="min-w-0 text-sm tabular-nums">
        <p className="font-semibold text-ink">
          {name} {serial}
        </p>
        <p className="mt-0.5 text-ink-quiet">
          <time dateTime={issuedOn}>{formatDate(issuedOn)}</time> · {sign}
          {formatInr(total)} ({sign}
          {formatUsd(charged.amount)})
        </p>
      </div>
      {children}
    </li>
  )
}
