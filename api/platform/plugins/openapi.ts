/** The OpenAPI document, generated from the routes' schemas, and outside production a page to read it. */
import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { brand } from '#api/content/content.ts'
import {
  MessageCreatedEvent,
  OrderAcceptedEvent,
  OrderChangeRequestedEvent,
  OrderDeliveredEvent,
  OrderInstalmentPaidEvent,
  OrderPaidEvent,
  OrderRefundedEvent,
  OrderStatusChangedEvent,
  RefundRequestedEvent,
} from '#api/contract/orders/order-events.ts'
import { ErrorBody } from '#api/contract/platform/errors.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { type Access, type CallConfig, TAGS } from '#api/platform/http/call.ts'
import { describeLimit } from '#api/platform/http/describe-limit.ts'
import { PENDING_COOKIE } from '#api/platform/http/pending-sign-in.ts'
import { webhookSignatureHeader } from '#api/rules/payment-provider.ts'
import { sessionCookieName } from './session.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const WHO_MAY: Readonly<Record<Access, string>> = {
  public: 'For anyone.',
  optional: 'For anyone; it makes a difference who is signed in.',
  customer: 'For whoever is signed in.',
  staff: 'For staff.',
  admin: 'For admins.',
}

const WEBHOOKS = '/api/webhooks/'
/** Provider webhooks are read as raw bytes, because they are signed, so their route has no body schema. */
const SignedEvent = z.looseObject({ event: z.string(), payload: z.looseObject({}) }).meta({
  description: `An event as the provider sends it, its signature over these bytes in ${webhookSignatureHeader}`,
})

/** Uploaded files are read as streams, so their routes have no body schema. */
const RawFile = z.string().meta({ format: 'binary', description: 'the file itself' })

export async function registerOpenapi(app: FastifyInstance, env: Env): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: '1',
        description:
          'Every refusal has the shape of ErrorBody. A call that changes something must come from the site’s own origin or from a program.',
        contact: { name: brand.name, email: brand.email.support, url: `${env.publicOrigin}/contact` },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // On localhost a relative URL, which is right at whatever address the document is read.
      servers: [{ url: new URL(env.publicOrigin).hostname === 'localhost' ? '/' : env.publicOrigin }],
      webhooks: describeWebhooks(),
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookieName(env),
            description: 'Set by signing in',
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key that an admin has made for a program: shop_live_ and 43 characters. Never from a browser',
          },
          passwordGiven: {
            type: 'apiKey',
            in: 'cookie',
            name: PENDING_COOKIE,
            description: 'Set where the right password was given and a second factor is to follow',
          },
          webhookSignature: {
            type: 'apiKey',
            in: 'header',
            name: 'webhook-signature',
            description: 'The shop’s, of an outgoing webhook',
          },
          providerSignature: {
            type: 'apiKey',
            in: 'header',
            name: webhookSignatureHeader,
            description: 'The payment provider’s HMAC-SHA256 of the body',
          },
        },
      },
    },
    transform: (call) => {
      const { schema, url, route } = call
      // Hides routes that are not part of the API: the site, the sandbox and the docs page.
      if (!schema || !url.startsWith('/api/')) return { schema: { hide: true }, url }
      return jsonSchemaTransform({
        ...call,
        schema: {
          ...schema,
          ...(url.startsWith(WEBHOOKS) && { body: SignedEvent }),
          ...(schema.consumes && { body: RawFile }),
          tags: route.config?.tag ? [route.config.tag] : [],
          description: describe(route),
          security: securityOf(route),
          response: { ...(schema.response as Record<string, unknown>), ...describeRefusals(route) },
        },
      })
    },
    transformObject: (document) => {
      const written = jsonSchemaTransformObject(document) as OpenapiDocument
      makeReadable(written)
      nameSuccesses(written)
      dropUnused(written)
      return { ...written }
    },
  })
}

interface OpenapiDocument {
  components: { schemas: Record<string, unknown> }
  paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
}

/** Outgoing webhooks (docs/webhooks.md), by event. */
function describeWebhooks(): Record<string, object> {
  const events = [
    ['order.paid', 'receiveOrderPaid', 'An order was paid', OrderPaidEvent],
    [
      'order.instalment_paid',
      'receiveOrderInstalmentPaid',
      'An instalment of an order was paid',
      OrderInstalmentPaidEvent,
    ],
    [
      'order.status_changed',
      'receiveOrderStatusChanged',
      'The status of a paid order changed',
      OrderStatusChangedEvent,
    ],
    ['order.refunded', 'receiveOrderRefunded', 'A payment was refunded', OrderRefundedEvent],
    [
      'message.created',
      'receiveMessageCreated',
      'A message was written to the customer or the team',
      MessageCreatedEvent,
    ],
    ['order.delivered', 'receiveOrderDelivered', 'An order was delivered', OrderDeliveredEvent],
    ['order.accepted', 'receiveOrderAccepted', 'A delivery was accepted', OrderAcceptedEvent],
    [
      'order.change_requested',
      'receiveOrderChangeRequested',
      'A customer reported a fault or requested a change',
      OrderChangeRequestedEvent,
    ],
    ['refund.requested', 'receiveRefundRequested', 'A customer requested a refund', RefundRequestedEvent],
  ] as const
  const headers = {
    'webhook-id': 'The message: the same whenever it is sent again',
    'webhook-timestamp': 'When it was sent, in seconds since 1970',
    'webhook-signature': 'v1, and the HMAC-SHA256 of id, timestamp and body; several where the secret is new',
  }
  return Object.fromEntries(
    events.map(([event, operationId, summary, schema]) => [
      event,
      {
        post: {
          operationId,
          summary,
          description:
            'Signed as described by Standard Webhooks. It may arrive more than once and in any order.',
          tags: ['Webhooks'],
          security: [{ webhookSignature: [] }],
          parameters: Object.entries(headers).map(([name, description]) => ({
            name,
            in: 'header',
            required: true,
            description,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: z.toJSONSchema(schema, { io: 'output' }) } },
          },
          responses: {
            '2XX': { description: 'Received. The body is ignored' },
            410: { description: 'You want no more messages. The shop disables the webhook' },
          },
        },
      },
    ]),
  )
}

