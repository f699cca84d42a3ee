import type { Knex } from 'knex'
import { Message } from '#api/contract/orders/conversation.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import { getMessage } from '#api/orders/conversation/conversation.ts'
import { notifyOrder } from '#api/orders/order/notify-order.ts'
import { UNSENT } from '#api/orders/order/order-files.ts'
import { holdOrder, type JoinedOrder } from '#api/orders/order/order-role.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { Conflict, getFound } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { type Actor, getActor } from '#api/platform/plugins/guards.ts'
import { MailReply } from '#db/models/orders/mail-reply.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { post } from './take-reply.ts'

const ENDED = 'It was posted or discarded before (reply_ended)'

export function replyRoutes(app: App, services: Services): void {
  call(app, 'POST /replies/:id/confirm', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'confirmReply',
    summary: 'Post an own reply by mail whose sender was not confirmed',
    description: 'It becomes a message with the time of this call.',
    refusals: { 409: `${ENDED}, or the customer was erased (customer_erased)` },
    params: IdParams,
    response: Message,
    handler: (request) => confirmReply(services, request.params.id, getActor(request)),
  })

  call(app, 'POST /replies/:id/discard', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'discardReply',
    summary: 'Discard a reply by mail that somebody else wrote',
    description: 'Its text and its files are removed.',
    refusals: { 409: ENDED },
    params: IdParams,
    handler: (request) => discardReply(services, request.params.id, getActor(request)),
  })
}

/** Posts a waiting reply as a message, with the current time. @throws NotFound; Conflict reply_ended, customer_erased */
async function confirmReply({ db, jobs }: Services, id: number, by: Actor): Promise<Message> {
  const messageId = await db.transaction(async (trx) => {
    const { order, reply } = await holdWaiting(trx, id, by)
    return post(jobs, trx, order, reply)
  })
  return getMessage(db, messageId, { role: 'customer', userId: by.id })
}

/** Discards a waiting reply with its text and files. @throws NotFound; Conflict reply_ended */
async function discardReply({ db }: Services, id: number, by: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const { reply } = await holdWaiting(trx, id, by)
    await OrderFile.query(trx)
      .where({ ...UNSENT, incomingMailId: id })
      .delete()
    await reply.$query(trx).patch({ state: 'discarded', fromAddress: '', text: '', wholeText: '', note: '' })
    await notifyOrder(trx, { orderId: reply.orderId, isTeamOnly: false })
  })
}

/** Finds and locks a waiting reply of this customer. @throws NotFound for anyone else's; Conflict reply_ended */
async function holdWaiting(
  trx: Knex.Transaction,
  id: number,
  by: Actor,
): Promise<{ order: JoinedOrder; reply: MailReply }> {
  const own = () =>
    getFound(
      MailReply.query(trx).findById(id).where({ userId: by.id }).whereNot({ state: 'refused' }),
      'Reply',
    )
  const order = await holdOrder(trx, (await own()).orderId, by)
  const reply = await own()
  if (reply.state !== 'waiting')
    throw new Conflict('reply_ended', 'This reply was posted or discarded before')
  return { order, reply }
}
