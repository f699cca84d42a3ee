/** Errors that rules throw as refusals; `plugins/errors` turns them into responses. Their messages are shown to people. */

import type { Factor } from '#api/contract/platform/factor.ts'

interface Details {
  issues?: { path: string; message: string }[]
  /** With `price_changed`: the current price. With `currency_unavailable`: the price in the default currency. */
  finalAmount?: string
  currency?: string
  /** With `changed_meanwhile`: the current version. */
  version?: number
  retryAfterSeconds?: number
  /** With `second_factor_needed`: the kinds of second factor that the account has. */
  factors?: Factor[]
}

export class DomainError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Details

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message)
    this.name = new.target.name
    this.status = status
    this.code = code
    this.details = details
  }
}

/** 400: a field of the input is wrong. */
export class InvalidInput extends DomainError {
  constructor(path: string, message: string) {
    super(400, 'invalid_input', message, { issues: [{ path, message }] })
  }
}

/** 401: the caller is not signed in. */
export class SignedOut extends DomainError {
  constructor(message = 'Please sign in') {
    super(401, 'signed_out', message)
  }
}

/** 403: the caller is signed in but lacks the right. */
export class Forbidden extends DomainError {
  constructor(code = 'forbidden', message = 'You are not allowed to do this') {
    super(403, code, message)
  }
}

/** 404: it does not exist, or belongs to another user. @example throw new NotFound('Order') */
export class NotFound extends DomainError {
  constructor(what: string) {
    super(404, 'not_found', `${what} not found`)
  }
}

/** 409: the current state does not allow the change. */
export class Conflict extends DomainError {
  constructor(code: string, message: string, details: Details = {}) {
    super(409, code, message, details)
  }
}

/** 400: the current password is wrong. A separate class, because rate limits count these attempts. */
export class WrongPassword extends DomainError {
  constructor(message: string) {
    super(400, 'wrong_password', message, { issues: [{ path: 'currentPassword', message }] })
  }
}

/** 429: a rate limit is reached. */
export class TooManyTries extends DomainError {
  static readonly code = 'too_many_requests'

  constructor(retryAfterSeconds: number, words = 'Too many tries.') {
    const minutes = Math.ceil(retryAfterSeconds / 60)
    const wait =
      minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minute${minutes === 1 ? '' : 's'}`
    super(429, TooManyTries.code, `${words} Please try again in ${wait}.`, { retryAfterSeconds })
  }
}

/** 503: a dependency is down or the shop is overloaded; the caller may retry. */
export class Unavailable extends DomainError {
  constructor(code: string, message: string, retryAfterSeconds = 5) {
    super(503, code, message, { retryAfterSeconds })
  }
}

export const OVERLOADED = { code: 'overloaded', message: 'The shop is busy. Please try again in a moment.' }

export class Overloaded extends Unavailable {
  constructor(retryAfterSeconds?: number) {
    super(OVERLOADED.code, OVERLOADED.message, retryAfterSeconds)
  }
}

/** @throws NotFound @example await findOrThrow(Order.query(db).findById(id), 'Order') */
export async function findOrThrow<Row>(query: PromiseLike<Row | undefined>, what: string): Promise<Row> {
  const found = await query
  if (!found) throw new NotFound(what)
  return found
}
