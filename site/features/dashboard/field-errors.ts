import { ApiError } from '../../client/api.ts'
import { readFieldErrors } from '../../client/refusals.ts'

/** What the API says is wrong, by field; nothing where it could not be reached. */
export function readErrors(error: unknown): Record<string, string> {
  const isTaken = error instanceof ApiError && error.body?.code === 'email_taken'
  return isTaken ? { email: 'Another account has this email.' } : readFieldErrors(error)
}
