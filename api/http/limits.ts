/** How often a call may be tried, by address and by account. Each call states its own; here are those that several share. */
import type { Claimant } from './caller.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export interface Limit {
  /** Routes whose limits have the same name share one count. */
  name: string
  /**
   * `account`: the one that the call names; `claimant`: who acts on it, see findClaimant; `guesser`: the same, where a
   * password is tried; `user`: who is signed in.
   */
  by: 'address' | 'account' | 'claimant' | 'guesser' | 'user'
  max: number
  windowMs: number
  /** Counts only what such a guesser tries. */
  from?: Claimant['kind']
  /** Tries above `max` are not refused: each waits longer than the one before. */
  slows?: boolean
  /** From so many tries on, the account's owner is told of it once a day. */
  tellsAt?: number
  /** Unset: the limit is for every body. */
  concerns?: (body: unknown) => boolean
  /** The outcomes that use up a try: codes of refusals, or SUCCESS; any other gives it back. Unset: every call does. */
  counts?: readonly string[]
}

/** An outcome that is no refusal. */
export const SUCCESS = 'success'

const WRONG_PASSWORD = ['bad_credentials', 'email_taken', 'wrong_password']
/** Wherever a password can be guessed: signing in, ordering with it, changing it (docs/product/account.md, Wrong passwords). */
export const PASSWORD_LIMITS: readonly Limit[] = [
  { name: 'password', by: 'guesser', max: 5, windowMs: 15 * MINUTE_MS, counts: WRONG_PASSWORD },
  // Whoever knew the password once may have signed in on many devices.
  {
    name: 'password-device',
    by: 'account',
    from: 'device',
    max: 20,
    windowMs: 15 * MINUTE_MS,
    counts: WRONG_PASSWORD,
  },
  // Never refused: else anybody could lock the owner out. Last, so that what another limit refuses does not slow it.
  {
    name: 'password',
    by: 'account',
    from: 'stranger',
    max: 10,
    windowMs: HOUR_MS,
    counts: WRONG_PASSWORD,
    slows: true,
    tellsAt: 100,
  },
]

const WRONG_FACTOR = ['wrong_code', 'passkey_refused']
/** Whoever tries these has the password, or a session: so these are refused where wrong passwords are slowed. */
export const FACTOR_LIMITS: readonly Limit[] = [
  { name: 'factor', by: 'guesser', max: 5, windowMs: 15 * MINUTE_MS, counts: WRONG_FACTOR },
  { name: 'factor-day', by: 'guesser', max: 20, windowMs: DAY_MS, counts: WRONG_FACTOR },
  { name: 'factor-day', by: 'account', from: 'stranger', max: 20, windowMs: DAY_MS, counts: WRONG_FACTOR },
]

/** Each one stays in the audit log for good. By who signs in, so that a flood of guesses does not lock the owner out. */
export const SIGN_IN_LIMIT: Limit = {
  name: 'sign-in',
  by: 'guesser',
  max: 60,
  windowMs: HOUR_MS,
  counts: [SUCCESS],
}

export const PASSKEY_OPTIONS_LIMIT: Limit = {
  name: 'passkey-options',
  by: 'address',
  max: 60,
  windowMs: 10 * MINUTE_MS,
}

const couponOfAddress: Limit = {
  name: 'coupon',
  by: 'address',
  max: 10,
  windowMs: 10 * MINUTE_MS,
  counts: ['coupon_invalid'],
}
/** A code can be guessed by ordering with it, too. */
export const COUPON_LIMITS: readonly Limit[] = [couponOfAddress, { ...couponOfAddress, by: 'user' }]
