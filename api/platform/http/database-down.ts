/** Temporary faults of the database: the response is 503, so that the caller retries, not 500. */

const TEMPORARY_CODES = new Set([
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
  // A standby that is not promoted yet.
  '25006',
  // Conflicts with another transaction: serialisation, deadlock, lock not available.
  '40001',
  '40P01',
  '55P03',
])
/** PostgreSQL's class of connection exceptions. */
const TEMPORARY_CLASS = /^08[0-9A-Z]{3}$/
const LOST_CONNECTION =
  /^Connection terminated|^Client has encountered a connection error|^Connection ended unexpectedly/

export function isDatabaseDown(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code, nativeError } = thrown as Error & { code?: unknown; nativeError?: unknown }
  if (nativeError !== undefined && nativeError !== thrown && isDatabaseDown(nativeError)) return true
  if (thrown.name === 'KnexTimeoutError') return true
  if (typeof code === 'string' && (TEMPORARY_CODES.has(code) || TEMPORARY_CLASS.test(code))) return true
  // Knex puts the statement before pg's own text.
  return LOST_CONNECTION.test(thrown.message.split(' - ').at(-1) ?? '')
}
