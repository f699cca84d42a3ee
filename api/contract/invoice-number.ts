/** The database makes the numbers (db/migrations/0004-orders.ts). */
export function isInvoiceNumber(text: string): boolean {
  return text.startsWith('INV-')
}
