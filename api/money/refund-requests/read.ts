import type { Knex } from 'knex'
import { OrderRefundRequest, type RefundOffer } from '#api/contract/money/refund-requests.ts'
import { areDisputed } from '#api/money/refunds/refund.ts'
import { getJoinedOrder } from '#api/orders/order/order-role.ts'
import { NotFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import {
  findRefundCase,
  listCustomerActs,
  listRefundItems,
  REFUND_REQUEST_STATE,
} from '#api/rules/order-work/refund-request.ts'
import { hasPayment, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { FULL_REFUND_HOURS } from '#api/rules/promises.ts'
import type { Offer, RefundRequest } from '#db/models/money/refund-request.ts'
import { findLast, readMoney, readPolicyFacts, readStages } from './change.ts'

/** @throws NotFound for anyone but the order's customer and admins */
export async function getOrderRefundRequest(
  db: Knex,
  orderId: number,
  userId: number,
): Promise<OrderRefundRequest> {
  const order = await getJoinedOrder(db, orderId, userId)
  if (order.role === 'staff' || PAYMENT_STATUS[order.paymentStatus].isUnpaid) throw new NotFound('Order')
  const gives = findRefundCase(await readPolicyFacts(db, order), new Date())
  const { payments, paid, left } = await readMoney(db, orderId)
  const request = await findLast(db, orderId)
  const asked = request && REFUND_REQUEST_STATE[request.state]
  const isFree = !asked?.isLive && !asked?.isDeclined
  const cancelBy = new Date((order.paidAt?.getTime() ?? 0) + FULL_REFUND_HOURS * 3_600_000)
  return toWire(OrderRefundRequest, {
    gives,
    cancelBy: gives === 'cancel' ? cancelBy : null,
    canAsk: gives !== 'cancel' && hasPayment(order) && left.minor > 0 && isFree,
    paid: toDecimal(paid),
    left: toDecimal(left),
    currency: left.currency,
    isDisputed: await areDisputed(db, payments),
    request: request ? showRequest(request) : null,
  })
}

function showRequest(request: RefundRequest) {
  const { offer } = request
  return {
    ...request,
    asked: toDecimal(money(request.askedCents, request.currency)),
    at: request.createdAt,
    dueBy: request.dueAt,
    offer: offer && showOffer(offer, request),
    acts: listCustomerActs(request, new Date()),
  }
}

function showOffer(offer: Offer, { currency, askedCents }: RefundRequest): RefundOffer {
  const amount = money(offer.amountCents, currency)
  const items = listRefundItems(readStages(offer, currency), amount, money(askedCents, currency))
  return {
    amount: toDecimal(amount),
    items: items.map((item) => ({ ...item, amount: toDecimal(item.amount) })),
  }
}
