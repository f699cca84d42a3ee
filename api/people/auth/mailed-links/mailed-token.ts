/** The tokens in the links of mails: each works once, for a limited time. The database stores their hashes alone. */
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

/** A model whose table has at least the columns of password resets. */
type TokenModel = typeof PasswordReset

/**
 * Derives the token from the mail's id, so that a mail that is sent twice holds the same one.
 * @param purpose makes a token useless for any other kind of link
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
 * Storing a token again renews it, unless it was used or ended.
 * @param validFor an interval of PostgreSQL, such as `30 minutes`
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

/** Selects a token that is neither used nor expired. */
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

/** @param validFor an interval of PostgreSQL */
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

/** @returns the user's id, without using the token up; undefined where it is not valid */
export async function findResetUser(db: Knex, token: string): Promise<number | undefined> {
  const found = await selectOpen(PasswordReset, db, token).first()
  return found?.userId
}

/** @returns false where the token is no longer valid */
export async function redeemResetToken(trx: Knex.Transaction, token: string): Promise<boolean> {
  return (await selectOpen(PasswordReset, trx, token).patch({ endedAt: new Date() })) > 0
}

export async function revokeResetTokens(db: Knex, userId: number): Promise<void> {
  await selectUnused(PasswordReset, db, userId).patch({ endedAt: new Date() })
}

/** Ends the user's earlier links. @param columns.email the address that the link confirms */
export async function issueEmailToken(
  db: Knex,
  env: Pick<Env, 'sessionSecrets'>,
  { messageId, ...columns }: { userId: number; email: string; messageId: string },
): Promise<string> {
  const token = deriveToken(env, 'confirm-email', messageId)
  await db.transaction(async (trx) => {
    // Mails to one user take turns here, so that the later one ends the link of the earlier one.
    await User.query(trx).findById(columns.userId).forUpdate().throwIfNotFound()
    await selectUnused(EmailConfirmation, trx, columns.userId)
      .whereNot('tokenHash', hashToken(token))
      .patch({ endedAt: new Date() })
    await storeToken(trx, EmailConfirmation, token, { ...columns, validFor: `${CONFIRM_LINK_HOURS} hours` })
  })
  return token
}

/** @returns the address that the token confirms; undefined where it is not a valid token of this user */
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

/** Ends a change of address that is not confirmed yet. After a change of password, because a stranger may have asked for it. */
export async function revokeAddressChange(trx: Knex.Transaction, { id, email }: User): Promise<void> {
  await selectUnused(EmailConfirmation, trx, id).whereNot({ email }).patch({ endedAt: new Date() })
}

/**
 * Tokens and e-mails are in the fragment, which browsers do not send, so that no access log holds them.
 * @param signInAs the e-mail that the sign-in form is filled in with
 */
export function linkToConfirm(context: MailContext, token: string, signInAs?: string): string {
  const fragment = new URLSearchParams({ token, ...(signInAs && { [SIGN_IN]: signInAs }) })
  return linkTo(context, `/confirm-email#${fragment}`)
}

export function buttonToNewPassword(context: MailContext, email: string): Block {
  const url = linkTo(context, `/#${new URLSearchParams({ [FORGOT_PASSWORD]: email })}`)
  return block.button('Choose a new password', url)
}
