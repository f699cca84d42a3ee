import * as z from 'zod'
import type { PaymentServices } from '#api/money/payments/gateway.ts'
import { BadSignature, type Gateway } from '#api/money/payments/gateway.ts'
import { listGateways } from '#api/money/payments/provider.ts'
import type { App } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { setMark } from '#db/models/platform/operation-mark.ts'
import { receiveProviderEvent } from './provider-event.ts'

/** Anybody can send events with a wrong signature, so at most one mark is stored a minute. */
const MARKED_EVERY_MS = 60_000

/** Needs its own Fastify scope: the signature covers the raw body, so the body must not be parsed. */
export function providerEventRoutes(app: App, services: PaymentServices): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  // Former providers still report refunds and disputes of the payments they took.
  for (const gateway of listGateways(services)) {
    const suffix = gateway === services.gateway ? '' : `Of_${gateway.name}`
    registerEventCall(app, services, gateway, `receiveProviderEvent${suffix}`)
  }
}

function registerEventCall(app: App, services: PaymentServices, gateway: Gateway, operationId: string): void {
  let markedAtMs = Number.NEGATIVE_INFINITY
  /** Marks a wrong signature for the doctor: the webhook secret may differ from the provider's. */
  async function markRefusal(): Promise<void> {
    if (performance.now() - markedAtMs < MARKED_EVERY_MS) return
    markedAtMs = performance.now()
    await setMark(services.db, 'webhook_refused')
  }
  call(app, `POST ${gateway.eventPath}`, {
    access: 'public',
    tag: 'Buying',
    operationId,
    security: [{ providerSignature: [] }],
    summary: 'Events of the payment provider',
    description: 'Each event id is stored once. It is handled after the response.',
    refusals: {
      400: 'Forged or unreadable',
      409: 'Asked, the provider tells of no such money (payment_mismatch)',
      413: 'The body is too large',
      415: 'Not JSON',
    },
    response: z.object({ received: z.literal(true) }),
    handler: async (request) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      try {
        await receiveProviderEvent(services, gateway, rawBody, request.headers)
      } catch (error) {
        if (error instanceof BadSignature) await markRefusal()
        throw error
      }
      return { received: true as const }
    },
  })
}
