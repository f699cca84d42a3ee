/** Whose tries a rate limit counts. */
import { createHash } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { DEVICE_COOKIE, findDevice } from './device.ts'
import { findPendingSignIn, PENDING_COOKIE } from './pending-sign-in.ts'

export interface Guesser {
  kind: 'user' | 'device' | 'stranger'
  key: string
}

/** Who calls, as people are told of it and the audit log records it. */
export interface Caller {
  ipAddress: string
  userAgent: string
}

const LONGEST_USER_AGENT = 300

export function readCaller({ ip, headers }: FastifyRequest): Caller {
  return { ipAddress: ip, userAgent: (headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT) }
}

interface PasswordBody {
  email?: string
  password?: string
  currentPassword?: string
  /** Of a second factor or a proof. */
  method?: string
  userData?: { email: string; password: string }
}

/**
 * Who tries a password or a second factor: the account's own user, a device that has signed in to it before, or a stranger at an address.
 * Undefined where the call holds none.
 */
export function findGuesser(request: FastifyRequest, env: Env): Guesser | undefined {
  const { user } = request
  const { password, currentPassword, method, userData } = (request.body ?? {}) as PasswordBody
  const email = emailOf(request, env)
  if (email === undefined || !(userData?.password ?? password ?? currentPassword ?? method)) return undefined
  if (user?.email.toLowerCase() === email) return { kind: 'user', key: String(user.id) }
  const device = findDevice(env, request.cookies[DEVICE_COOKIE], email)
  if (device) return { kind: 'device', key: device }
  return { kind: 'stranger', key: `${hashOf(email)}:${addressOf(request)}` }
}

/** One owner has a whole /64 of IPv6, so it counts as one address. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip)
}

/** Of the account whose password or second factor is tried, in lower case. */
export function emailOf(request: FastifyRequest, env: Env): string | undefined {
  const body = request.body as PasswordBody | null | undefined
  // When signed in, the password is that of the user, whatever e-mail the form has.
  const pending = () => findPendingSignIn(env, request.cookies[PENDING_COOKIE])
  const email = body?.userData?.email ?? request.user?.email ?? body?.email ?? pending()?.email
  return email?.trim().toLowerCase()
}

/** So that no e-mail address is stored in Redis. */
export function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
