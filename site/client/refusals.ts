/** What the API's error says about a call that it refused; nothing if it could not be reached. */
import { ApiError } from './api.ts'

export interface Issue {
  path: string
  message: string
}

/** What is wrong with the body that was sent. */
export function readIssues(error: unknown): readonly Issue[] {
  return (error instanceof ApiError && error.body?.issues) || []
}

/** The first message of each field. */
export function readFieldErrors(error: unknown): Record<string, string> {
  const messages = readIssues(error).map(({ path, message }) => [path, message])
  return Object.fromEntries(messages.reverse())
}

export function readMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.body?.message : undefined
}

/** The reason of a 409. All other errors are shown as 'try again'. */
export function readConflict(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 409 ? error.body?.message : undefined
}
