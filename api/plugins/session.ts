import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '../../db/models/user.ts'
import type { App, Services } from '../app-type.ts'
import type { Env } from '../base/env.ts'
import { type Caller, readCaller } from '../http/caller.ts'
import { createDeviceCookie, DEVICE_COOKIE } from '../http/device.ts'
import { createPendingSignIn, PENDING_COOKIE } from '../http/pending-sign-in.ts'
import { SECOND_FACTOR_MINUTES } from '../rules/periods.ts'

/**
 * What opens a session: a password, the token of a purchase, a second factor (after the password, or a passkey alone), or
 * the session that it takes the place of.
 */
export type OpenedBy = 'password' | 'token' | 'second_factor' | 'session'

declare module 'fastify' {
  interface Session {
    userId?: number
    /** The user, read together with the session. A function, so that it is neither compared nor stored. */
    readUser?: () => User
    /** Of its row in the list of sessions. */
    rowId?: number
    /** Whether its user has shown who they are within the last minutes. */
    isProved?: boolean
    /** While a session is being opened: by what. */
    openedBy?: OpenedBy
    /** While a session is being opened: by which browser. */
    openedFrom?: Caller
    /** While a session is being opened: the hash that the password was checked against. Never stored. */
    openedWithHash?: string
  }
}

export const ABSOLUTE_EXPIRY_HOURS = 12
/** Tells the pages' scripts that someone may be signed in, so that they ask. Holds nothing else. */
const MARKER_COOKIE = 'signed_in'
/** As long as browsers store a cookie, about. */
const DEVICE_DAYS = 365

export async function registerSession(app: App, env: Services['env'], store: SessionStore): Promise<void> {
  if (isHttps(env) && env.trustProxy === undefined) {
    app.log.warn('PUBLIC_ORIGIN is https, but TRUST_PROXY names no proxy: nobody can sign in over plain http')
  }
  await app.register(cookie)
  await app.register(session, {
    secret: env.sessionSecrets,
    cookieName: sessionCookieName(env),
    store,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieOptions(env), httpOnly: true },
  })
}

export const isHttps = (env: Pick<Env, 'publicOrigin'>) => env.publicOrigin.startsWith('https:')

/**
 * The prefix makes browsers refuse a cookie of this name that another host or a page on http wants to plant. They take it
 * on https alone.
 */
export function sessionCookieName(env: Pick<Env, 'publicOrigin'>): string {
  return isHttps(env) ? '__Host-sid' : 'sid'
}

function cookieOptions(env: Services['env']) {
  return {
    path: '/',
    sameSite: 'lax',
    secure: isHttps(env),
    maxAge: ABSOLUTE_EXPIRY_HOURS * 3_600_000,
  } as const
}

/**
 * Signs a user in under a new session id; the old one is revoked. Of an account with a second factor, no password and no
 * token opens one: the store refuses it.
 */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Services['env'],
  user: Pick<User, 'id' | 'email' | 'passwordHash'>,
  openedBy: OpenedBy,
): Promise<void> {
  await request.session.regenerate()
  request.session.userId = user.id
  request.session.openedWithHash = user.passwordHash
  request.session.openedBy = openedBy
  request.session.openedFrom = readCaller(request)
  const options = cookieOptions(env)
  // @fastify/cookie counts seconds where @fastify/session counts milliseconds.
  reply.setCookie(MARKER_COOKIE, '1', { ...options, maxAge: options.maxAge / 1000 })
  const device = createDeviceCookie(env, user.email, request.cookies[DEVICE_COOKIE])
  reply.setCookie(DEVICE_COOKIE, device, { ...options, httpOnly: true, maxAge: DEVICE_DAYS * 86_400 })
  if (request.cookies[PENDING_COOKIE])
    reply.clearCookie(PENDING_COOKIE, { path: '/', secure: options.secure })
}

/** Lets the second factor follow, see http/pending-sign-in. */
export function markPendingSignIn(reply: FastifyReply, env: Services['env'], user: User): void {
  const options = { ...cookieOptions(env), httpOnly: true, maxAge: SECOND_FACTOR_MINUTES * 60 }
  reply.setCookie(PENDING_COOKIE, createPendingSignIn(env, user), options)
}

export async function signOut(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Services['env'],
): Promise<void> {
  await request.session.destroy()
  // Without Secure a browser ignores what concerns a cookie whose name begins with __Host-.
  const { path, secure } = cookieOptions(env)
  for (const name of [sessionCookieName(env), MARKER_COOKIE, PENDING_COOKIE])
    reply.clearCookie(name, { path, secure })
}
