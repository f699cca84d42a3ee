/** Variables of earlier releases that no longer do anything. A shop that still sets one starts, with one line of warning. */
const GONE = [
  'ANSWER_CALL_HOURS',
  'DATABASE_DIRECT_URL',
  'FILES_AFTER_LAST_PAYMENT',
  'FILE_MAX_MB',
  'HOLD_DELIVERIES',
  'ORDER_FILES_MAX_MB',
  'PUBLISHER',
  'REVIEW_DAYS',
  'STAFF_POOL',
]

/** @returns undefined if none is set */
export function describeRemovedVariables(source: Record<string, string | undefined>): string | undefined {
  const found = GONE.filter((name) => source[name])
  if (found.length === 0) return undefined
  return `${found.join(', ')}: gone, and without effect. Please take ${found.length === 1 ? 'it' : 'them'} out of the configuration (CHANGELOG.md).`
}