/** Replaces the generator's 'Default Response' by 'OK' or 'Created'. */
function nameSuccesses(document: OpenapiDocument): void {
  for (const call of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(call.responses)) {
      if (status.startsWith('2')) response.description = STATUS_CODES[status] ?? response.description
    }
  }
}

/** Removes unreferenced schemas: the generator makes each twice, for requests and responses. */
function dropUnused(document: OpenapiDocument): void {
  const { schemas } = document.components
  const written = JSON.stringify(document)
  for (const name of Object.keys(schemas)) {
    if (!written.includes(`"#/components/schemas/${name}"`)) delete schemas[name]
  }
}

/** Removes the generator's e-mail patterns and integer limits: they produce nonsense examples on the page. */
function makeReadable(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const said = schema as Record<string, unknown>
  if (said.format === 'email') {
    delete said.pattern
    said.examples = ['grace@example.com']
  }
  if (said.minimum === Number.MIN_SAFE_INTEGER) delete said.minimum
  if (said.maximum === Number.MAX_SAFE_INTEGER) delete said.maximum
  for (const part of Object.values(said)) makeReadable(part)
}

/** The page at `/api/docs`, if its package is installed; it is not in production. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const found = await import('@fastify/swagger-ui').catch(() => undefined)
  if (!found) return
  await app.register(found.default, {
    routePrefix: '/api/docs',
    theme: { title: `${brand.name} API` },
    staticCSP: true,
    // The default policy is for https; in a demo on http browsers would ask for its files on a port that does not exist.
    transformStaticCSP: (policy) =>
      policy
        .replace(/upgrade-insecure-requests;?/, '')
        .replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
  })
}

function describe({ config, schema }: RouteOptions): string {
  const { access = 'public', proof, scope, proofScope, repeat } = config ?? {}
  return [
    ...(schema?.description ? [schema.description] : []),
    WHO_MAY[access],
    ...(proof === 'all' ? ['Asks for a proof of the last 10 minutes.'] : []),
    ...(proof === 'with_factor'
      ? ['Asks accounts that have a second factor for a proof of the last 10 minutes.']
      : []),
    ...(scope
      ? [`An API key needs the scope ${scope}${proofScope ? `, for some changes also ${proofScope}` : ''}.`]
      : []),
    ...(typeof repeat === 'object' ? [`Takes no Idempotency-Key: ${repeat.takesNoKey}.`] : []),
  ].join(' ')
}

function securityOf({ config, schema }: RouteOptions): Record<string, string[]>[] {
  if (schema?.security) return [...schema.security] as Record<string, string[]>[]
  const access = config?.access
  if (access === 'public') return []
  const keys = config?.scope ? [{ apiKey: [] }] : []
  return access === 'optional' ? [{}, { session: [] }] : [{ session: [] }, ...keys]
}

/** Refusals of a call: those implied by its schemas and access, and those it declares. */
function describeRefusals({ method, url, config, schema }: RouteOptions) {
  const access = config?.access
  const isChange = !SAFE_METHODS.has(String(method)) && !url.startsWith(WEBHOOKS)
  const refusals: Record<string, string | undefined> = {
    400: schema?.body || schema?.querystring || isChange ? 'Malformed or invalid input' : 'Malformed',
    401: access === 'public' || access === 'optional' ? undefined : 'Signed out',
    403: describeForbidden(config, isChange),
    404: schema?.params ? 'Unknown, or not yours' : undefined,
    413: isChange ? 'The body is too large' : undefined,
    415: isChange ? 'Not JSON' : undefined,
    429: config?.limits && `Too many tries: see Retry-After. ${config.limits.map(describeLimit).join('. ')}`,
    500: 'An error on our side',
    503: 'Temporarily unavailable: see Retry-After',
    ...config?.refusals,
    ...(typeof config?.repeat === 'string' && describeRepeat(config)),
  }
  return Object.fromEntries(
    Object.entries(refusals).flatMap(([status, description]) =>
      description ? [[status, { description, content: { 'application/json': { schema: ErrorBody } } }]] : [],
    ),
  )
}

function describeRepeat({ repeat, refusals }: Partial<CallConfig>) {
  const again = repeat === 'shown_once' ? ['Done before; its secret was shown once (shown_once)'] : []
  const inUse = 'The first call under this Idempotency-Key is under way (idempotency_key_in_use)'
  return {
    409: [...(refusals?.[409] ? [refusals[409]] : []), ...again, inUse].join('. '),
    422: 'The Idempotency-Key was used for another request (idempotency_key_reused)',
  }
}

const NOT_OF = { staff: 'Not staff', admin: 'Not an admin' }

function describeForbidden(config: RouteOptions['config'], isChange: boolean): string | undefined {
  const { access, proof, isOpenWithoutFactor } = config ?? {}
  const reasons = [
    ...(access && access in NOT_OF ? [NOT_OF[access as keyof typeof NOT_OF]] : []),
    ...(isChange ? ['From another origin (bad_origin)'] : []),
    ...(proof ? ['The last proof is too old (proof_needed)'] : []),
    ...(config?.scope ? ['A key without the scope (scope_missing)'] : []),
    ...(access === 'public' || isOpenWithoutFactor
      ? []
      : ['Whoever has rights without the second factor that they need (second_factor_required)']),
  ]
  return reasons.join('. ') || undefined
}
