/** Who may call what. Every route states its access; one that does not is refused at start (plugins/route-table). */
import type { FastifyRequest } from 'fastify'
import type { User } from '../../db/models/user.ts'
import type { App } from '../app-type.ts'
import { Forbidden, SignedOut } from '../errors.ts'

/**
 * - `public`: anyone, and nobody is looked up
 * - `optional`: anyone, `request.user` set when signed in
 * - `customer`: anyone signed in
 * - `staff`, `admin`: with that flag
 */
export type Access = 'public' | 'optional' | 'customer' | 'staff' | 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    user: User | null
  }
}

export function registerGuards(app: App): void {
  app.decorateRequest('user', null)

  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public') return
    // Roles are read on each request, with its session, so that a demoted admin's next call is refused.
    request.user = request.session.readUser?.() ?? null
    if (access === 'optional') return
    if (!request.user) throw new SignedOut()
    if (access === 'admin' && !request.user.isAdmin) throw new Forbidden()
    if (access === 'staff' && !request.user.isStaff) throw new Forbidden()
  })
}

/** For a scope without sessions. @throws Error at start if one of its routes is not `public` */
export function refuseGuardedRoutes(app: App): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access !== 'public') throw new Error(`${method} ${url} needs a scope with sessions`)
  })
}

/** @returns the signed-in user of a route whose access is `customer` or more */
export function getUser(request: FastifyRequest): User {
  if (!request.user) throw new SignedOut()
  return request.user
}
