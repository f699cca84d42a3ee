/** Refuses calls while the process is overloaded, so that accepted calls still get their response in time. */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from '../base/errors.ts'
import { Admission } from '../http/admission.ts'

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

/** Call this once, on the scope of all routes that may be refused. Webhooks and the operator's calls are outside of it. */
export async function registerOverload(
  app: FastifyInstance,
  changed: Partial<OverloadLimits> = {},
): Promise<void> {
  const limits = { ...LIMITS, ...changed }
  limitRunning(app)
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

/** Limits how many calls run at once. It acts immediately: a crowd can arrive within the second that a sample takes. */
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
