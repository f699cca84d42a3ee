/** Credentials that a customer gives for the work on an order: who may see it, and who has seen it. */

import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import {
  type CredentialsBody,
  CredentialsList,
  RevealedCredentials,
} from '#api/contract/orders/credentials.ts'
import { lockOrderForTeam } from '#api/orders/deliveries/team.ts'
import { announce } from '#api/orders/order/announce.ts'
import { getJoinedOrder, holdOrder } from '#api/orders/order/order-role.ts'
import type { Services } from '#api/platform/app-type.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { Conflict, findOrThrow, NotFound } from '#api/platform/errors.ts'
import { fingerprintKeys, openSecret, sealSecret } from '#api/platform/http/sealed-secret.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { CREDENTIALS_KINDS, MOST_CREDENTIALS } from '#api/rules/order-work/credentials.ts'
import { hasWorkToDo } from '#api/rules/orders.ts'
import { OrderCredentials } from '#db/models/orders/credentials.ts'
import type { Order } from '#db/models/orders/order.ts'

type CredentialsKey = Pick<OrderCredentials, 'id' | 'orderId'>

/** Binds the encrypted data to its row, so that it cannot be decrypted from another row. */
const purposeOf = ({ id, orderId }: CredentialsKey) => `access:${orderId}:${id}` as const

export const sealCredentials = (env: Env, place: CredentialsKey, data: Buffer) => ({
  sealedData: sealSecret(env, purposeOf(place), data),
  keyId: fingerprintKeys(env)[0] ?? '',
})

export const openCredentials = (env: Env, credentials: OrderCredentials): Buffer | undefined =>
  openSecret(env, purposeOf(credentials), credentials.sealedData)

/** Lists an order's credentials without the secrets, and nothing once the work is over. @throws NotFound */
export async function listCredentials(db: Knex, orderId: number, userId: number): Promise<CredentialsList> {
  const order = await getJoinedOrder(db, orderId, userId)
  const isNeeded = hasWorkToDo(order)
  const credentials = isNeeded
    ? await OrderCredentials.query(db).where({ orderId }).orderBy(['createdAt', 'id'])
    : []
  return toWire(CredentialsList, { credentials, canAdd: isNeeded && order.role === 'customer' })
}

const noteOf = ({ kind }: Pick<OrderCredentials, 'kind'>, what: string) =>
  `Credentials (${CREDENTIALS_KINDS[kind]}) ${what}`

/** @throws NotFound unless it is the customer's own order; Conflict order_closed, credentials_full */
export async function addCredentials(
  { db, env }: Services,
  {
    orderId,
    kind,
    address = '',
    userName = '',
    secret = '',
    note = '',
  }: CredentialsBody & { orderId: number },
  actor: Actor,
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await holdOrder(trx, orderId, actor)
    if (order.role !== 'customer') throw new NotFound('Order')
    assertNeeded(order)
    if ((await OrderCredentials.query(trx).where({ orderId }).resultSize()) >= MOST_CREDENTIALS) {
      const message = `An order has at most ${MOST_CREDENTIALS} of these. Please remove one first.`
      throw new Conflict('credentials_full', message)
    }
    const place = { id: randomUUID(), orderId }
    const data = Buffer.from(JSON.stringify({ address, userName, secret, note }))
    await OrderCredentials.query(trx).insert({ ...place, kind, ...sealCredentials(env, place, data) })
    const history = { actorKind: order.role, actorId: actor.id, note: noteOf({ kind }, 'added') }
    await announce(trx, orderId, { type: 'credentials_changed', history })
  })
}

/** @throws NotFound unless it belongs to the customer's own order */
export async function takeBackCredentials({ db }: Services, id: string, actor: Actor): Promise<number> {
  return db.transaction(async (trx) => {
    const { orderId } = await findOrThrow(OrderCredentials.query(trx).findById(id), 'Order')
    const { role } = await holdOrder(trx, orderId, actor)
    const credentials = await OrderCredentials.query(trx).findById(id)
    if (role !== 'customer' || !credentials) throw new NotFound('Order')
    await credentials.$query(trx).delete()
    const history = { actorKind: role, actorId: actor.id, note: noteOf(credentials, 'removed') }
    await announce(trx, orderId, { type: 'credentials_changed', history })
    return orderId
  })
}

/**
 * Decrypts credentials for the team, and records in the order's history who saw it.
 * @throws NotFound; Conflict order_closed, credentials_unreadable
 */
export async function revealCredentials(
  { db, env }: Services,
  id: string,
  actor: Actor,
): Promise<RevealedCredentials> {
  return db.transaction(async (trx) => {
    const { orderId } = await findOrThrow(OrderCredentials.query(trx).findById(id), 'Order')
    const { order, member } = await lockOrderForTeam(trx, orderId, actor)
    const credentials = await findOrThrow(OrderCredentials.query(trx).findById(id), 'Order')
    assertNeeded(order)
    const data = openCredentials(env, credentials)
    if (!data) {
      const message = 'It can no longer be read. Please ask the customer to add it again.'
      throw new Conflict('credentials_unreadable', message)
    }
    const history = { actorKind: member.kind, actorId: member.id, note: noteOf(credentials, 'shown') }
    await announce(trx, orderId, { type: 'credentials_shown', history })
    return toWire(RevealedCredentials, { kind: credentials.kind, ...JSON.parse(data.toString()) })
  })
}

function assertNeeded(order: Order): void {
  if (!hasWorkToDo(order)) {
    throw new Conflict('order_closed', 'The order is closed, so credentials can no longer be added')
  }
}
