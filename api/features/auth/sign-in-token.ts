/** The `sessionId` of verify-payment: signs the buyer in once, within ten minutes (docs/product.md, Signing in). */
import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { SignInToken } from '../../../db/models/sign-in-token.ts'
import { SignedOut } from '../../errors.ts'

const TOKEN_BYTES = 32
const EXPIRES_IN_MINUTES = 10

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** @returns a token once for each order, undefined on every later call */
export async function issueSignInToken(
  db: Knex,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const issued = await db.raw<{ rows: unknown[] }>(
    `INSERT INTO sign_in_tokens (token_hash, user_id, order_id, expires_at)
     VALUES (?, ?, ?, now() + make_interval(mins => ?)) ON CONFLICT (order_id) DO NOTHING RETURNING order_id`,
    [hashOf(token), userId, orderId, EXPIRES_IN_MINUTES],
  )
  return issued.rows.length > 0 ? token : undefined
}

/** @returns the user's id @throws SignedOut when the token is unknown, used or expired */
export async function redeemSignInToken(db: Knex, token: string): Promise<number> {
  const [redeemed] = await SignInToken.query(db)
    .patch({ usedAt: new Date() })
    .where('tokenHash', hashOf(token))
    .whereNull('usedAt')
    .where('expiresAt', '>', db.fn.now())
    .returning('userId')
  if (!redeemed) throw new SignedOut('This sign-in link has been used or has expired. Please sign in.')
  return redeemed.userId
}

/** Ends a user's tokens that nobody has used yet. */
export async function revokeSignInTokens(db: Knex, userId: number): Promise<void> {
  await SignInToken.query(db).where({ userId }).whereNull('usedAt').patch({ usedAt: new Date() })
}
