/**
 * The cookie between password and second factor. It grants no access: it only allows the second factor to be given, while
 * the account's password stays the same (docs/product/account.md, Second factor).
 */
import { Signer } from '@fastify/cookie'
import * as z from 'zod'
import type { Env } from '#api/platform/environment/env.ts'
import { SECOND_FACTOR_MINUTES } from '#api/rules/periods.ts'
import type { User } from '#db/models/people/user.ts'
import { hashToken } from './token-hash.ts'

export const PENDING_COOKIE = 'second_factor'

const PendingSignIn = z.object({
  userId: z.int(),
  email: z.string(),
  /** Digest of the stored password hash that was checked. */
  passwordDigest: z.string(),
  expiresAtMs: z.number(),
})
type PendingSignIn = z.infer<typeof PendingSignIn>

type Secrets = Pick<Env, 'sessionSecrets'>
type Account = Pick<User, 'id' | 'email' | 'passwordHash'>

const digestOf = ({ passwordHash }: Account) => hashToken(passwordHash).toString('base64url')

export function createPendingSignIn({ sessionSecrets }: Secrets, user: Account): string {
  const pending: PendingSignIn = {
    userId: user.id,
    email: user.email,
    passwordDigest: digestOf(user),
    expiresAtMs: Date.now() + SECOND_FACTOR_MINUTES * 60_000,
  }
  return new Signer(sessionSecrets).sign(Buffer.from(JSON.stringify(pending)).toString('base64url'))
}

/** @returns undefined if the cookie is forged or expired */
export function findPendingSignIn(
  { sessionSecrets }: Secrets,
  cookie: string | undefined,
): PendingSignIn | undefined {
  if (cookie === undefined) return undefined
  const { valid, value } = new Signer(sessionSecrets).unsign(cookie)
  if (!valid) return undefined
  const pending = readJson(Buffer.from(value, 'base64url').toString())
  return pending && pending.expiresAtMs > Date.now() ? pending : undefined
}

/** @returns undefined for text that is not JSON: a session cookie, signed with the same secrets, may be sent in its place. */
function readJson(text: string): PendingSignIn | undefined {
  try {
    return PendingSignIn.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const isSamePassword = (pending: PendingSignIn, user: Account) =>
  pending.passwordDigest === digestOf(user)
