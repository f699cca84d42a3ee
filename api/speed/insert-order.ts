/**
 * Stores a new order and the first line of its history in one statement, which locks its package as well. Most orders need
 * nothing else and no transaction around it: that is four round trips to PostgreSQL fewer. Without it a purchase reaches
 * 0.08 of a plain transaction at 8 connections, where 0.09 is the floor (docs/performance.md).
 */
import type { Knex } from 'knex'
import { listColumns, nameColumns } from '../../db/columns.ts'
import { Order } from '../../db/models/order.ts'

export type NewOrder = Pick<
  Order,
  | 'packageId'
  | 'userId'
  | 'registrationId'
  | 'buyer'
  | 'acceptedPolicies'
  | 'originalCents'
  | 'discountCents'
  | 'amountCents'
  | 'usdInrRate'
  | 'couponId'
  | 'couponCode'
  | 'receipt'
  | 'providerOrderId'
  | 'browserHash'
  | 'passwordDigest'
  | 'embedOrigin'
>

const INSERT_ORDER = `WITH offer AS (
    SELECT id, name, delivery_days FROM packages
    WHERE id = :packageId AND is_active AND price_cents = :priceCents FOR SHARE
  ), placed AS (
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, registration_id, buyer, accepted_policies,
      original_cents, discount_cents, amount_cents, usd_inr_rate, coupon_id, coupon_code, receipt, provider_order_id,
      browser_hash, password_digest, embed_origin)
    SELECT id, name, delivery_days, :userId::integer, :registrationId::integer, :buyer::jsonb,
      :acceptedPolicies::jsonb, :originalCents::integer, :discountCents::integer, :amountCents::integer,
      :usdInrRate::numeric, :couponId::integer, :couponCode, :receipt, :providerOrderId,
      :browserHash::bytea, :passwordDigest::bytea, :embedOrigin
    FROM offer
    RETURNING ${listColumns(Order.columns)}
  ), history AS (
    INSERT INTO order_events (order_id, kind, to_value, actor_kind, actor_id)
    SELECT id, 'status', status, 'customer', user_id FROM placed
  )
  SELECT ${nameColumns('placed', Order.columns)} FROM placed`

/**
 * @param priceCents the package's price that the order was computed from
 * @returns undefined where no active package has this price any more: nothing is stored then
 */
export async function insertOrder(
  db: Knex,
  { priceCents, buyer, acceptedPolicies, ...order }: NewOrder & { priceCents: number },
): Promise<Order | undefined> {
  const { rows } = await db.raw<{ rows: object[] }>(INSERT_ORDER, {
    ...order,
    priceCents,
    buyer: JSON.stringify(buyer),
    acceptedPolicies: JSON.stringify(acceptedPolicies),
  })
  return rows[0] && Order.fromDatabaseJson(rows[0])
}
