import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InvoiceDocument } from '#api/contract/money/invoices.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { formatDay } from '#site/kit/format/date.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { nameDocument } from './name-document.ts'

interface DocumentLineProps {
  document: InvoiceDocument
  /** False where its total stands beside the list. */
  hasAmount?: boolean
  children: ReactNode
}

/** An invoice or a credit note in a list, with number, day and total. */
export function DocumentLine({ document, hasAmount = true, children }: DocumentLineProps) {
  const { kind, serial, issuedOn, total, currency, charged } = document
  const sign = kind === 'credit_note' ? '−' : ''
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <div className="min-w-0 text-sm tabular-nums">
        <p className="font-semibold text-ink">
          {nameDocument(document)} {serial}
        </p>
        <p className="mt-0.5 text-ink-quiet">
          <time dateTime={issuedOn}>{formatDay(issuedOn)}</time>
          {hasAmount && ` · ${sign}${formatAmount(charged.amount, charged.currency)}`}
          {hasAmount && currency !== charged.currency && ` · ${sign}${formatAmount(total, currency)}`}
        </p>
      </div>
      {children}
    </li>
  )
}

interface DocumentButtonProps {
  label: keyof typeof TITLES
  /** The label for screen readers, which names the document. */
  name: string
  /** @param downloads the module, loaded on the first download */
  onDownload: (downloads: typeof import('./download-invoice.ts')) => Promise<InvoiceDocument>
  /** Added to the toast if the document has no billing address. */
  noAddressNote?: string
  className?: string | undefined
}

const TITLES = {
  Invoice: { done: 'Invoice Downloaded', failed: 'Invoice Not Downloaded' },
  'Credit note': { done: 'Credit Note Downloaded', failed: 'Credit Note Not Downloaded' },
}

/** Downloads the current invoice of an order or, if the order is paid in instalments, of one instalment. */
export function InvoiceButton({
  orderId,
  instalment,
  className,
}: {
  orderId: number
  instalment?: number
  className?: string
}) {
  return (
    <DocumentButton
      label="Invoice"
      name={`Download the invoice of ${instalment ? `instalment ${instalment} of ` : ''}order ${orderId}`}
      className={className}
      onDownload={({ downloadInvoice }) => downloadInvoice(orderId, instalment)}
      noAddressNote="It has no billing address yet. Open the order to add it."
    />
  )
}

/** Makes and downloads a PDF, and shows a toast afterwards. */
export function DocumentButton({ label, name, onDownload, noAddressNote, className }: DocumentButtonProps) {
  const { run, isBusy } = useAction(
    async () => {
      const { buyer } = await onDownload(await import('./download-invoice.ts'))
      showToast(TITLES[label].done, buyer.address ? undefined : noAddressNote)
    },
    () => showError(TITLES[label].failed, 'Please check your connection and try again.'),
  )
  return (
    <Button variant="secondary" busy={isBusy} aria-label={name} className={className} onClick={run}>
      {!isBusy && <FileDown aria-hidden="true" className="size-4" />}
      {label}
    </Button>
  )
}
