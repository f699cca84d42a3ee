/** The database makes the numbers from the order's id (db/migrations/0004-orders.ts). @returns undefined for other text */
export function readOrderId(invoiceNumber: string): number | undefined {
  const id = /^INV-(\d+)$/.exec(invoiceNumber)?.[1]
  return id === undefined ? undefined : Number(id)
}
