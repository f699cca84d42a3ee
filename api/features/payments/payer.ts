/**
 * Who pays by a mailed link. The password that they choose before paying counts only in the browser that pays, because a link
 * may be forwarded (docs/decisions/021-verified-addresses.md).
 */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { Registration } from '../../../db/models/registration.ts'
import { User } from '../../../db/models/user.ts'
import type { Caller } from '../../http/caller.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { NO_PASSWORD } from '../auth/passwords/passwords.ts'
import { setPasswordByMail } from '../auth/passwords/reset.ts'
import { digestPassword } from '../auth/sessions/sign-in-token.ts'
import { queueMails, takeBackMails } from '../mail/outbox.ts'

type Chosen = Pick<Order, 'payerBrowserHash' | 'payerPasswordHash'>

/** Whether this browser was the last to open the order's payment by a mailed link. */
export const isPayer = ({ payerBrowserHash }: Chosen, browserHash: Buffer | undefined): boolean =>
  browserHash !== undefined && payerBrowserHash?.equals(browserHash) === true

/** Nothing that was typed before in another browser counts any more. To be called under the order's row lock. */
export async function storePayer(trx: Knex.Transaction, order: Order, payer: Chosen): Promise<void> {
  await Order.query(trx).findById(order.id).patch(payer)
  await Registration.query(trx)
    .findById(order.registrationId ?? 0)
    .patch({ passwordHash: null })
}

/**
 * Gives the account the password that was chosen in the browser that has paid: a new account, or an unverified one whose address
 * the link has proved. The link of an offer proves none, because an admin may have passed it on in another way than by mail.
 * Does nothing for any other browser.
 * @param order that is paid, as it was read in this transaction
 */
export async function acceptPayer(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: Order,
  { browserHash, caller }: { browserHash: Buffer | undefined; caller: Caller },
): Promise<void> {
  if (!browserHash || !isPayer(order, browserHash)) return
  const { id: orderId, payerPasswordHash: passwordHash, userId, buyer } = order
  // The account before the order, as everywhere.
  const account = await User.query(trx)
    .where(userId ? { id: userId } : trx.raw('lower(email) = lower(?)', buyer.email))
    .forUpdate()
    .first()
  const isNew = account?.id === userId && account?.passwordHash === NO_PASSWORD
  const isProved = order.offerId === null && account !== undefined && !account.emailVerifiedAt
  if (passwordHash && account && (isNew || isProved)) {
    await takeBackMails(trx, 'password_reset', { email: account.email.toLowerCase() })
    if (isNew) {
      await account.$query(trx).patch({ passwordHash })
      await queueMails(jobs, trx, [{ kind: 'welcome', payload: { orderId } }])
    } else {
      await setPasswordByMail(jobs, trx, { userId: account.id, passwordHash, caller })
      order.userId = account.id
    }
  }
  await order.$query(trx).patch({
    browserHash,
    payerBrowserHash: null,
    payerPasswordHash: null,
    ...(passwordHash && { passwordDigest: digestPassword(passwordHash) }),
  })
}
