/** Faults of the database's own that pass by themselves: the answer is 503 and another try, not 500. */

const PASSING_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // A restart, a shutdown, a start-up, too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Lost in a race with another transaction: serialisation, deadlock, lock not available.
  '40001',
  '40P01',
  '55P03',
])
/** Connection exceptions. */
const PASSING_CLASS = /^08[0-9A-Z]{3}$/
const LOST_CONNECTION =
  /^Connection terminated|^Client has encountered a connection error|^Connection ended unexpectedly/

export function isDatabaseDown(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code, nativeError } = thrown as Error & { code?: unknown; nativeError?: unknown }
  if (nativeError !== undefined && nativeError !== thrown && isDatabaseDown(nativeError)) return true
  if (thrown.name === 'KnexTimeoutError') return true
  if (typeof code === 'string' && (PASSING_CODES.has(code) || PASSING_CLASS.test(code))) return true
  // Knex puts the statement before pg's own text.
  return LOST_CONNECTION.test(thrown.message.split(' - ').at(-1) ?? '')
}
