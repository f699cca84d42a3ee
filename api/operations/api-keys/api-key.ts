/** Creates, changes and revokes API keys. A key belongs to the shop: it outlives its maker's rights if another admin keeps it. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { raw } from 'objection'
import {
  type CreateKeyBody,
  type KeysOfUser,
  type KeyWithSecret,
  type UpdateKeyBody,
  ApiKey as WireKey,
} from '#api/contract/operations/api-keys.ts'
import { adminPath, notify } from '#api/outbound/notifications/notify.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { isSensitive, KEY_PREFIX, type Scope } from '#api/rules/api-keys.ts'
import { ApiKey } from '#db/models/operations/api-key.ts'

const SHOWN_OF_KEY = KEY_PREFIX.length + 4

interface By {
  jobs: Jobs
  /** The admin who creates the key; null on the command line. */
  makerId: number | null
}

/** Lists valid keys first, then revoked and expired ones. */
export async function listKeys(db: Knex): Promise<WireKey[]> {
  const keys = await ApiKey.query(db)
    .withGraphFetched('keeper')
    .orderByRaw('revoked_at IS NOT NULL OR expires_at < now(), id')
  return keys.map(toWireKey)
}

/** @returns the key with its secret, of which only the hash and the beginning are stored */
export async function createKey(
  trx: Knex.Transaction,
  { days, name, scopes, addresses, dailyRefunds }: CreateKeyBody,
  { jobs, makerId, keeperId }: By & { keeperId: number },
): Promise<KeyWithSecret> {
  const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`
  const { id } = await ApiKey.query(trx).insert({
    name,
    addresses,
    dailyRefunds,
    makerId,
    keeperId,
    scopes: [...new Set(scopes)],
    keyHash: hashToken(key),
    start: key.slice(0, SHOWN_OF_KEY),
    expiresAt: raw('now() + make_interval(days => ?)', days),
  })
  const made = await lockKey(trx, id)
  await recordEdit(trx, about(made, makerId), undefined, toAuditValues(made))
  await notifyOfRights(jobs, trx, made)
  return { ...toWireKey(made), key }
}

/** @throws NotFound; Conflict key_revoked */
export async function updateKey(
  trx: Knex.Transaction,
  { id, body }: { id: number; body: UpdateKeyBody },
  { jobs, makerId }: By,
): Promise<WireKey> {
  const before = await lockKey(trx, id)
  if (before.revokedAt) throw new Conflict('key_revoked', 'This key was revoked. Create a new one.')
  const { scopes, ...fields } = body
  const changes = { ...fields, ...(scopes && { scopes: [...new Set(scopes)] }) }
  if (Object.keys(changes).length > 0) await ApiKey.query(trx).findById(id).patch(changes)
  const after = await lockKey(trx, id)
  await recordEdit(trx, about(after, makerId), toAuditValues(before), toAuditValues(after))
  await notifyOfRights(jobs, trx, after, before)
  return toWireKey(after)
}

/**
 * Revokes a key. Waits for changes that the key is making, because they lock it; afterwards it can change nothing. Idempotent.
 * @throws NotFound
 */
export async function revokeKey(trx: Knex.Transaction, id: number, byId: number | null): Promise<void> {
  const key = await lockKey(trx, id)
  if (key.revokedAt) return
  await ApiKey.query(trx)
    .findById(id)
    .patch({ revokedAt: raw('now()'), lastAddress: null })
  await recordEdit(trx, about(key, byId), { revoked: false }, { revoked: true })
}

/**
 * Revokes the keys of a user who loses the right to keep them, or gives them to the acting admin.
 * @throws Conflict keys_undecided if `choice` does not say which
 */
export async function settleKeys(
  trx: Knex.Transaction,
  keeperId: number,
  choice: KeysOfUser,
  admin: Pick<Actor, 'id'>,
): Promise<void> {
  const keys = await ApiKey.query(trx).where({ keeperId, revokedAt: null }).orderBy('id').forUpdate()
  if (keys.length === 0) return
  const mayTake = choice === 'take_over' && admin.id !== keeperId
  if (choice !== 'revoke' && !mayTake) {
    const names = keys.map(({ name }) => `‘${name}’`).join(', ')
    throw new Conflict('keys_undecided', `This user has API keys: ${names}. Choose what happens to them.`)
  }
  for (const key of keys) {
    if (!mayTake) {
      await revokeKey(trx, key.id, admin.id)
      continue
    }
    await ApiKey.query(trx).findById(key.id).patch({ keeperId: admin.id })
    await recordEdit(trx, about(key, admin.id), { keeperId }, { keeperId: admin.id })
  }
}

/** Notifies admins if a key gets sensitive rights or a higher daily limit for refunds. */
async function notifyOfRights(
  jobs: Jobs,
  trx: Knex.Transaction,
  key: ApiKey,
  before?: ApiKey,
): Promise<void> {
  const added = (key.scopes as Scope[]).filter(
    (scope) => isSensitive(scope) && !before?.scopes.includes(scope),
  )
  const mayRefundMore = key.dailyRefunds > (before?.dailyRefunds ?? 0)
  if (added.length === 0 && !mayRefundMore) return
  await notify(jobs, trx, {
    kind: 'api_key',
    key: `api_key:${key.id}:${new Date().toISOString()}`,
    title: `The API key ‘${key.name}’ has more rights`,
    facts: [
      ...(added.length > 0 ? [{ label: 'New rights', value: added.join(', ') }] : []),
      ...(mayRefundMore ? [{ label: 'Refunds per day', value: String(key.dailyRefunds) }] : []),
    ],
    path: adminPath({ view: 'keys' }),
  })
}

const lockKey = (trx: Knex.Transaction, id: number): Promise<ApiKey> =>
  findOrThrow(ApiKey.query(trx).findById(id).withGraphFetched('keeper').forUpdate(), 'API key')

const about = ({ id, name }: ApiKey, actorId: number | null) =>
  ({ actorId, subject: 'api_key', subjectId: id, label: name }) as const

const toAuditValues = ({ name, scopes, addresses, dailyRefunds, expiresAt }: ApiKey) => ({
  name,
  scopes,
  addresses,
  dailyRefunds,
  expiresAt: expiresAt.toISOString(),
})

function toWireKey(key: ApiKey): WireKey {
  if (!key.keeper) throw new Error('A key has a keeper')
  return toWire(WireKey, { ...key, keeper: key.keeper, scopes: key.scopes as Scope[] })
}
