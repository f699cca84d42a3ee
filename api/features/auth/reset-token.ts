/** The token in a link that sets a new password. Several may work at once: a stranger who asks for one ends no other. */
import type { Knex } from 'knex'
import { PasswordReset } from '../../../db/models/mailed-token.ts'
import { RESET_LINK_MINUTES } from '../../contract/periods.ts'
import type { Env } from '../../env.ts'
import { deriveToken, selectOpen, selectUnused, storeToken } from './mailed-token.ts'

/**
 * @param messageId of the mail that will hold it
 * @param validFor as PostgreSQL reads it
 */
export async function issueResetToken(
  db: Knex,
  env: Pick<Env, 'sessionSecrets'>,
  { userId, messageId }: { userId: number; messageId: string },
  validFor = `${RESET_LINK_MINUTES} minutes`,
): Promise<string> {
  const token = deriveToken(env, 'password-reset', messageId)
  await storeToken(db, PasswordReset, token, { userId, validFor })
  return token
}

/** Does not use the token up. @returns the user's id, or undefined where the token is not valid */
export async function findResetUser(db: Knex, token: string): Promise<number | undefined> {
  const found = await selectOpen(PasswordReset, db, token).first()
  return found?.userId
}

/** Uses the token up. @returns false where it is no longer valid */
export async function redeemResetToken(trx: Knex.Transaction, token: string): Promise<boolean> {
  return (await selectOpen(PasswordReset, trx, token).patch({ endedAt: new Date() })) > 0
}

/** Ends the links of a user whose password or e-mail has changed. */
export async function revokeResetTokens(db: Knex, userId: number): Promise<void> {
  await selectUnused(PasswordReset, db, userId).patch({ endedAt: new Date() })
}
