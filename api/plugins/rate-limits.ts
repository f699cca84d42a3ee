/**
 * How often a call may be tried, by address and by account: the only place of these figures. Wrong passwords count wherever
 * a password can be guessed: signing in, ordering with it, changing it (docs/product/account.md, Wrong passwords).
 */
import type { Claimant } from '../http/caller.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
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
const password: readonly Limit[] = [
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
/** Whoever tries these has the password, or a session: so these are refused where wrong passwords are slowed. */
const WRONG_FACTOR = ['wrong_code', 'passkey_refused']
const factor: readonly Limit[] = [
  { name: 'factor', by: 'guesser', max: 5, windowMs: 15 * MINUTE_MS, counts: WRONG_FACTOR },
  { name: 'factor-day', by: 'guesser', max: 20, windowMs: DAY_MS, counts: WRONG_FACTOR },
  { name: 'factor-day', by: 'account', from: 'stranger', max: 20, windowMs: DAY_MS, counts: WRONG_FACTOR },
]
/** Each change stays in the audit log for good. */
const factorChange: Limit = { name: 'factor-change', by: 'user', max: 30, windowMs: HOUR_MS }
const passkeyOptions: Limit = { name: 'passkey-options', by: 'address', max: 60, windowMs: 10 * MINUTE_MS }
const couponOfAddress: Limit = {
  name: 'coupon',
  by: 'address',
  max: 10,
  windowMs: 10 * MINUTE_MS,
  counts: ['coupon_invalid'],
}
const coupon: readonly Limit[] = [couponOfAddress, { ...couponOfAddress, by: 'user' }]

export const RATE_LIMITS: Readonly<Record<string, readonly Limit[]>> = {
  'POST /api/auth/login': [
    {
      name: 'login',
      by: 'address',
      from: 'stranger',
      max: 50,
      windowMs: 15 * MINUTE_MS,
      counts: ['bad_credentials'],
    },
    ...password,
    // Each one stays in the audit log for good. By who signs in, so that a flood of guesses does not lock the owner out.
    { name: 'sign-in', by: 'guesser', max: 60, windowMs: HOUR_MS, counts: [SUCCESS] },
  ],
  'POST /api/auth/second-factor': [
    ...factor,
    { name: 'sign-in', by: 'guesser', max: 60, windowMs: HOUR_MS, counts: [SUCCESS] },
  ],
  'POST /api/auth/second-factor/options': [passkeyOptions],
  'POST /api/auth/passkey/options': [passkeyOptions],
  'POST /api/auth/passkey': [
    { name: 'passkey', by: 'address', max: 50, windowMs: 15 * MINUTE_MS, counts: ['passkey_refused'] },
    { name: 'passkey', by: 'address', max: 60, windowMs: HOUR_MS, counts: [SUCCESS] },
  ],
  'POST /api/user/proof': [...password, ...factor],
  'POST /api/user/proof/options': [{ ...passkeyOptions, by: 'user' }],
  'POST /api/user/passkeys/options': [{ ...passkeyOptions, by: 'user' }],
  'POST /api/user/passkeys': [factorChange],
  'PATCH /api/user/passkeys/:id': [factorChange],
  'DELETE /api/user/passkeys/:id': [factorChange],
  'POST /api/user/totp': [factorChange],
  'POST /api/user/totp/confirm': [factorChange],
  'DELETE /api/user/totp': [factorChange],
  'POST /api/user/recovery-codes': [factorChange],
  'POST /api/auth/register': [
    { name: 'register', by: 'account', max: 5, windowMs: 15 * MINUTE_MS },
    { name: 'register', by: 'address', max: 20, windowMs: HOUR_MS },
  ],
  'POST /api/auth/session-login': [
    { name: 'session-login', by: 'address', max: 20, windowMs: 10 * MINUTE_MS, counts: ['signed_out'] },
  ],
  // Counted before the account is looked up, so that a refusal does not tell whether it exists; and not by account alone, so
  // that a stranger's calls do not keep the owner from a link. How many mails go out is limited where they are sent.
  'POST /api/auth/forgot-password': [
    { name: 'forgot-password', by: 'claimant', max: 3, windowMs: 15 * MINUTE_MS },
    { name: 'forgot-password', by: 'address', max: 20, windowMs: HOUR_MS },
  ],
  'POST /api/auth/reset-password': [
    {
      name: 'reset-password',
      by: 'address',
      max: 20,
      windowMs: 15 * MINUTE_MS,
      counts: ['reset_link_invalid'],
    },
  ],
  'POST /api/auth/confirm-email': [
    {
      name: 'confirm-email',
      by: 'user',
      max: 20,
      windowMs: 15 * MINUTE_MS,
      counts: ['confirm_link_invalid'],
    },
  ],
  'POST /api/auth/confirm-link': [{ name: 'confirm-link', by: 'user', max: 3, windowMs: 15 * MINUTE_MS }],
  'POST /api/notification-recipients/confirm': [
    {
      name: 'confirm-recipient',
      by: 'address',
      max: 20,
      windowMs: 15 * MINUTE_MS,
      counts: ['recipient_link_invalid'],
    },
  ],
  'POST /api/orders/resume': [
    {
      name: 'resume',
      by: 'address',
      max: 20,
      windowMs: 10 * MINUTE_MS,
      counts: ['resume_link_invalid'],
    },
  ],
  // Each one asks the payment provider.
  'POST /api/orders/:id/retry': [{ name: 'retry', by: 'address', max: 30, windowMs: 10 * MINUTE_MS }],
  'POST /api/coupons/validate': coupon,
  'POST /api/coupons/use': coupon,
  'POST /api/coupons/generate': [
    { name: 'generate', by: 'address', max: 5, windowMs: DAY_MS },
    { name: 'generate', by: 'user', max: 5, windowMs: DAY_MS },
  ],
  'POST /api/create-order': [
    { name: 'create-order', by: 'address', max: 30, windowMs: 10 * MINUTE_MS },
    { name: 'create-order', by: 'user', max: 30, windowMs: 10 * MINUTE_MS },
    // A code can be guessed by ordering with it, too.
    ...coupon.map((limit) => ({ ...limit, concerns: namesCoupon })),
    ...password,
  ],
  // Twice as often as orders are made: a buyer's page may ask again.
  'POST /api/verify-payment': [{ name: 'verify-payment', by: 'address', max: 60, windowMs: 10 * MINUTE_MS }],
  // A visitor opens the frame now and then; whoever counts by the dozen makes figures up.
  'POST /api/embed/views': [{ name: 'embed-views', by: 'address', max: 30, windowMs: 10 * MINUTE_MS }],
  // It asks mail server, provider and DNS.
  'GET /api/admin/doctor': [{ name: 'doctor', by: 'user', max: 30, windowMs: 10 * MINUTE_MS }],
  // Each one is a file on the disk and seconds of the publisher.
  'POST /api/admin/pictures': [{ name: 'picture', by: 'user', max: 60, windowMs: HOUR_MS }],
  // Each one is a file on the disk and seconds of the publisher.
  'POST /api/admin/imports': [{ name: 'import', by: 'user', max: 30, windowMs: HOUR_MS }],
  'POST /api/user/erasure': password,
  // Each change stays in the audit log for good.
  'PUT /api/user/profile': [
    ...password,
    { name: 'profile', by: 'user', max: 20, windowMs: HOUR_MS, counts: [SUCCESS] },
  ],
  // Each one issues two documents that stay.
  'PUT /api/orders/:id/billing-details': [
    { name: 'billing-details', by: 'user', max: 5, windowMs: DAY_MS, counts: [SUCCESS] },
  ],
  'PUT /api/user/password': [
    ...password,
    { name: 'new-password', by: 'user', max: 10, windowMs: HOUR_MS, counts: [SUCCESS] },
  ],
}

function namesCoupon(body: unknown): boolean {
  const { couponCode, userData } = (body ?? {}) as {
    couponCode?: unknown
    userData?: { couponCode?: unknown }
  }
  return Boolean(userData?.couponCode ?? couponCode)
}
