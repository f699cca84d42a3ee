/** Routes with which tests turn on faults; `state.ts` describes each fault. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { serverError } from './razorpay-error.ts'
import { parseInput } from './request-body.ts'
import { NO_FAULTS } from './state.ts'
import type { StateStore } from './state-store.ts'

const MAX_LATENCY_MS = 600_000

const FaultsBody = z.strictObject({
  latencyMs: z.int().min(0).max(MAX_LATENCY_MS).optional(),
  failRate: z.number().min(0).max(1).optional(),
  duplicateWebhooks: z.boolean().optional(),
  reorderWebhooks: z.boolean().optional(),
  dropWebhooks: z.boolean().optional(),
  pendingRefunds: z.boolean().optional(),
  refusedCurrencies: z.array(z.string()).optional(),
})

/** POST changes the faults named in its body; DELETE clears all. */
export function faultRoutes(app: FastifyInstance, store: StateStore): void {
  app.get('/faults', () => store.state.faults)
  app.post('/faults', (request) => {
    const changes = parseInput(FaultsBody, request.body)
    return store.update((state) => {
      state.faults = { ...state.faults, ...changes }
      return state.faults
    })
  })
  app.delete('/faults', () =>
    store.update((state) => {
      state.faults = NO_FAULTS
      return state.faults
    }),
  )
}

/** Applies the faults to every call of a scope. */
export function applyFaults(rest: FastifyInstance, store: StateStore): void {
  rest.addHook('preHandler', async () => {
    if (Math.random() < store.state.faults.failRate) throw serverError()
  })
  // The delay comes after the effect: like at Razorpay, a caller that times out cannot know whether its call succeeded.
  rest.addHook('onSend', async () => {
    const { latencyMs } = store.state.faults
    if (latencyMs > 0) await delay(latencyMs)
  })
}
