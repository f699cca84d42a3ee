/**
 * What follows from an event of an order. A noun changes its rows, then announces the event in the same transaction. No other file
 * writes notes of the history, queues webhooks or broadcasts a change.
 */
import type { Knex } from 'knex'
import type { MailKind } from '#api/contract/operations/mail-kinds.ts'
import { OrderPayload } from '#api/contract/orders/order-events.ts'
import type { NotificationKind } from '#api/contract/outbound/notifications.ts'
import { type NewNotification, notify } from '#api/outbound/notifications/notify.ts'
import { type EventData, type OutgoingEventType, queueEvent } from '#api/outbound/webhooks/queue-event.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { hurryMails, type NewMail, queueMails } from '#api/platform/mail/outbox.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'

/** How long messages wait to be mailed together, unless another mail about their order would overtake them. */
export const MESSAGES_WAIT_SECONDS = 120

export interface EventEffects {
  /** An entry in the history. */
  history?: true
  /** A message to other programs. */
  webhook?: OutgoingEventType
  /** A notification of the admins, by the bell and by mail. */
  bell?: NotificationKind
  mails?: readonly MailKind[]
  /** Whose open pages get a hint. */
  hint?: 'all' | 'team'
}

/**
 * The effects of each event. What an effect says, whom a mail reaches and when stay code of the noun: as functions of this table
 * they would be harder to read. So does the entry of the history for a new order and for a change of one of its two statuses,
 * which is written in the statement that changes the order (order-status.ts).
 */
export const ORDER_EVENTS = {
  /** Small events: only an entry in the history, or only a hint. */
  noted: { history: true },
  changed: { hint: 'all' },
  changed_for_team: { hint: 'team' },

  status_changed: { webhook: 'order.status_changed', mails: ['status_changed'], hint: 'all' },
  answers_saved: { mails: ['answers_in', 'answers_received'], hint: 'all' },
  reminded_of_answers: { history: true, mails: ['answers_reminder'], hint: 'team' },
  called_about_answers: { history: true, hint: 'team' },

  assigned: { mails: ['assignment'] },
  work_finished: { mails: ['work_finished'] },
  date_moved: { history: true, mails: ['date_moved'], hint: 'all' },
  delivery_added: { history: true, hint: 'all' },
  delivery_undone: { history: true, hint: 'all' },
  /** A whole delivery is handed over, after it was added. */
  delivered: { webhook: 'order.delivered', mails: ['delivered'] },
  reminded_to_check: { history: true, mails: ['delivery_reminder'], hint: 'team' },
  /** After the change of status. */
  accepted: { webhook: 'order.accepted', mails: ['delivery_accepted'] },
  change_requested: {
    history: true,
    webhook: 'order.change_requested',
    mails: ['delivery_request'],
    hint: 'all',
  },
  change_decided: { history: true, mails: ['request_decided'], hint: 'all' },

  message_sent: { webhook: 'message.created', mails: ['messages'], hint: 'all' },
  team_note_sent: { mails: ['messages'], hint: 'team' },
  work_can_go_on: { history: true, hint: 'all' },
  reply_by_mail_waits: { mails: ['reply_waits'], hint: 'all' },
  credentials_changed: { history: true, hint: 'all' },
  credentials_shown: { history: true, hint: 'team' },
  files_end: { mails: ['files_end'] },
  review_asked: { mails: ['review_request'] },

  paid: { webhook: 'order.paid', bell: 'order_paid' },
  instalment_paid: { webhook: 'order.instalment_paid', bell: 'order_paid' },
  /** After the first payment, which may have reopened the order. */
  confirmed: { mails: ['order_confirmation', 'welcome', 'password_reset'] },
  further_instalment_paid: { mails: ['payment_receipt'], hint: 'all' },
  instalment_due: { mails: ['instalment_due'] },
  instalment_changed: { history: true, hint: 'all' },
  /** An admin has written off the last open instalment. */
  rest_written_off: { webhook: 'order.paid' },
  payment_failed: { history: true, hint: 'team' },
  payment_link_wanted: { mails: ['payment_failed'] },
  refunded: { webhook: 'order.refunded', mails: ['refund_receipt'], hint: 'all' },
  refund_failed: { history: true, bell: 'refund_failed' },
  dispute_changed: { history: true, bell: 'dispute' },

  refund_requested: {
    history: true,
    webhook: 'refund.requested',
    mails: ['refund_request', 'refund_asked'],
    hint: 'all',
  },
  refund_request_decided: { history: true, mails: ['refund_request'], hint: 'all' },
  refund_request_postponed: { history: true, mails: ['refund_request'], hint: 'all' },
  /** The customer withdraws the request, or agrees to the decision. */
  refund_request_ended: { history: true, hint: 'all' },
  refund_decision_disputed: { history: true, mails: ['refund_request', 'refund_asked'], hint: 'all' },
  cancelled_in_time: { history: true, mails: ['refund_request', 'refund_asked'], hint: 'all' },
} as const satisfies Record<string, EventEffects>

