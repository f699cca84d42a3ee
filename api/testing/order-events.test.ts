/** Each event of an order, caused by a real act, and all that follows from that act. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OUTGOING_EVENTS } from '#api/contract/outbound/webhooks.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { handleDisputeEvent } from '#api/money/disputes/dispute.ts'
import { recordBankTransfer } from '#api/money/instalments/bank-transfer.ts'
import { moveDueDate, writeOffInstalment } from '#api/money/instalments/change-instalment.ts'
import { answerDecision, askForRefund } from '#api/money/refund-requests/ask.ts'
import {
  cancelInTime,
  decideRefundRequest as decideRefund,
  postponeDecision,
} from '#api/money/refund-requests/decide.ts'
import { refundOrder } from '#api/money/refunds/refund.ts'
import { bookRefund, failRefund } from '#api/money/refunds/refund-state.ts'
import { announceFileRemoval } from '#api/operations/privacy/file-removal.ts'
import { editMessage, markNoReply, resumeWork, sendMessage } from '#api/orders/conversation/message.ts'
import { addCredentials, revealCredentials } from '#api/orders/credentials/credentials.ts'
import {
  accept,
  decideChangeRequest as decideChange,
  requestChange,
} from '#api/orders/deliveries/acceptance.ts'
import { addDelivery, deliver, undoDelivery } from '#api/orders/deliveries/deliver.ts'
import { setNewDate } from '#api/orders/deliveries/new-date.ts'
import { takeMail } from '#api/orders/incoming-mail/take-mail.ts'
import {
  type EventEffects,
  ORDER_CHANGES,
  ORDER_EVENTS,
  type OrderChange,
} from '#api/orders/order/announce.ts'
import { saveAnswers } from '#api/orders/order/answers.ts'
import { makeAllDue } from '#api/orders/order/instalments.ts'
import { changeOrderStatus } from '#api/orders/order/order-status.ts'
import { remind, remindOfDelivery } from '#api/orders/reminders/reminder.ts'
import { runReviewClock } from '#api/orders/reviews/jobs.ts'
import { createAssignment } from '#api/orders/staff/assign.ts'
import { changeAssignmentStatus } from '#api/orders/staff/own-assignment.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderCredentials } from '#db/models/orders/credentials.ts'
import { Order } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { Registration } from '#db/models/orders/registration.ts'
import type { User } from '#db/models/people/user.ts'
import {
  insertAssignment,
  insertDelivery,
  insertEndpoint,
  insertMessage,
  insertPackage,
  insertPaidOrder,
  insertRefundRequest,
  insertRequest,
  insertUser,
} from '#db/testing/builders.ts'
import { buyInInstalments, payOrder, placeModalOrder } from './buyer.ts'
import { sendProviderEvent } from './provider-events.ts'
import { openActor } from './sessions.ts'
import { openTestApp, Visitor } from './test-app.ts'
import { waitUntil } from './wait-until.ts'

const shop = openTestApp()
const DAY_MS = 86_400_000
const LONG_AGO = new Date(Date.now() - 3000 * DAY_MS)
const A_TUESDAY = '2099-12-01'
const THE_END = 'the end'

/** The order's customer, its staff and an admin. */
let grace: Actor, sam: Actor, ada: Actor
let hints: string[] = []
let listener: pg.Client
beforeAll(async () => {
  listener = new pg.Client({ connectionString: shop.dbUrl })
  listener.on('notification', ({ payload = '' }) => void hints.push(payload))
  await listener.connect()
  await listener.query(`LISTEN ${ORDER_CHANGES}`)
})
afterAll(() => listener.end())
beforeEach(async () => {
  const open = async (fields: Partial<User>) => openActor(shop.db, (await insertUser(shop.db, fields)).id)
  grace = await open({})
  sam = await open({ isStaff: true })
  ada = await open({ isAdmin: true })
  await insertEndpoint(shop.db, { events: [...OUTGOING_EVENTS] })
  await shop.setFaults({ dropWebhooks: true })
})

