/** Opens the payment of an accepted offer. Only now is an order opened at the provider. */

import type { Knex } from 'knex'
import { brand } from '#api/content/content.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { OpenedOffer, PayOfferBody } from '#api/contract/sales/offers.ts'
import { assertStateOfForm } from '#api/money/invoices/assert-state.ts'
import { assertSoldTo } from '#api/money/invoices/billing-details.ts'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { findPayer, storePayer } from '#api/money/payments/payer.ts'
import { findUnfinished } from '#api/money/payments/unfinished-order.ts'
import { findUserByEmail } from '#api/people/auth/account.ts'
import { hashNewPassword } from '#api/people/auth/passwords/passwords.ts'
import { Conflict, InvalidInput } from '#api/platform/errors.ts'
import { findStateFaultOfAccount } from '#api/rules/money/indian-address.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { openAgain } from '#api/sales/checkout/resume.ts'
import { Order } from '#db/models/orders/order.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import type { User } from '#db/models/people/user.ts'
import { findOfferByToken } from './offer.ts'

type Needs = NonNullable<OpenedOffer['order']>['needs']

/** The person who has the link open. */
export interface OfferVisitor {
  user: User | null
  browserHash: Buffer | undefined
}

/**
 * @returns what is missing before the order can be paid in this browser. `details`: a billing address that decides the tax.
 *   `account`: a password too, because the order's e-mail has no verified account, and the visitor is not signed in with it
 */
export async function findNeeds(db: Knex, order: Order, { user, browserHash }: OfferVisitor): Promise<Needs> {
  const { userId } = order
  const payer = await findPayer(db, order, browserHash)
  const buyer = payer?.buyer ?? order.buyer
  const account = userId === null ? await findUserByEmail(db, buyer.email) : undefined
  const isKnown =
    userId !== null ||
    (account && (account.emailVerifiedAt !== null || account.id === user?.id)) ||
    typeof payer?.passwordHash === 'string'
  if (!isKnown) return 'account'
  const isClear = buyer.country !== '' && !findStateFaultOfAccount(brand, omitPlaceholders(buyer))
  return isClear ? 'nothing' : 'details'
}

/**
 * @throws InvalidInput; Conflict offer_not_accepted, order_paid, order_given_up, below_minimum, currency_unavailable;
 *   Unavailable; as {@link findOfferByToken} does
 */
export async function payOffer(
  services: PaymentServices,
  { token, details }: PayOfferBody,
  visitor: OfferVisitor & { browserHash: Buffer },
): Promise<CreateOrderResponse> {
  const { db } = services
  const { offer } = await findOfferByToken(db, token)
  const { order } = offer
  if (!order) throw new Conflict('offer_not_accepted', 'Please accept the offer first')
  assertUnpaid(order)
  await storeDetails(db, order, details, visitor)
  const current = await findUnfinished(db, order.id)
  return openAgain(services, current ?? order, visitor.browserHash)
}

function assertUnpaid({ paymentStatus, status, isErased }: Order): void {
  if (paymentStatus !== 'unpaid') throw new Conflict('order_paid', 'This order is already paid')
  if (!ORDER_STATUS[status].isPayable || isErased)
    throw new Conflict('order_given_up', 'It was not paid in time. Please ask us for the offer again.')
}

async function lockUnpaid(trx: Knex.Transaction, { id }: Order): Promise<Order> {
  const order = await Order.query(trx).findById(id).forUpdate().throwIfNotFound()
  assertUnpaid(order)
  return order
}

/** Stores the details that {@link findNeeds} asks for, for this browser. Ignores them if nothing is missing. @throws InvalidInput */
async function storeDetails(
  db: Knex,
  order: Order,
  details: PayOfferBody['details'],
  visitor: OfferVisitor & { browserHash: Buffer },
): Promise<void> {
  const needs = await findNeeds(db, order, visitor)
  if (needs === 'nothing') return
  if (!details) throw new InvalidInput('details', 'Please fill in your details')
  const { password, reference, ...person } = details
  if (needs === 'account' && !password) throw new InvalidInput('details.password', 'Please choose a password')
  assertStateOfForm(details, 'details.state')
  assertSoldTo(details.country, order.currency, 'details.country')
  const passwordHash =
    needs === 'account' && password ? await hashNewPassword(password, 'details.password') : undefined
  await db.transaction(async (trx) => {
    const locked = await lockUnpaid(trx, order)
    await storePayer(trx, locked, {
      browserHash: visitor.browserHash,
      ...(passwordHash && { passwordHash }),
      buyer: pickBuyer({ ...locked.buyer, ...person, email: locked.buyer.email }),
      reference: reference || null,
    })
  })
}
