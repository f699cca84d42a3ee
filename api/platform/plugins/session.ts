import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Services } from '#api/platform/app-type.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { type Caller, readCaller } from '#api/platform/http/caller.ts'
import { type Account, createDeviceCookie, DEVICE_COOKIE } from '#api/platform/http/device.ts'
import { createPendingSignIn, PENDING_COOKIE } from '#api/platform/http/pending-sign-in.ts'
import { SECOND_FACTOR_MINUTES } from '#api/rules/periods.ts'
import type { User } from '#db/models/people/user.ts'

/**
 * How a session was opened: by a password, a purchase token, a second factor (after the password, or a passkey alone), or
 * as the replacement of an earlier session.
 */
export type SessionOrigin = 'password' | 'token' | 'second_factor' | 'session'

declare module 'fastify' {
  interface Session {
    /** Whether the request's cookie has the id of this session. The session may have ended: plugins/guards checks that. */
    isFromCookie?: boolean
    /** This field and those below are set only while a session is being opened. */
    userId?: number
    openedBy?: SessionOrigin
    openedFrom?: Caller
    /** The password hash that was checked. Never stored. */
    openedWithHash?: string
  }
}

export const ABSOLUTE_EXPIRY_HOURS = 12
/** Tells the pages' scripts that somebody may be signed in, so that they ask the API. It holds nothing else. */
const MARKER_COOKIE = 'signed_in'
/** A fingerprint of the session, by which the pages' scripts end this session and never a newer one. It grants no access. */
const FINGERPRINT_COOKIE = 'session_name'
/** Browsers cap cookies at about 400 days. */
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
 * On https the name begins with `__Host-`: browsers then reject such a cookie from another host or an http page, so that
 * nobody can plant one. On http they would reject it from the shop, too.
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
 * Signs a user in under a new session id, and revokes the old one. If the account has a second factor, the session store
 * refuses a password or a token alone.
 */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Services['env'],
  user: Account & Pick<User, 'id'>,
  openedBy: SessionOrigin,
): Promise<void> {
  await request.session.regenerate()
  request.session.userId = user.id
  request.session.openedWithHash = user.passwordHash
  request.session.openedBy = openedBy
  request.session.openedFrom = readCaller(request)
  const options = cookieOptions(env)
  // @fastify/cookie uses seconds, @fastify/session milliseconds.
  const scriptCookieOptions = { ...options, maxAge: options.maxAge / 1000 }
  reply.setCookie(MARKER_COOKIE, '1', scriptCookieOptions)
  reply.setCookie(FINGERPRINT_COOKIE, fingerprintSession(request), scriptCookieOptions)
  rememberDevice(request, reply, env, user)
  if (request.cookies[PENDING_COOKIE])
    reply.clearCookie(PENDING_COOKIE, { path: '/', secure: options.secure })
}

/** @returns 16 hexadecimal digits, which do not reveal the session id */
export const fingerprintSession = ({ session: { sessionId } }: FastifyRequest): string =>
  createHash('sha256').update(`name of ${sessionId}`).digest('hex').slice(0, 16)

/** Sets the cookie that makes this browser a known device of the account, see http/device. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  env: Services['env'],
  account: Account,
): void {
  const device = createDeviceCookie(env, account, request.cookies[DEVICE_COOKIE])
  reply.setCookie(DEVICE_COOKIE, device, {
    ...cookieOptions(env),
    httpOnly: true,
    maxAge: DEVICE_DAYS * 86_400,
  })
}

/** Sets the cookie with which a sign-in goes on to the second factor, see http/pending-sign-in. */
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
  // Browsers ignore a change of a __Host- cookie that lacks Secure or the path /.
  const { path, secure } = cookieOptions(env)
  for (const name of [sessionCookieName(env), MARKER_COOKIE, FINGERPRINT_COOKIE, PENDING_COOKIE])
    reply.clearCookie(name, { path, secure })
}
