/**
 * Checks who may make a call. Every route declares its access; with one that lacks it the app does not start
 * (plugins/route-table). Decision 067 says when rights are read.
 */
import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { App } from '#api/platform/app-type.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { Forbidden, SignedOut } from '#api/platform/errors.ts'
import type { CallConfig } from '#api/platform/http/call.ts'
import { type Caller, readCaller } from '#api/platform/http/caller.ts'
import { hasRights } from '#api/rules/rights.ts'
import type { User } from '#db/models/people/user.ts'
import {
  assertKeyMay,
  assertKeyMayCall,
  assertKeyMaySearch,
  type CountKeyCall,
  type CurrentKeys,
  readKey,
} from './api-keys.ts'

/** A valid session: not revoked, not expired, and its account may sign in. */
export interface CurrentSession {
  /** Id in the user's list of sessions. */
  id: number
  user: User
  /** Whether the user has confirmed their identity within the last PROOF_MINUTES. */
  isProved: boolean
}

/** Store of sessions. Both methods return undefined for an ended session. */
export interface CurrentSessions {
  /** @param isUse false: does not extend the session's idle time */
  find(sessionId: string, isUse: boolean): Promise<CurrentSession | undefined>
  /** Locks the session until the transaction ends, so that it cannot be revoked meanwhile. */
  hold(trx: Knex.Transaction, sessionId: string): Promise<CurrentSession | undefined>
}

/** The signed-in user who makes a call, or the keeper of its API key. */
export interface Actor extends Caller {
  id: number
  sessionId: string
  /**
   * Checks the right again in the transaction that makes the change, and locks the session until the transaction ends. Call
   * it after locking orders and users: everywhere sessions are locked last, so that transactions do not deadlock.
   * @param proof for calls where only some changes need a proof, instead of the call's own
   * @throws SignedOut, Forbidden
   */
  holdRight: (trx: Knex.Transaction, proof?: CallConfig['proof']) => Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    user: User | null
    currentSession: CurrentSession | null
    holdRight: Actor['holdRight']
  }
}

/** Whether the account must have a second factor: in production, every account with rights. */
export function isFactorRequired(env: Pick<Env, 'isProduction'>, user: User): boolean {
  return env.isProduction && hasRights(user)
}

interface Guards {
  sessions: CurrentSessions
  keys: CurrentKeys
  countKeyCall: CountKeyCall
}

export function registerGuards(app: App, env: Env, { sessions, keys, countKeyCall }: Guards): void {
  app.decorateRequest('user', null)
  app.decorateRequest('currentSession', null)
  app.decorateRequest('apiKey', null)
  app.decorateRequest('holdRight', async function (this: FastifyRequest, trx, proof) {
    const { config } = this.routeOptions
    if (this.apiKey) {
      // First, because two calls that both held the key would wait for each other.
      if (config.scope === 'orders:refund') await keys.takeRefund(trx, this.apiKey)
      assertKeyMay(config, await keys.hold(trx, this.apiKey), proof !== undefined)
      return
    }
    assertMay({ ...config, ...(proof && { proof }) }, env, await sessions.hold(trx, this.session.sessionId))
  })

  // Refuse signed-out callers before their body arrives.
  app.addHook('onRequest', async ({ session, routeOptions, headers }) => {
    const { access = 'public', scope } = routeOptions.config
    if (readKey(headers) !== undefined) {
      assertKeyMayCall(headers, scope)
      return
    }
    if (access !== 'public' && access !== 'optional' && !session.isFromCookie) throw new SignedOut()
  })

  // Only after the body has arrived, because the session may be revoked meanwhile.
  app.addHook('preValidation', async (request, reply) => {
    const { access, isIdle = false } = request.routeOptions.config
    if (access === undefined || access === 'public') return
    const key = readKey(request.headers)
    if (key !== undefined) {
      const found = await keys.find(key, request.ip)
      if (found) await countKeyCall(request, reply, found.id)
      assertKeyMay(request.routeOptions.config, found, false)
      assertKeyMaySearch(request, found)
      request.apiKey = found
      request.user = found.keeper
      return
    }
    const { isFromCookie, sessionId } = request.session
    const current = isFromCookie ? await sessions.find(sessionId, !isIdle) : undefined
    request.currentSession = current ?? null
    request.user = current?.user ?? null
    assertMay(request.routeOptions.config, env, current)
  })
}

/** @throws SignedOut, Forbidden */
function assertMay(
  { access, proof, isOpenWithoutFactor }: Partial<CallConfig>,
  env: Env,
  current: CurrentSession | undefined,
): void {
  const user = current?.user
  if (user && isFactorRequired(env, user) && user.factors.length === 0 && !isOpenWithoutFactor) {
    throw new Forbidden('second_factor_required', 'Please set up a second factor first')
  }
  if (access === 'optional') return
  if (!user) throw new SignedOut()
  if (access === 'admin' && !user.isAdmin) throw new Forbidden()
  if (access === 'staff' && !user.isStaff) throw new Forbidden()
  const isAsked = proof === 'all' || (proof === 'with_factor' && user.factors.length > 0)
  if (isAsked && !current.isProved) throw new Forbidden('proof_needed', 'Please confirm it’s you')
}

/** For a scope without sessions and limits. @throws Error at start if a route is not `public` or has limits */
export function refuseGuardedRoutes(app: App): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access !== 'public' || config.limits)
      throw new Error(`${method} ${url} needs a scope with sessions and limits`)
  })
}

/** @returns the signed-in user of a route with access `customer` or above. @throws SignedOut */
export function getUser(request: FastifyRequest): User {
  if (!request.user) throw new SignedOut()
  return request.user
}

/** For calls that check the right again while they change something: changes that need a proof, and changes of addresses. */
export function getActor(request: FastifyRequest): Actor {
  return {
    ...readCaller(request),
    id: getUser(request).id,
    sessionId: request.session.sessionId,
    holdRight: (trx, proof) => request.holdRight(trx, proof),
  }
}
