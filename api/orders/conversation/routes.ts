import {
  Conversation,
  ConversationQuery,
  EditMessageBody,
  Message,
  ReadMessagesBody,
  SendMessageBody,
  UnreadMessages,
} from '#api/contract/orders/conversation.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { Forbidden } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { HOUR_MS, type Limit, SUCCESS } from '#api/platform/http/limits.ts'
import { sendNextCursor } from '#api/platform/lists/follow.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { getConversation, listUnread, markRead } from './conversation.ts'
import {
  editMessage,
  MESSAGES_AN_HOUR,
  markNoReply,
  resumeWork,
  sendMessage,
  withdrawMessage,
} from './message.ts'

const MESSAGE_LIMIT: Limit = {
  name: 'message',
  by: 'user',
  max: MESSAGES_AN_HOUR,
  windowMs: HOUR_MS,
  counts: [SUCCESS],
  words: `You have written ${MESSAGES_AN_HOUR} messages within an hour.`,
}

export function messageRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /orders/:id/messages', {
    access: 'customer',
    scope: 'messages:read',
    tag: 'Conversations',
    operationId: 'getConversation',
    summary: 'The conversation of an order: for its customer, its staff and admins',
    description: 'The customer gets no notes of the team.',
    params: IdParams,
    querystring: ConversationQuery,
    response: Conversation,
    handler: async (request, reply) => {
      const { query, params, apiKey } = request
      const asked = { ...query, orderId: params.id, userId: getUser(request).id, isKey: apiKey !== null }
      const { conversation, nextCursor } = await getConversation(db, asked)
      if (nextCursor !== undefined) sendNextCursor(reply, nextCursor)
      return conversation
    },
  })

  call(app, 'POST /orders/:id/messages', {
    access: 'customer',
    scope: 'messages:write',
    tag: 'Conversations',
    operationId: 'sendMessage',
    summary: 'Write in the conversation of an order',
    limits: [MESSAGE_LIMIT],
    refusals: {
      403: 'A note for the team, or a message that says that we cannot go on, from a customer (team_only)',
      409: 'The order was never paid (order_unpaid) or has no account to write to (no_account), its customer was erased (customer_erased), the key belongs to another message (key_used), or it says that we cannot go on and the order is not in work (order_closed)',
    },
    params: IdParams,
    body: SendMessageBody,
    status: 201,
    repeat: { takesNoKey: 'the key in its body does the same' },
    response: Message,
    handler: (request) => {
      const { isTeamOnly, fileIds = [] } = request.body
      if (request.apiKey && (isTeamOnly || fileIds.length > 0))
        throw new Forbidden('no_scope', 'No API key writes notes of the team or sends files')
      return sendMessage(services, { ...request.body, orderId: request.params.id }, getActor(request))
    },
  })

  const TOO_LATE =
    'It is older than ten minutes (too_late), was withdrawn (withdrawn), or its customer was erased (customer_erased)'

  call(app, 'PATCH /messages/:id', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'editMessage',
    summary: 'Edit your message',
    description: 'For ten minutes after it was written. It is marked as edited.',
    refusals: { 409: TOO_LATE },
    params: IdParams,
    body: EditMessageBody,
    response: Message,
    handler: (request) =>
      editMessage(services, { ...request.body, id: request.params.id }, getActor(request)),
  })

  call(app, 'DELETE /messages/:id', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'withdrawMessage',
    summary: 'Withdraw your message',
    description: 'For ten minutes after it was written. Its text is deleted; that there was a message stays.',
    refusals: { 409: TOO_LATE },
    params: IdParams,
    response: Message,
    handler: (request) => withdrawMessage(services, request.params.id, getActor(request)),
  })

  call(app, 'POST /orders/:id/messages/read', {
    access: 'customer',
    tag: 'Conversations',
    operationId: 'readMessages',
    summary: 'Mark messages of an order as read',
    description: 'Up to the given message. It never goes back.',
    params: IdParams,
    body: ReadMessagesBody,
    handler: (request) => markRead(db, { ...request.body, orderId: request.params.id }, getActor(request)),
  })

  call(app, 'POST /orders/:id/messages/no-reply', {
    access: 'customer',
    scope: 'messages:write',
    tag: 'Conversations',
    operationId: 'markNoReply',
    summary: 'Mark that the customer needs no reply',
    description: 'By the team. The order waits for no reply until its customer writes again.',
    refusals: { 403: 'The customer of the order' },
    params: IdParams,
    handler: (request) => markNoReply(db, request.params.id, getActor(request)),
  })

  call(app, 'POST /orders/:id/messages/go-on', {
    access: 'customer',
    scope: 'messages:write',
    tag: 'Conversations',
    operationId: 'goOn',
    summary: 'Resume the work without an answer',
    description: 'By the team. The promised date no longer waits for the customer’s answer.',
    refusals: { 403: 'The customer of the order' },
    params: IdParams,
    handler: (request) => resumeWork(services, request.params.id, getActor(request)),
  })

  call(app, 'GET /messages/unread', {
    access: 'customer',
    tag: 'Conversations',
    isIdle: true,
    operationId: 'listUnreadMessages',
    summary: 'How many messages you have not read, by order',
    description:
      'In your own orders and those you work on. Admins: in conversations they have read, and in those that wait for a reply and have no staff.',
    response: UnreadMessages,
    handler: (request) => listUnread(db, getUser(request).id),
  })
}
