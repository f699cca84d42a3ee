/**
 * Opening the link of a mail proves its address, which the person who placed the order may not own. Their password must not
 * open the account of the person who pays (docs/product/shop.md, Paying an order later).
 */
import { Order } from '../../../db/models/order.ts'
import { Registration } from '../../../db/models/registration.ts'
import type { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { Conflict } from '../../base/errors.ts'
import type { Caller } from '../../http/caller.ts'
import { findUserByEmail } from '../auth/account.ts'
import { claimOrders } from '../auth/claim-orders.ts'
import { recordVerified } from '../auth/mailed-links/confirm-email.ts'
import { hashNewPassword } from '../auth/passwords/passwords.ts'
import { setPasswordByMail } from '../auth/passwords/reset.ts'

export interface Payer {
  user: User | null
  browserHash: Buffer | undefined
  caller: Caller
}

/**
 * Verifies the address, if it is not yet. Unless the payer has also placed the order, their new password replaces that of the
 * form or account.
 * @returns false where a new password is needed
 * @throws InvalidInput for a common password; Conflict order_paid
 */
export async function proveBuyer(
  services: Services,
  order: Order,
  { user, browserHash, caller, newPassword }: Payer & { newPassword: string | undefined },
): Promise<boolean> {
  const { db, env } = services
  const account = order.user ?? (await findUserByEmail(db, order.buyer.email))
  const proved =
    account ??
    (await Registration.query(db)
      .findById(order.registrationId ?? 0)
      .throwIfNotFound())
  if (proved.emailVerifiedAt) return true
  // Somebody else may have made an account with the same e-mail since.
  const isOthers = account !== undefined && account.id !== order.userId
  const isOwn =
    (browserHash !== undefined && !isOthers && order.browserHash?.equals(browserHash)) ||
    (account !== undefined && account.id === user?.id)
  if (!isOwn && newPassword === undefined) return false
  const passwordHash =
    isOwn || !newPassword
      ? undefined
      : await hashNewPassword(newPassword, 'newPassword', { env, owner: account })
  await db.transaction(async (trx) => {
    // Locked, so that a payment does not make the account between the check above and the change below.
    const { paymentStatus } = await Order.query(trx).findById(order.id).forUpdate().throwIfNotFound()
    if (paymentStatus !== 'unpaid') throw new Conflict('order_paid', 'This order is already paid')
    if (account && passwordHash) {
      await setPasswordByMail(services.jobs, trx, { userId: account.id, passwordHash, caller })
      return
    }
    await proved.$query(trx).patch({ emailVerifiedAt: new Date(), ...(passwordHash && { passwordHash }) })
    if (!account) return
    await recordVerified(trx, account.id, caller)
    await claimOrders(trx, account)
  })
  return true
}
