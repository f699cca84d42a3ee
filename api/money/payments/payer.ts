/**
 * People who pay by a mailed link. A link may be forwarded, so the password they choose counts only if the same browser pays
 * (docs/decisions/021-verified-addresses.md).
 */
import type { Knex } from 'knex'
import { NO_PASSWORD } from '#api/people/auth/passwords/passwords.ts'
import { setPasswordByMail } from '#api/people/auth/passwords/reset.ts'
import { digestPassword } from '#api/people/auth/sessions/sign-in-token.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { deleteWaitingMails, queueMails } from '#api/platform/mail/outbox.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { OrderPayer } from '#db/models/money/order-payer.ts'
import type { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { User } from '#db/models/people/user.ts'

export async function findPayer(
  db: Knex,
  { id: orderId }: Order,
  browserHash: Buffer | undefined,
): Promise<OrderPayer | undefined> {
  return browserHash && (await OrderPayer.query(db).findById([orderId, browserHash]))
}

/** Stores what was typed in a browser, and drops the password from the order's form. Call it under the order's row lock. */
export async function storePayer(
  trx: Knex.Transaction,
  { id: orderId, registrationId }: Order,
  {
    browserHash,
    ...typed
  }: Pick<OrderPayer, 'browserHash'> & Partial<Pick<OrderPayer, 'passwordHash' | 'buyer' | 'reference'>>,
): Promise<void> {
  await OrderPayer.query(trx)
    .insert({ orderId, browserHash, ...typed })
    .onConflict(['orderId', 'browserHash'])
    .merge(typed)
  await Registration.query(trx)
    .findById(registrationId ?? 0)
    .patch({ passwordHash: null })
}

/**
 * Copies the buyer's details from the paying browser to an offer's order. Details typed in other browsers are ignored.
 * @param providerOrderId the paid one. undefined for a transfer, which takes the details only if a single browser opened a payment
 */
export async function applyDetails(
  trx: Knex.Transaction,
  order: Order,
  providerOrderId: string | undefined,
): Promise<void> {
  const payers = await OrderPayer.query(trx).where({ orderId: order.id }).whereNotNull('providerOrderId')
  const payer = providerOrderId
    ? payers.find((one) => one.providerOrderId === providerOrderId)
    : payers.length === 1
      ? payers[0]
      : undefined
  if (!payer?.provider) return
  const { provider, buyer, reference } = payer
  const opened = { provider, providerOrderId: payer.providerOrderId }
  await order.$query(trx).patch({ ...opened, ...(buyer && { buyer, reference }) })
  if (order.isInInstalments) await OrderInstalment.query(trx).findById([order.id, 1]).patch(opened)
  if (buyer)
    await Registration.query(trx)
      .findById(order.registrationId ?? 0)
      .patch(buyer)
}

/** Whether a browser has chosen a password, which its report of the payment may set on the account. */
export async function hasChosenPassword(trx: Knex.Transaction, { id: orderId }: Order): Promise<boolean> {
  return (await OrderPayer.query(trx).where({ orderId }).whereNotNull('passwordHash').first()) !== undefined
}

/**
 * Sets the password chosen in the paying browser, on a new account or on an unverified one whose address the mailed link has
 * proved. An offer's link proves no address, because an admin may have passed it on by other means than mail. Does nothing for
 * other browsers.
 * @param order the paid order, as read in this transaction
 */
export async function acceptPayer(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: Order,
  { browserHash, caller }: { browserHash: Buffer | undefined; caller: Caller },
): Promise<void> {
  const payer = await findPayer(trx, order, browserHash)
  // Paying without choosing a password gives no access to the account that already has the order.
  if (!payer || (order.userId !== null && !payer.passwordHash)) return
  // Each browser pays an offer by a provider order of its own, so this one may report the payment of another.
  if (order.offerId !== null && payer.providerOrderId !== order.providerOrderId) return
  const { passwordHash } = payer
  const { id: orderId, userId, buyer } = order
  // Locks the account before changing the order, as everywhere.
  const account = await User.query(trx)
    .where(userId ? { id: userId } : trx.raw('lower(email) = lower(?)', buyer.email))
    .forUpdate()
    .first()
  const isNew = account?.id === userId && account?.passwordHash === NO_PASSWORD
  const isProved = order.offerId === null && account !== undefined && !account.emailVerifiedAt
  if (passwordHash && account && (isNew || isProved)) {
    await deleteWaitingMails(trx, 'password_reset', { email: account.email.toLowerCase() })
    if (isNew) {
      await account.$query(trx).patch({ passwordHash })
      await queueMails(jobs, trx, [{ kind: 'welcome', payload: { orderId } }])
    } else {
      await setPasswordByMail(jobs, trx, { userId: account.id, passwordHash, caller })
      order.userId = account.id
    }
  }
  await order.$query(trx).patch({
    browserHash: payer.browserHash,
    ...(passwordHash && { passwordDigest: digestPassword(passwordHash) }),
  })
  await OrderPayer.query(trx).where({ orderId }).patch({ passwordHash: null })
}
