/**
 * Who owns what is paid by a mailed link, which may be forwarded (docs/decisions/021-verified-addresses.md). Where the address
 * has no verified account, who pays chooses the password in the browser that pays. Where it has one, nobody with a link sets a
 * password. What was typed in another browser counts for nothing.
 */
import type { Knex } from 'knex'
import { brand } from '#api/content/content.ts'
import type { LinkedPayment, PayByLinkBody } from '#api/contract/sales/payment-links.ts'
import { assertStateOfForm } from '#api/money/invoices/assert-state.ts'
import { assertSoldTo } from '#api/money/invoices/billing-details.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { findPayer, storePayer } from '#api/money/payments/payer.ts'
import { claimOrders, findUserByEmail } from '#api/people/auth/account.ts'
import { recordVerified } from '#api/people/auth/mailed-links/confirm-email.ts'
import { hashNewPassword } from '#api/people/auth/passwords/passwords.ts'
import { Conflict, InvalidInput } from '#api/platform/errors.ts'
import type { Caller } from '#api/platform/http/caller.ts'
import { findStateFaultOfAccount } from '#api/rules/money/indian-address.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import type { User } from '#db/models/people/user.ts'

/** The person who has the link open. */
export interface Payer {
  user: User | null
  browserHash: Buffer | undefined
  caller: Caller
}

interface Identified {
  needs: LinkedPayment['needs']
  /** The account of the order or of its address. */
  account: User | undefined
}

/**
 * Says what is asked before the order can be paid in this browser. Details are asked for an offer's order alone: a billing
 * address that decides the tax. Whoever opens the mail about their own order proves its address by that; an offer's link proves
 * none, because an admin may have passed it on by other means than mail.
 * @param order from findUnfinished, unpaid @throws Conflict order_paid
 */
export async function identify(
  db: Knex,
  order: Order,
  { user, browserHash, caller }: Payer,
): Promise<Identified> {
  const account = order.user ?? (await findUserByEmail(db, order.buyer.email))
  const payer = await findPayer(db, order, browserHash)
  // Somebody else may have registered with the same e-mail since.
  const isOthers = account !== undefined && account.id !== order.userId
  const isOwn =
    (browserHash !== undefined && !isOthers && order.browserHash?.equals(browserHash)) ||
    (account !== undefined && account.id === user?.id)
  const isOfOffer = order.offerId !== null
  if (isOwn && !isOfOffer && !account?.emailVerifiedAt) await proveAddress(db, order, account, caller)
  const isKnown = isOwn || account?.emailVerifiedAt || payer?.passwordHash
  if (!isKnown) return { needs: isOfOffer ? 'account' : 'password', account }
  const buyer = payer?.buyer ?? order.buyer
  const isClear =
    !isOfOffer || (buyer.country !== '' && !findStateFaultOfAccount(brand, omitPlaceholders(buyer)))
  return { needs: isClear ? 'nothing' : 'details', account }
}

async function proveAddress(
  db: Knex,
  order: Order,
  account: User | undefined,
  caller: Caller,
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockUnpaid(trx, order)
    if (!account) return await verifyRegistration(trx, order)
    await account.$query(trx).patch({ emailVerifiedAt: new Date() })
    await recordVerified(trx, account.id, caller)
    await claimOrders(trx, account)
  })
}

/** Locks the order, so that no payment creates the account between a check and a change. @throws Conflict order_paid */
async function lockUnpaid(trx: Knex.Transaction, { id }: Order): Promise<Order> {
  const order = await Order.query(trx).findById(id).forUpdate().throwIfNotFound()
  if (!PAYMENT_STATUS[order.paymentStatus].isUnpaid)
    throw new Conflict('order_paid', 'This order is already paid')
  return order
}

async function verifyRegistration(trx: Knex.Transaction, { registrationId }: Order): Promise<void> {
  await Registration.query(trx)
    .findById(registrationId ?? 0)
    .patch({ emailVerifiedAt: new Date() })
}

/**
 * Stores what {@link identify} asks for, for this browser alone. Ignores what it does not ask for.
 * @throws InvalidInput for what is missing or wrong; as {@link identify} does
 */
export async function storeAnswers(
  { db, env }: PaymentServices,
  order: Order,
  { newPassword, details }: PayByLinkBody,
  payer: Payer & { browserHash: Buffer },
): Promise<void> {
  const { needs, account } = await identify(db, order, payer)
  if (needs === 'nothing') return
  if (needs !== 'password') {
    if (!details) throw new InvalidInput('details', 'Please fill in your details')
    assertStateOfForm(details, 'details.state')
    assertSoldTo(details.country, order.currency, 'details.country')
  }
  if (needs !== 'details' && !newPassword) throw new InvalidInput('newPassword', 'Please choose a password')
  const passwordHash =
    needs !== 'details' && newPassword
      ? await hashNewPassword(newPassword, 'newPassword', { env, owner: account })
      : undefined
  await db.transaction(async (trx) => {
    const locked = await lockUnpaid(trx, order)
    const { reference, ...person } = details ?? {}
    await storePayer(trx, locked, {
      browserHash: payer.browserHash,
      ...(passwordHash && { passwordHash }),
      ...(needs !== 'password' && {
        buyer: pickBuyer({ ...locked.buyer, ...person, email: locked.buyer.email }),
        reference: reference || null,
      }),
    })
    if (needs === 'password' && !account) await verifyRegistration(trx, locked)
  })
}
