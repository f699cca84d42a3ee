/** The token in a link that confirms an address. Only a user's newest one works. */
import type { Knex } from 'knex'
import { EmailConfirmation } from '../../../db/models/mailed-token.ts'
import { User } from '../../../db/models/user.ts'
import { CONFIRM_LINK_HOURS } from '../../contract/periods.ts'
import type { Env } from '../../env.ts'
import { hashToken } from '../../http/token-hash.ts'
import { deriveToken, selectOpen, selectUnused, storeToken } from './mailed-token.ts'

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