/** All that follows from a work: `history` for notes, and the names of the rest. */
async function follow(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = shop
  const read = async () => [
    ...(await db('order_events').where({ kind: 'note' }).select('id')).map(({ id }) => ['history', id]),
    ...(await db('webhook_messages').select('id', 'event')).map(({ id, event }) => [event, id]),
    ...(await db('notifications').select('id', 'kind')).map(({ id, kind }) => [`bell ${kind}`, id]),
    ...(await db('outbox').whereNot({ kind: 'notification' }).select('id', 'kind')).map(({ id, kind }) => [
      `mail ${kind}`,
      id,
    ]),
  ]
  const before = new Set((await read()).map(String))
  await hear()
  await work()
  const told = (await read()).filter((one) => !before.has(String(one))).map(([name]) => String(name))
  const heard = (await hear()).map((payload) => (JSON.parse(payload) as OrderChange).isTeamOnly)
  return [
    ...new Set([...told, ...heard.map((isTeamOnly) => `hint ${isTeamOnly ? 'team' : 'all'}`)]),
  ].toSorted()
}

/** @returns the hints so far. Broadcasts arrive in the order of their commits. */
async function hear(): Promise<string[]> {
  await shop.db.raw('SELECT pg_notify(?, ?)', [ORDER_CHANGES, THE_END])
  await waitUntil(() => hints.includes(THE_END))
  const heard = hints.filter((payload) => payload !== THE_END)
  hints = []
  return heard
}

const order = (fields: Partial<Order> = {}) =>
  insertPaidOrder(shop.db, { userId: grace.id, status: 'processing', ...fields })
const ids = async (fields: Partial<Order> = {}) => ({ orderId: (await order(fields)).id })
/** Prepares an act on a new order. */
const forOrder = (act: (orderId: number) => Promise<unknown>, fields?: Partial<Order>) => async () => {
  const { orderId } = await ids(fields)
  return () => act(orderId)
}
const assign = (orderId: number) =>
  insertAssignment(shop.db, { orderId, staffId: sam.id, assignedById: ada.id, status: 'in_progress' })
const delivered = async (fields: Partial<Order> = {}) => {
  const one = await order({ workState: 'delivered', acceptBy: new Date(Date.now() + DAY_MS), ...fields })
  return { order: one, delivery: await insertDelivery(shop.db, { orderId: one.id, authorId: sam.id }) }
}
const requested = async (fields = {}) => {
  const { id: orderId } = await order()
  await insertRefundRequest(shop.db, { orderId, authorId: grace.id, ...fields })
  return { orderId, version: 1 }
}
const place = async () => {
  const pkg = await insertPackage(shop.db)
  return placeModalOrder(new Visitor(shop), {
    packageId: pkg.id,
    finalAmount: 1299,
    form: { email: `${randomUUID()}@example.com` },
  })
}
const refundOf = async (orderId: number, fields: Partial<Refund> = {}) => {
  const payment = await Payment.query(shop.db).findOne({ orderId }).throwIfNotFound()
  const what = { paymentId: payment.id, amountCents: 100, currency: payment.currency, reason: 'Kind' }
  return {
    payment,
    refund: await Refund.query(shop.db)
      .insert({ ...what, ...fields })
      .returning('*'),
  }
}
const begin = <Done>(work: (trx: Knex.Transaction) => Promise<Done>) => shop.db.transaction(work)
const getOrder = (id: number) => Order.query(shop.db).findById(id).throwIfNotFound()

/** By event: what follows from the act, and the act, once all is prepared for it. */
type Acts = Record<
  keyof typeof ORDER_EVENTS,
  [follows: string[], prepare: () => Promise<() => Promise<unknown>>]
>

