import type { App, Services } from '../../app-type.ts'
import { Unavailable } from '../../base/errors.ts'
import { LiveEvent } from '../../contract/order-work/messages.ts'
import { call } from '../../http/call.ts'
import { getUser } from '../../plugins/guards.ts'
import { leavePlace } from '../../plugins/overload.ts'
import { LiveStreams, MOST_STREAMS } from './live-streams.ts'

/** @param listenUrl unset: the stream is refused */
export function liveRoutes(app: App, { db, listenUrl }: Services & { listenUrl?: string | undefined }): void {
  const streams = new LiveStreams(db, app.log)
  app.addHook('onReady', async () => {
    if (listenUrl !== undefined) streams.start(listenUrl)
  })
  // Before Fastify waits for requests that run.
  app.addHook('preClose', () => streams.close())

  call(app, 'GET /events', {
    access: 'customer',
    tag: 'Conversations',
    isIdle: true,
    exposeHeadRoute: false,
    operationId: 'openEventStream',
    summary: 'A stream that says of which order there is something new',
    description: `Server-sent events: \`order\` names an order of yours to ask again for, \`ready\` says that events may have been missed before it. The stream ends with the session. An account has at most ${MOST_STREAMS}.`,
    refusals: {
      429: 'The account has too many streams open (too_many_streams)',
      404: 'The process has no live events: pages ask by themselves',
    },
    response: { description: 'The stream', content: { 'text/event-stream': { schema: LiveEvent } } },
    handler: (request, reply) => {
      const { id } = getUser(request)
      if (app.isClosing) throw new Unavailable('stopping', 'This process is stopping')
      streams.assertOpenable(id)
      leavePlace(request, reply)
      reply.hijack()
      const { raw } = reply
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      raw.setHeader('content-type', 'text/event-stream')
      // nginx would hold back what is short.
      raw.setHeader('x-accel-buffering', 'no')
      raw.flushHeaders()
      streams.add(raw, id, request.session.sessionId)
      return reply
    },
  })
}
