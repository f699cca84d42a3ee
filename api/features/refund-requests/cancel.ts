import type { Services } from '../../app-type.ts'
import { Conflict } from '../../base/errors.ts'
import { canCancel, isLive } from '../../rules/order-work/refund-request.ts'
import { FULL_REFUND_HOURS } from '../../rules/promises.ts'
import { lockOwnOrder } from '../deliveries/acceptance.ts'
import { setOrderStatus } from '../orders/order-status.ts'
import { refundOrder } from '../refunds/refund.ts'
import { by, insertRequest, type OfCustomer } from './ask.ts'
import { changeRequest, findLast, mailAdmins, mailCustomer, readPolicyFacts } from './change.ts'

/**
 * Cancels an order within the time in which all is given back without a review, and while no work has started.
 * @throws NotFound; Conflict cancel_too_late, in_dispute, already_refunded
 */
export async function cancelInTime({ db, jobs }: Services, own: OfCustomer): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockOwnOrder(trx, own)
    const { id: orderId } = order
    if (!canCancel(await readPolicyFacts(trx, order), new Date())) {
      const message = `It can no longer be cancelled without a review: work has started, or it was paid more than ${FULL_REFUND_HOURS} hours ago. Please ask for a refund.`
      throw new Conflict('cancel_too_late', message)
    }
    const cause = by(own.actor)
    const refunds = order.isFree
      ? []
      : await refundOrder(jobs, trx, orderId, {
          ...{ amount: undefined, reason: 'cancelled_in_time', by: cause },
        })
    const last = await findLast(trx, orderId)
    const request =
      last && isLive(last.state)
        ? last
        : await insertRequest(trx, order, {
            ...{
              authorId: own.actor.id,
              reason: '',
              askedCents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0),
            },
          })
    const event = { ...cause, note: 'Cancelled in time, before work started' }
    const fields = { state: 'cancelled', refundId: refunds[0]?.id ?? null } as const
    await changeRequest(trx, order, request, fields, event)
    await setOrderStatus(jobs, trx, order, 'cancelled', event)
    await mailCustomer(jobs, trx, request, 'cancelled')
    await mailAdmins(jobs, trx, request)
  })
}
