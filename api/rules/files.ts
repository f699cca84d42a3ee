/** Rules of files that the site and the server share. */

/** How much of a file one call sends: after a lost connection at most this much is sent again. */
export const PIECE_BYTES = 5_000_000
export const LARGEST_PIECE_BYTES = 6_000_000

/** Of one message, one answer or one delivery. */
export const MOST_FILES = 10

/** @example formatBytes(1_500_000) // '1.5 MB' */
export function formatBytes(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${round(bytes / 1_000_000_000)} GB`
  if (bytes >= 1_000_000) return `${round(bytes / 1_000_000)} MB`
  return `${Math.ceil(bytes / 1_000)} KB`
}

const round = (number: number) => Number(number.toFixed(number < 10 ? 1 : 0))
