import type { Knex } from 'knex'
import type { Catalogue } from '#api/catalogue/packages/catalogue.ts'
import type { Package as WirePackage } from '#api/contract/catalogue/catalogue.ts'
import type {
  CustomerOrder,
  OrderInstalment as WireInstalment,
  Order as WireOrder,
} from '#api/contract/orders/orders.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import { money, toDecimal, toRupees } from '#api/rules/money/money.ts'
import { asksAnswers, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { nameColumns, rawPrepared } from '#db/connection/prepared.ts'
import { Order } from '#db/models/orders/order.ts'
import { fillBuyer } from '#db/models/people/buyer.ts'
import type { User } from '#db/models/people/user.ts'
import {
  AWAITS_ANSWERS,
  getPromisedAt,
  NEXT_STEP,
  readTurn,
  TURN_COLUMNS,
  type TurnColumns,
} from './delivery.ts'
import { sumInstalments } from './instalments.ts'

export type OrderRow = Order & Money & Waits
interface Money {
  /** The provider's id of the fulfilling payment, for an order in instalments that of the first; null for a free order. */
  paymentId: string | null
  refundedCents: number
  /** null for an order that is paid at once. */
  instalmentRows: InstalmentRow[] | null
}
/** As read from JSON, so times are strings. */
type InstalmentRow = Omit<WireInstalment, 'amount'> & { amountCents: number }
interface Waits extends TurnColumns {
  awaitsAnswers: boolean
}

/** The columns that responses need. */
const COLUMNS = [
  'id',
  'invoiceNumber',
  'amountCents',
  'originalCents',
  'discountCents',
  'currency',
  'usdInrRate',
  'couponCode',
  'paymentStatus',
  'status',
  'createdAt',
  'paidAt',
  'promisedAt',
  'firstPromisedAt',
  'answersInAt',
  'waitingFor',
  'workState',
  'packageId',
  'packageName',
  'deliveryDays',
  'buyer',
  'reference',
] as const satisfies (keyof Order)[]
type OrderFields = Pick<OrderRow, (typeof COLUMNS)[number] | keyof Money | keyof Waits>

/** SQL: the provider's payment id; for an order in instalments, that of the first instalment. */
const PAYMENT_ID = `(SELECT provider_payment_id FROM payments p
  WHERE p.order_id = orders.id AND p.fulfils_order AND coalesce(p.instalment_position, 1) = 1)`
const REFUNDED_CENTS = `(SELECT coalesce(sum(r.amount_cents), 0) FROM payments p JOIN refunds r ON r.payment_id = p.id
  WHERE p.order_id = orders.id AND p.fulfils_order AND r.status IN (${listStatuses(REFUND_STATUS, 'isBack')}))`

const INSTALMENTS = `CASE WHEN orders.is_in_instalments THEN (SELECT json_agg(json_build_object('position', t.position,
    'label', t.label, 'amountCents', t.amount_cents, 'due', t.due, 'dueAt', t.due_at, 'state', t.state, 'paidAt', t.paid_at,
    'hasInvoice', EXISTS (SELECT FROM invoices i WHERE i.order_id = t.order_id AND i.instalment_position = t.position))
    ORDER BY t.position)
  FROM order_instalments t WHERE t.order_id = orders.id) END AS "instalmentRows"`

type CustomerFields = Pick<CustomerOrder, 'questions' | 'contacts' | 'readyTo'>
const CUSTOMER_FIELDS = `(SELECT json_build_object('asked', count(q.id), 'answered', count(a.question_id),
      'requiredOpen', count(q.id) FILTER (WHERE q.required AND a.question_id IS NULL))
    FROM package_questions q LEFT JOIN order_answers a
      ON a.order_id = orders.id AND a.question_id = q.id AND btrim(a.answer) <> ''
    WHERE q.package_id = orders.package_id AND (q.retired_at IS NULL OR q.only_order_id = orders.id)) AS questions,
  (SELECT coalesce(json_agg(json_build_object('firstName', s.first_name, 'lastName', s.last_name, 'role', s.job_title)
      ORDER BY a.assigned_at, a.id), '[]')
    FROM staff_assignments a JOIN users s ON s.id = a.staff_id
    WHERE a.order_id = orders.id AND s.is_staff AND s.disabled_at IS NULL) AS contacts,
  ${NEXT_STEP} AS "readyTo"`

/** Joins the values of PAYMENT_ID and REFUNDED_CENTS for all orders at once; subqueries per order take a tenth longer. */
const CUSTOMER_ORDERS = `SELECT ${nameColumns('orders', COLUMNS)}, ${CUSTOMER_FIELDS}, ${TURN_COLUMNS}, ${INSTALMENTS},
    paid.payment_id AS "paymentId", coalesce(paid.refunded_cents, 0) AS "refundedCents"
  FROM orders LEFT JOIN (
    SELECT p.order_id, sum(r.amount_cents) AS refunded_cents,
      max(p.provider_payment_id) FILTER (WHERE coalesce(p.instalment_position, 1) = 1) AS payment_id
    FROM orders o JOIN payments p ON p.order_id = o.id AND p.fulfils_order
      LEFT JOIN refunds r ON r.payment_id = p.id AND r.status IN (${listStatuses(REFUND_STATUS, 'isBack')})
    WHERE o.user_id = ? GROUP BY p.order_id) paid ON paid.order_id = orders.id
  WHERE orders.user_id = ? AND orders.payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')})
  ORDER BY orders.created_at DESC, orders.id DESC`

export async function getInvoiceNumber(db: Knex, orderId: number): Promise<string> {
  const { invoiceNumber } = await Order.query(db).findById(orderId).select('invoiceNumber').throwIfNotFound()
  return invoiceNumber
}

export function selectOrders(db: Knex) {
  return Order.query(db).select(
    'orders.*',
    db.raw(`${PAYMENT_ID} AS payment_id`),
    db.raw(`${REFUNDED_CENTS} AS refunded_cents, ${INSTALMENTS}`),
    db.raw(`${AWAITS_ANSWERS} AS awaits_answers, ${TURN_COLUMNS}`),
  )
}

export async function getCustomerFields(db: Knex, orderId: number): Promise<CustomerFields> {
  return Order.query(db)
    .findById(orderId)
    .select(db.raw(CUSTOMER_FIELDS))
    .throwIfNotFound()
    .castTo<CustomerFields>()
}

export function toWireOrder(row: OrderFields, pkg: WirePackage): WireOrder {
  return { ...toWireFields(row), package: pkg }
}

export function toWireFields(row: OrderFields): Omit<WireOrder, 'package'> {
  const decimal = (minor: number) => toDecimal(money(minor, row.currency))
  return {
    id: row.id,
    invoiceNumber: row.invoiceNumber,
    amount: decimal(row.amountCents),
    originalAmount: decimal(row.originalCents),
    discountAmount: decimal(row.discountCents),
    refundedAmount: decimal(Number(row.refundedCents)),
    ...(row.instalmentRows && toWireInstalments(row.instalmentRows, row.currency)),
    currency: row.currency,
    amountInr: toRupees(money(row.amountCents, row.currency), row.usdInrRate),
    usdInrRate: row.usdInrRate,
    couponCode: row.couponCode,
    paymentId: row.paymentId,
    paymentStatus: row.paymentStatus,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    packageId: row.packageId,
    packageName: row.packageName,
    deliveryDays: row.deliveryDays,
    promisedBy: getPromisedAt(row)?.toISOString() ?? null,
    firstPromisedBy: row.firstPromisedAt?.toISOString() ?? null,
    awaitsAnswers: row.awaitsAnswers,
    waitsFor: row.waitingFor,
    turn: readTurn(row),
    blockedBy: row.blockedBy,
    workState: row.workState,
    buyer: row.buyer,
    reference: row.reference,
  }
}

function toWireInstalments(instalments: readonly InstalmentRow[], currency: string) {
  const decimal = (minor: number) => toDecimal(money(minor, currency))
  const iso = (moment: string | null) => moment && new Date(moment).toISOString()
  return {
    ...sumInstalments(instalments, currency),
    instalments: instalments.map(({ amountCents, ...instalment }) => ({
      ...instalment,
      amount: decimal(amountCents),
      dueAt: iso(instalment.dueAt),
      paidAt: iso(instalment.paidAt),
    })),
  }
}

/**
 * Reads a customer's paid orders, newest first, each with its package, in one statement.
 * @returns the JSON of `CustomerOrder[]`, with packages from the catalogue's cache of serialised ones
 */
export async function writeCustomerOrders(
  { db, catalogue }: { db: Knex; catalogue: Catalogue },
  user: User,
): Promise<Buffer> {
  type Row = OrderFields & CustomerFields
  const values = [user.id, user.id]
  const { rows } = await rawPrepared<{ rows: Row[] }>(db, 'customer_orders', CUSTOMER_ORDERS, values)
  const packages = await catalogue.writePackages(rows.map(({ packageId }) => packageId))
  const account = JSON.stringify(toWireUser(user))
  const orders = rows.flatMap((row, index) => {
    const { questions, contacts, readyTo } = row
    // Raw rows skip the model's parsing, so this fills the buyer's fields.
    row.buyer = fillBuyer(row.buyer)
    // Equals AWAITS_ANSWERS, computed from counts at hand: selecting it too took a fifth of the statement's time.
    row.awaitsAnswers = asksAnswers(row) && row.answersInAt === null && questions.requiredOpen > 0
    const fields = JSON.stringify({ ...toWireFields(row), questions, contacts, readyTo })
    const start = `${index > 0 ? ',' : ''}${fields.slice(0, -1)},"user":${account},"package":`
    return [Buffer.from(start), packages[index] as Buffer, Buffer.from('}')]
  })
  return Buffer.concat([Buffer.from('['), ...orders, Buffer.from(']')])
}
