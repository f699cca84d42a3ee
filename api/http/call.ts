/** A call of the API says all of itself in one place: who may make it, what it takes, does, refuses and responds. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Limit } from './limits.ts'

/**
 * - `public`: anyone, and nobody is looked up
 * - `optional`: anyone, `request.user` set when signed in
 * - `customer`: anyone signed in
 * - `staff`, `admin`: with that flag
 */
export type Access = 'public' | 'optional' | 'customer' | 'staff' | 'admin'

/** What calls are listed under. */
export const TAGS = {
  Accounts: 'Signing in, the own account, its devices and second factors',
  Catalogue: 'Packages, categories and reviews, for everybody',
  Coupons: 'Checking a code before ordering with it',
  Buying: 'Placing an order, paying it, and what its customer does with it',
  Staff: 'The own assignments of staff',
  Administration: 'Running the shop',
  Operation: 'For those who operate the processes',
  Webhooks: 'What the shop tells addresses that an admin has named',
} as const
type Tag = keyof typeof TAGS

/** Why, by status. */
export type Refusals = Readonly<Record<number, string>>

export interface CallConfig {
  access: Access
  tag: Tag
  /** Of success. */
  status: number
  /** Asked of whose last proof is older than PROOF_MINUTES: of `all`, or of accounts with a second factor. */
  proof?: 'all' | 'with_factor'
  /** Also for staff and admins who have not set up the second factor that they need. */
  isOpenWithoutFactor?: boolean
  /** How often it may be tried. */
  limits?: readonly Limit[]
  /** For reasons of its own. What follows from its shape and access is said for all calls in plugins/openapi. */
  refusals?: Refusals
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<CallConfig> {}
}

/** A response that is no JSON. */
interface FileResponse {
  description: string
  content: Record<string, { schema: z.ZodType }>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Takes<P, Q, H, B> {
  Params: z.output<P>
  Querystring: z.output<Q>
  Headers: z.output<H>
  Body: z.output<B>
}
type ResponseOf<R> = R extends z.ZodType ? z.output<R> | FastifyReply : unknown

/** What admins and staff may call is listed under their own tags unless it names another. */
type Listed =
  | { access: 'admin' | 'staff'; tag?: Tag }
  | { access: 'public' | 'optional' | 'customer'; tag: Tag }

type Call<P extends z.ZodType, Q extends z.ZodType, H extends z.ZodType, B extends z.ZodType, R> = Listed &
  Omit<CallConfig, 'access' | 'tag' | 'status'> & {
    operationId: string
    summary: string
    description: string
    /** In place of the session, for the OpenAPI document. */
    security?: readonly Record<string, string[]>[]
    consumes?: string[]
    produces?: string[]
    params?: P
    querystring?: Q
    headers?: H
    body?: B
    /** Unset: 204. */
    response?: R
    /** Unset: 200. */
    status?: 201 | 202
    exposeHeadRoute?: boolean
    handler: (
      request: FastifyRequest<Takes<P, Q, H, B>>,
      reply: FastifyReply,
    ) => ResponseOf<R> | Promise<ResponseOf<R>>
  }

/** @param at method and path, such as 'GET /orders/:id' */
export function call<
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  H extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
  R extends z.ZodType | FileResponse | undefined = undefined,
>(app: FastifyInstance, at: `${Method} ${string}`, call: Call<P, Q, H, B, R>): void {
  const { access, proof, isOpenWithoutFactor, limits, refusals, exposeHeadRoute, ...described } = call
  const tag = call.tag ?? (access === 'staff' ? 'Staff' : 'Administration')
  const { handler, response, status = response ? 200 : 204, tag: _, ...schema } = described
  const [method, url] = at.split(' ') as [Method, string]
  app.route<Takes<P, Q, H, B>>({
    method,
    url,
    exposeHeadRoute,
    config: { access, tag, status, proof, isOpenWithoutFactor, limits, refusals },
    schema: { ...schema, response: { [status]: response ?? z.null() } },
    handler: async (request, reply) => {
      reply.status(status)
      const result = await handler(request, reply)
      return response ? result : null
    },
  })
}
