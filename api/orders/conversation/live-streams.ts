/** Open server-sent event streams of this process (docs/product/order.md, Live events; docs/decisions/069-live-events.md). */
import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import { LiveEvent } from '#api/contract/orders/conversation.ts'
import { ORDER_CHANGES, type OrderChange } from '#api/orders/order/announce.ts'
import { ROLE_IN_ORDER } from '#api/orders/order/order-role.ts'
import { IS_LIVE_SESSION } from '#api/people/auth/sessions/session-store.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { DomainError, NotFound, Unavailable } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { type ListenConnection, listenForChanges } from '#api/platform/jobs/listen.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { releasePlace } from '#api/platform/plugins/overload.ts'

export const MOST_STREAMS = 10
/** Well below the idle timeout of proxies. */
const HEARTBEAT_MS = 15_000
const CHECK_MS = 20_000

/** SQL: which of the given sessions are live, each with the changed orders that its user may get hints of. */
const FIND_ORDERS_BY_SESSION = `SELECT encode(sessions.id_hash, 'hex') AS session, ARRAY(
    SELECT orders.id FROM orders WHERE orders.id = ANY (:orderIds)
      AND (${ROLE_IN_ORDER} IN ('staff', 'admin') OR ${ROLE_IN_ORDER} = 'customer' AND orders.id = ANY (:customersToo))) AS "orderIds"
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.id_hash = ANY (:sessions) AND users.disabled_at IS NULL AND ${IS_LIVE_SESSION}`

interface Stream {
  userId: number
  sessionHash: Buffer
  response: ServerResponse
}

const writeEvent = (event: string, data: LiveEvent | object) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export class LiveStreams {
  readonly #db: Knex
  readonly #log: FastifyBaseLogger
  readonly #streams = new Set<Stream>()
  /** Changed orders whose hints are not sent yet, by id. The value: whether the customer gets the hint, too. */
  #changed = new Map<number, boolean>()
  /** Whether events may have been missed, so every page must reload its data. */
  #isReadyDue = false
  #isListening = false
  #sending: Promise<void> | undefined
  #listening: ListenConnection | undefined
  #timers: NodeJS.Timeout[] = []

  constructor(db: Knex, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
  }

  start(url: string): void {
    const listener = {
      name: 'events',
      channel: ORDER_CHANGES,
      onListening: () => {
        this.#isListening = true
        this.#isReadyDue = true
        this.#sendChanges()
      },
      onChange: (payload: string) => {
        const { orderId, isTeamOnly } = JSON.parse(payload) as OrderChange
        this.#changed.set(orderId, this.#changed.get(orderId) || !isTeamOnly)
        this.#sendChanges()
      },
      onLost: () => {
        this.#isListening = false
      },
    }
    this.#listening = listenForChanges(url, listener, this.#log)
    this.#timers = [
      setInterval(() => this.#beat(), HEARTBEAT_MS),
      setInterval(() => this.#sendChanges(), CHECK_MS),
    ]
  }

  /** Ends all streams. Their pages reconnect to another process. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const stream of this.#streams) this.#end(stream)
    await this.#listening?.close()
    await this.#sending
  }

  /** @throws NotFound if the process does not listen for changes; DomainError too_many_streams */
  assertOpenable(userId: number): void {
    if (!this.#listening) throw new NotFound('Live events')
    const own = [...this.#streams].filter((stream) => stream.userId === userId)
    if (own.length < MOST_STREAMS) return
    const message = 'Your account is open in too many browsers for live updates. The pages work without them.'
    throw new DomainError(429, 'too_many_streams', message, { retryAfterSeconds: 60 })
  }

  /** @param response with its headers sent and its session checked */
  add(response: ServerResponse, userId: number, sessionId: string): void {
    const stream = { response, userId, sessionHash: hashToken(sessionId) }
    this.#streams.add(stream)
    response.on('close', () => this.#streams.delete(stream))
    // Without a handler, writing to a connection that was just lost would crash the process.
    response.on('error', () => this.#streams.delete(stream))
    // If the process is not listening right now, `ready` follows once it does.
    if (this.#isListening) response.write(writeEvent('ready', {}))
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream)
    stream.response.end()
  }

  #beat(): void {
    for (const { response } of this.#streams) response.write(':\n\n')
  }

  /** Runs one query at a time. Each covers everything that changed during the previous one. */
  #sendChanges(): void {
    this.#sending ??= this.#sendAllChanges()
      .catch((error: unknown) => {
        this.#isReadyDue = true
        this.#log.warn({ err: error }, 'live events could not be sent')
      })
      .finally(() => {
        this.#sending = undefined
      })
  }

  async #sendAllChanges(): Promise<void> {
    do {
      const changed = this.#changed
      const isReady = this.#isReadyDue
      this.#changed = new Map()
      this.#isReadyDue = false
      const streams = [...this.#streams]
      if (streams.length === 0) continue
      const ordersBySession = await this.#findOrdersBySession(streams, changed)
      for (const stream of streams) {
        // The stream may have ended meanwhile.
        if (!this.#streams.has(stream)) continue
        const orderIds = ordersBySession.get(stream.sessionHash.toString('hex'))
        if (!orderIds) this.#end(stream)
        else if (isReady) stream.response.write(writeEvent('ready', {}))
        else for (const orderId of orderIds) stream.response.write(writeEvent('order', { orderId }))
      }
    } while (this.#changed.size > 0 || this.#isReadyDue)
  }

  async #findOrdersBySession(
    streams: Stream[],
    changed: ReadonlyMap<number, boolean>,
  ): Promise<Map<string, number[]>> {
    const { rows } = await this.#db.raw<{ rows: { session: string; orderIds: number[] }[] }>(
      FIND_ORDERS_BY_SESSION,
      {
        sessions: streams.map(({ sessionHash }) => sessionHash),
        orderIds: [...changed.keys()],
        customersToo: [...changed].filter(([, isForAll]) => isForAll).map(([orderId]) => orderId),
      },
    )
    return new Map(rows.map(({ session, orderIds }) => [session, orderIds]))
  }
}

/** @param listenUrl unset: streams are refused */
export function liveRoutes(app: App, { db, listenUrl }: Services & { listenUrl?: string | undefined }): void {
  const streams = new LiveStreams(db, app.log)
  app.addHook('onReady', async () => {
    if (listenUrl !== undefined) streams.start(listenUrl)
  })
  // Runs before Fastify waits for open requests, which would include the streams.
  app.addHook('preClose', () => streams.close())

  call(app, 'GET /events', {
    access: 'customer',
    tag: 'Conversations',
    isIdle: true,
    exposeHeadRoute: false,
    operationId: 'openEventStream',
    summary: 'A stream of updates about your orders',
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
      releasePlace(request, reply)
      reply.hijack()
      const { raw } = reply
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      raw.setHeader('content-type', 'text/event-stream')
      // Keeps nginx from buffering short events.
      raw.setHeader('x-accel-buffering', 'no')
      raw.flushHeaders()
      streams.add(raw, id, request.session.sessionId)
      return reply
    },
  })
}
