/** Rate limits. A limit of one call is declared with that call; limits that calls share are here. */
import type { Claimant } from './caller.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** What is being guessed, for the notice to the owner. */
export type GuessedSecret = 'password' | 'factor'

export interface Limit {
  /** Limits with the same name share one count across routes. */
  name: string
  /**
   * Whose attempts are counted together. `address`: the caller's address; `account`: everybody, for the account that the
   * call names; `claimant`: one caller, for that account (see findClaimant); `passwordTrier`: like `claimant`, if the call
   * holds a password or second factor; `user`: the signed-in user.
   */
  by: 'address' | 'account' | 'claimant' | 'passwordTrier' | 'user'
  max: number
  windowMs: number
  /** Text of the refusal, before it says when to retry. Unset: a general text about too many tries. */
  words?: string
  /** Counts only passwords and second factors tried by this kind of claimant. */
  from?: Claimant['kind']
  /** Attempts above `max` are delayed, each more than the one before, and not refused. */
  slows?: boolean
  /** From this many attempts on the account's owner gets a mail, once a day. */
  mailOwner?: { at: number; of: GuessedSecret }
  /** Whether the limit applies to a call with this body. Unset: it always applies. */
  concerns?: (body: unknown) => boolean
  /** Outcomes that use up an attempt: refusal codes or SUCCESS. Any other outcome returns it. Unset: every outcome counts. */
  counts?: readonly string[]
}

/** Outcome of a call that is not refused. */
export const SUCCESS = 'success'

const WRONG_PASSWORD = ['bad_credentials', 'email_taken', 'wrong_password']
/** For every call that could be used to guess a password: signing in, ordering, changing it (docs/product/account.md, Wrong passwords). */
export const PASSWORD_LIMITS: readonly Limit[] = [
  { name: 'password', by: 'passwordTrier', max: 5, windowMs: 15 * MINUTE_MS, counts: WRONG_PASSWORD },
  // Counted across all known devices of an account: somebody who once knew the password may have signed in on many.
  {
    name: 'password-device',
    by: 'account',
    from: 'device',
    max: 20,
    windowMs: 15 * MINUTE_MS,
    counts: WRONG_PASSWORD,
  },
  // Delays and never refuses: otherwise anybody could lock the owner out. Last, so that refused attempts are not counted.
  {
    name: 'password',
    by: 'account',
    from: 'stranger',
    max: 10,
    windowMs: HOUR_MS,
    counts: WRONG_PASSWORD,
    slows: true,
    mailOwner: { at: 100, of: 'password' },
  },
]

const WRONG_FACTOR = ['wrong_code', 'passkey_refused']
/** For second factors. The caller already has the password or a session, so attempts above the limit are refused, not delayed. */
export const FACTOR_LIMITS: readonly Limit[] = [
  { name: 'factor', by: 'passwordTrier', max: 5, windowMs: 15 * MINUTE_MS, counts: WRONG_FACTOR },
  { name: 'factor-day', by: 'passwordTrier', max: 20, windowMs: DAY_MS, counts: WRONG_FACTOR },
  // Counted across all strangers or all known devices: with the password one attacker can appear as many of them.
  ...(['stranger', 'device'] as const).map(
    (from): Limit => ({
      name: `factor-${from}`,
      by: 'account',
      from,
      max: 20,
      windowMs: DAY_MS,
      counts: WRONG_FACTOR,
      mailOwner: { at: 10, of: 'factor' },
    }),
  ),
]

/** Every sign-in stays in the audit log for good. Counted per claimant, so that strangers do not lock the owner out. */
export const SIGN_IN_LIMIT: Limit = {
  name: 'sign-in',
  by: 'passwordTrier',
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
/** Also for placing orders, where coupon codes could be guessed, too. */
export const COUPON_LIMITS: readonly Limit[] = [couponOfAddress, { ...couponOfAddress, by: 'user' }]