/** Who or what caused an event. `actorId`: an admin, a staff member or a customer. */
export type EventCause = Pick<OrderEvent, 'actorKind'> &
  Partial<Pick<OrderEvent, 'actorId' | 'note' | 'undoesId' | 'createdAt'>>

type Table = typeof ORDER_EVENTS
type Queued<Contents> = { jobs: Jobs } & Contents

/** An event with what its effects need. */
export type OrderAnnouncement = {
  [Name in keyof Table]: { type: Name } & (Table[Name] extends { history: true }
    ? { history: EventCause & { note: string } & Partial<Pick<OrderEvent, 'reminder'>> }
    : unknown) &
    (Table[Name] extends { webhook: infer Type extends OutgoingEventType }
      ? /** undefined: this time no other program gets a message. */ Queued<{
          webhook: EventData<Type> | undefined
        }>
      : unknown) &
    (Table[Name] extends { bell: NotificationKind }
      ? Queued<{ bell: Omit<NewNotification, 'kind'> }>
      : unknown) &
    (Table[Name] extends { mails: readonly (infer Kind extends MailKind)[] }
      ? Queued<{ mails: readonly NewMail<Kind>[] }>
      : unknown)
}[keyof Table]

/** @param orderId null: of a payment that belongs to no order. History and pages are left out then. */
export async function announce(
  trx: Knex.Transaction,
  orderId: number | null,
  event: OrderAnnouncement,
): Promise<void> {
  const { history, mails, hint }: EventEffects = ORDER_EVENTS[event.type]
  if (history && 'history' in event && orderId !== null)
    await OrderEvent.query(trx).insert({ ...event.history, kind: 'note', orderId })
  if ('webhook' in event && event.webhook)
    await queueEvent(event.jobs, trx, ORDER_EVENTS[event.type].webhook, event.webhook)
  if ('bell' in event) await notify(event.jobs, trx, { ...event.bell, kind: ORDER_EVENTS[event.type].bell })
  if (mails && 'mails' in event) {
    const overtakes = event.mails.some(
      ({ kind, afterSeconds = 0 }) => kind !== 'messages' && afterSeconds < MESSAGES_WAIT_SECONDS,
    )
    // Nobody has written about an order that has just been paid, and a purchase sends no statement in vain.
    if (overtakes && orderId !== null && event.type !== 'confirmed')
      await hurryMails(event.jobs, trx, 'messages', { orderId })
    await queueMails(event.jobs, trx, event.mails)
  }
  if (hint && orderId !== null) {
    const change: OrderChange = { orderId, isTeamOnly: hint === 'team' }
    await trx.raw('SELECT pg_notify(?, ?)', [ORDER_CHANGES, JSON.stringify(change)])
  }
}

/** The channel on which a change is broadcast to all processes once the transaction commits. They send the hints (docs/product/order.md, Live events). */
export const ORDER_CHANGES = 'order_changed'

export interface OrderChange {
  orderId: number
  /** Whether only the team's pages get the hint, not the customer's. */
  isTeamOnly: boolean
}

/** An order's fields in a webhook. Personal data is left out: receivers that may see it read it through the API. */
export const toOrderPayload = (order: Order): OrderPayload =>
  toWire(OrderPayload, {
    ...order,
    orderId: order.id,
    amount: toDecimal(money(order.amountCents, order.currency)),
  })
