/** The token in a link that confirms an address. It works once, for a limited time, and only a user's newest one does. */
import type { Knex } from 'knex'
import { EmailConfirmation } from '../../../db/models/email-confirmation.ts'
import { User } from '../../../db/models/user.ts'
import { CONFIRM_LINK_HOURS } from '../../contract/periods.ts'
import type { Env } from '../../env.ts'
import { deriveToken, hashToken } from './mailed-token.ts'

/**
 * Ends the user's older links.
 * @param messageId of the mail that will hold it
 * @param email that the link confirms
 */
export async function issueEmailToken(
  db: Knex,
  env: Pick<Env, 'sessionSecrets'>,
  { userId, email, messageId }: { userId: number; email: string; messageId: string },
): Promise<string> {
  const token = deriveToken(env, 'confirm-email', messageId)
  await db.transaction(async (trx) => {
    // Locked, so that two mails at once end each other's links one after the other.
    await User.query(trx).findById(userId).forUpdate().throwIfNotFound()
    await EmailConfirmation.query(trx)
      .where({ userId, endedAt: null })
      .whereNot('tokenHash', hashToken(token))
      .patch({ endedAt: new Date() })
    await trx.raw(
      `INSERT INTO email_confirmations (token_hash, user_id, email, expires_at)
       VALUES (:hash, :userId, :email, now() + make_interval(hours => :hours))
       ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at WHERE email_confirmations.ended_at IS NULL`,
      { hash: hashToken(token), userId, email, hours: CONFIRM_LINK_HOURS },
    )
  })
  return token
}

/** Uses the token up. @returns the address that it confirms; undefined where it is not a valid one of this user */
export async function redeemEmailToken(
  trx: Knex.Transaction,
  { userId, token }: { userId: number; token: string },
): Promise<string | undefined> {
  const [redeemed] = await EmailConfirmation.query(trx)
    .where({ tokenHash: hashToken(token), userId })
    .whereNull('endedAt')
    .where('expiresAt', '>', trx.fn.now())
    .patch({ endedAt: new Date() })
    .returning('email')
  return redeemed?.email
}

/** Ends a change of address that waits, of a user whose password has changed: somebody else may have asked for it. */
export async function revokeAddressChange(trx: Knex.Transaction, { id, email }: User): Promise<void> {
  await EmailConfirmation.query(trx)
    .where({ userId: id, endedAt: null })
    .whereNot({ email })
    .patch({ endedAt: new Date() })
}
