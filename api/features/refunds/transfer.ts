/** Records that the shop gave money back by a bank transfer, because the provider did not. */
import { Refund } from '../../../db/models/payment.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, getFound } from '../../base/errors.ts'
import type { Refund as WireRefund } from '../../contract/payments.ts'
import type { StoreResponse } from '../../http/idempotency.ts'
import type { Actor } from '../../plugins/guards.ts'
import { least, subtract } from '../../rules/money/money.ts'
import { amountOf, lockPayment, refuseWhileDisputed, sumRefunds } from './refund.ts'
import { recordRefund } from './refund-list.ts'
import { bookRefund } from './refund-state.ts'

interface Transferred {
  /** The refund that has failed. */
  refundId: number
  reference: string
  admin: Actor
  storeResponse: StoreResponse<WireRefund> | undefined
}

/**
 * Books the sum that is missing as a refund of its own, beside the one that has failed.
 * @throws NotFound; Conflict refund_not_failed, already_refunded, in_dispute
 */
export async function recordTransfer(
  { db, jobs }: Services,
  { refundId, reference, admin, storeResponse }: Transferred,
): Promise<WireRefund> {
  const { paymentId } = await getFound(Refund.query(db).findById(refundId).select('paymentId'), 'Refund')
  return await db.transaction(async (trx) => {
    const payment = await lockPayment(trx, paymentId)
    await admin.holdRight(trx)
    await refuseWhileDisputed(trx, paymentId)
    const last = await Refund.query(trx).where({ paymentId }).orderBy('id', 'desc').first()
    if (last?.id !== refundId || last.status !== 'failed') {
      const message = 'Only what the payment provider has refused last is given back by a bank transfer'
      throw new Conflict('refund_not_failed', message)
    }
    const left = subtract(amountOf(payment), await sumRefunds(trx, payment, 'asked'))
    if (left.minor <= 0) throw new Conflict('already_refunded', 'All of this payment has gone back')
    const { minor: amountCents, currency } = least(amountOf(last), left)
    const refund = await Refund.query(trx)
      .insert({
        ...{ paymentId, amountCents, currency, reason: last.reason, bankReference: reference },
        ...{ status: 'processed', processedAt: new Date(), requestedBy: admin.id },
      })
      .returning('*')
    await bookRefund(jobs, trx, payment, refund)
    const response = await recordRefund(trx, refund.id, admin.id)
    await storeResponse?.(trx, response)
    return response
  })
}
