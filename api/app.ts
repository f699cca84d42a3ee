/** The API as a value: everything it needs is handed in, nothing listens yet. */
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { App, Services } from './app-type.ts'
import { authRoutes } from './features/auth/routes.ts'
import { catalogueRoutes } from './features/catalogue/routes.ts'
import { couponRoutes } from './features/coupons/routes.ts'
import { operationRoutes } from './features/operation/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { paymentRoutes, webhookRoutes } from './features/payments/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { registerErrors } from './plugins/errors.ts'
import { registerGuards } from './plugins/guards.ts'
import { registerHeaders, registerOriginCheck } from './plugins/security.ts'
import { registerSession } from './plugins/session.ts'
import { registerSite } from './plugins/site.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 10_000

export interface AppOptions extends Services {
  /** The built site to serve beside the API; unset where a CDN or nginx serves it. */
  siteDir?: string | undefined
  /** The payment sandbox, in the demo and in tests. */
  mountSandbox?: ((app: FastifyInstance) => Promise<void>) | undefined
  logger?: FastifyServerOptions['logger']
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { env, siteDir, mountSandbox } = options
  const app = Fastify({
    logger: options.logger ?? { level: env.logLevel },
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 2_500 },
    trustProxy: env.trustProxy ?? false,
    genReqId: () => crypto.randomUUID(),
    disableRequestLogging: !env.isProduction,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Accepted by default, and a form of another site can send it.
  app.removeContentTypeParser('text/plain')
  registerErrors(app)
  await registerHeaders(app, env)

  await app.register(
    async (scope) => {
      const api = scope as unknown as App
      await registerSession(api, options)
      registerGuards(api, options)
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      await api.register(async (webhooks) => webhookRoutes(webhooks as unknown as App, options))
      await api.register(async (browsers) => {
        const calls = browsers as unknown as App
        registerOriginCheck(calls, env)
        authRoutes(calls, options)
        catalogueRoutes(calls, options)
        couponRoutes(calls, options)
        operationRoutes(calls, options)
        orderRoutes(calls, options)
        paymentRoutes(calls, options)
        profileRoutes(calls, options)
      })
      api.setNotFoundHandler((_request, reply) =>
        reply.status(404).serializer(JSON.stringify).send({ code: 'not_found', message: 'Not found' }),
      )
    },
    { prefix: '/api' },
  )
  if (mountSandbox) await mountSandbox(app)
  if (siteDir) await registerSite(app, siteDir)
  return app
}
