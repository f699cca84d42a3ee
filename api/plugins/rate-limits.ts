/**
 * How often a call may be tried, by address and by account: the only place of these figures. Tries of an account count
 * wherever its password can be guessed: signing in, ordering with it, changing it.
 */
import { createHash } from 'node:crypto'
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { App } from '../app-type.ts'
import type { Env } from '../env.ts'
import { TooManyTries } from '../errors.ts'
import { MemoryCounter, RedisCounter, type TryCounter } from '../http/try-counter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Limit {
  /** Routes whose limits have the same name share one count. */
  name: string
  /** `account`: the one that the call names; `user`: who is signed in. */
  by: 'address' | 'account' | 'user'
  max: number
  windowMs: number
  /** Unset: the limit is for every body. */
  concerns?: (body: unknown) => boolean
  /** The refusals that use up a try; any other outcome gives it back. Unset: every call does. */
  counts?: readonly string[]
}

const passwordOfAccount: Limit = {
  name: 'password',
  by: 'account',
  max: 5,
  windowMs: 15 * MINUTE_MS,
  counts: ['bad_credentials', 'email_taken', 'wrong_password'],
}
const couponOfAddress: Limit = {
  name: 'coupon',
  by: 'address',
  max: 10,
  windowMs: 10 * MINUTE_MS,
  counts: ['coupon_invalid'],
}
const coupon: readonly Limit[] = [couponOfAddress, { ...couponOfAddress, by: 'user' }]

export const RATE_LIMITS: Readonly<Record<string, readonly Limit[]>> = {
  'POST /api/auth/login': [
    passwordOfAccount,
    { name: 'login', by: 'address', max: 50, windowMs: 15 * MINUTE_MS, counts: ['bad_credentials'] },
  ],
  'POST /api/auth/register': [
    { name: 'register', by: 'account', max: 5, windowMs: 15 * MINUTE_MS },
    { name: 'register', by: 'address', max: 20, windowMs: HOUR_MS },
  ],
  'POST /api/auth/session-login': [
    { name: 'session-login', by: 'address', max: 20, windowMs: 10 * MINUTE_MS, counts: ['signed_out'] },
  ],
  // Counted before the account is looked up, so that a refusal does not tell whether it exists.
  'POST /api/auth/forgot-password': [
    { name: 'forgot-password', by: 'account', max: 3, windowMs: 15 * MINUTE_MS },
    { name: 'forgot-password', by: 'address', max: 20, windowMs: HOUR_MS },
  ],
  'POST /api/auth/reset-password': [
    {
      name: 'reset-password',
      by: 'address',
      max: 20,
      windowMs: 15 * MINUTE_MS,
      counts: ['reset_link_invalid'],
    },
  ],
  'POST /api/auth/confirm-email': [
    {
      name: 'confirm-email',
      by: 'user',
      max: 20,
      windowMs: 15 * MINUTE_MS,
      counts: ['confirm_link_invalid'],
    },
  ],
  'POST /api/auth/confirm-link': [{ name: 'confirm-link', by: 'user', max: 3, windowMs: 15 * MINUTE_MS }],
  'POST /api/orders/resume': [
    {
      name: 'resume',
      by: 'address',
      max: 20,
      windowMs: 10 * MINUTE_MS,
      counts: ['resume_link_invalid'],
    },
  ],
  'POST /api/coupons/validate': coupon,
  'POST /api/coupons/use': coupon,
  'POST /api/coupons/generate': [
    { name: 'generate', by: 'address', max: 5, windowMs: DAY_MS },
    { name: 'generate', by: 'user', max: 5, windowMs: DAY_MS },
  ],
  'POST /api/create-order': [
    passwordOfAccount,
    { name: 'create-order', by: 'address', max: 30, windowMs: 10 * MINUTE_MS },
    { name: 'create-order', by: 'user', max: 30, windowMs: 10 * MINUTE_MS },
    // A code can be guessed by ordering with it, too.
    ...coupon.map((limit) => ({ ...limit, concerns: namesCoupon })),
  ],
  // Twice as often as orders are made: a buyer's page may ask again.
  'POST /api/verify-payment': [{ name: 'verify-payment', by: 'address', max: 60, windowMs: 10 * MINUTE_MS }],
  'PUT /api/user/profile': [passwordOfAccount],
  'PUT /api/user/password': [passwordOfAccount],
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Tries taken for this request, to be given back unless its outcome counts. */
    triesTaken: { key: string; limit: Limit }[] | null
  }
}

