/** Checks who may make a call. Every route states its access; a route without one ends the start (plugins/route-table). */
import type { FastifyRequest } from 'fastify'
import type { User } from '../../db/models/user.ts'
import type { App } from '../app-type.ts'
import type { Env } from '../base/env.ts'
import { Forbidden, SignedOut } from '../base/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: User | null
  }
}

/** Whether the account must have a second factor: in production those of staff and admins must. */
export function isFactorRequired(env: Pick<Env, 'isProduction'>, user: User): boolean {
  return env.isProduction && (user.isStaff || user.isAdmin)
}

export function registerGuards(app: App, env: Env): void {
  app.decorateRequest('user', null)

  app.addHook('onRequest', async (request) => {
    const { access, proof, isOpenWithoutFactor } = request.routeOptions.config
    if (access === undefined || access === 'public') return
    // Roles are read on each request, with its session, so that a demoted admin's next call is refused.
    const user = request.session.readUser?.() ?? null
    request.user = user
    if (user && isFactorRequired(env, user) && user.factors.length === 0 && !isOpenWithoutFactor) {
      throw new Forbidden('second_factor_required', 'Please set up a second factor first')
    }
    if (access === 'optional') return
    if (!user) throw new SignedOut()
    if (access === 'admin' && !user.isAdmin) throw new Forbidden()
    if (access === 'staff' && !user.isStaff) throw new Forbidden()
    const isAsked = proof === 'all' || (proof === 'with_factor' && user.factors.length > 0)
    if (isAsked && !request.session.isProved) {
      throw new Forbidden('proof_needed', 'Please confirm that it is you')
    }
  })
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
