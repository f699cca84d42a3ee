/** The token in a link that sets a new password. It works once, for a limited time, and only a user's newest one does. */
import type { Knex } from 'knex'
import { PasswordReset } from '../../../db/models/password-reset.ts'
import { User } from '../../../db/models/user.ts'
import { RESET_LINK_MINUTES } from '../../contract/periods.ts'
import type { Env } from '../../env.ts'
import { deriveToken, hashToken } from './mailed-token.ts'

/**
 * Ends the user's older links.
 * @param messageId of the mail that will hold it
 */
export async function issueResetToken(
  db: Knex,
  env: Pick<Env, 'sessionSecrets'>,
  { userId, messageId }: { userId: number; messageId: string },
): Promise<string> {
  const token = deriveToken(env, 'password-reset', messageId)
  await db.transaction(async (trx) => {
    // Locked, so that two mails at once end each other's links one after the other.
    await User.query(trx).findById(userId).forUpdate().throwIfNotFound()
    await PasswordReset.query(trx)
      .where({ userId, endedAt: null })
      .whereNot('tokenHash', hashToken(token))
      .patch({ endedAt: new Date() })
    await trx.raw(
      `INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES (:hash, :userId, now() + make_interval(mins => :minutes))
       ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at WHERE password_resets.ended_at IS NULL`,
      { hash: hashToken(token), userId, minutes: RESET_LINK_MINUTES },
    )
  })
  return token
}

/** Does not use the token up. @returns the user's id, or undefined where the token is not valid */
export async function findResetUser(db: Knex, token: string): Promise<number | undefined> {
  const found = await selectOpen(db, token).first()
  return found?.userId
}

/** Uses the token up. @returns false where it is no longer valid */
export async function redeemResetToken(trx: Knex.Transaction, token: string): Promise<boolean> {
  return (await selectOpen(trx, token).patch({ endedAt: new Date() })) > 0
}

function selectOpen(db: Knex, token: string) {
  return PasswordReset.query(db)
    .where('tokenHash', hashToken(token))
    .whereNull('endedAt')
    .where('expiresAt', '>', db.fn.now())
}

/** Ends the links of a user whose password or e-mail has changed. */
export async function revokeResetTokens(db: Knex, userId: number): Promise<void> {
  await PasswordReset.query(db).where({ userId, endedAt: null }).patch({ endedAt: new Date() })
}
