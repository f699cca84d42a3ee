/** Recognises temporary database errors. They get 503, so that the caller retries, and not 500. */

const TEMPORARY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Read-only: the standby is not promoted yet.
  '25006',
  // serialization_failure, deadlock_detected, lock_not_available
  '40001',
  '40P01',
  '55P03',
])
/** PostgreSQL's error class 08: connection exceptions. */
const TEMPORARY_CLASS = /^08[0-9A-Z]{3}$/
const LOST_CONNECTION =
  /^Connection terminated|^Client has encountered a connection error|^Connection ended unexpectedly/

export function isDatabaseDown(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code, nativeError } = thrown as Error & { code?: unknown; nativeError?: unknown }
  if (nativeError !== undefined && nativeError !== thrown && isDatabaseDown(nativeError)) return true
  if (thrown.name === 'KnexTimeoutError') return true
  if (typeof code === 'string' && (TEMPORARY_CODES.has(code) || TEMPORARY_CLASS.test(code))) return true
  // Knex prefixes pg's message with the statement.
  return LOST_CONNECTION.test(thrown.message.split(' - ').at(-1) ?? '')
}
