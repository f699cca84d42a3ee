/** Builds the API from its services. It does not listen on a port yet. */
import etag from '@fastify/etag'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { DestinationStream } from 'pino'
import { couponAdminRoutes, couponRoutes } from './catalogue/coupons/routes.ts'
import { catalogueAdminRoutes, categoryAdminRoutes } from './catalogue/packages/admin-routes.ts'
import { Catalogue } from './catalogue/packages/catalogue.ts'
import { questionRoutes } from './catalogue/packages/questions.ts'
import { catalogueRoutes } from './catalogue/packages/routes.ts'
import { pictureAdminRoutes, registerPictures } from './catalogue/pictures/routes.ts'
import { accountsRoutes } from './money/accounting/routes.ts'
import { disputeRoutes } from './money/disputes/routes.ts'
import { instalmentRoutes } from './money/instalments/routes.ts'
import { invoiceAdminRoutes, invoiceRoutes } from './money/invoices/routes.ts'
import type { PaymentServices } from './money/payments/gateway.ts'
import { paymentRoutes } from './money/payments/routes.ts'
import { providerEventRoutes } from './money/provider-events/routes.ts'
import { refundRequestRoutes } from './money/refund-requests/routes.ts'
import { refundRoutes } from './money/refunds/routes.ts'
import { moneyRoutes } from './money/stray-money/routes.ts'
import { KeyStore } from './operations/api-keys/key-store.ts'
import { apiKeyRoutes } from './operations/api-keys/routes.ts'
import { auditAdminRoutes } from './operations/audit-log/routes.ts'
import { doctorAdminRoutes } from './operations/doctor/routes.ts'
import { operationAdminRoutes, operationRoutes } from './operations/jobs/routes.ts'
import { addShopMetrics } from './operations/metrics/shop-metrics.ts'
import { overviewAdminRoutes } from './operations/overview/routes.ts'
import { privacyAdminRoutes, privacyRoutes } from './operations/privacy/routes.ts'
import { registrationAdminRoutes } from './operations/registrations/routes.ts'
import { searchAdminRoutes } from './operations/search/routes.ts'
import { userAdminRoutes } from './operations/users/routes.ts'
import { liveRoutes } from './orders/conversation/live-streams.ts'
import { messageRoutes } from './orders/conversation/routes.ts'
import { savedReplyAdminRoutes, savedReplyRoutes } from './orders/conversation/saved-replies.ts'
import { credentialsRoutes } from './orders/credentials/routes.ts'
import { deliveryRoutes } from './orders/deliveries/routes.ts'
import { fileRoutes } from './orders/files/routes.ts'
import { incomingMailRoutes } from './orders/incoming-mail/routes.ts'
import { orderAdminRoutes, orderRoutes } from './orders/order/routes.ts'
import { reminderRoutes } from './orders/reminders/routes.ts'
import { reviewAdminRoutes, reviewRoutes } from './orders/reviews/routes.ts'
import { assignmentAdminRoutes, assignmentRoutes } from './orders/staff/routes.ts'
import { notificationAdminRoutes } from './outbound/notifications/routes.ts'
import { webhookAdminRoutes } from './outbound/webhooks/routes.ts'
import { findUserByEmail } from './people/auth/account.ts'
import { mailOwnerOfGuesses } from './people/auth/account-notice.ts'
import { confirmRoutes } from './people/auth/mailed-links/routes.ts'
import { forgottenPasswordRoutes } from './people/auth/passwords/routes.ts'
import { authRoutes } from './people/auth/routes.ts'
import { sessionRoutes } from './people/auth/sessions/routes.ts'
import { KnexSessionStore } from './people/auth/sessions/session-store.ts'
import { profileRoutes } from './people/profile/routes.ts'
import { resetRoutes } from './people/second-factor/reset-routes.ts'
import { factorRoutes } from './people/second-factor/routes.ts'
import { factorAdminRoutes, factorSignInRoutes } from './people/second-factor/sign-in-routes.ts'
import type { App } from './platform/app-type.ts'
import { validatorCompiler } from './platform/http/validation.ts'
import {
  createRequestId,
  loggerOptions,
  openLogOutput,
  RequestLog,
  shareLogger,
} from './platform/logging/logging.ts'
import { mailAdminRoutes } from './platform/mail/routes.ts'
import { registerCompression } from './platform/plugins/compress.ts'
import {
  registerErrors,
  respondNotFound,
  respondToClientError,
  respondUnroutable,
} from './platform/plugins/errors.ts'
import { refuseGuardedRoutes, registerGuards } from './platform/plugins/guards.ts'
import { registerRateLimits } from './platform/plugins/limit-calls.ts'
import { registerMetrics } from './platform/plugins/metrics.ts'
import { registerDocs, registerOpenapi } from './platform/plugins/openapi.ts'
import { type OverloadLimits, registerOverload } from './platform/plugins/overload.ts'
import { registerRouteTable } from './platform/plugins/route-table.ts'
import { allowAnyOrigin, registerHeaders, registerOriginCheck } from './platform/plugins/security.ts'
import { registerSession } from './platform/plugins/session.ts'
import { registerShutdown } from './platform/plugins/shutdown.ts'
import { registerSite } from './platform/plugins/site.ts'
import { checkoutRoutes } from './sales/checkout/routes.ts'
import { offerAdminRoutes, offerRoutes } from './sales/offers/routes.ts'
import { paymentLinkRoutes } from './sales/payment-links/routes.ts'
import { embeddingAdminRoutes, embeddingRoutes, openEmbeddingRoutes } from './sales/widget/routes.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 10_000

