/** Declares an API call in one place: its access, schemas, limits, refusals and handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Scope } from '#api/rules/api-keys.ts'
import { IdempotencyHeaders } from './idempotency.ts'
import type { Limit } from './limits.ts'

/**
 * - `public`: anyone; the session is not read
 * - `optional`: anyone; `request.user` is set if the caller is signed in
 * - `customer`: every signed-in user
 * - `staff`, `admin`: signed-in users with that role
 */
export type Access = 'public' | 'optional' | 'customer' | 'staff' | 'admin'

/** Tags that group the calls in the OpenAPI document. */
export const TAGS = {
  Accounts: 'Signing in, the own account, its devices and second factors',
  Catalogue: 'Packages, categories and reviews',
  Coupons: 'Checking a code before ordering with it',
  Widget: 'Selling on other websites',
  Buying: 'Placing an order, paying it, and what its customer does with it',
  Conversations: 'What the customer and the team of an order write to each other',
  Staff: 'The own assignments of staff',
  Accounting: 'Reading what was sold, invoiced and refunded',
  Administration: 'Running the shop',
  Operation: 'For those who operate the processes',
  Webhooks: 'Messages the shop sends to your addresses',
} as const
export type Tag = keyof typeof TAGS

/** Reasons for a refusal, by status. */
export type Refusals = Readonly<Record<number, string>>

/**
 * How a creating call responds to a repeat with the same `Idempotency-Key` (http/idempotency.ts). The work is done once.
 * - `first_response`: the repeat gets the first response again
 * - `shown_once`: the repeat is refused, because the first response held a secret
 * - `takesNoKey`: the call takes no key, for the reason given
 */
export type Repeat = 'first_response' | 'shown_once' | { takesNoKey: string }

export interface CallConfig {
  access: Access
  /** The scope that an API key needs. Unset: no API key may make the call. */
  scope?: Scope
  /** The scope that an API key needs where users are asked for a proof of identity. */
  proofScope?: Scope
  tag: Tag
  status: number
  /** Who must confirm their identity if they last did so more than PROOF_MINUTES ago: all, or accounts with a second factor. */
  proof?: 'all' | 'with_factor'
  /** Allowed before an account with rights has set up its required second factor. */
  isOpenWithoutFactor?: boolean
  /** Pages make the call in the background, so it does not extend the session's idle time. */
  isIdle?: boolean
  limits?: readonly Limit[]
  /** Required for every call that creates something. */
  repeat?: Repeat
  /** Refusals specific to this call. plugins/openapi adds those that follow from its schemas and access. */
  refusals?: Refusals
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<CallConfig> {}
}

/** A response that is not JSON, such as a file. */
interface FileResponse {
  description: string
  content: Record<string, { schema: z.ZodType }>
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface RequestTypes<P, Q, H, B> {
  Params: z.output<P>
  Querystring: z.output<Q>
  Headers: z.output<H>
  Body: z.output<B>
}
type ResponseOf<R> = R extends z.ZodType ? z.output<R> | FastifyReply : unknown

const TAG_OF = { staff: 'Staff', admin: 'Administration' } as const

/** `admin` and `staff` calls get a default tag; others name one. A scope is only possible where sign-in is required. */
type AccessAndTag =
  | { access: 'admin' | 'staff'; scope?: Scope; tag?: Tag }
  | { access: 'customer'; scope?: Scope; tag: Tag }
  | { access: 'public' | 'optional'; scope?: never; tag: Tag }

type Call<
  P extends z.ZodType,
  Q extends z.ZodType,
  H extends z.ZodType,
  B extends z.ZodType,
  R,
> = AccessAndTag &
  Omit<CallConfig, 'access' | 'scope' | 'tag' | 'status'> & {
    operationId: string
    summary: string
    /** What a caller needs to know beside the summary. OpenAPI adds who may make the call. */
    description?: string
    /** For the OpenAPI document: how the caller authenticates, if not by a session. */
    security?: readonly Record<string, string[]>[]
    consumes?: string[]
    produces?: string[]
    params?: P
    querystring?: Q
    headers?: H
    body?: B
    /** Schema of the response body. Unset: 204 without a body. */
    response?: R
    /** Status of a successful response. Unset: 200, or 204 without a body. */
    status?: 201 | 202
    exposeHeadRoute?: boolean
    handler: (
      request: FastifyRequest<RequestTypes<P, Q, H, B>>,
      reply: FastifyReply,
    ) => ResponseOf<R> | Promise<ResponseOf<R>>
  }

/** Registers a call. @param at method and path, such as 'GET /orders/:id' */
export function call<
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  H extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
  R extends z.ZodType | FileResponse | undefined = undefined,
>(app: FastifyInstance, at: `${Method} ${string}`, call: Call<P, Q, H, B, R>): void {
  const { access, scope, proofScope, proof, isOpenWithoutFactor, isIdle, limits, repeat, refusals, ...rest } =
    call
  const { exposeHeadRoute, ...described } = rest
  const tag = call.tag ?? TAG_OF[access as keyof typeof TAG_OF]
  const { handler, response, status = response ? 200 : 204, tag: _, ...schema } = described
  const [method, url] = at.split(' ') as [Method, string]
  const headers = typeof repeat === 'string' ? { headers: IdempotencyHeaders } : {}
  app.route<RequestTypes<P, Q, H, B>>({
    method,
    url,
    exposeHeadRoute,
    config: {
      access,
      scope,
      proofScope,
      tag,
      status,
      proof,
      isOpenWithoutFactor,
      isIdle,
      limits,
      repeat,
      refusals,
    },
    schema: { ...headers, ...schema, response: { [status]: response ?? z.null() } },
    handler: async (request, reply) => {
      reply.status(status)
      const result = await handler(request, reply)
      if (!response) return null
      return request.apiKey ? hideFromKey(result, request.apiKey.scopes) : result
    },
  })
}

/** Response fields that identify the buyer. */
const BUYER_KEYS = ['customer', 'buyer', 'user', 'owner', 'company', 'reference', 'mailText']

/** @returns the response without team notes and files, and without buyers unless the key has `customers:read` */
function hideFromKey<T>(response: T, scopes: readonly Scope[]): T {
  return hide(response, scopes.includes('customers:read')) as T
}

function hide(value: unknown, showsBuyers: boolean): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isNote(one)).map((one) => hide(one, showsBuyers))
  if (!isPlain(value)) return value
  const fields = Object.entries(value).map(([key, field]): [string, unknown] => {
    if (key === 'files' && Array.isArray(field)) return [key, []]
    if (key === 'notes' && typeof field === 'string') return [key, '']
    if (key === 'author' && isCustomer(field) && !showsBuyers)
      return [key, { ...field, firstName: '', lastName: '' }]
    return [key, BUYER_KEYS.includes(key) && !showsBuyers ? blank(field) : hide(field, showsBuyers)]
  })
  return Object.fromEntries(fields)
}

function blank(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (Array.isArray(value)) return value.map(blank)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, blank(field)]))
}

const isCustomer = (author: unknown): author is object => isPlain(author) && author.role === 'customer'
const isNote = (value: unknown) => isPlain(value) && value.isTeamOnly === true

/** Only plain objects: a reply or a stream is passed through. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
