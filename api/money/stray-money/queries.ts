/** Payments that fulfil no order or need an admin's attention. */
import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import { StrayMoney, StrayMoneyListQuery } from '#api/contract/money/payments.ts'
import { selectRefunds, summarizeRefunds, toWireRefund } from '#api/money/refunds/queries.ts'
import { paymentAmount } from '#api/money/refunds/refund.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { toDecimal, zeroOf } from '#api/rules/money/money.ts'
import { PAYMENT_AT_PROVIDER } from '#api/rules/money/payment-at-provider.ts'
import { Payment } from '#db/models/money/payment.ts'
import type { Refund } from '#db/models/money/refund.ts'

/** Must match the indexes of migrations 0014 and 0016 exactly, so that PostgreSQL uses them. */
const STRAY = '(NOT payments.fulfils_order OR payments.flag IS NOT NULL)'

export const strayMoneyList = defineList({
  query: StrayMoneyListQuery,
  row: StrayMoney,
  select: selectStray,
  sorts: {
    createdAt: ['payments.created_at', 'payments.id'],
    amount: ['payments.amount_cents', 'payments.id'],
  },
  filter: (query, { looked }) => {
    query.whereRaw(`looked_at IS ${looked === 'open' ? 'NULL' : 'NOT NULL'}`)
  },
  search: containsWord(`concat_ws(' ', '', payments.provider_payment_id,
  (SELECT invoice_number FROM orders WHERE orders.id = payments.order_id))`),
  toRows: addRefunds,
})

export async function countMoneyToLookAt(db: Knex): Promise<number> {
  return Payment.query(db).whereRaw(STRAY).whereNull('lookedAt').resultSize()
}

export function selectStray(db: Knex): QueryBuilder<Payment, Payment[]> {
  return Payment.query(db).whereRaw(STRAY)
}

export async function addRefunds(payments: Payment[], db: Knex): Promise<StrayMoney[]> {
  const ids = payments.map(({ id }) => id)
  const withPeople = await Payment.fetchGraph(payments, '[order, looker]', { transaction: db })
  const refunds =
    ids.length > 0 ? await selectRefunds(db).whereIn('paymentId', ids).orderBy('refunds.id') : []
  const byPayment = Map.groupBy(refunds, ({ paymentId }) => paymentId)
  return withPeople.map((payment) => toStrayMoney(payment, byPayment.get(payment.id) ?? []))
}

function toStrayMoney(payment: Payment, refunds: Refund[]): StrayMoney {
  const { order = null, looker = null, lookedAt, lookedNote } = payment
  return toWire(StrayMoney, {
    ...payment,
    order,
    amount: toDecimal(paymentAmount(payment)),
    left: toDecimal(
      PAYMENT_AT_PROVIDER[payment.status].isCaptured
        ? summarizeRefunds(paymentAmount(payment), refunds).left
        : zeroOf(paymentAmount(payment)),
    ),
    refunds: refunds.map(toWireRefund),
    looked: lookedAt && { at: lookedAt, by: looker, note: lookedNote },
  })
}
