/**
 * Checks who may make a call. Every route states its access; a route without one ends the start (plugins/route-table).
 * Decision 067 says when a right is read.
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

/** A session that is neither revoked nor expired, of an account that may sign in. */
export interface CurrentSession {
  /** Its id in the user's list of sessions. */
  id: number
  user: User
  /** Whether the user has proved their identity within the last PROOF_MINUTES. */
  isProved: boolean
}

/** Where sessions are stored. Both find nothing where the session has ended. */
export interface CurrentSessions {
  /** @param isUse false: the session's idle time runs on */
  find(sessionId: string, isUse: boolean): Promise<CurrentSession | undefined>
  /** @returns the session, which cannot end before the transaction does */
  hold(trx: Knex.Transaction, sessionId: string): Promise<CurrentSession | undefined>
}

/** The signed-in user who makes a call, or the keeper of the key that does. */
export interface Actor extends Caller {
  id: number
  sessionId: string
  /**
   * Checks the right to make the call once more, in the transaction that changes something, and keeps the session from
   * being revoked before it ends. Called after the transaction's locks on orders and users: they come before those on
   * sessions everywhere, so that no two transactions deadlock.
   * @param proof where only some changes ask for it, other than the call's own
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

/** Whether the account must have a second factor: in production those that have rights must. */
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

  // Nobody sends a body who is surely signed out.
  app.addHook('onRequest', async ({ session, routeOptions, headers }) => {
    const { access = 'public', scope } = routeOptions.config
    if (readKey(headers) !== undefined) {
      assertKeyMayCall(headers, scope)
      return
    }
    if (access !== 'public' && access !== 'optional' && !session.isNamed) throw new SignedOut()
  })

  // Once the body is there: the session may be revoked while it is on its way.
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
    const { isNamed, sessionId } = request.session
    const current = isNamed ? await sessions.find(sessionId, !isIdle) : undefined
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
  if (isAsked && !current.isProved) throw new Forbidden('proof_needed', 'Please confirm that it is you')
}

/** For a scope without sessions and limits. @throws Error at start if one of its routes is not `public`, or is limited */
export function refuseGuardedRoutes(app: App): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access !== 'public' || config.limits)
      throw new Error(`${method} ${url} needs a scope with sessions and limits`)
  })
}

/** @returns the signed-in user of a route whose access is `customer` or more */
export function getUser(request: FastifyRequest): User {
  if (!request.user) throw new SignedOut()
  return request.user
}

/** For calls whose right must still be there when they change something: all changes that ask for a proof, and of addresses. */
export function getActor(request: FastifyRequest): Actor {
  return {
    ...readCaller(request),
    id: getUser(request).id,
    sessionId: request.session.sessionId,
    holdRight: (trx, proof) => request.holdRight(trx, proof),
  }
}
