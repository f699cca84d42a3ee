/** Variables that earlier releases knew. A shop that still sets one starts, and says so in one line. */
const GONE = ['DATABASE_DIRECT_URL', 'FILES_AFTER_LAST_PAYMENT', 'HOLD_DELIVERIES', 'STAFF_POOL']

/** @returns undefined where none of them is set */
export function describeGone(source: Record<string, string | undefined>): string | undefined {
  const found = GONE.filter((name) => source[name])
  if (found.length === 0) return undefined
  return `${found.join(', ')}: gone, and without effect. Please take ${found.length === 1 ? 'it' : 'them'} out of the configuration (CHANGELOG.md).`
}
