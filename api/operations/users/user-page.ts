/** A person's page for admins, without the lists of their orders, coupons and mails. */
import type { Knex } from 'knex'
import { currencies } from '#api/content/content.ts'
import { UserPage } from '#api/contract/operations/users.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import { listSessions } from '#api/people/auth/sessions/session-store.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Message } from '#db/models/orders/message.ts'
import { PAID_CENTS } from '#db/models/orders/order.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'

/** Most rows of each list. */
const MOST = 20

/** SQL: sums in minor units, one row per currency. Ignores payments that fulfil no order, which are refunded automatically. */
const FIGURES = `SELECT count(*)::integer AS orders, coalesce(sum(${PAID_CENTS}), 0)::bigint::text AS paid,
    coalesce(sum((SELECT sum(refunds.amount_cents) FROM refunds JOIN payments ON payments.id = refunds.payment_id
      WHERE payments.order_id = orders.id AND payments.fulfils_order AND refunds.status IN (${listStatuses(REFUND_STATUS, 'isBack')}))), 0)::bigint::text AS refunded,
    currency
  FROM orders WHERE user_id = ? AND payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')}) GROUP BY currency ORDER BY currency`
interface Figures {
  orders: number
  paid: string
  refunded: string
  currency: string
}

/** @throws NotFound */
export async function getUserPage(db: Knex, userId: number): Promise<UserPage> {
  const user = await findOrThrow(User.query(db).findById(userId), 'User')
  const { rows } = await db.raw<{ rows: Figures[] }>(FIGURES, [userId])
  const standard = { paid: '0', refunded: '0', currency: currencies.default as string }
  const others = rows.filter(({ currency }) => currency !== standard.currency)
  const last = Message.query(db)
    .joinRelated('order')
    .where({ 'order.userId': userId, 'order_messages.isTeamOnly': false })
    .whereNot({ text: '' })
    .groupBy('orderId')
    .max('order_messages.id')
  const conversations = await selectLines(db).whereIn('order_messages.id', last)
  const notes = await selectLines(db)
    .where({ 'order.userId': userId, 'order_messages.isTeamOnly': true })
    .whereNot({ text: '' })
  const signIns = await AuditEntry.query(db)
    .leftJoinRelated('details')
    .select('createdAt', 'action', 'details.ipAddress')
    .where({ subject: 'user', subjectId: userId })
    .whereIn('action', ['signed_in', 'sign_in_failed', 'second_factor_failed', 'signed_out'])
    .orderBy('audit_log.id', 'desc')
    .limit(MOST)
    .castTo<(AuditEntry & { ipAddress: string | null })[]>()
  return toWire(UserPage, {
    user: toWireUser(user),
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    ...toSums(rows.find(({ currency }) => currency === standard.currency) ?? standard),
    ...(others.length > 0 && { otherPaid: others.map(toSums) }),
    conversations: conversations.map((message) => ({
      ...toLine(message),
      awaitsReply: message.order?.awaitsReplySince != null,
    })),
    notes: notes.map(toLine),
    sessions: await listSessions(db, userId),
    signIns: signIns.map(({ createdAt, action, ipAddress }) => ({
      at: createdAt,
      action,
      address: ipAddress,
    })),
  })
}

function toSums({ paid, refunded, currency }: Omit<Figures, 'orders'>) {
  const decimal = (minor: string) => toDecimal(money(Number(minor), currency))
  return { paid: decimal(paid), refunded: decimal(refunded), currency }
}

const selectLines = (db: Knex) =>
  Message.query(db)
    .joinRelated('order')
    .withGraphFetched('[order, author]')
    .select('order_messages.*')
    .orderBy('order_messages.createdAt', 'desc')
    .limit(MOST)

function toLine({ order, author, text, createdAt: at }: Message) {
  if (!order || !author) throw new Error('A message has an order and an author')
  return { order, author, text, at }
}
