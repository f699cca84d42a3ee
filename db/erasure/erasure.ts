/**
 * Erases a customer's personal data, and keeps what bookkeeping needs (docs/product/account.md, Erasure). It is in `db/`, because
 * restoring a backup also erases.
 */

import type { Knex } from 'knex'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { OrderPayer } from '#db/models/money/order-payer.ts'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { PERSONAL_DATA } from '#db/personal-data/registry.ts'

/** SQL: all e-mail addresses that the account has had. */
const FIND_EMAILS = `SELECT DISTINCT lower(email) AS email FROM (
    SELECT email FROM users WHERE id = :userId
    UNION SELECT email FROM registrations WHERE user_id = :userId
    UNION SELECT buyer ->> 'email' FROM orders WHERE user_id = :userId
    UNION SELECT unnest(ARRAY[change ->> 'from', change ->> 'to'])
      FROM audit_log JOIN audit_details ON audit_details.audit_id = audit_log.id
      CROSS JOIN LATERAL jsonb_array_elements(audit_details.changes) AS changes (change)
      WHERE subject = 'user' AND subject_id = :userId AND change ->> 'field' = 'email'
  ) AS known WHERE email <> ''`

/**
 * SQL: assigns unpaid orders with the same e-mail to the customer, if the address is verified or the order came from the customer's
 * browser. Without that check, somebody could register with another person's e-mail and remove that person's orders.
 */
const TAKE_OWN_FORMS = `UPDATE orders SET user_id = :userId
  WHERE user_id IS NULL AND payment_status = 'unpaid' AND lower(buyer ->> 'email') = ANY (:emails)
    AND (:isVerified OR browser_hash IN (SELECT browser_hash FROM orders WHERE user_id = :userId))`

/** Contains no personal data. */
export interface Erasure {
  userId: number
  erasedAt: Date
}

/**
 * Can be called again to remove data that arrived since. Afterwards the customer's unpaid orders belong to the account, and the
 * caller must cancel them.
 */
export async function eraseRows(trx: Knex.Transaction, { userId, erasedAt }: Erasure): Promise<void> {
  const { rows: known } = await trx.raw<{ rows: { email: string }[] }>(FIND_EMAILS, { userId })
  const emails = known.map(({ email }) => email)
  const user = await User.query(trx).findById(userId).throwIfNotFound()
  const isVerified = user.emailVerifiedAt !== null
  await trx.raw(TAKE_OWN_FORMS, { userId, emails, isVerified })
  const orders = await Order.query(trx).where({ userId }).select('id', 'providerOrderId')
  const orderIds = orders.map(({ id }) => id)
  const instalments = await OrderInstalment.query(trx).whereIn('orderId', orderIds).select('providerOrderId')
  const payers = await OrderPayer.query(trx).whereIn('orderId', orderIds).select('providerOrderId')
  const named = [
    ...[...orders, ...instalments, ...payers].flatMap(({ providerOrderId }) => providerOrderId ?? []),
    ...(isVerified ? emails : []),
  ]
  const patterns = named.map((text) => `%"${text.replaceAll(/[\\%_]/g, '\\$&')}"%`)
  const steps = PERSONAL_DATA.flatMap(({ erase = [] }) => erase)
  for (const step of steps) await trx.raw(step, { userId, erasedAt, emails, isVerified, patterns })
}
