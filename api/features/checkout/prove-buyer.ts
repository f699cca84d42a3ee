/**
 * Who opens the link of a mail owns the address, and whoever placed the order may not: a stranger's password must not open
 * the account of somebody who pays (docs/product/shop.md, Paying an order later).
 */
import { Order } from '../../../db/models/order.ts'
import { Registration } from '../../../db/models/registration.ts'
import type { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { Conflict } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import { findUserByEmail } from '../auth/account.ts'
import { recordVerified } from '../auth/confirm-email.ts'
import { hashNewPassword } from '../auth/passwords.ts'
import { setPasswordByMail } from '../auth/reset.ts'

/** Who opens the link. */
export interface Payer {
  user: User | null
  /** Of the browser's cookie. */
  browserHash: Buffer | undefined
  caller: Caller
}

/**
 * Verifies the address. Unless it is verified already, or the payer is who placed the order, their new password replaces
 * that of the form or account.
 * @returns false where a new password is needed first
 * @throws InvalidInput for a common password; Conflict order_paid
 */
export async function proveBuyer(
  services: Pick<Services, 'db' | 'env' | 'jobs'>,
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
  // An account of the same e-mail may have been made by somebody else since.
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
    // Locked: its payment must not make the account between the look above and the change below.
    const { paymentStatus } = await Order.query(trx).findById(order.id).forUpdate().throwIfNotFound()
    if (paymentStatus !== 'unpaid') throw new Conflict('order_paid', 'This order is already paid')
    if (account && passwordHash) {
      await setPasswordByMail(services.jobs, trx, { userId: account.id, passwordHash, caller })
      return
    }
    await proved.$query(trx).patch({ emailVerifiedAt: new Date(), ...(passwordHash && { passwordHash }) })
    if (account) await recordVerified(trx, account.id, caller)
  })
  return true
}
