/** Reads the API's errors. All return nothing for a call that did not reach the API; only a timeout has a message (NoAnswer). */
import { ApiError } from './api.ts'
import { NoAnswer } from './first-byte.ts'

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

/** @returns the API's code of the refusal, such as `order_paid` */
export const readCode = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body?.code : undefined

export const readStatus = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined

export function readMessage(error: unknown): string | undefined {
  if (error instanceof NoAnswer) return error.message
  return error instanceof ApiError ? error.body?.message : undefined
}

/** The API's reason for a 409. Callers show any other error as 'try again'. */
export function readConflict(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 409 ? error.body?.message : undefined
}

/** Why data did not load, and what to do about it. */
export function explainLoad(error: unknown): string {
  if (readStatus(error) === 503) return 'The shop is busy. Please try again in a moment.'
  return readMessage(error) ?? 'Check your connection and try again.'
}
