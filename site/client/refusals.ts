/** Reads the API's errors. Each function returns nothing for a call that did not reach the API. */
import { ApiError } from './api.ts'

export interface Issue {
  path: string
  message: string
}

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

/** The API's reason for a 409. Callers show any other error as 'try again'. */
export function readConflict(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 409 ? error.body?.message : undefined
}
