/** API keys, and programs that make calls with one. */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { KEY_PREFIX, type Scope } from '#api/rules/api-keys.ts'
import { ApiKey } from '#db/models/operations/api-key.ts'
import type { TestApp } from './test-app.ts'

export class Program {
  readonly #shop: TestApp
  readonly key: string
  readonly id: number

  constructor(shop: TestApp, { key, id }: { key: string; id: number }) {
    this.#shop = shop
    this.key = key
    this.id = id
  }

  call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.#shop.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${this.key}`, ...headers },
      ...(payload !== undefined && { payload: payload as object }),
    })
  }

  get = (url: string, headers?: Record<string, string>) => this.call('GET', url, undefined, headers)
}

let count = 0

export async function insertKey(
  shop: TestApp,
  { scopes, ...fields }: { keeperId: number; scopes: readonly Scope[] } & Omit<Partial<ApiKey>, 'scopes'>,
): Promise<Program> {
  count += 1
  const key = `${KEY_PREFIX}key-number-${count}`
  const { id } = await ApiKey.query(shop.db).insert({
    name: `Program ${count}`,
    keyHash: hashToken(key),
    start: key.slice(0, 14),
    scopes: [...scopes],
    expiresAt: new Date(Date.now() + 86_400_000),
    ...fields,
  })
  return new Program(shop, { key, id })
}
