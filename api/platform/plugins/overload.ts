/** Load shedding: refuses calls while the process is overloaded, so that accepted calls are still answered in time. */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Overloaded } from '#api/platform/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for calls that are never shed. */
    admission: Admission | undefined
  }
}

export interface OverloadLimits {
  /** Mean delay of the event loop in a sample. */
  maxEventLoopDelayMs: number
  /** Busy share of the event loop in a sample, 0 to 1. Counts only with a delay above `noticeableDelayMs`. */
  maxEventLoopUtilization: number
  noticeableDelayMs: number
  sampleMs: number
  /** A response is cut off if the caller reads nothing of it for this long. */
  unreadMs: number
}

const LIMITS: OverloadLimits = {
  maxEventLoopDelayMs: 500,
  maxEventLoopUtilization: 0.98,
  noticeableDelayMs: 100,
  sampleMs: 1_000,
  unreadMs: 60_000,
}
const ADJUST_EVERY_MS = 200
const RETRY_AFTER_SECONDS = 2

/** Shared by all refusals: a new error would record a stack, which takes longer than the response. */
const REFUSAL = new Overloaded(RETRY_AFTER_SECONDS)

/** Call it once, on the scope of all routes that may be shed. Webhooks and operator calls are outside of it. */
export async function registerOverload(
  app: FastifyInstance,
  changed: Partial<OverloadLimits> = {},
): Promise<void> {
  const limits = { ...LIMITS, ...changed }
  limitRunning(app, limits)
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    maxEventLoopUtilization: limits.maxEventLoopUtilization,
    // Measures since the last sample. The default averages since the start and misses a peak after a quiet hour.
    eventLoopUtilizationMode: 'interval',
    sampleInterval: limits.sampleMs,
    pressureHandler: (_request, _reply, type) => {
      // A process that is always busy but still quick is not overloaded.
      const isQuick = app.memoryUsage().eventLoopDelay < limits.noticeableDelayMs
      if (type === underPressure.TYPE_EVENT_LOOP_UTILIZATION && isQuick) return
      throw REFUSAL
    },
  })
}

/**
 * Limits concurrent calls. It acts at once, because a crowd can arrive within a one-second sample. A call takes no place
 * while its body arrives or its response is read: slow callers would hold places for nothing.
 */
function limitRunning(app: FastifyInstance, { unreadMs }: OverloadLimits): void {
  const admission = new Admission()
  app.decorateRequest('admission', undefined)
  const adjusting = setInterval(() => admission.adjust(), ADJUST_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(adjusting))
  app.addHook('onRequest', (request, _reply, done) => {
    request.admission = admission
    done(takePlace(request, admission, 0) ? undefined : REFUSAL)
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (hasBody(request)) {
      admission.giveBack()
      request.onClose = undefined
    }
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    const isAdmitted = !hasBody(request) || takePlace(request, admission, reply.elapsedTime)
    done(isAdmitted ? undefined : REFUSAL)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    releasePlace(request, reply)
    reply.raw.setTimeout(unreadMs, () => reply.raw.destroy())
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @param sinceMs duration of the call so far, which the limit ignores */
function takePlace(request: FastifyRequest, admission: Admission, sinceMs: number): boolean {
  if (!admission.enter()) return false
  request.onClose = (tookMs) => admission.leave(tookMs - sinceMs)
  return true
}

/** Gives up the call's place for good, for a stream that stays open without working. */
export function releasePlace(request: FastifyRequest, reply: FastifyReply): void {
  request.onClose?.(reply.elapsedTime)
  request.onClose = undefined
}

/**
 * Gives up the call's place while it only waits.
 * @throws Overloaded, if no place is free afterwards
 */
export async function waitWithoutPlace(
  request: FastifyRequest,
  reply: FastifyReply,
  wait: Promise<unknown>,
): Promise<void> {
  const { admission } = request
  releasePlace(request, reply)
  await wait
  if (!admission) return
  // If the caller has disconnected meanwhile, nothing would release the place.
  if (reply.raw.closed || !takePlace(request, admission, reply.elapsedTime)) throw REFUSAL
}

/**
 * Limits how many calls a process works on at once. A longer queue only makes everybody wait longer, so calls above the
 * limit are refused at once. The limit adapts to how long accepted calls take.
 */

/** Target: nine of ten calls take at most this long, which keeps the tenth below a second. */
const TARGET_MS = 200
const MIN_LIMIT = 16
const MAX_LIMIT = 512
const INITIAL_LIMIT = 64
/** With fewer calls since the last adjustment the limit does not change. */
const MIN_SAMPLES = 20
const SHRINK = 0.75
const GROW = 1.1

export class Admission {
  #limit = INITIAL_LIMIT
  #running = 0
  #since = startCounting()

  get limit(): number {
    return this.#limit
  }

  /** @returns false if the call must be refused. An accepted call must `leave` when it ends. */
  enter(): boolean {
    if (this.#running >= this.#limit) {
      this.#since.wasFull = true
      return false
    }
    this.#running += 1
    return true
  }

  /** Leaves without counting a duration, because the call continues later. */
  giveBack(): void {
    this.#running -= 1
  }

  leave(tookMs: number): void {
    this.giveBack()
    this.#since.ended += 1
    if (tookMs > TARGET_MS) this.#since.slow += 1
    if (tookMs >= TARGET_MS / 2) this.#since.mediumOrSlow += 1
  }

  /** Call it a few times a second. */
  adjust(): void {
    const { ended, slow, mediumOrSlow, wasFull } = this.#since
    this.#since = startCounting()
    if (ended < MIN_SAMPLES && !wasFull) return
    const tenth = Math.max(ended - Math.floor(ended * 0.9), 1)
    if (slow >= tenth) this.#limit = Math.max(MIN_LIMIT, Math.floor(this.#limit * SHRINK))
    else if (wasFull && mediumOrSlow < tenth) this.#limit = Math.min(MAX_LIMIT, Math.ceil(this.#limit * GROW))
  }
}

/** Counts calls since the last adjustment. Only counters, because sorting thousands of durations takes too long. */
const startCounting = () => ({
  ended: 0,
  /** Took longer than the target. */
  slow: 0,
  /** Took at least half of the target. */
  mediumOrSlow: 0,
  wasFull: false,
})
