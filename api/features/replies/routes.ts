import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import { Message } from '../../contract/order-work/messages.ts'
import { call } from '../../http/call.ts'
import { getActor } from '../../plugins/guards.ts'
import { confirmReply, discardReply } from './reply.ts'

const ENDED = 'It was posted or discarded before (reply_ended)'

export function replyRoutes(app: App, services: Services): void {
  call(app, 'POST /replies/:id/confirm', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'confirmReply',
    summary: 'Post an own reply by mail whose sender was not confirmed',
    description: 'It becomes a message of the moment of this call. For others the reply is unknown.',
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