const ACTS: Acts = {
  noted: [
    ['history'],
    async () => {
      const { orderId } = await ids()
      const by = { actorKind: 'admin', actorId: ada.id } as const
      return () =>
        begin((trx) => refundOrder(shop.jobs, trx, orderId, { amount: undefined, reason: 'Kind', by }))
    },
  ],
  changed: [
    ['hint all'],
    async () => {
      const { id } = await insertMessage(shop.db, { ...(await ids()), authorId: grace.id })
      return () => editMessage(shop, { id, text: 'Hello again' }, grace)
    },
  ],
  changed_for_team: [
    ['hint team'],
    forOrder((orderId) => markNoReply(shop.db, orderId, ada), { awaitsReplySince: new Date() }),
  ],
  status_changed: [
    ['hint all', 'mail status_changed', 'order.status_changed'],
    forOrder((orderId) => changeOrderStatus(shop, { orderId, status: 'cancelled', adminId: ada.id })),
  ],
  answers_saved: [
    ['hint all', 'mail answers_in', 'mail answers_received'],
    async () => {
      const { id: orderId, packageId } = await order()
      await assign(orderId)
      const asked = { packageId, question: 'Which colours?', questionType: 'text', position: 0 } as const
      const { id } = await PackageQuestion.query(shop.db).insert(asked).returning('id')
      return () => saveAnswers(shop, { orderId, userId: grace.id, answers: { [id]: 'Blue' } })
    },
  ],
  reminded_of_answers: [
    ['hint team', 'history', 'mail answers_reminder'],
    forOrder((orderId) =>
      begin((trx) => remind(shop, trx, { orderId, kind: 'mail', cause: { actorKind: 'system' } })),
    ),
  ],
  called_about_answers: [
    ['hint team', 'history'],
    async () => {
      const { orderId } = await ids()
      const cause = { actorKind: 'admin', actorId: ada.id } as const
      return () => begin((trx) => remind(shop, trx, { orderId, kind: 'phone', cause }))
    },
  ],
  assigned: [
    ['mail assignment'],
    forOrder((orderId) => createAssignment(shop, { orderId, staffId: sam.id }, ada.id)),
  ],
  work_finished: [
    ['mail work_finished'],
    async () => {
      const { id } = await assign((await order()).id)
      return () => changeAssignmentStatus(shop, { id, staff: sam, status: 'completed' })
    },
  ],
  date_moved: [
    ['hint all', 'history', 'mail date_moved'],
    forOrder((orderId) => setNewDate(shop, { orderId, actor: ada, day: A_TUESDAY, reason: 'Illness' }), {
      promisedAt: new Date(),
    }),
  ],
  delivery_added: [
    ['hint all', 'history'],
    async () => {
      const partial = { assignmentId: null, isWhole: false, note: 'Half', links: [], fileIds: [] }
      const delivery = { ...partial, order: await order(), member: { id: sam.id, kind: 'staff' } } as const
      return () => begin((trx) => addDelivery(shop.jobs, trx, delivery))
    },
  ],
  delivery_undone: [
    ['hint all', 'history'],
    async () => {
      const { id: orderId } = await order()
      await assign(orderId)
      await insertDelivery(shop.db, { orderId, authorId: sam.id, isWhole: false })
      return () => undoDelivery(shop, { orderId, number: 1, actor: sam })
    },
  ],
  delivered: [
    ['hint all', 'history', 'mail delivered', 'order.delivered'],
    forOrder((orderId) => deliver(shop, { orderId, actor: ada, note: 'Done' })),
  ],
  reminded_to_check: [
    ['hint team', 'history', 'mail delivery_reminder'],
    async () => {
      const about = await delivered()
      return () => begin((trx) => remindOfDelivery(shop, trx, { ...about, kind: 'check' }))
    },
  ],
  accepted: [
    ['hint all', 'mail delivery_accepted', 'order.accepted', 'order.status_changed'],
    async () => {
      const { order } = await delivered()
      return () => accept(shop, { orderId: order.id, number: 1, actor: grace })
    },
  ],
  change_requested: [
    ['hint all', 'history', 'mail delivery_request', 'order.change_requested'],
    async () => {
      const { order } = await delivered()
      return () => requestChange(shop, { orderId: order.id, actor: grace, kind: 'fault', text: 'It is red.' })
    },
  ],
  change_decided: [
    ['hint all', 'history', 'mail request_decided'],
    async () => {
      const { id: orderId } = (await delivered({ workState: 'change_asked' })).order
      const { id: requestId } = await insertRequest(shop.db, { orderId, authorId: grace.id })
      return () => decideChange(shop, { orderId, requestId, actor: ada, decision: 'granted' })
    },
  ],
  message_sent: [
    ['hint all', 'mail messages', 'message.created'],
    forOrder((orderId) => sendMessage(shop, { orderId, text: 'Hello', key: randomUUID() }, grace)),
  ],
  team_note_sent: [
    ['hint team', 'mail messages'],
    async () => {
      const { orderId } = await ids()
      await assign(orderId)
      const note = { orderId, text: 'She is nice', isTeamOnly: true, key: randomUUID() }
      return () => sendMessage(shop, note, ada)
    },
  ],
  work_can_go_on: [
    ['hint all', 'history'],
    forOrder((orderId) => resumeWork(shop, orderId, ada), { questionAt: new Date() }),
  ],
  reply_by_mail_waits: [
    ['hint all', 'mail reply_waits'],
    async () => {
      const token = { ...(await ids()), userId: grace.id, hasExpired: false, isOf: () => true }
      const read = async () => ({ text: 'Hello', wholeText: 'Hello', files: [] })
      return () => takeMail(shop, { token, hash: Buffer.alloc(32), headers: [], from: undefined, read })
    },
  ],
  credentials_changed: [
    ['hint all', 'history'],
    forOrder((orderId) => addCredentials(shop, { orderId, kind: 'hosting', secret: 'open' }, grace)),
  ],
  credentials_shown: [
    ['hint team', 'history'],
    async () => {
      const { orderId } = await ids()
      await addCredentials(shop, { orderId, kind: 'hosting', secret: 'open' }, grace)
      const { id } = await OrderCredentials.query(shop.db).findOne({ orderId }).throwIfNotFound()
      return () => revealCredentials(shop, id, ada)
    },
  ],
  files_end: [
    ['mail files_end'],
    async () => {
      const { orderId } = await ids({ status: 'completed', createdAt: LONG_AGO })
      const { id: messageId } = await insertMessage(shop.db, { orderId, authorId: grace.id })
      const file = { orderId, messageId, uploaderId: grace.id, name: 'a.pdf', mediaType: 'application/pdf' }
      await OrderFile.query(shop.db).insert({ ...file, id: randomUUID(), sizeBytes: 1, state: 'ready' })
      return () => announceFileRemoval(shop)
    },
  ],
  review_asked: [
    ['mail review_request'],
    async () => {
      await order({ status: 'completed', completedAt: LONG_AGO })
      return () =>
        runReviewClock(shop, (error) => {
          throw error
        })
    },
  ],
  paid: [
    ['bell order_paid', 'mail order_confirmation', 'mail welcome', 'order.paid'],
    async () => {
      const placed = await place()
      return () => payOrder(shop, new Visitor(shop), placed)
    },
  ],
  instalment_paid: [
    ['bell order_paid', 'mail order_confirmation', 'mail welcome', 'order.instalment_paid'],
    async () => () => buyInInstalments(shop),
  ],
  confirmed: [
    [...['bell order_paid', 'mail order_confirmation', 'mail password_reset', 'mail welcome'], 'order.paid'],
    async () => {
      const [known, forgotten] = [await place(), await place()]
      const { registrationId } = await getOrder(forgotten.orderId)
      await Registration.query(shop.db)
        .findById(registrationId ?? 0)
        .patch({ passwordHash: null })
      return async () => {
        for (const one of [known, forgotten]) await payOrder(shop, new Visitor(shop), one)
      }
    },
  ],
  further_instalment_paid: [
    ['bell order_paid', 'hint all', 'history', 'mail payment_receipt', 'order.instalment_paid'],
    async () => {
      const { id: orderId } = await buyInInstalments(shop)
      const { amountCents } = await OrderInstalment.query(shop.db).findById([orderId, 2]).throwIfNotFound()
      const sums = { received: String(amountCents / 100), withheld: '0' }
      const transfer = { ...sums, reference: 'UTR 1', receivedOn: '2026-01-20', proof: 'Statement' }
      return () => recordBankTransfer(shop, transfer, { orderId, position: 2, admin: ada })
    },
  ],
  instalment_due: [
    ['mail instalment_due'],
    async () => {
      const bought = await getOrder((await buyInInstalments(shop)).id)
      return () => begin((trx) => makeAllDue(shop.jobs, trx, bought))
    },
  ],
  instalment_changed: [
    ['hint all', 'history'],
    async () => {
      const { id: orderId } = await buyInInstalments(shop)
      await OrderInstalment.query(shop.db).findById([orderId, 2]).patch({ state: 'due', dueAt: new Date() })
      return () => moveDueDate(shop, { orderId, position: 2, admin: ada, day: A_TUESDAY })
    },
  ],
  rest_written_off: [
    ['hint all', 'history', 'order.paid'],
    async () => {
      const { id: orderId } = await buyInInstalments(shop)
      await writeOffInstalment(shop, { orderId, position: 2, admin: ada, reason: 'Kind' })
      return () => writeOffInstalment(shop, { orderId, position: 3, admin: ada, reason: 'Kind' })
    },
  ],
  payment_failed: [['hint team', 'history', 'mail payment_failed'], async () => failPayment(await place())],
  payment_link_wanted: [
    ['hint team', 'history', 'mail payment_failed'],
    async () => failPayment(await place()),
  ],
  refunded: [
    ['hint all', 'history', 'mail refund_receipt', 'order.refunded'],
    async () => {
      const { orderId } = await ids()
      const { payment, refund } = await refundOf(orderId, { status: 'processed', processedAt: new Date() })
      return () => begin((trx) => bookRefund(shop.jobs, trx, payment, refund))
    },
  ],
  refund_failed: [
    ['bell refund_failed', 'history'],
    async () => {
      const { refund } = await refundOf((await order()).id)
      return () => begin((trx) => failRefund(shop.jobs, trx, refund, 'No money'))
    },
  ],
  dispute_changed: [
    ['bell dispute', 'history'],
    async () => {
      const placed = await place()
      await payOrder(shop, new Visitor(shop), placed)
      const { orderId } = placed
      const { provider, providerPaymentId: payment_id } = await Payment.query(shop.db)
        .findOne({ orderId })
        .throwIfNotFound()
      const response = await fetch(`${shop.sandboxUrl}/dispute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ payment_id }),
      })
      const { id } = (await response.json()) as { id: string }
      return () => handleDisputeEvent(shop, { provider, receivedAt: new Date() }, id)
    },
  ],
  refund_requested: [
    ['hint all', 'history', 'mail refund_asked', 'mail refund_request', 'refund.requested'],
    forOrder((orderId) => askForRefund(shop, { orderId, actor: grace, reason: 'Late' }), {
      paidAt: LONG_AGO,
    }),
  ],
  refund_request_decided: [
    ['hint all', 'history', 'mail refund_request'],
    async () => {
      const open = { ...(await requested()), stages: 1, stagesDone: 0, costs: '0' }
      return () => decideRefund(shop, { ...open, actor: ada, decision: 'decline', text: 'No' })
    },
  ],
  refund_request_postponed: [
    ['hint all', 'history', 'mail refund_request'],
    async () => {
      const open = await requested()
      return () => postponeDecision(shop, { ...open, actor: ada, day: A_TUESDAY, reason: 'Hard' })
    },
  ],
  refund_request_ended: [
    ['hint all', 'history'],
    async () => {
      const open = await requested()
      return () => answerDecision(shop, { ...open, actor: grace, answer: 'withdraw' })
    },
  ],
  refund_decision_disputed: [
    ['hint all', 'history', 'mail refund_asked', 'mail refund_request'],
    async () => {
      const declined = { state: 'declined', decidedAt: new Date(), decidedById: ada.id, closedAt: new Date() }
      const { orderId, version } = await requested(declined)
      const answer = { orderId, version, answer: 'second_look', text: 'But' } as const
      return () => answerDecision(shop, { ...answer, actor: grace })
    },
  ],
  cancelled_in_time: [
    ['hint all', 'history', 'mail refund_asked', 'mail refund_request', 'order.status_changed'],
    forOrder((orderId) => cancelInTime(shop, { orderId, actor: grace }), { status: 'pending' }),
  ],
}

/** @returns what reports the payment that the bank has declined */
async function failPayment({ razorpayOrderId: id }: CreateOrderResponse) {
  const razorpay_order_id = id ?? ''
  await shop.pay(razorpay_order_id, 'declined')
  const [failed] = await shop.gateway.listPayments(razorpay_order_id)
  const ids = { razorpay_order_id, razorpay_payment_id: failed?.id ?? '' }
  return () => sendProviderEvent(shop, 'payment.failed', ids)
}

const declared = (effects: EventEffects): string[] => [
  ...(effects.history ? ['history'] : []),
  ...(effects.webhook ? [effects.webhook] : []),
  ...(effects.bell ? [`bell ${effects.bell}`] : []),
  ...(effects.mails ?? []).map((kind) => `mail ${kind}`),
  ...(effects.hint ? [`hint ${effects.hint}`] : []),
]

test.each(Object.entries(ACTS))('what follows from %s', async (name, [follows, prepare]) => {
  const act = await prepare()
  expect(await follow(act)).toEqual(follows)
  const row = Object.entries(ORDER_EVENTS).find(([type]) => type === name)?.[1] ?? {}
  expect(follows).toEqual(expect.arrayContaining(declared(row)))
})

test('each documented webhook follows from some event', () => {
  const all = Object.values(ORDER_EVENTS).flatMap(declared)
  expect(all).toEqual(expect.arrayContaining([...OUTGOING_EVENTS]))
})
