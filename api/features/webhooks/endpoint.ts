/** The addresses that are told of events, as admins keep them. */
import type { Knex } from 'knex'
import { WebhookDelivery, WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts'
import type { Services } from '../../app-type.ts'
import type { AuditChange } from '../../contract/audit.ts'
import type {
  CreateEndpointBody,
  EndpointWithSecret,
  UpdateEndpointBody,
  WebhookEndpoint as WireEndpoint,
} from '../../contract/webhooks.ts'
import type { Env } from '../../env.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { sealSecret } from '../../http/sealed-secret.ts'
import { listChanges, recordChange } from '../audit/record.ts'
import { findFault } from './public-address.ts'
import { makeSecret, writeSecret } from './signature.ts'

/** How long the secret before signs beside a new one. */
export const FORMER_SECRET_HOURS = 24

type Needed = Pick<Services, 'env' | 'db'>

export async function listEndpoints(db: Knex): Promise<WireEndpoint[]> {
  const endpoints = await WebhookEndpoint.query(db).orderBy('id')
  return endpoints.map(toWireEndpoint)
}

export async function countBrokenEndpoints(db: Knex): Promise<number> {
  return WebhookEndpoint.query(db).whereIn('disabledAs', ['failing', 'gone']).resultSize()
}

/** @throws InvalidInput */
export async function createEndpoint(
  { env, db }: Needed,
  { url, events }: CreateEndpointBody,
  adminId: number,
): Promise<EndpointWithSecret> {
  assertAllowed(env, url)
  const secret = makeSecret()
  return db.transaction(async (trx) => {
    const endpoint = await WebhookEndpoint.query(trx)
      .insert({ url, events: [...new Set(events)], sealedSecret: sealSecret(env, 'webhook', secret) })
      .returning('*')
    await record(trx, adminId, 'created', endpoint, listChanges(undefined, toShown(endpoint)))
    return { ...toWireEndpoint(endpoint), secret: writeSecret(secret) }
  })
}

/** Enabling it again gives it another chance. @throws InvalidInput; NotFound */
export async function updateEndpoint(
  { env, db }: Needed,
  { id, body, adminId }: { id: number; body: UpdateEndpointBody; adminId: number },
): Promise<WireEndpoint> {
  const { url, events, isDisabled } = body
  if (url !== undefined) assertAllowed(env, url)
  return db.transaction(async (trx) => {
    const endpoint = await getEndpoint(trx, id)
    const before = toShown(endpoint)
    const changes = {
      ...(url !== undefined && { url }),
      ...(events && { events: [...new Set(events)] }),
      ...(isDisabled === true &&
        !endpoint.disabledAt && { disabledAt: new Date(), disabledAs: 'admin' as const }),
      ...(isDisabled === false && { disabledAt: null, disabledAs: null, failingSince: null }),
    }
    if (Object.keys(changes).length === 0) return toWireEndpoint(endpoint)
    const after = await endpoint.$query(trx).patchAndFetch(changes)
    await record(trx, adminId, 'updated', after, listChanges(before, toShown(after)))
    return toWireEndpoint(after)
  })
}

/** The secret before signs, too, for a day. @throws NotFound */
export async function rotateSecret(
  { env, db }: Needed,
  { id, adminId }: { id: number; adminId: number },
): Promise<EndpointWithSecret> {
  const secret = makeSecret()
  return db.transaction(async (trx) => {
    const endpoint = await getEndpoint(trx, id)
    const rotated = await endpoint.$query(trx).patchAndFetch({
      sealedSecret: sealSecret(env, 'webhook', secret),
      sealedFormerSecret: endpoint.sealedSecret,
      formerUntil: new Date(Date.now() + FORMER_SECRET_HOURS * 3_600_000),
    })
    await record(trx, adminId, 'updated', rotated, [{ field: 'secret', from: null, to: 'renewed' }])
    return { ...toWireEndpoint(rotated), secret: writeSecret(secret) }
  })
}

/** Its messages go with it, and what is on its way is not sent. @throws NotFound */
export async function deleteEndpoint(
  { db }: Needed,
  { id, adminId }: { id: number; adminId: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const endpoint = await getEndpoint(trx, id)
    await WebhookDelivery.query(trx).where({ endpointId: id }).delete()
    await endpoint.$query(trx).delete()
    await record(trx, adminId, 'removed', endpoint, listChanges(toShown(endpoint), undefined))
  })
}

/** By the shop itself, without an admin. */
export async function stopEndpoint(
  trx: Knex.Transaction,
  endpoint: WebhookEndpoint,
  disabledAs: 'gone' | 'failing',
): Promise<void> {
  const before = toShown(endpoint)
  await endpoint.$query(trx).patch({ disabledAt: new Date(), disabledAs })
  await record(trx, null, 'updated', endpoint, listChanges(before, toShown(endpoint)))
}

function assertAllowed({ arePrivateWebhooksAllowed }: Env, url: string): void {
  const fault = findFault(url, arePrivateWebhooksAllowed)
  if (fault) throw new InvalidInput('url', fault)
}

async function getEndpoint(trx: Knex.Transaction, id: number): Promise<WebhookEndpoint> {
  const endpoint = await WebhookEndpoint.query(trx).findById(id).forUpdate()
  if (!endpoint) throw new NotFound('Webhook')
  return endpoint
}

const toShown = ({ url, events, disabledAs }: WebhookEndpoint) => ({ url, events, disabled: disabledAs })

async function record(
  trx: Knex.Transaction,
  actorId: number | null,
  action: 'created' | 'updated' | 'removed',
  { id, url }: WebhookEndpoint,
  changes: AuditChange[],
): Promise<void> {
  await recordChange(trx, {
    actorId,
    action,
    subject: 'webhook_endpoint',
    subjectId: id,
    label: url.slice(0, 200),
    changes,
  })
}

function toWireEndpoint(endpoint: WebhookEndpoint): WireEndpoint {
  const { id, url, events, createdAt, failingSince, disabledAt, disabledAs } = endpoint
  return {
    id,
    url,
    events: events as WireEndpoint['events'],
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    disabledAs,
  }
}
