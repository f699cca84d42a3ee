/** Records in the order's history why a payment failed. The order itself does not change. */
import type { Knex } from 'knex'
import { announce } from '#api/orders/order/announce.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'
import type { ProviderPayment } from './gateway.ts'

const LONGEST_TEXT = 300
/** Where a payment stopped, by the provider's name for the step. */
const STEPS: Readonly<Record<string, string>> = {
  payment_initiation: 'when it was started',
  payment_authentication: 'while the bank checked who pays',
  payment_authorization: 'when the bank was asked to pay',
  payment_capture: 'when the money was to be taken',
}

/** Adds one entry per failed payment, however often the provider reports it. @param order locked */
export async function recordFailedPayment(
  trx: Knex.Transaction,
  order: Order,
  payment: ProviderPayment,
): Promise<void> {
  if (order.isErased) return
  const begin = `Payment ${payment.id} failed`
  const known = await OrderEvent.query(trx)
    .findOne({ orderId: order.id, kind: 'note', actorKind: 'provider' })
    .whereRaw('starts_with(note, ?)', begin)
  if (known) return
  const note = `${begin}${describeFailure(payment.failure)}`
  await announce(trx, order.id, { type: 'payment_failed', history: { actorKind: 'provider', note } })
}

/** @example ' when the bank was asked to pay: Your card was declined. (card_declined, BAD_REQUEST_ERROR)' */
export function describeFailure(failure: ProviderPayment['failure']): string {
  if (!failure) return ': the provider gives no reason'
  const { code, description, step, reason } = failure
  const where = step ? ` ${STEPS[step] ?? `at the step '${step.replaceAll('_', ' ')}'`}` : ''
  const why = description ?? (reason ?? 'no reason given').replaceAll('_', ' ')
  const text = `${where}: ${why} (${[reason, code].filter(Boolean).join(', ')})`
  // PostgreSQL accepts no NUL, and cutting may leave half a surrogate pair.
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
}
