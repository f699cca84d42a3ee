/** Records in the order's history why a payment failed. The order itself does not change. */
import type { Knex } from 'knex'
import { announce } from '#api/orders/order/announce.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'
import type { ProviderPayment } from './gateway.ts'

const LONGEST_TEXT = 300
const DECLINED_BY_BANK = 'payment_authorization'
/** Where a payment stopped, by the provider's name for the step. */
const STEPS: Readonly<Record<string, string>> = {
  payment_initiation: 'when it was started',
  payment_authentication: 'while the bank checked who pays',
  [DECLINED_BY_BANK]: 'when the bank was asked',
  payment_capture: 'when the money was to be taken',
}

/** Adds one entry per failed payment, however often the provider reports it. @param order locked */
export async function recordFailedPayment(
  trx: Knex.Transaction,
  order: Order,
  payment: ProviderPayment,
): Promise<void> {
  if (order.isErased) return
  const begins = [`Payment ${payment.id} failed`, `Bank declined payment ${payment.id}`]
  const known = await OrderEvent.query(trx)
    .findOne({ orderId: order.id, kind: 'note', actorKind: 'provider' })
    .whereRaw('(starts_with(note, ?) OR starts_with(note, ?))', begins)
  if (known) return
  const note = describeFailure(payment)
  await announce(trx, order.id, { type: 'payment_failed', history: { actorKind: 'provider', note } })
}

/**
 * The provider's description of a decline by the bank is advice to the buyer, so its codes stand alone.
 * @example 'Bank declined payment pay_1 (card_declined, BAD_REQUEST_ERROR)'
 */
export function describeFailure({ id, failure }: Pick<ProviderPayment, 'id' | 'failure'>): string {
  if (!failure) return `Payment ${id} failed: the provider gives no reason`
  const { code, description, step, reason } = failure
  const codes = `(${[reason, code].filter(Boolean).join(', ')})`
  const where = step ? ` ${STEPS[step] ?? `at the step '${step.replaceAll('_', ' ')}'`}` : ''
  const why = description ?? (reason ?? 'no reason given').replaceAll('_', ' ')
  const text =
    step === DECLINED_BY_BANK && reason
      ? `Bank declined payment ${id} ${codes}`
      : `Payment ${id} failed${where}: ${why} ${codes}`
  // PostgreSQL accepts no NUL, and cutting may leave half a surrogate pair.
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
}
