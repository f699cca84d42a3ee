/** Disputes with their deadlines, for admins. */
import type { Knex } from 'knex'
import { DisputeListQuery, Dispute as WireDispute } from '#api/contract/money/payments.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { DISPUTE_STATUS } from '#api/rules/money/disputes.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Dispute } from '#db/models/money/dispute.ts'

const IS_OPEN = `disputes.status IN (${listStatuses(DISPUTE_STATUS, 'isOpen')})`
const STATES: Readonly<Record<NonNullable<DisputeListQuery['state']>, string>> = {
  unanswered: `disputes.status IN (${listStatuses(DISPUTE_STATUS, 'awaitsAnswer')})`,
  open: IS_OPEN,
  ended: `NOT ${IS_OPEN}`,
}
const ORDER_OF = `SELECT order_id FROM payments WHERE payments.id = disputes.payment_id`

export const disputeList = defineList({
  query: DisputeListQuery,
  row: WireDispute,
  select: (db) => Dispute.query(db).withGraphFetched('payment.order'),
  sorts: {
    respondBy: [`NOT ${STATES.unanswered}`, 'disputes.respond_by', 'disputes.id'],
    openedAt: ['disputes.opened_at', 'disputes.id'],
  },
  filter: (query, { state, orderId }) => {
    if (state) query.whereRaw(STATES[state])
    if (orderId) query.whereRaw(`(${ORDER_OF}) = ?`, orderId)
  },
  search: containsWord(`concat_ws(' ', '', provider_dispute_id, provider_payment_id,
  (SELECT invoice_number FROM orders WHERE orders.id = (${ORDER_OF})))`),
  toRow: (dispute) =>
    toWire(WireDispute, {
      ...dispute,
      amount: toDecimal(money(dispute.amountCents, dispute.currency)),
      reason: dispute.reasonCode,
      order: dispute.payment?.order ?? null,
    }),
})

/** Counts the disputes that wait for an admin's answer. */
export async function countOpenDisputes(db: Knex): Promise<number> {
  return await Dispute.query(db).whereRaw(STATES.unanswered).resultSize()
}
