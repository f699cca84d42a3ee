import type { Knex } from 'knex'
import type { User } from '../../../db/models/user.ts'
import { revokeAddressChange } from './email-token.ts'
import { revokeResetTokens } from './reset-token.ts'
import { revokeSessions } from './session-store.ts'
import { revokeSignInTokens } from './sign-in-token.ts'

/** Ends all that the user's old password has opened or may have asked for, in the transaction that changes it. */
export async function endOldPassword(trx: Knex.Transaction, user: User): Promise<void> {
  await revokeSessions(trx, user.id)
  await revokeSignInTokens(trx, user.id)
  await revokeResetTokens(trx, user.id)
  await revokeAddressChange(trx, user)
}
