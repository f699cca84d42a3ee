/** The `sessionId` in the response of verify-payment: a token that signs the buyer in once (docs/product/account.md, Signing in). */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { SignedOut } from '#api/platform/errors.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { hasRights } from '#api/rules/rights.ts'
import { Order } from '#db/models/orders/order.ts'
import { SignInToken } from '#db/models/orders/sign-in-token.ts'
import { User } from '#db/models/people/user.ts'

const TOKEN_BYTES = 32
const EXPIRES_IN_MINUTES = 10

/** @returns a digest that the order stores, to tell later whether the account's password is still the one from its form */
export const digestPassword = hashToken

/**
 * Issues a token to the browser that placed the order, if the account's password is still the one given then. Never for
 * staff, admins or accounts with a second factor.
 * @param browserHash of the browser that reports the payment
 * @returns a token, once per order; undefined on every later call
 */
export async function issueSignInToken(trx: Knex.Transaction, order: Order, browserHash: Buffer | undefined) {
  const { id: orderId, userId, passwordDigest } = order
  if (userId === null || !passwordDigest) return undefined
  if (!browserHash || !order.browserHash?.equals(browserHash)) return undefined
  // Locked, so that a later change of the password finds this token and ends it.
  const user = await User.query(trx).findById(userId).forShare().throwIfNotFound()
  const needsMore = hasRights(user) || user.factors.length > 0
  if (needsMore || !digestPassword(user.passwordHash).equals(passwordDigest)) return undefined
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const issued = await trx.raw<{ rows: unknown[] }>(
    `INSERT INTO sign_in_tokens (token_hash, user_id, order_id, expires_at)
     VALUES (?, ?, ?, now() + make_interval(mins => ?)) ON CONFLICT (order_id) DO NOTHING RETURNING order_id`,
    [hashToken(token), userId, orderId, EXPIRES_IN_MINUTES],
  )
  return issued.rows.length > 0 ? token : undefined
}

/**
 * Signs in with a token, which only works in the browser or frame that placed the order.
 * @param browserHash of the calling browser or frame
 * @returns the user's id
 * @throws SignedOut if the token is unknown, used, expired or from another browser
 */
export async function redeemSignInToken(db: Knex, token: string, browserHash: Buffer | undefined) {
  const [redeemed] = await SignInToken.query(db)
    .patch({ usedAt: new Date() })
    .where('tokenHash', hashToken(token))
    .whereNull('usedAt')
    .where('expiresAt', '>', db.fn.now())
    .whereIn(
      'orderId',
      Order.query(db)
        .where('browserHash', browserHash ?? null)
        .select('id'),
    )
    .returning('userId')
  if (!redeemed) throw new SignedOut('This sign-in link has been used or has expired. Please sign in.')
  return redeemed.userId
}

/** Ends a user's unused tokens. */
export async function revokeSignInTokens(db: Knex, userId: number): Promise<void> {
  await SignInToken.query(db).where({ userId }).whereNull('usedAt').patch({ usedAt: new Date() })
}
