/** Finds the key that makes a call, and locks it while the call changes something (decision 067). */
import ipaddr from 'ipaddr.js'
import type { Knex } from 'knex'
import { Forbidden } from '#api/platform/errors.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import type { CurrentKey, CurrentKeys } from '#api/platform/plugins/api-keys.ts'
import { KEY_PREFIX, type Scope } from '#api/rules/api-keys.ts'
import { nameColumns } from '#db/connection/prepared.ts'
import { BUYER_COLUMNS } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'

const KEEPER_COLUMNS = [
  ...['id', ...BUYER_COLUMNS, 'emailVerifiedAt', 'isStaff', 'isAdmin', 'factors'],
  ...['completedAssignments', 'disabledAt', 'erasedAt', 'createdAt', 'updatedAt'],
]
/** SQL: keys that are neither revoked nor expired, and are kept by an active admin. */
const FROM_LIVE = `FROM api_keys JOIN users ON users.id = api_keys.keeper_id
  WHERE api_keys.revoked_at IS NULL AND api_keys.expires_at > now() AND users.is_admin AND users.disabled_at IS NULL`
const FIND = `SELECT ${nameColumns('users', KEEPER_COLUMNS)}, api_keys.id AS "keyId", api_keys.scopes,
    api_keys.addresses ${FROM_LIVE} AND api_keys.key_hash = ?`

type Found = User & { keyId: number; scopes: Scope[]; addresses: string[] }

export class KeyStore implements CurrentKeys {
  readonly #db: Knex

  constructor(db: Knex) {
    this.#db = db
  }

  async find(key: string, address: string): Promise<CurrentKey | undefined> {
    if (!key.startsWith(KEY_PREFIX)) return undefined
    const { rows } = await this.#db.raw<{ rows: Found[] }>(FIND, [hashToken(key)])
    if (!rows[0]) return undefined
    const { keyId: id, scopes, addresses, ...keeper } = rows[0]
    if (addresses.length > 0 && !addresses.some((one) => isWithin(address, one)))
      throw new Forbidden('address_not_allowed', 'This API key may not be used from this address')
    // Writes at most once a minute, or when the address changes.
    await this.#db('api_keys')
      .where({ id })
      .whereRaw(`(last_used_at > now() - interval '1 minute' AND last_address = ?) IS NOT TRUE`, [address])
      .update({ lastUsedAt: this.#db.fn.now(), lastAddress: address })
    return { id, scopes, keeper: User.fromDatabaseJson(keeper) }
  }

  async hold(trx: Knex.Transaction, { id, keeper }: CurrentKey): Promise<CurrentKey | undefined> {
    const { rows } = await trx.raw<{ rows: { scopes: Scope[] }[] }>(
      `SELECT api_keys.scopes, set_config('shop.api_key', api_keys.id::text, true)
       ${FROM_LIVE} AND api_keys.id = ? AND users.id = ? FOR SHARE OF api_keys`,
      [id, keeper.id],
    )
    return rows[0] && { id, keeper, scopes: rows[0].scopes }
  }

  async takeRefund(trx: Knex.Transaction, { id }: CurrentKey): Promise<void> {
    const isToday = 'refunds_on IS NOT DISTINCT FROM current_date'
    const taken = await trx('api_keys')
      .where({ id })
      .whereRaw(`CASE WHEN ${isToday} THEN refunds_made ELSE 0 END < daily_refunds`)
      .update({
        refundsMade: trx.raw(`CASE WHEN ${isToday} THEN refunds_made ELSE 0 END + 1`),
        refundsOn: trx.raw('current_date'),
      })
    if (taken === 0)
      throw new Forbidden('refunds_used_up', 'This API key has reached its refund limit for today')
  }
}

/** @param range an address, or a network such as 192.0.2.0/24 */
function isWithin(address: string, range: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const own = ipaddr.process(address)
  const [network, bits] = range.includes('/')
    ? ipaddr.parseCIDR(range)
    : ([ipaddr.process(range), undefined] as const)
  if (own.kind() !== network.kind()) return false
  return own.match(network as never, (bits ?? (own.kind() === 'ipv4' ? 32 : 128)) as never)
}
