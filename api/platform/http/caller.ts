/** Identifies the caller for rate limits and the audit log. */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Env } from '#api/platform/environment/env.ts'
import { type FindAccount, findDeviceOf } from './device.ts'
import { findPendingSignIn, PENDING_COOKIE } from './pending-sign-in.ts'
import { hashToken } from './token-hash.ts'

export interface Claimant {
  kind: 'user' | 'device' | 'stranger'
  key: string
}

/** Address and browser of the caller, for mails and the audit log. */
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
  /** Kind of the second factor or proof in the body. */
  method?: string
  userData?: { email: string; password: string }
}

/**
 * Who acts on the account that the call names: its signed-in user, a device that has signed in to it before, or a stranger
 * at an address. @returns undefined if the call names no account
 */
export async function findClaimant(
  request: FastifyRequest,
  env: Env,
  findAccount: FindAccount,
): Promise<Claimant | undefined> {
  const { user } = request
  const email = findTriedEmail(request, env)
  if (email === undefined) return undefined
  if (user?.email.toLowerCase() === email) return { kind: 'user', key: String(user.id) }
  const device = await findDeviceOf(request, env, email, findAccount)
  if (device) return { kind: 'device', key: device }
  return { kind: 'stranger', key: `${hashEmail(email)}:${getClientAddress(request)}` }
}

/** Whether the call holds a password or a second factor. */
export function isPasswordTry({ body }: FastifyRequest): boolean {
  const { password, currentPassword, method, userData } = (body ?? {}) as PasswordBody
  return Boolean(userData?.password ?? password ?? currentPassword ?? method)
}

/** @returns the caller's address; for IPv6 its /64 network, because one subscriber usually has all of it */
export function getClientAddress({ ip }: FastifyRequest): string {
  // A proxy may forward something that is not an IP address.
  if (!isIPv6(ip)) return ip
  // IPv4 may be written as an IPv4-mapped IPv6 address.
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4'
    ? address.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}

/** @returns the lower-case e-mail of the account whose password or second factor is tried */
export function findTriedEmail(request: FastifyRequest, env: Env): string | undefined {
  const body = request.body as PasswordBody | null | undefined
  // A signed-in user tries their own password, whatever e-mail the form holds.
  const pending = () => findPendingSignIn(env, request.cookies[PENDING_COOKIE])
  const email = body?.userData?.email ?? request.user?.email ?? body?.email ?? pending()?.email
  return email?.trim().toLowerCase()
}

/** Rate limits count by this hash, so that Redis stores no e-mail addresses. */
export function hashEmail(email: string): string {
  return hashToken(email).toString('base64url')
}
