/** The header with the number of rows of a list. */
export const TOTAL_COUNT_HEADER = 'x-total-count'
/** A total is exact up to here; the header says `10000+` for more. */
export const LARGEST_TOTAL = 10_000

export function writeTotal(total: number): string {
  return total > LARGEST_TOTAL ? `${LARGEST_TOTAL}+` : String(total)
}

/** @returns a number above `LARGEST_TOTAL` if only that is known */
export function readTotal(header: string): number {
  return header.endsWith('+') ? LARGEST_TOTAL + 1 : Number(header)
}
