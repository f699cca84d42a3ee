/** Removes credentials once their work is over, and re-encrypts the rest with the newest key. */
import type { Knex } from 'knex'
import { announce } from '#api/orders/order/announce.ts'
import { HAS_PAYMENT, IN_WORK } from '#api/orders/order/delivery.ts'
import type { Services } from '#api/platform/app-type.ts'
import { fingerprintKeys } from '#api/platform/http/sealed-secret.ts'
import { WORK_STATE } from '#api/rules/order-work/work-state.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { OrderCredentials } from '#db/models/orders/credentials.ts'
import { Order } from '#db/models/orders/order.ts'
import { openCredentials, sealCredentials } from './credentials.ts'

const AT_ONCE = 500
const IS_YOUNG = `created_at > now() - interval '${UNDO_SECONDS} seconds'`

/** SQL: the work on a row of `orders` is over, and the step that ended it can no longer be undone. */
const IS_OVER = `((${IN_WORK} OR ${HAS_PAYMENT} AND orders.work_state IN (${listStatuses(WORK_STATE, 'isWarranty')})) IS NOT TRUE
  AND NOT EXISTS (SELECT FROM order_events e WHERE e.order_id = orders.id AND e.kind <> 'note' AND e.${IS_YOUNG})
  AND NOT EXISTS (SELECT FROM deliveries d WHERE d.order_id = orders.id AND d.${IS_YOUNG}))`

/** Removes an order's credentials. Does nothing while the order is in work, or its closing can still be undone. */
export async function removeCredentials(db: Knex, orderId: number): Promise<void> {
  await db.transaction(async (trx) => {
    await Order.query(trx).findById(orderId).forUpdate().select('id')
    // Reads again under the lock, because the end may have been undone.
    const order = await Order.query(trx).findById(orderId).whereRaw(IS_OVER).select('id')
    if (!order || (await OrderCredentials.query(trx).where({ orderId }).delete()) === 0) return
    const history = { actorKind: 'system', note: 'Credentials removed' } as const
    await announce(trx, orderId, { type: 'credentials_changed', history })
  })
}

/**
 * Runs every minute: removes what an outage left behind, and re-encrypts data so that a former SESSION_SECRET can soon be dropped.
 * @param onError called for an order that failed; the next run tries it again
 */
export async function tidyCredentials(
  { db, env }: Pick<Services, 'db' | 'env'>,
  onError: (error: unknown, orderId: number) => void,
): Promise<void> {
  const over = await Order.query(db)
    .whereExists(OrderCredentials.query(db).whereColumn('order_credentials.orderId', 'orders.id'))
    .whereRaw(IS_OVER)
    .select('id')
    .orderBy('id')
  for (const { id } of over) {
    await removeCredentials(db, id).catch((error: unknown) => onError(error, id))
  }
  await sealAnew({ db, env })
}

async function sealAnew({ db, env }: Pick<Services, 'db' | 'env'>): Promise<void> {
  const [, ...former] = fingerprintKeys(env)
  const old = await OrderCredentials.query(db).whereIn('keyId', former).orderBy('createdAt').limit(AT_ONCE)
  for (const credentials of old) {
    const data = openCredentials(env, credentials)
    if (!data) continue
    await OrderCredentials.query(db)
      .where({ id: credentials.id, keyId: credentials.keyId })
      .patch(sealCredentials(env, credentials, data))
  }
}

/** Counts credentials: `all`, `old` (encrypted with a former SESSION_SECRET), and `lost` (no known secret decrypts it). */
export async function countCredentials(db: Knex, keys: readonly string[]) {
  const [newest = '', ...former] = keys
  const stored = await OrderCredentials.query(db).select('keyId')
  const old = stored.filter(({ keyId }) => former.includes(keyId)).length
  const readable = old + stored.filter(({ keyId }) => keyId === newest).length
  return { all: stored.length, old, lost: stored.length - readable }
}
