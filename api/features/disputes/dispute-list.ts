import type { Knex } from 'knex'
import { Dispute } from '../../../db/models/payment.ts'
import { type DISPUTE_SORTS, type DisputeListQuery, Dispute as WireDispute } from '../../contract/payments.ts'
import { toWire } from '../../http/to-wire.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { toPatterns } from '../../lists/search.ts'
import { money, toDecimal } from '../../rules/money/money.ts'

const SORTS: SortExpressions<(typeof DISPUTE_SORTS)[number]> = {
  respondBy: ['disputes.respond_by', 'disputes.id'],
  openedAt: ['disputes.opened_at', 'disputes.id'],
}
const IS_OPEN = `disputes.status IN ('open', 'under_review')`
const STATES: Readonly<Record<NonNullable<DisputeListQuery['state']>, string>> = {
  unanswered: `disputes.status = 'open'`,
  open: IS_OPEN,
  ended: `NOT ${IS_OPEN}`,
}
const ORDER_OF = `SELECT order_id FROM payments WHERE payments.id = disputes.payment_id`
const SEARCHED = `concat_ws(' ', '', provider_dispute_id, provider_payment_id,
  (SELECT invoice_number FROM orders WHERE orders.id = (${ORDER_OF})))`

export async function listDisputes(db: Knex, list: DisputeListQuery): Promise<Page<WireDispute>> {
  const query = Dispute.query(db).withGraphFetched('payment.order')
  if (list.state) query.whereRaw(STATES[list.state])
  if (list.orderId) query.whereRaw(`(${ORDER_OF}) = ?`, list.orderId)
  for (const pattern of toPatterns(list.q)) query.whereRaw(`${SEARCHED} ILIKE ?`, pattern)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireDispute), total }
}

/** Counts the disputes that an admin should answer. */
export async function countOpenDisputes(db: Knex): Promise<number> {
  return await Dispute.query(db).whereRaw(STATES.unanswered).resultSize()
}

const toWireDispute = (dispute: Dispute): WireDispute =>
  toWire(WireDispute, {
    ...dispute,
    amount: toDecimal(money(dispute.amountCents, dispute.currency)),
    reason: dispute.reasonCode,
    order: dispute.payment?.order ?? null,
  })
