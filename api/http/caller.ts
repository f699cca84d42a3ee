/** Whose tries a rate limit counts. */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Env } from '../base/env.ts'
import { DEVICE_COOKIE, findDevice } from './device.ts'
import { findPendingSignIn, PENDING_COOKIE } from './pending-sign-in.ts'
import { hashToken } from './token-hash.ts'

export interface Claimant {
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
 * Who acts on the account that the call names: its own user, a device that has signed in to it before, or a stranger at an
 * address. Undefined where it names none.
 */
export function findClaimant(request: FastifyRequest, env: Env): Claimant | undefined {
  const { user } = request
  const email = emailOf(request, env)
  if (email === undefined) return undefined
  if (user?.email.toLowerCase() === email) return { kind: 'user', key: String(user.id) }
  const device = findDevice(env, request.cookies[DEVICE_COOKIE], email)
  if (device) return { kind: 'device', key: device }
  return { kind: 'stranger', key: `${hashOf(email)}:${addressOf(request)}` }
}

/** Who tries a password or a second factor. Undefined where the call holds none. */
export function findGuesser(request: FastifyRequest, env: Env): Claimant | undefined {
  const { password, currentPassword, method, userData } = (request.body ?? {}) as PasswordBody
  const isGuess = userData?.password ?? password ?? currentPassword ?? method
  return isGuess ? findClaimant(request, env) : undefined
}

/** One owner has a whole /64 of IPv6, so it counts as one address. */
export function addressOf({ ip }: FastifyRequest): string {
  // A proxy may send something else for an address.
  if (!isIPv6(ip)) return ip
  // An IPv4 address may be written as one of IPv6.
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4'
    ? address.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
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
  return hashToken(email).toString('base64url')
}
