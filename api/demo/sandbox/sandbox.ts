/** Simulates Razorpay. Works with Razorpay's SDK, and with pages written for its checkout.js. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance } from 'fastify'
import { checkoutRoutes } from './checkout.ts'
import type { SandboxContext } from './context.ts'
import { disputeOutcomeRoutes, disputeRoutes } from './disputes.ts'
import { applyFaults, faultRoutes } from './faults.ts'
import { orderRoutes } from './orders.ts'
import { payRoutes } from './pay.ts'
import { paymentRoutes } from './payments.ts'
import { authenticationFailed, badRequest, RazorpayError, serverError, unknownUrl } from './razorpay-error.ts'
import { refundOutcomeRoutes, refundRoutes } from './refunds.ts'
import { acceptJsonOnly } from './request-body.ts'
import { openStateStore } from './state-store.ts'
import { Webhooks } from './webhooks.ts'

export interface SandboxOptions {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** A function if the port is not known yet. Unset: no webhooks are sent. */
  webhookUrl?: string | (() => string)
  /** A JSON file, created if missing, for one process at a time. Unset: the state is lost with the process. */
  stateFile?: string | undefined
  /** Shorter pauses between attempts, for tests. */
  webhookRetries?: { firstRetryMs?: number; maxAttempts?: number; responseTimeoutMs?: number }
}

/**
 * A Fastify plugin: `app.register(registerSandbox, { prefix: '/sandbox/razorpay', … })`, or called with an app of its own.
 * It serves Razorpay's REST API and checkout.js at `/v1`, and the sandbox's own `/pay`, `/refund-outcome`, `/dispute`,
 * `/dispute-outcome` and `/faults`.
 */
export async function registerSandbox(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  const store = await openStateStore(options.stateFile)
  const webhooks = new Webhooks(store, app.log, {
    secret: options.webhookSecret,
    url: options.webhookUrl,
    ...options.webhookRetries,
  })
  const { keyId, keySecret } = options
  const context: SandboxContext = { store, webhooks, keyId, keySecret }

  acceptJsonOnly(app)
  app.setErrorHandler((error: FastifyError | RazorpayError, request, reply) => {
    const refusal = toRazorpayError(error)
    if (refusal.status >= 500 && refusal !== error)
      request.log.error({ err: error }, 'error in the sandbox itself')
    return reply.status(refusal.status).type('application/json').serializer(JSON.stringify).send(refusal.body)
  })
  // Responses wait until their change is on disk, so that a crash cannot undo a confirmed change.
  app.addHook('onSend', async () => store.flush())
  app.addHook('onReady', async () => webhooks.start())
  app.addHook('preClose', async () => webhooks.stop())
  app.addHook('onClose', async () => store.flush())

  faultRoutes(app, store)
  refundOutcomeRoutes(app, context)
  disputeOutcomeRoutes(app, context)
  await checkoutRoutes(app)
  await app.register(async (browsers) => payRoutes(browsers, context))
  await app.register(
    async (rest) => {
      requireKey(rest, context)
      applyFaults(rest, store)
      orderRoutes(rest, context)
      paymentRoutes(rest, context)
      refundRoutes(rest, context)
      disputeRoutes(rest, context)
      rest.all('/*', async () => {
        throw unknownUrl()
      })
    },
    { prefix: '/v1' },
  )
}

function requireKey(rest: FastifyInstance, { keyId, keySecret }: SandboxContext): void {
  const expected = digest(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`)
  rest.addHook('onRequest', async ({ headers }) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw authenticationFailed()
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function toRazorpayError(error: FastifyError | RazorpayError): RazorpayError {
  if (error instanceof RazorpayError) return error
  const isCallers = error.statusCode !== undefined && error.statusCode < 500
  return isCallers ? badRequest('The request could not be read', error.statusCode) : serverError()
}
