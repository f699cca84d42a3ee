/** Refuses calls while the process is overloaded, so that accepted calls still get their response in time. */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from '#api/platform/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for calls that are never refused for overload. */
    admission: Admission | undefined
  }
}

export interface OverloadLimits {
  /** Mean delay of the event loop over a sample. */
  maxEventLoopDelayMs: number
  /** Share of a sample in which the event loop was busy, from 0 to 1; counts only with a delay that callers notice. */
  maxEventLoopUtilization: number
  noticeableDelayMs: number
  sampleMs: number
  /** A response of which the caller reads nothing for this long is cut off. */
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

class Overloaded extends Unavailable {
  constructor() {
    super('overloaded', 'The shop is busy, please try again in a moment', RETRY_AFTER_SECONDS)
  }
}
/** Shared by all refusals: a new error each time would record a stack, which takes longer than the response itself. */
const OVERLOADED = new Overloaded()

/** Call this once, on the scope of all routes that may be refused. Webhooks and the operator's calls are outside of it. */
export async function registerOverload(
  app: FastifyInstance,
  changed: Partial<OverloadLimits> = {},
): Promise<void> {
  const limits = { ...LIMITS, ...changed }
  limitRunning(app, limits)
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    maxEventLoopUtilization: limits.maxEventLoopUtilization,
    // Measures since the last sample. The default measures since the start, and would notice nothing after a quiet hour.
    eventLoopUtilizationMode: 'interval',
    sampleInterval: limits.sampleMs,
    pressureHandler: (_request, _reply, type) => {
      // A process that is always busy and still quick is not overloaded.
      const isQuick = app.memoryUsage().eventLoopDelay < limits.noticeableDelayMs
      if (type === underPressure.TYPE_EVENT_LOOP_UTILIZATION && isQuick) return
      throw OVERLOADED
    },
  })
}

/**
 * Limits how many calls run at once. It acts immediately: a crowd can arrive within the second that a sample takes. A call has
 * no place while its body arrives or its response is read, because a slow caller would hold it for nothing.
 */
function limitRunning(app: FastifyInstance, { unreadMs }: OverloadLimits): void {
  const admission = new Admission()
  app.decorateRequest('admission', undefined)
  const adjusting = setInterval(() => admission.adjust(), ADJUST_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(adjusting))
  app.addHook('onRequest', (request, _reply, done) => {
    request.admission = admission
    done(takePlace(request, admission, 0) ? undefined : OVERLOADED)
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
    done(isAdmitted ? undefined : OVERLOADED)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    leavePlace(request, reply)
    reply.raw.setTimeout(unreadMs, () => reply.raw.destroy())
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @param sinceMs the call's duration so far, which does not count for the limit */
function takePlace(request: FastifyRequest, admission: Admission, sinceMs: number): boolean {
  if (!admission.enter()) return false
  request.onClose = (tookMs) => admission.leave(tookMs - sinceMs)
  return true
}

/** Gives the call's place to others for good, as a stream that stays open does not work. */
export function leavePlace(request: FastifyRequest, reply: FastifyReply): void {
  request.onClose?.(reply.elapsedTime)
  request.onClose = undefined
}

/**
 * Gives the call's place to others while it only waits.
 * @throws Unavailable overloaded, if no place is free afterwards
 */
export async function waitWithoutPlace(
  request: FastifyRequest,
  reply: FastifyReply,
  wait: Promise<unknown>,
): Promise<void> {
  const { admission } = request
  leavePlace(request, reply)
  await wait
  if (!admission) return
  // If the caller has hung up meanwhile, nothing would give the place back.
  if (reply.raw.closed || !takePlace(request, admission, reply.elapsedTime)) throw OVERLOADED
}

/**
 * Limits how many calls a process works on at once. A growing queue only makes everybody wait longer, so calls above
 * the limit are refused at once. The limit follows the duration of the calls that were accepted.
 */

/** The target: nine of ten calls take at most this long, so that the tenth stays below a second. */
const TARGET_MS = 200
const MIN_LIMIT = 16
const MAX_LIMIT = 512
const INITIAL_LIMIT = 64
/** With fewer calls since the last adjustment the limit stays as it is. */
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

  /** @returns false if the call must be refused. Call `leave` when an accepted call has ended. */
  enter(): boolean {
    if (this.#running >= this.#limit) {
      this.#since.wasFull = true
      return false
    }
    this.#running += 1
    return true
  }

  /** Leaves without counting a duration: the call goes on later. */
  giveBack(): void {
    this.#running -= 1
  }

  leave(tookMs: number): void {
    this.giveBack()
    this.#since.ended += 1
    if (tookMs > TARGET_MS) this.#since.slow += 1
    if (tookMs >= TARGET_MS / 2) this.#since.mediumOrSlow += 1
  }

  /** To be called a few times a second. */
  adjust(): void {
    const { ended, slow, mediumOrSlow, wasFull } = this.#since
    this.#since = startCounting()
    if (ended < MIN_SAMPLES && !wasFull) return
    const tenth = Math.max(ended - Math.floor(ended * 0.9), 1)
    if (slow >= tenth) this.#limit = Math.max(MIN_LIMIT, Math.floor(this.#limit * SHRINK))
    else if (wasFull && mediumOrSlow < tenth) this.#limit = Math.min(MAX_LIMIT, Math.ceil(this.#limit * GROW))
  }
}

/** Calls since the last adjustment. Only counters, because sorting thousands of durations would take too long. */
const startCounting = () => ({
  ended: 0,
  /** Calls that took longer than the target. */
  slow: 0,
  /** Calls that took half of the target or longer. */
  mediumOrSlow: 0,
  wasFull: false,
})
