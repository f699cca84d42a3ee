/** Rate limits: how often a call may be tried. Those of one call stand with the call; those that several share are here. */
import type { Claimant } from './caller.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** What is tried, for the notice to its owner. */
export type Guessed = 'password' | 'factor'

export interface Limit {
  /** Routes whose limits have the same name share one count. */
  name: string
  /**
   * Whose tries are counted together. `account`: all tries at the account that the call names; `claimant`: those of one
   * caller at that account, see findClaimant; `passwordTrier`: the same, if the call holds a password or second factor;
   * `user`: those of the signed-in user.
   */
  by: 'address' | 'account' | 'claimant' | 'passwordTrier' | 'user'
  max: number
  windowMs: number
  /** What the refusal says before when to try again. Unset: that there were too many tries. */
  words?: string
  /** Counts only passwords and second factors that this kind of claimant tries. */
  from?: Claimant['kind']
  /** Tries above `max` are not refused: each waits longer than the one before. */
  slows?: boolean
  /** At this many tries and more the account's owner is notified, once a day. */
  notifyOwner?: { at: number; of: Guessed }
  /** Whether the limit applies to a call with this body. Unset: it applies to every call. */
  concerns?: (body: unknown) => boolean
  /** The outcomes that use up a try: codes of refusals, or SUCCESS; others give the try back. Unset: all use it up. */
  counts?: readonly string[]
}

/** The outcome of a call that is not refused. */
export const SUCCESS = 'success'

const WRONG_PASSWORD = ['bad_credentials', 'email_taken', 'wrong_password']
/** For every call by which a password can be guessed: signing in, ordering with it, changing it (docs/product/account.md, Wrong passwords). */
export const PASSWORD_LIMITS: readonly Limit[] = [
  { name: 'password', by: 'passwordTrier', max: 5, windowMs: 15 * MINUTE_MS, counts: WRONG_PASSWORD },
  // For all known devices of an account together: whoever knew the password once may have signed in on many.
  {
    name: 'password-device',
    by: 'account',
    from: 'device',
    max: 20,
    windowMs: 15 * MINUTE_MS,
    counts: WRONG_PASSWORD,
  },
  // Slows and never refuses, or anybody could lock the owner out. Last, so that it does not count what the others refuse.
  {
    name: 'password',
    by: 'account',
    from: 'stranger',
    max: 10,
    windowMs: HOUR_MS,
    counts: WRONG_PASSWORD,
    slows: true,
    notifyOwner: { at: 100, of: 'password' },
  },
]

const WRONG_FACTOR = ['wrong_code', 'passkey_refused']
/** For second factors. Whoever tries one has the password or a session already, so tries above the limit are refused, not slowed. */
export const FACTOR_LIMITS: readonly Limit[] = [
  { name: 'factor', by: 'passwordTrier', max: 5, windowMs: 15 * MINUTE_MS, counts: WRONG_FACTOR },
  { name: 'factor-day', by: 'passwordTrier', max: 20, windowMs: DAY_MS, counts: WRONG_FACTOR },
  // Over all strangers and all known devices of an account: whoever has the password can come as many of them.
  ...(['stranger', 'device'] as const).map(
    (from): Limit => ({
      name: `factor-${from}`,
      by: 'account',
      from,
      max: 20,
      windowMs: DAY_MS,
      counts: WRONG_FACTOR,
      notifyOwner: { at: 10, of: 'factor' },
    }),
  ),
]

/** Sign-ins stay in the audit log for good. Counted by who signs in, so that a stranger's tries do not lock the owner out. */
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
/** Also for placing orders, because a code can be guessed by ordering with it. */
export const COUPON_LIMITS: readonly Limit[] = [couponOfAddress, { ...couponOfAddress, by: 'user' }]