export interface AppOptions extends PaymentServices {
  /** URL of the database without a pooler, for LISTEN. Unset: the catalogue is not cached, and there are no live events. */
  listenUrl?: string | undefined
  /** Folder of the built site, to be served beside the API. Unset if a CDN or nginx serves it. */
  siteDir?: string | undefined
  /** Mounts the payment sandbox, in the demo and in tests. */
  mountSandbox?: ((app: FastifyInstance) => Promise<void>) | undefined
  /** Destination of the log. Unset: standard output. */
  logTo?: DestinationStream | undefined
  /** A whole request must arrive within this time. */
  requestTimeoutMs?: number | undefined
  /** Load above which calls are shed. false: never, for tests that share a machine. */
  overload?: Partial<OverloadLimits> | false | undefined
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    env,
    siteDir,
    mountSandbox,
    logTo = env.isProduction ? openLogOutput() : process.stdout,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  } = options
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(env, logTo),
    logController: new RequestLog(env),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 4 },
    // While stopping, requests on open connections still get a response, then the connection closes.
    return503OnClosing: false,
    trustProxy: env.trustProxy ?? false,
    childLoggerFactory: shareLogger,
    genReqId: createRequestId,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: respondUnroutable,
    rewriteUrl: ({ url = '/' }) => (isUnreadable(url) ? '/404' : url),
    clientErrorHandler: respondToClientError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Fastify accepts text/plain by default, which a form on another website could send (CSRF).
  app.removeContentTypeParser('text/plain')
  options.jobs.logTo(app.log)
  registerErrors(app)
  registerShutdown(app, requestTimeoutMs)
  registerMetrics(app, options.db)
  addShopMetrics(app.metrics, options.db)
  registerRouteTable(app)
  registerHeaders(app, env)
  await registerOpenapi(app, env)

  const catalogue = new Catalogue(options.db)
  if (options.listenUrl !== undefined) catalogue.followChanges(app, options.listenUrl)
  await app.register(async (scope) => registerApi(scope, { ...options, catalogue }), { prefix: '/api' })
  if (!env.isProduction) await registerDocs(app)
  registerPictures(app, env)
  if (mountSandbox) await mountSandbox(app)
  if (siteDir) await registerSite(app, siteDir)
  else app.setNotFoundHandler(respondNotFound)
  return app
}

/** Whether a page's path is malformed, such as /%E0%A4%A. It cannot be routed, not even to the 404 page. */
function isUnreadable(url: string): boolean {
  if (url.startsWith('/api/') || !url.includes('%')) return false
  try {
    decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')
    return false
  } catch {
    return true
  }
}

