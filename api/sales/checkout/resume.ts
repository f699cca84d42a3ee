/** Reopens the payment of an unpaid order, by a mailed link or in the browser that placed it. */
import type { Knex } from 'knex'
import {
  type CreateOrderResponse,
  ResumedOrder,
  type ResumeOrderBody,
  type RetriedOrder,
} from '#api/contract/sales/checkout.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { GatewayUnavailable } from '#api/money/payments/gateway.ts'
import { findPayer, storePayer } from '#api/money/payments/payer.ts'
import { findEnding, findUnfinished } from '#api/money/payments/unfinished-order.ts'
import { settleUnreported } from '#api/money/provider-events/reconcile.ts'
import { readResumeToken } from '#api/orders/order/resume-token.ts'
import { claimOrders, findUserByEmail } from '#api/people/auth/account.ts'
import { recordVerified } from '#api/people/auth/mailed-links/confirm-email.ts'
import { hashNewPassword } from '#api/people/auth/passwords/passwords.ts'
import { Conflict, DomainError, NotFound, Unavailable } from '#api/platform/errors.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import type { User } from '#db/models/people/user.ts'
import { listParts, openInBrowser } from './provider-order.ts'

/**
 * Opens an unpaid order by its mailed link.
 * @returns the data for the checkout; `order`, which it needs for paying, only once the buyer is proved
 * @throws DomainError 404 resume_link_invalid for a forged or expired link; Conflict order_paid, order_given_up; InvalidInput
 *   for a common password
 */
export async function resumeOrder(
  services: PaymentServices,
  { token, newPassword }: ResumeOrderBody,
  payer: Payer,
) {
  const { db, env } = services
  const orderId = readResumeToken(env, token)
  const order = orderId === undefined ? undefined : await findUnfinished(db, orderId)
  if (!order) {
    throw new DomainError(404, 'resume_link_invalid', 'This link is not valid or has expired')
  }
  await assertPayable(db, order)
  const { firstName, lastName, email } = order.buyer
  const isProved = await proveBuyer(services, order, { ...payer, newPassword })
  const [first] = order.isInParts ? await listParts(db, order) : []
  return toWire(ResumedOrder, {
    ...order,
    order: isProved ? await openInBrowser(services, order, payer.browserHash) : null,
    description: order.package?.description ?? '',
    originalAmount: toDecimal(money(order.originalCents, order.currency)),
    discountAmount: toDecimal(money(order.discountCents, order.currency)),
    amount: toDecimal(money(order.amountCents, order.currency)),
    ...(first && { dueNow: toDecimal(money(first.amount, order.currency)) }),
    buyer: { name: `${firstName} ${lastName}`, email },
  })
}

/**
 * Opens an unpaid order for the browser or customer that placed it, or a browser that opened it by a mailed link. Asks the
 * provider for an unreported payment first, so that nobody pays twice (docs/product/shop.md, Paying an order again).
 * @throws NotFound for anyone else; Conflict order_paid, order_given_up; Unavailable if the provider does not respond
 */
export async function retryOrder(
  services: PaymentServices,
  orderId: number,
  { user, browserHash }: Pick<Payer, 'user' | 'browserHash'>,
): Promise<RetriedOrder> {
  const { db } = services
  const order = await findUnfinished(db, orderId)
  const isOwn =
    order !== undefined &&
    ((browserHash !== undefined && order.browserHash?.equals(browserHash)) ||
      (await findPayer(db, order, browserHash)) ||
      (user !== null && order.userId === user.id))
  if (!isOwn) throw new NotFound('Order')
  return { order: await openAgain(services, order, browserHash), packageName: order.packageName }
}

/** @param order from {@link findUnfinished} @throws Conflict order_paid, order_given_up; Unavailable; as {@link openInBrowser} does */
export async function openAgain(
  services: PaymentServices,
  order: Order,
  browserHash: Buffer | undefined,
): Promise<CreateOrderResponse> {
  const { db } = services
  await assertPayable(db, order)
  await settleAtProvider(services, order)
  const current = (await findUnfinished(db, order.id)) ?? order
  await assertPayable(db, current)
  return openInBrowser(services, current, browserHash)
}

/** Settles payments that the provider has but nobody reported. @throws Unavailable */
export async function settleAtProvider(services: PaymentServices, order: Order): Promise<void> {
  try {
    await settleUnreported(services, order)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    const message = 'The payment provider did not answer. Please try again in a moment.'
    throw new Unavailable('provider_unavailable', message)
  }
}

async function assertPayable(db: Knex, order: Order): Promise<void> {
  const ending = await findEnding(db, order)
  if (ending === 'paid') throw new Conflict('order_paid', 'This order is already paid')
  if (ending) throw new Conflict('order_given_up', 'This order is no longer open. Please order again.')
}

interface Payer {
  user: User | null
  browserHash: Buffer | undefined
  caller: Caller
}

/**
 * Proves the buyer. Opening a mailed link proves the address, which may not belong to the person who placed the order. Their
 * password must not open the payer's account (docs/product/shop.md, Paying an order later). So anyone who has not placed the
 * order in this browser chooses a new password. A verified account keeps its own.
 * @returns false if a new password is needed
 * @throws InvalidInput for a common password; Conflict order_paid
 */
async function proveBuyer(
  services: PaymentServices,
  order: Order,
  { user, browserHash, caller, newPassword }: Payer & { newPassword: string | undefined },
): Promise<boolean> {
  const { db, env } = services
  const account = order.user ?? (await findUserByEmail(db, order.buyer.email))
  if (account?.emailVerifiedAt || (await findPayer(db, order, browserHash))?.passwordHash) return true
  // Somebody else may have registered with the same e-mail since.
  const isOthers = account !== undefined && account.id !== order.userId
  const isOwn =
    (browserHash !== undefined && !isOthers && order.browserHash?.equals(browserHash)) ||
    (account !== undefined && account.id === user?.id)
  if (!isOwn && (!newPassword || !browserHash)) return false
  const passwordHash =
    isOwn || !newPassword
      ? undefined
      : await hashNewPassword(newPassword, 'newPassword', { env, owner: account })
  await db.transaction(async (trx) => {
    // Locks the order, so that no payment creates the account between the check above and the change below.
    const { paymentStatus } = await Order.query(trx).findById(order.id).forUpdate().throwIfNotFound()
    if (paymentStatus !== 'unpaid') throw new Conflict('order_paid', 'This order is already paid')
    if (browserHash && passwordHash) await storePayer(trx, order, { browserHash, passwordHash })
    if (!account) {
      await Registration.query(trx)
        .findById(order.registrationId ?? 0)
        .patch({ emailVerifiedAt: new Date() })
    } else if (isOwn) {
      await account.$query(trx).patch({ emailVerifiedAt: new Date() })
      await recordVerified(trx, account.id, caller)
      await claimOrders(trx, account)
    }
  })
  return true
}
