import type { InvoiceDocument } from '#api/contract/money/invoices.ts'

/**
 * India requires a tax invoice for exports, too (CGST Act 2017, s. 31). A tax that is named but not charged does not make one.
 * @example 'Tax invoice'
 */
export function nameDocument({ kind, tax }: Pick<InvoiceDocument, 'kind' | 'tax'>): string {
  if (kind === 'credit_note') return 'Credit note'
  const isTaxed = tax && (tax.sac !== '' || tax.lines.some(({ rateBasisPoints }) => rateBasisPoints > 0))
  return isTaxed ? 'Tax invoice' : 'Invoice'
}
