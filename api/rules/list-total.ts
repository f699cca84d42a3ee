/** The response header with a list's total number of rows. */
export const TOTAL_COUNT_HEADER = 'x-total-count'
/** A total is exact up to this number. Above it the header is `10000+`. */
export const LARGEST_TOTAL = 10_000

export function writeTotal(total: number): string {
  return total > LARGEST_TOTAL ? `${LARGEST_TOTAL}+` : String(total)
}

/** @returns a number above `LARGEST_TOTAL` if the exact total is unknown */
export function readTotal(header: string): number {
  return header.endsWith('+') ? LARGEST_TOTAL + 1 : Number(header)
}
