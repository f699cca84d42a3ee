/** Buying the same package again: the page asks first, and two tabs share one order (docs/product/shop.md, How a purchase ends). */

import type { Knex } from 'knex'
import { raw } from 'objection'
import { HAS_PAYMENT } from '#api/orders/order/delivery.ts'
import { verifyPassword } from '#api/people/auth/passwords/passwords.ts'
import { Conflict } from '#api/platform/errors.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { UNPAID_ORDER_MINUTES } from '#api/rules/periods.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import type { Buyer } from './identify-buyer.ts'

/** Older unpaid orders are not shared, because they may be cancelled during the payment. */
const SHARED_FOR_MINUTES = UNPAID_ORDER_MINUTES - 5

/**
 * Only for a signed-in buyer or one with the right password, so that nobody learns what another person has bought.
 * @throws Conflict bought_before if this account has paid for the package within a day
 */
export async function askIfBought(db: Knex, packageId: number, { account }: Buyer): Promise<void> {
  if (!account) return
  const bought = await Order.query(db)
    .where({ packageId, userId: account.id })
    .whereRaw(HAS_PAYMENT)
    .whereNotIn('status', statusesThat(ORDER_STATUS, 'isCancelled'))
    .whereRaw(`paid_at > now() - interval '1 day'`)
    .orderBy('paidAt', 'desc')
    .select('invoiceNumber', raw('floor(extract(epoch FROM now() - paid_at) / 60)::int').as('minutes'))
    .first()
    .castTo<{ invoiceNumber: string; minutes: number } | undefined>()
  if (!bought) return
  const { invoiceNumber, minutes } = bought
  throw new Conflict('bought_before', `You bought this ${ago(minutes)} (${invoiceNumber}). Buy it again?`)
}

function ago(minutes: number): string {
  if (minutes < 1) return 'just now'
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Serialises calls for the same package and buyer. Take it before any lock on orders. */
export async function lockPurchase(trx: Knex.Transaction, packageId: number, email: string): Promise<void> {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 2))', [
    `${packageId} ${email.toLowerCase()}`,
  ])
}

type Terms = Pick<Order, 'packageId' | 'userId' | 'buyer' | 'provider' | 'embedOrigin' | 'couponCode'> &
  Pick<Order, 'amountCents' | 'currency' | 'reference' | 'isInInstalments'> & { browserHash: Buffer }

/** @returns the same buyer's unpaid order on the same terms, placed by another tab */
export async function findSharedOrder(
  trx: Knex.Transaction,
  { browserHash, buyer: snapshot, ...terms }: Terms,
  password: string | undefined,
): Promise<Order | undefined> {
  const shared = await Order.query(trx)
    .where(terms)
    .whereIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
    .whereIn('status', statusesThat(ORDER_STATUS, 'isPayable'))
    .whereNotNull('providerOrderId')
    .whereRaw('buyer = ?::jsonb', [JSON.stringify(snapshot)])
    .whereRaw('created_at > now() - make_interval(mins => ?)', [SHARED_FOR_MINUTES])
    // A signed-in buyer is known by their account, a form by its browser.
    .where((mine) =>
      password === undefined
        ? mine.whereNull('passwordDigest').whereNotNull('userId')
        : mine.where({ browserHash }),
    )
    .orderBy('id', 'desc')
    .first()
  if (!shared || password === undefined || shared.userId !== null) return shared
  const form = await Registration.query(trx).findOne({ id: shared.registrationId })
  return form?.passwordHash && (await verifyPassword(form.passwordHash, password)) ? shared : undefined
}
