import type { InvoiceDocument } from '../../api/contract/invoices.ts'

/** @example 'Tax invoice' */
export const nameDocument = ({ kind, tax }: Pick<InvoiceDocument, 'kind' | 'tax'>): string =>
  kind === 'credit_note' ? 'Credit note' : tax ? 'Tax invoice' : 'Invoice'
