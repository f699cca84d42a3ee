import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import type { Services } from '../../app-type.ts'
import { queueMailOnceAnHour } from '../mail/outbox.ts'

/** Mails the buyer of an unpaid order a link back to it. The order itself does not change. */
export async function notifyOfFailedPayment(
  { db, jobs }: Pick<Services, 'jobs'> & { db: Knex },
  orderId: number,
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await Order.query(trx).findById(orderId).where({ paymentStatus: 'unpaid' }).forUpdate()
    if (order) await queueMailOnceAnHour({ jobs }, trx, 'payment_failed', { orderId })
  })
}
