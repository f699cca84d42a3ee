/** Counts the tries of each call, refuses or slows what is above its limits, and tells owners of many wrong passwords. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { App } from '../app-type.ts'
import type { Env } from '../base/env.ts'
import { TooManyTries } from '../base/errors.ts'
import { addressOf, type Claimant, emailOf, findClaimant, findGuesser, hashOf } from '../http/caller.ts'
import { DAY_MS, type Limit, SUCCESS } from '../http/limits.ts'
import { MemoryCounter, openRedisCounter, type TryCounter } from '../http/try-counter.ts'
import { waitWithoutPlace } from './overload.ts'

/** Each further try of a slowed account waits so much longer, up to the longest wait. */
const SLOWED_BY_MS = 100
const LONGEST_WAIT_MS = 3_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Tries taken for this request, to be given back unless its outcome counts. */
    triesTaken: { key: string; limit: Limit; current: number; windowEndsAtMs: number }[] | null
  }
}

/**
 * Watches the routes that are registered on `app` after it.
 * @param tellOwner that many wrong passwords of this e-mail come in; it need not have an account
 */
export async function registerRateLimits(
  app: App,
  env: Env,
  tellOwner: (email: string) => Promise<void>,
): Promise<void> {
  if (!env.isRateLimited) return
  const counter = env.redisUrl ? await openRedisCounter(app, env.redisUrl) : new MemoryCounter()
  app.decorateRequest('triesTaken', null)
  app.addHook('onRequest', warnerOfHiddenAddresses(env))

  app.addHook('onRoute', (route) => {
    for (const limit of route.config?.limits ?? []) limitRoute(route, limit, { counter, env })
  })

  app.addHook('onSend', async (request) => {
    const { triesTaken, refusalCode } = request
    if (!triesTaken) return
    const isUsedUp = ({ counts }: Limit) =>
      !counts || refusalCode === TooManyTries.code || counts.includes(refusalCode ?? SUCCESS)
    const returned = triesTaken.filter(
      ({ limit, windowEndsAtMs }) => !isUsedUp(limit) && Date.now() < windowEndsAtMs,
    )
    await Promise.all(returned.map(({ key, limit }) => counter.reward(key, 1, duration(limit.windowMs))))
    const isAlarming = triesTaken.some(
      ({ limit, current }) => limit.tellsAt && current >= limit.tellsAt && isUsedUp(limit),
    )
    const email = isAlarming ? emailOf(request, env) : undefined
    if (email === undefined) return
    const told = await counter.penalty(`told:${hashOf(email)}`, 1, duration(DAY_MS))
    if (told.consumedPoints > 1) return
    await tellOwner(email).catch((error: unknown) => request.log.error({ err: error }, 'owner not told'))
  })
}

function limitRoute(
  route: RouteOptions,
  limit: Limit,
  { counter, env }: { counter: TryCounter; env: Env },
): void {
  const { name, by, max, windowMs, from, concerns, slows } = limit
  const hook = async (request: FastifyRequest, reply: FastifyReply) => {
    if (concerns?.(request.body) === false) return
    if (from && findGuesser(request, env)?.kind !== from) return
    const caller = CALLER[by](request, env)
    if (caller === undefined) return
    const key = `${name}:${by}:${caller}`
    const { consumedPoints: current, msBeforeNext } = await counter.penalty(key, 1, duration(windowMs))
    const windowEndsAtMs = Date.now() + msBeforeNext
    request.triesTaken = [...(request.triesTaken ?? []), { key, limit, current, windowEndsAtMs }]
    if (current <= max) return
    if (!slows) throw new TooManyTries(Math.ceil(msBeforeNext / 1000))
    const waitMs = Math.min((current - max) * SLOWED_BY_MS, LONGEST_WAIT_MS)
    await waitWithoutPlace(request, reply, sleep(waitMs))
  }
  // Who is named is known only after the body was read; the address before.
  const at = ['account', 'claimant', 'guesser'].includes(by) || from || concerns ? 'preHandler' : 'onRequest'
  route[at] = [...[route[at] ?? []].flat(), hook] as (typeof hook)[]
}

const duration = (windowMs: number) => ({ customDuration: windowMs / 1000 })

/** Whose tries are counted. Undefined where the call names nobody. */
const CALLER: Record<Limit['by'], (request: FastifyRequest, env: Env) => string | number | undefined> = {
  address: addressOf,
  account: (request, env) => {
    const email = emailOf(request, env)
    return email === undefined ? undefined : hashOf(email)
  },
  user: (request) => request.session.userId,
  claimant: (request, env) => describe(findClaimant(request, env)),
  guesser: (request, env) => describe(findGuesser(request, env)),
}

const describe = (claimant: Claimant | undefined) => claimant && `${claimant.kind}:${claimant.key}`

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
