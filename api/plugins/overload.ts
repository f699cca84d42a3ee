/** Refuses calls while the process is overloaded, so that accepted calls still get their response in time. */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Unavailable } from '../errors.ts'
import { Admission } from '../http/admission.ts'

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

/** For the routes of one scope; webhooks and the operator's calls stay outside it and are never shed. */
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
  const adjusting = setInterval(() => admission.adjust(), ADJUST_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(adjusting))
  const leave = (tookMs: number) => admission.leave(tookMs)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!admission.enter()) return done(OVERLOADED)
    request.onClose = leave
    done()
  })
}
