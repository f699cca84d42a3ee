/** API keys: programs that read and act without a person's session (docs/api.md, Keys). Decision 067 applies to them, too. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { Forbidden, SignedOut } from '#api/platform/errors.ts'
import type { CallConfig } from '#api/platform/http/call.ts'
import { isSensitive, type Scope } from '#api/rules/api-keys.ts'
import type { User } from '#db/models/people/user.ts'

/** An API key that is valid: not revoked, not expired, and its keeper is an admin. */
export interface CurrentKey {
  id: number
  scopes: readonly Scope[]
  /** The admin on whose behalf the key acts. */
  keeper: User
}

export interface CurrentKeys {
  /** @throws Forbidden for an address outside the key's allowed ones */
  find(key: string, address: string): Promise<CurrentKey | undefined>
  /** Like `CurrentSessions.hold`. Audit entries of this transaction name the key. */
  hold(trx: Knex.Transaction, key: CurrentKey): Promise<CurrentKey | undefined>
  /** Uses up one of the key's refunds for today. @throws Forbidden */
  takeRefund(trx: Knex.Transaction, key: CurrentKey): Promise<void>
}

/** Counts a call against the key's rate limit. @throws TooManyTries */
export type CountKeyCall = (request: FastifyRequest, reply: FastifyReply, keyId: number) => Promise<void>

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that makes the call, on behalf of `user`. */
    apiKey: CurrentKey | null
  }
}

export const readKey = ({ authorization }: FastifyRequest['headers']) =>
  /^bearer (.*)$/i.exec(authorization ?? '')?.[1]?.trim()

/** Checks that need only headers. Refuses calls from web pages, because every visitor could read the key. @throws Forbidden */
export function assertKeyMayCall(headers: FastifyRequest['headers'], scope: CallConfig['scope']): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    throw new Forbidden('key_in_browser', 'API keys are for programs and must not be used in a browser')
  if (!scope) throw new Forbidden('no_scope', 'No API key may make this call')
}

/** @param isProved whether this change asks users for a proof of identity. @throws SignedOut, Forbidden */
export function assertKeyMay(
  { scope, proofScope }: Partial<CallConfig>,
  key: CurrentKey | undefined,
  isProved: boolean,
): asserts key is CurrentKey {
  if (!key) throw new SignedOut('This API key is unknown, expired or revoked')
  assertScope(key, scope ?? undefined)
  if (isProved && !(scope && isSensitive(scope))) assertScope(key, proofScope)
}

/** Scopes of lists whose search covers buyers' names and addresses. */
const FINDS_BUYERS: readonly Scope[] = ['orders:read', 'reports:read', 'coupons:write']

/** A search reveals who bought, even if the response names nobody. @throws Forbidden */
export function assertKeyMaySearch({ routeOptions, query }: FastifyRequest, key: CurrentKey): void {
  const { scope } = routeOptions.config
  const isSearch = typeof query === 'object' && query !== null && 'q' in query
  if (isSearch && scope && FINDS_BUYERS.includes(scope)) assertScope(key, 'customers:read')
}

function assertScope({ scopes }: CurrentKey, scope: Scope | undefined): void {
  if (scope && scopes.includes(scope)) return
  throw new Forbidden('scope_missing', `This API key lacks the scope ${scope ?? 'for it'}`)
}
