/** Refuses calls while the process is overloaded, so that accepted calls still get their response in time. */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from '../base/errors.ts'
import { Admission } from '../http/admission.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for calls that are never shed. */
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
}

const LIMITS: OverloadLimits = {
  maxEventLoopDelayMs: 500,
  maxEventLoopUtilization: 0.98,
  noticeableDelayMs: 100,
  sampleMs: 1_000,
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

/** Once for all routes that can be shed; webhooks and the operator's calls stay outside its scope and are never shed. */
export async function registerOverload(
  app: FastifyInstance,
  changed: Partial<OverloadLimits> = {},
): Promise<void> {
  const limits = { ...LIMITS, ...changed }
  limitRunning(app)
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    maxEventLoopUtilization: limits.maxEventLoopUtilization,
    // Since the last sample: the default measures since the start, and would notice nothing after a quiet hour.
    eventLoopUtilizationMode: 'interval',
    sampleInterval: limits.sampleMs,
    pressureHandler: (_request, _reply, type) => {
      // A process that is always busy but still quick is well used, not overloaded.
      const isQuick = app.memoryUsage().eventLoopDelay < limits.noticeableDelayMs
      if (type === underPressure.TYPE_EVENT_LOOP_UTILIZATION && isQuick) return
      throw OVERLOADED
    },
  })
}

/** Acts at once: a crowd can arrive within the second that the samples above take. */
function limitRunning(app: FastifyInstance): void {
  const admission = new Admission()
  app.decorateRequest('admission', undefined)
  const adjusting = setInterval(() => admission.adjust(), ADJUST_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(adjusting))
  app.addHook('onRequest', (request, _reply, done) => {
    request.admission = admission
    done(takePlace(request, admission, 0) ? undefined : OVERLOADED)
  })
}

/** @param sinceMs what the call did before is not held against the limit */
function takePlace(request: FastifyRequest, admission: Admission, sinceMs: number): boolean {
  if (!admission.enter()) return false
  request.onClose = (tookMs) => admission.leave(tookMs - sinceMs)
  return true
}

/**
 * A call that waits works on nothing: meanwhile its place is free for those that do.
 * @throws Unavailable overloaded, where no place is free when it goes on
 */
export async function waitWithoutPlace(
  request: FastifyRequest,
  reply: FastifyReply,
  wait: Promise<unknown>,
): Promise<void> {
  const { admission } = request
  request.onClose?.(reply.elapsedTime)
  request.onClose = undefined
  await wait
  if (!admission) return
  // A caller who has left meanwhile would never give the place back.
  if (reply.raw.closed || !takePlace(request, admission, reply.elapsedTime)) throw OVERLOADED
}