/** Routes of the back office. Lists are plain arrays, with the total in the header `X-Total-Count`. */
const ADMIN_ROUTES = [
  accountsRoutes,
  apiKeyRoutes,
  assignmentAdminRoutes,
  auditAdminRoutes,
  catalogueAdminRoutes,
  categoryAdminRoutes,
  couponAdminRoutes,
  doctorAdminRoutes,
  disputeRoutes,
  embeddingAdminRoutes,
  factorAdminRoutes,
  invoiceAdminRoutes,
  mailAdminRoutes,
  moneyRoutes,
  notificationAdminRoutes,
  offerAdminRoutes,
  operationAdminRoutes,
  orderAdminRoutes,
  overviewAdminRoutes,
  pictureAdminRoutes,
  privacyAdminRoutes,
  refundRoutes,
  registrationAdminRoutes,
  reviewAdminRoutes,
  savedReplyAdminRoutes,
  searchAdminRoutes,
  userAdminRoutes,
  webhookAdminRoutes,
]

async function registerApi(api: App, options: AppOptions & { catalogue: Catalogue }): Promise<void> {
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  api.setNotFoundHandler(respondNotFound)
  const limits = options.env.isShedding ? (options.overload ?? {}) : false

  // Scopes with `refuseGuardedRoutes` have no session: they neither read nor set cookies, so a CDN may cache public
  // responses.
  await api.register(async (webhooks: App) => {
    refuseGuardedRoutes(webhooks)
    providerEventRoutes(webhooks, options)
  })
  await api.register(async (operators: App) => {
    refuseGuardedRoutes(operators)
    operationRoutes(operators, options)
  })
  await api.register(async (shed: App) => {
    // Registered around both scopes below, because all calls of the process share one limit.
    if (limits) await registerOverload(shed, limits)
    await shed.register(async (visitors: App) => {
      refuseGuardedRoutes(visitors)
      // Weak ETags, because compressed and uncompressed responses share one.
      await visitors.register(etag, { weak: true })
      registerCompression(visitors)
      allowAnyOrigin(visitors)
      catalogueRoutes(visitors, options)
      openEmbeddingRoutes(visitors, options)
    })

    await shed.register(async (calls: App) => {
      registerCompression(calls)
      registerOriginCheck(calls, options.env)
      const sessions = new KnexSessionStore(options.db)
      await registerSession(calls, options.env, sessions)
      const countKeyCall = await registerRateLimits(calls, options.env, {
        find: (email) => findUserByEmail(options.db, email),
        mailOwner: (email, guessed) => mailOwnerOfGuesses(options, email, guessed),
      })
      const keys = new KeyStore(options.db)
      registerGuards(calls, options.env, { sessions, keys, countKeyCall })
      for (const routes of ADMIN_ROUTES) routes(calls, options)
      credentialsRoutes(calls, options)
      assignmentRoutes(calls, options)
      authRoutes(calls, options)
      checkoutRoutes(calls, options)
      confirmRoutes(calls, options)
      couponRoutes(calls, options)
      deliveryRoutes(calls, options)
      reminderRoutes(calls, options)
      embeddingRoutes(calls, options)
      factorRoutes(calls, options)
      factorSignInRoutes(calls, options)
      fileRoutes(calls, options)
      forgottenPasswordRoutes(calls, options)
      invoiceRoutes(calls, options)
      liveRoutes(calls, options)
      messageRoutes(calls, options)
      incomingMailRoutes(calls, options)
      offerRoutes(calls, options)
      paymentLinkRoutes(calls, options)
      orderRoutes(calls, options)
      instalmentRoutes(calls, options)
      paymentRoutes(calls, options)
      refundRequestRoutes(calls, options)
      privacyRoutes(calls, options)
      profileRoutes(calls, options)
      questionRoutes(calls, options)
      resetRoutes(calls, options)
      reviewRoutes(calls, options)
      savedReplyRoutes(calls, options)
      sessionRoutes(calls, options)
    })
  })
}