/** Watches the routes that are registered on `app` after it. */
export async function registerRateLimits(app: App, env: Env): Promise<void> {
  if (!env.isRateLimited) return
  const counter = env.redisUrl ? await RedisCounter.open(env.redisUrl, app.log) : new MemoryCounter()
  app.addHook('onClose', () => counter.close())
  await app.register(rateLimit, { global: false, store: storeOn(counter) })
  app.decorateRequest('triesTaken', null)
  app.addHook('onRequest', warnerOfHiddenAddresses(env))

  const unmatched = new Set(Object.keys(RATE_LIMITS))
  app.addHook('onRoute', (route) => {
    const call = `${route.method} ${route.url}`
    unmatched.delete(call)
    for (const limit of RATE_LIMITS[call] ?? []) limitRoute(app, route, limit)
  })
  app.addHook('onReady', async () => {
    if (unmatched.size > 0) throw new Error(`Rate limits for unknown calls: ${[...unmatched].join(', ')}`)
  })

  app.addHook('onSend', async (request) => {
    const { triesTaken, refusalCode } = request
    if (!triesTaken) return
    const isUsedUp = ({ counts }: Limit) =>
      !counts ||
      refusalCode === TooManyTries.code ||
      (refusalCode !== undefined && counts.includes(refusalCode))
    const returned = triesTaken.filter(({ limit }) => !isUsedUp(limit))
    await Promise.all(returned.map(({ key }) => counter.giveBack(key)))
  })
}

function limitRoute(app: App, route: RouteOptions, limit: Limit): void {
  const { name, by, max, windowMs, concerns } = limit
  const take = app.createRateLimit({
    max,
    timeWindow: windowMs,
    keyGenerator: (request) => `${name}:${by}:${CALLER[by](request)}`,
  })
  const hook = async (request: FastifyRequest, _reply: FastifyReply) => {
    if (CALLER[by](request) === undefined || concerns?.(request.body) === false) return
    const outcome = await take(request)
    if (outcome.isAllowed) return
    request.triesTaken = [...(request.triesTaken ?? []), { key: outcome.key, limit }]
    if (outcome.isExceeded) throw new TooManyTries(outcome.ttlInSeconds)
  }
  // The account is known only after the body was read; the address before.
  const at = by === 'account' || concerns ? 'preHandler' : 'onRequest'
  route[at] = [...[route[at] ?? []].flat(), hook] as (typeof hook)[]
}

/** Whose tries are counted. Undefined where the call names nobody. */
const CALLER = {
  address: (request: FastifyRequest) => normalizeIP(request.ip),
  account: accountOf,
  user: (request: FastifyRequest) => request.session.userId,
}

function namesCoupon(body: unknown): boolean {
  const { couponCode, userData } = (body ?? {}) as {
    couponCode?: unknown
    userData?: { couponCode?: unknown }
  }
  return Boolean(userData?.couponCode ?? couponCode)
}

/** Hashed, so that no e-mail address is stored in Redis. */
function accountOf(request: FastifyRequest): string | undefined {
  const body = request.body as { email?: string; userData?: { email?: string } } | null | undefined
  // When signed in, the password is that of the user, whatever e-mail the form has.
  const email = body?.userData?.email ?? request.user?.email ?? body?.email
  if (email === undefined) return undefined
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
}

/** Behind a proxy that is not trusted, all visitors have its address, and one could lock out all. Warns of it once. */
function warnerOfHiddenAddresses(env: Env) {
  let hasWarned = env.trustProxy !== undefined
  return async (request: FastifyRequest) => {
    if (hasWarned || !request.headers['x-forwarded-for']) return
    hasWarned = true
    request.log.warn(
      'Requests come through a proxy, but TRUST_PROXY names none: all share one address and its limits',
    )
  }
}

/** The counter in the form that the plugin requires: with callbacks, one per route. */
function storeOn(counter: TryCounter) {
  return class Store implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, tries?: { current: number; ttl: number }) => void,
      windowMs = 0,
    ): void {
      counter.take(key, windowMs).then((tries) => callback(null, tries), callback)
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}
