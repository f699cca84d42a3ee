import { ApiError } from '../../client/api.ts'

/** What the API says is wrong, by field; nothing where it could not be asked. */
export function readErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !error.body) return {}
  if (error.body.code === 'email_taken') return { email: 'Another account has this email.' }
  return Object.fromEntries((error.body.issues ?? []).map(({ path, message }) => [path, message]))
}
