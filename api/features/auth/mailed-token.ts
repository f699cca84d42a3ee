/** Tokens in the links of mails: each works once, for a limited time. Only their hashes are stored. */
import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import type { PasswordReset } from '../../../db/models/mailed-token.ts'
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
