/** Tokens in the links of mails: each works once, for a limited time. Only their hashes are stored. */
import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import { EmailConfirmation, PasswordReset } from '../../../db/models/mailed-token.ts'
import { User } from '../../../db/models/user.ts'
import { CONFIRM_LINK_HOURS, RESET_LINK_MINUTES } from '../../contract/periods.ts'
import type { Env } from '../../env.ts'
import { hashToken } from '../../http/token-hash.ts'

/** Of a table that has these columns, perhaps among others. */
type TokenModel = typeof PasswordReset

/**
 * Derived from the mail's id: a mail that is sent a second time holds the same token.
 * @param purpose keeps a token of one kind from being one of another
 */
export function deriveToken(
  { sessionSecrets }: Pick<Env, 'sessionSecrets'>,
  purpose: 'password-reset' | 'confirm-email' | 'confirm-recipient',
  messageId: string,
): string {
  const [secret = ''] = sessionSecrets
  if (secret === '') throw new Error('There is no secret to make a token with')
  return createHmac('sha256', secret).update(`${purpose}:${messageId}`).digest('base64url')
}

/**
 * One that was used or ended stays so.
 * @param validFor as PostgreSQL reads it, such as `30 minutes`
 */
export async function storeToken(
  db: Knex,
  { tableName }: TokenModel,
  token: string,
  { validFor, ...columns }: { userId: number; email?: string; validFor: string },
): Promise<void> {
  const expiresAt = db.raw('now() + ?::interval', [validFor])
  await db(tableName)
    .insert({ ...columns, tokenHash: hashToken(token), expiresAt })
    .onConflict('tokenHash')
    .merge(['expiresAt'])
    .whereNull(`${tableName}.endedAt`)
}

/** The row of a token that still works. */
export function selectOpen(model: TokenModel, db: Knex, token: string) {
  return model
    .query(db)
    .where('tokenHash', hashToken(token))
    .whereNull('endedAt')
    .where('expiresAt', '>', db.fn.now())
}

/** The rows of a user's tokens that nobody has used yet. */
export function selectUnused(model: TokenModel, db: Knex, userId: number) {
  return model.query(db).where('userId', userId).whereNull('endedAt')
}

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

/**
 * Ends the user's older links.
 * @param messageId of the mail that will hold it
 * @param email that the link confirms
 */
export async function issueEmailToken(
  db: Knex,
  env: Pick<Env, 'sessionSecrets'>,
  { messageId, ...columns }: { userId: number; email: string; messageId: string },
): Promise<string> {
  const token = deriveToken(env, 'confirm-email', messageId)
  await db.transaction(async (trx) => {
    // Locked, so that two mails at once end each other's links one after the other.
    await User.query(trx).findById(columns.userId).forUpdate().throwIfNotFound()
    await selectUnused(EmailConfirmation, trx, columns.userId)
      .whereNot('tokenHash', hashToken(token))
      .patch({ endedAt: new Date() })
    await storeToken(trx, EmailConfirmation, token, { ...columns, validFor: `${CONFIRM_LINK_HOURS} hours` })
  })
  return token
}

/** Uses the token up. @returns the address that it confirms; undefined where it is not a valid one of this user */
export async function redeemEmailToken(
  trx: Knex.Transaction,
  { userId, token }: { userId: number; token: string },
): Promise<string | undefined> {
  const [redeemed] = await selectOpen(EmailConfirmation, trx, token)
    .where({ userId })
    .patch({ endedAt: new Date() })
    .returning('email')
    .castTo<EmailConfirmation[]>()
  return redeemed?.email
}

/** Ends a change of address that waits, of a user whose password has changed: somebody else may have asked for it. */
export async function revokeAddressChange(trx: Knex.Transaction, { id, email }: User): Promise<void> {
  await selectUnused(EmailConfirmation, trx, id).whereNot({ email }).patch({ endedAt: new Date() })
}
