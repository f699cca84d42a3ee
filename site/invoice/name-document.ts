import type { InvoiceDocument } from '#api/contract/money/invoices.ts'

/**
 * India's exports are on tax invoices (CGST Act 2017, s. 31). A named tax that is not charged makes none.
 * @example 'Tax invoice'
 */
export function nameDocument({ kind, tax }: Pick<InvoiceDocument, 'kind' | 'tax'>): string {
  if (kind === 'credit_note') return 'Credit note'
  const isTaxed = tax && (tax.sac !== '' || tax.lines.some(({ rateBasisPoints }) => rateBasisPoints > 0))
  return isTaxed ? 'Tax invoice' : 'Invoice'
}
