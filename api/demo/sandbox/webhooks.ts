/**
 * Sends signed webhooks at least once. An event is stored together with the change that caused it, sent once both are on disk, and
 * retried with growing pauses until the response is 2xx or the attempts are used up.
 * @see https://razorpay.com/docs/webhooks/validate-test https://razorpay.com/docs/webhooks/best-practices
 */
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { EVENT_ID_HEADER, type EventName, SIGNATURE_HEADER } from '#api/money/payments/razorpay/events.ts'
import { nowSeconds } from './entities.ts'
import { createToken } from './ids.ts'
import type { PendingEvent, SandboxState } from './state.ts'
import type { StateStore } from './state-store.ts'

/** Razorpay expects a response within five seconds. */
const RESPONSE_TIMEOUT_MS = 5_000
/** Doubles with each attempt, so that the last of ten comes after about four minutes. Razorpay tries for a day. */
const FIRST_RETRY_MS = 500
const MAX_ATTEMPTS = 10
/** How many orders' events are sent in parallel. */
const MAX_LANES = 16
const AFTER_OWN_FAILURE_MS = 1_000

export interface WebhookOptions {
  secret: string
  /** Called at every attempt. Undefined: no webhook is set up, and events are not sent. */
  url: string | (() => string) | undefined
  firstRetryMs?: number
  maxAttempts?: number
  responseTimeoutMs?: number
}

/** An event with a snapshot of its entities. */
export interface SandboxEvent {
  name: EventName
  /** Serialised as JSON. */
  payload: string
  contains: string[]
}

/** @param entities by name, in the order of the payload */
export function describeEvent(name: EventName, entities: Record<string, { id: string }>): SandboxEvent {
  const payload = Object.fromEntries(Object.entries(entities).map(([key, entity]) => [key, { entity }]))
  // Serialised now, because the entities may change before the event is sent.
  return { name, payload: JSON.stringify(payload), contains: Object.keys(entities) }
}

export class Webhooks {
  readonly #store: StateStore
  readonly #log: FastifyBaseLogger
  readonly #options: Required<WebhookOptions>
  readonly #busyLanes = new Set<string>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #isStarted = false

  constructor(store: StateStore, log: FastifyBaseLogger, options: WebhookOptions) {
    this.#store = store
    this.#log = log
    this.#options = {
      ...options,
      firstRetryMs: options.firstRetryMs ?? FIRST_RETRY_MS,
      maxAttempts: options.maxAttempts ?? MAX_ATTEMPTS,
      responseTimeoutMs: options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS,
    }
  }

  /** Call this within the update that causes the events, so that neither is stored without the other. */
  enqueue(state: SandboxState, orderId: string, events: SandboxEvent[]): void {
    const { duplicateWebhooks, reorderWebhooks, dropWebhooks } = state.faults
    if (dropWebhooks || this.#options.url === undefined) return
    const added = events.map(({ name, payload, contains }): PendingEvent => {
      const head = { entity: 'event', account_id: state.accountId, event: name, contains }
      const body = `${JSON.stringify(head).slice(0, -1)},"payload":${payload},"created_at":${nowSeconds()}}`
      return {
        eventId: createToken(),
        event: name,
        orderId,
        body,
        signature: createHmac('sha256', this.#options.secret).update(body).digest('hex'),
        copiesLeft: duplicateWebhooks ? 2 : 1,
        failedAttempts: 0,
        dueAtMs: Date.now(),
      }
    })
    state.pendingEvents.push(...(reorderWebhooks ? added.reverse() : added))
    this.#wakeIn(0)
  }

  /** Starts sending, first the events that an earlier process did not send. */
  start(): void {
    this.#isStarted = true
    this.#wakeIn(0)
  }

  /** Aborts running attempts; their events stay pending. */
  stop(): void {
    this.#stopping.abort()
    clearTimeout(this.#timer)
  }

  #wakeIn(pauseMs: number): void {
    if (this.#stopping.signal.aborted || !this.#isStarted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#openLanes(), pauseMs)
    this.#timer.unref()
  }

  #openLanes(): void {
    let nextDueAtMs = Number.POSITIVE_INFINITY
    for (const { orderId, dueAtMs } of this.#store.state.pendingEvents) {
      if (this.#busyLanes.size >= MAX_LANES) return
      if (this.#busyLanes.has(orderId)) continue
      if (dueAtMs > Date.now()) nextDueAtMs = Math.min(nextDueAtMs, dueAtMs)
      else void this.#runLane(orderId)
    }
    if (nextDueAtMs < Number.POSITIVE_INFINITY) this.#wakeIn(Math.max(0, nextDueAtMs - Date.now()))
  }

  async #runLane(orderId: string): Promise<void> {
    this.#busyLanes.add(orderId)
    let pauseMs = 0
    try {
      const now = Date.now()
      const due = this.#store.state.pendingEvents.filter(
        (each) => each.orderId === orderId && each.dueAtMs <= now,
      )
      // The change must be on disk before a webhook reports it, or a crash would lose it.
      await this.#store.flush()
      for (const pending of due) {
        const isAcknowledged = await this.#send(pending)
        if (this.#stopping.signal.aborted) return
        this.#record(pending, isAcknowledged)
      }
      await this.#store.flush()
    } catch (error) {
      this.#log.error({ err: error }, 'error in the sandbox itself while sending an event')
      pauseMs = AFTER_OWN_FAILURE_MS
    } finally {
      this.#busyLanes.delete(orderId)
      this.#wakeIn(pauseMs)
    }
  }

  async #send(pending: PendingEvent): Promise<boolean> {
    const { url, responseTimeoutMs } = this.#options
    try {
      const { latencyMs } = this.#store.state.faults
      if (latencyMs > 0) await delay(latencyMs, undefined, { signal: this.#stopping.signal })
      const response = await fetch(typeof url === 'function' ? url() : (url ?? ''), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          [EVENT_ID_HEADER]: pending.eventId,
          [SIGNATURE_HEADER]: pending.signature,
        },
        body: pending.body,
        // Not followed, because a redirect is not a 2xx.
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(responseTimeoutMs)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  #record(pending: PendingEvent, isAcknowledged: boolean): void {
    const { firstRetryMs, maxAttempts } = this.#options
    this.#store.update((state) => {
      if (isAcknowledged) {
        pending.copiesLeft -= 1
        pending.failedAttempts = 0
      } else {
        pending.failedAttempts += 1
        pending.dueAtMs = Date.now() + firstRetryMs * 2 ** (pending.failedAttempts - 1)
      }
      const isGivenUp = pending.failedAttempts >= maxAttempts
      if (isGivenUp) this.#log.warn({ event: pending.event }, 'event not sent after the last attempt')
      if (isGivenUp || pending.copiesLeft === 0) {
        state.pendingEvents = state.pendingEvents.filter((each) => each !== pending)
      }
    })
  }
}
