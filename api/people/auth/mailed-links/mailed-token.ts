/** Tokens of mailed links. Each works once and expires. The database only stores their hashes. */
import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import type { Env } from '#api/platform/environment/env.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { type Block, block } from '#api/platform/mail/content.ts'
import { linkTo, type MailContext } from '#api/platform/mail/writer.ts'
import { FORGOT_PASSWORD, SIGN_IN } from '#api/rules/mailed-links.ts'
import { CONFIRM_LINK_HOURS, RESET_LINK_MINUTES } from '#api/rules/periods.ts'
import { EmailConfirmation, PasswordReset } from '#db/models/people/session.ts'
import { User } from '#db/models/people/user.ts'

/** A table with at least the columns of password_resets. */
type TokenModel = typeof PasswordReset

/**
 * Derives the token from the mail's message id, so that a mail that is sent twice holds the same token.
 * @param purpose ties the token to one kind of link
 */
export function deriveToken(
  { sessionSecrets }: Pick<Env, 'sessionSecrets'>,
  purpose: 'password-reset' | 'confirm-email' | 'offer',
  messageId: string,
): string {
  const [secret = ''] = sessionSecrets
  if (secret === '') throw new Error('SESSION_SECRET is empty: no token can be made')
  return createHmac('sha256', secret).update(`${purpose}:${messageId}`).digest('base64url')
}

/**
 * Stores a token. Storing it again extends its validity, unless it was used or ended.
 * @param validFor a PostgreSQL interval, such as `30 minutes`
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

/** Selects the token if it is unused and unexpired. */
export function selectOpen(model: TokenModel, db: Knex, token: string) {
  return model
    .query(db)
    .where('tokenHash', hashToken(token))
    .whereNull('endedAt')
    .where('expiresAt', '>', db.fn.now())
}

export function selectUnused(model: TokenModel, db: Knex, userId: number) {
  return model.query(db).where('userId', userId).whereNull('endedAt')
}

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

/** Looks the token up without using it up. @returns the user's id; undefined if the token is invalid */
export async function findResetUser(db: Knex, token: string): Promise<number | undefined> {
  const found = await selectOpen(PasswordReset, db, token).first()
  return found?.userId
}

/** @returns false if the token is no longer valid */
export async function redeemResetToken(trx: Knex.Transaction, token: string): Promise<boolean> {
  return (await selectOpen(PasswordReset, trx, token).patch({ endedAt: new Date() })) > 0
}

export async function revokeResetTokens(db: Knex, userId: number): Promise<void> {
  await selectUnused(PasswordReset, db, userId).patch({ endedAt: new Date() })
}

/** Issues a token, and ends the user's earlier links. @param columns.email the address that the link confirms */
export async function issueEmailToken(
  db: Knex,
  env: Pick<Env, 'sessionSecrets'>,
  { messageId, ...columns }: { userId: number; email: string; messageId: string },
): Promise<string> {
  const token = deriveToken(env, 'confirm-email', messageId)
  await db.transaction(async (trx) => {
    // Serialises the mails to one user, so that the later one ends the earlier one's link.
    await User.query(trx).findById(columns.userId).forUpdate().throwIfNotFound()
    await selectUnused(EmailConfirmation, trx, columns.userId)
      .whereNot('tokenHash', hashToken(token))
      .patch({ endedAt: new Date() })
    await storeToken(trx, EmailConfirmation, token, { ...columns, validFor: `${CONFIRM_LINK_HOURS} hours` })
  })
  return token
}

/** Uses the token up. @returns the address that it confirms; undefined unless it is a valid token of this user */
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

/** Cancels an unconfirmed change of address. Done after a password change, because a stranger may have requested it. */
export async function revokeAddressChange(trx: Knex.Transaction, { id, email }: User): Promise<void> {
  await selectUnused(EmailConfirmation, trx, id).whereNot({ email }).patch({ endedAt: new Date() })
}

/**
 * Token and e-mail are in the fragment, which browsers do not send, so that they appear in no access log.
 * @param signInAs e-mail to fill in at sign-in
 */
export function linkToConfirm(context: MailContext, token: string, signInAs?: string): string {
  const fragment = new URLSearchParams({ token, ...(signInAs && { [SIGN_IN]: signInAs }) })
  return linkTo(context, `/confirm-email#${fragment}`)
}

export function buttonToNewPassword(context: MailContext, email: string): Block {
  const url = linkTo(context, `/#${new URLSearchParams({ [FORGOT_PASSWORD]: email })}`)
  return block.button('Choose a new password', url)
}
