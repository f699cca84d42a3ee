/** Enforces the rate limits: counts attempts, refuses or delays those above a limit, and mails owners about many wrong passwords or codes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { App } from '#api/platform/app-type.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { TooManyTries } from '#api/platform/errors.ts'
import {
  type Claimant,
  findClaimant,
  findTriedEmail,
  getClientAddress,
  hashEmail,
  isPasswordTry,
} from '#api/platform/http/caller.ts'
import type { FindAccount } from '#api/platform/http/device.ts'
import { DAY_MS, type GuessedSecret, type Limit, MINUTE_MS, SUCCESS } from '#api/platform/http/limits.ts'
import { MemoryCounter, openRedisCounter, type TryCounter } from '#api/platform/http/try-counter.ts'
import { KEY_CALLS_A_MINUTE } from '#api/rules/api-keys.ts'
import type { CountKeyCall } from './api-keys.ts'
import { waitWithoutPlace } from './overload.ts'

/** Added delay for each further attempt above a slowing limit, up to LONGEST_WAIT_MS. */
const SLOWED_BY_MS = 100
const LONGEST_WAIT_MS = 3_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Attempts counted for this request. They are returned unless its outcome uses them up. */
    triesTaken: { key: string; limit: Limit; current: number; windowEndsAtMs: number }[] | null
    claimant: Promise<Claimant | undefined> | null
  }
}

interface Accounts {
  find: FindAccount
  /** Called after many wrong passwords or codes for an e-mail, which may have no account. */
  mailOwner: (email: string, guessed: GuessedSecret) => Promise<void>
}

/** Limits routes registered on `app` after this call. @returns a function that counts calls of API keys */
export async function registerRateLimits(app: App, env: Env, accounts: Accounts): Promise<CountKeyCall> {
  if (!env.isRateLimited) return async () => {}
  const counter = env.redisUrl ? await openRedisCounter(app, env.redisUrl) : new MemoryCounter()
  app.decorateRequest('triesTaken', null)
  app.decorateRequest('claimant', null)
  app.addHook('onRequest', createProxyWarning(env))

  app.addHook('onRoute', (route) => {
    for (const limit of route.config?.limits ?? []) limitRoute(route, limit, { counter, env, accounts })
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
    const alarming = triesTaken.find(
      ({ limit, current }) => limit.mailOwner && current >= limit.mailOwner.at && isUsedUp(limit),
    )
    const guessed = alarming?.limit.mailOwner?.of
    const email = guessed && findTriedEmail(request, env)
    if (!guessed || !email) return
    const notices = await counter.penalty(`told:${guessed}:${hashEmail(email)}`, 1, duration(DAY_MS))
    if (notices.consumedPoints > 1) return
    await accounts
      .mailOwner(email, guessed)
      .catch((error: unknown) => request.log.error({ err: error }, 'the owner could not be mailed'))
  })

  return async (_request, reply, keyId) => {
    const { consumedPoints, msBeforeNext } = await counter.penalty(`api-key:${keyId}`, 1, duration(MINUTE_MS))
    const seconds = Math.ceil(msBeforeNext / 1000)
    reply.headers({
      'ratelimit-limit': KEY_CALLS_A_MINUTE,
      'ratelimit-remaining': Math.max(0, KEY_CALLS_A_MINUTE - consumedPoints),
      'ratelimit-reset': seconds,
    })
    if (consumedPoints > KEY_CALLS_A_MINUTE) throw new TooManyTries(seconds)
  }
}

function limitRoute(
  route: RouteOptions,
  limit: Limit,
  { counter, env, accounts }: { counter: TryCounter; env: Env; accounts: Accounts },
): void {
  const { name, by, max, windowMs, from, concerns, slows, words } = limit
  // Known at different times: the address before the body, the user after the guard, the account from the body.
  const isOfBody = ['account', 'claimant', 'passwordTrier'].includes(by) || from || concerns
  const hook = async (request: FastifyRequest, reply: FastifyReply) => {
    if (concerns?.(request.body) === false) return
    if ((from || by === 'passwordTrier') && !isPasswordTry(request)) return
    if (isOfBody) request.claimant ??= findClaimant(request, env, accounts.find)
    if (from && (await request.claimant)?.kind !== from) return
    const caller = await IDENTIFY_BY[by](request, env)
    if (caller === undefined) return
    const key = `${name}:${by}:${caller}`
    const { consumedPoints: current, msBeforeNext } = await counter.penalty(key, 1, duration(windowMs))
    const windowEndsAtMs = Date.now() + msBeforeNext
    request.triesTaken = [...(request.triesTaken ?? []), { key, limit, current, windowEndsAtMs }]
    if (current <= max) return
    if (!slows) throw new TooManyTries(Math.ceil(msBeforeNext / 1000), words)
    const waitMs = Math.min((current - max) * SLOWED_BY_MS, LONGEST_WAIT_MS)
    await waitWithoutPlace(request, reply, sleep(waitMs))
  }
  const at = isOfBody ? 'preHandler' : by === 'user' ? 'preValidation' : 'onRequest'
  route[at] = [...[route[at] ?? []].flat(), hook] as (typeof hook)[]
}

const duration = (windowMs: number) => ({ customDuration: windowMs / 1000 })

/** @returns whose attempts are counted; undefined if the call names no account or user */
const IDENTIFY_BY: Record<
  Limit['by'],
  (request: FastifyRequest, env: Env) => string | number | undefined | Promise<string | undefined>
> = {
  address: getClientAddress,
  account: (request, env) => {
    const email = findTriedEmail(request, env)
    return email === undefined ? undefined : hashEmail(email)
  },
  user: ({ apiKey, user }) => (apiKey ? `key:${apiKey.id}` : user?.id),
  claimant: nameClaimant,
  passwordTrier: nameClaimant,
}

async function nameClaimant(request: FastifyRequest): Promise<string | undefined> {
  const claimant = await request.claimant
  return claimant ? `${claimant.kind}:${claimant.key}` : undefined
}

/** Warns once if requests come through an untrusted proxy: all visitors then share its address, and one of them could lock out all. */
function createProxyWarning(env: Env) {
  let hasWarned = env.trustProxy !== undefined
  return async (request: FastifyRequest) => {
    if (hasWarned || !request.headers['x-forwarded-for']) return
    hasWarned = true
    request.log.warn(
      'Requests come through a proxy, but TRUST_PROXY names none: all share one address and its limits',
    )
  }
}
