import type { Knex } from 'knex'
import { Message } from '#api/contract/orders/conversation.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import { getMessage } from '#api/orders/conversation/conversation.ts'
import { announce } from '#api/orders/order/announce.ts'
import { UNSENT } from '#api/orders/order/order-files.ts'
import { holdOrder, type JoinedOrder } from '#api/orders/order/order-role.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { type Actor, getActor } from '#api/platform/plugins/guards.ts'
import { INCOMING_MAIL_STATE } from '#api/rules/order-work/incoming-mail.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { postIncomingMail } from './take-mail.ts'

const ENDED = 'It was posted or discarded before (mail_ended)'

export function incomingMailRoutes(app: App, services: Services): void {
  call(app, 'POST /incoming-mails/:id/confirm', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'confirmIncomingMail',
    summary: 'Post your email reply whose sender was not confirmed',
    description: 'It becomes a message with the time of this call.',
    refusals: { 409: `${ENDED}, or the customer was erased (customer_erased)` },
    params: IdParams,
    response: Message,
    handler: (request) => confirmMail(services, request.params.id, getActor(request)),
  })

  call(app, 'POST /incoming-mails/:id/discard', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'discardIncomingMail',
    summary: 'Discard an email reply that you did not write',
    description: 'Its text and its files are removed.',
    refusals: { 409: ENDED },
    params: IdParams,
    handler: (request) => discardMail(services, request.params.id, getActor(request)),
  })
}

/** Posts a waiting mail as a message, with the current time. @throws NotFound; Conflict mail_ended, customer_erased */
async function confirmMail({ db, jobs }: Services, id: number, by: Actor): Promise<Message> {
  const messageId = await db.transaction(async (trx) => {
    const { order, mail } = await holdWaiting(trx, id, by)
    return postIncomingMail(jobs, trx, order, mail)
  })
  return getMessage(db, messageId, { role: 'customer', userId: by.id })
}

/** Discards a waiting mail with its text and files. @throws NotFound; Conflict mail_ended */
async function discardMail({ db }: Services, id: number, by: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const { mail } = await holdWaiting(trx, id, by)
    await OrderFile.query(trx)
      .where({ ...UNSENT, incomingMailId: id })
      .delete()
    await mail.$query(trx).patch({ state: 'discarded', fromAddress: '', text: '', wholeText: '', note: '' })
    await announce(trx, mail.orderId, { type: 'changed' })
  })
}

/** Finds and locks a waiting mail of this customer. @throws NotFound for anyone else's; Conflict mail_ended */
async function holdWaiting(
  trx: Knex.Transaction,
  id: number,
  by: Actor,
): Promise<{ order: JoinedOrder; mail: IncomingMail }> {
  const own = () =>
    findOrThrow(
      IncomingMail.query(trx)
        .findById(id)
        .where({ userId: by.id })
        .whereNotIn('state', statusesThat(INCOMING_MAIL_STATE, 'isRefused')),
      'Mail',
    )
  const order = await holdOrder(trx, (await own()).orderId, by)
  const mail = await own()
  if (!INCOMING_MAIL_STATE[mail.state].isWaiting)
    throw new Conflict('mail_ended', 'This reply was already posted or discarded')
  return { order, mail }
}
