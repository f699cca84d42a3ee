/** API keys: programs that read and act without a person's session (docs/api.md, Keys). Decision 067 holds for them, too. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { Forbidden, SignedOut } from '#api/platform/errors.ts'
import type { CallConfig } from '#api/platform/http/call.ts'
import { isSensitive, type Scope } from '#api/rules/api-keys.ts'
import type { User } from '#db/models/people/user.ts'

/** An API key that is neither revoked nor expired, and whose keeper is an admin. */
export interface CurrentKey {
  id: number
  scopes: readonly Scope[]
  /** The admin in whose name the key acts. */
  keeper: User
}

/** Where API keys are stored. */
export interface CurrentKeys {
  /** @throws Forbidden for an address that the key is not for */
  find(key: string, address: string): Promise<CurrentKey | undefined>
  /** As `CurrentSessions.hold`. The entries of the audit log in this transaction name the key. */
  hold(trx: Knex.Transaction, key: CurrentKey): Promise<CurrentKey | undefined>
  /** Takes one of the refunds that the key may make today. @throws Forbidden */
  takeRefund(trx: Knex.Transaction, key: CurrentKey): Promise<void>
}

/** Counts a call of a key. @throws TooManyTries */
export type CountKeyCall = (request: FastifyRequest, reply: FastifyReply, keyId: number) => Promise<void>

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that makes the call, in the name of `user`. */
    apiKey: CurrentKey | null
  }
}

export const readKey = ({ authorization }: FastifyRequest['headers']) =>
  /^bearer (.*)$/i.exec(authorization ?? '')?.[1]?.trim()

/** What is known with the headers: not from a page, whose visitors all could read the key. @throws Forbidden */
export function assertKeyMayCall(headers: FastifyRequest['headers'], scope: CallConfig['scope']): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    throw new Forbidden('key_in_browser', 'A key is for programs alone and must not be in a browser')
  if (!scope) throw new Forbidden('no_scope', 'No API key may make this call')
}

/** @param isProved whether the change is one that asks others for a proof. @throws SignedOut, Forbidden */
export function assertKeyMay(
  { scope, proofScope }: Partial<CallConfig>,
  key: CurrentKey | undefined,
  isProved: boolean,
): asserts key is CurrentKey {
  if (!key) throw new SignedOut('This API key is unknown, expired or revoked')
  assertScope(key, scope ?? undefined)
  if (isProved && !(scope && isSensitive(scope))) assertScope(key, proofScope)
}

/** The scopes of lists that are searched by the buyers' names and addresses. */
const FINDS_BUYERS: readonly Scope[] = ['orders:read', 'reports:read', 'coupons:write']

/** A search tells who bought even where the response names nobody. @throws Forbidden */
export function assertKeyMaySearch({ routeOptions, query }: FastifyRequest, key: CurrentKey): void {
  const { scope } = routeOptions.config
  const isSearch = typeof query === 'object' && query !== null && 'q' in query
  if (isSearch && scope && FINDS_BUYERS.includes(scope)) assertScope(key, 'customers:read')
}

function assertScope({ scopes }: CurrentKey, scope: Scope | undefined): void {
  if (scope && scopes.includes(scope)) return
  throw new Forbidden('scope_missing', `This API key lacks the scope ${scope ?? 'for it'}`)
}
