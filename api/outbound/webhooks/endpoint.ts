/** Endpoints of outgoing webhooks, which admins manage. */
import type { Knex } from 'knex'
import {
  type CreateEndpointBody,
  type EndpointWithSecret,
  type UpdateEndpointBody,
  WebhookEndpoint as WireEndpoint,
} from '#api/contract/outbound/webhooks.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import { sealSecret } from '#api/platform/http/sealed-secret.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { WebhookEndpoint, WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'
import { findFault } from './public-address.ts'
import { makeSecret, writeSecret } from './signature.ts'

/** How long the former secret still signs beside a new one, in hours. */
export const FORMER_SECRET_HOURS = 24

export async function listEndpoints(db: Knex): Promise<WireEndpoint[]> {
  const endpoints = await WebhookEndpoint.query(db).orderBy('id')
  return endpoints.map(toWireEndpoint)
}

export async function countBrokenEndpoints(db: Knex): Promise<number> {
  return WebhookEndpoint.query(db).whereIn('disabledAs', ['failing', 'gone']).resultSize()
}

/** @throws InvalidInput */
export async function createEndpoint(
  { env, db }: Services,
  { url, events }: CreateEndpointBody,
  admin: Actor,
): Promise<EndpointWithSecret> {
  assertAllowed(env, url)
  const secret = makeSecret()
  return db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const endpoint = await WebhookEndpoint.query(trx)
      .insert({ url, events: [...new Set(events)], sealedSecret: sealSecret(env, 'webhook', secret) })
      .returning('*')
    await recordEdit(trx, about(endpoint, admin.id), undefined, toAuditValues(endpoint))
    return { ...toWireEndpoint(endpoint), secret: writeSecret(secret) }
  })
}

/** Updates an endpoint. Enabling it also resets how long it has been failing. @throws InvalidInput; NotFound */
export async function updateEndpoint(
  { env, db }: Services,
  { id, body, admin }: { id: number; body: UpdateEndpointBody; admin: Actor },
): Promise<WireEndpoint> {
  const { url, events, isDisabled } = body
  if (url !== undefined) assertAllowed(env, url)
  return db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const endpoint = await lockEndpoint(trx, id)
    const before = toAuditValues(endpoint)
    const changes = {
      ...(url !== undefined && { url }),
      ...(events && { events: [...new Set(events)] }),
      ...(isDisabled === true &&
        !endpoint.disabledAt && { disabledAt: new Date(), disabledAs: 'admin' as const }),
      ...(isDisabled === false && { disabledAt: null, disabledAs: null, failingSince: null }),
    }
    if (Object.keys(changes).length === 0) return toWireEndpoint(endpoint)
    const after = await endpoint.$query(trx).patchAndFetch(changes)
    await recordEdit(trx, about(after, admin.id), before, toAuditValues(after))
    return toWireEndpoint(after)
  })
}

/** Creates a new secret. The former one signs beside it for FORMER_SECRET_HOURS. @throws NotFound */
export async function rotateSecret({ env, db }: Services, { id, admin }: { id: number; admin: Actor }) {
  const secret = makeSecret()
  return db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const endpoint = await lockEndpoint(trx, id)
    const rotated = await endpoint.$query(trx).patchAndFetch({
      sealedSecret: sealSecret(env, 'webhook', secret),
      sealedFormerSecret: endpoint.sealedSecret,
      formerUntil: new Date(Date.now() + FORMER_SECRET_HOURS * 3_600_000),
    })
    await recordEdit(trx, about(rotated, admin.id), { secret: null }, { secret: 'renewed' })
    return { ...toWireEndpoint(rotated), secret: writeSecret(secret) }
  })
}

/** Deletes the endpoint and its messages, including those still waiting. @throws NotFound */
export async function deleteEndpoint({ db }: Services, { id, admin }: { id: number; admin: Actor }) {
  await db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const endpoint = await lockEndpoint(trx, id)
    await WebhookMessage.query(trx).where({ endpointId: id }).delete()
    await endpoint.$query(trx).delete()
    await recordEdit(trx, about(endpoint, admin.id), toAuditValues(endpoint), undefined)
  })
}

/** Disables an endpoint automatically. */
export async function stopEndpoint(
  trx: Knex.Transaction,
  endpoint: WebhookEndpoint,
  disabledAs: 'gone' | 'failing',
): Promise<void> {
  const before = toAuditValues(endpoint)
  await endpoint.$query(trx).patch({ disabledAt: new Date(), disabledAs })
  await recordEdit(trx, about(endpoint, null), before, toAuditValues(endpoint))
}

function assertAllowed({ arePrivateWebhooksAllowed }: Env, url: string): void {
  const fault = findFault(url, arePrivateWebhooksAllowed)
  if (fault) throw new InvalidInput('url', fault)
}

function lockEndpoint(trx: Knex.Transaction, id: number): Promise<WebhookEndpoint> {
  return findOrThrow(WebhookEndpoint.query(trx).findById(id).forUpdate(), 'Webhook')
}

const toAuditValues = ({ url, events, disabledAs }: WebhookEndpoint) => ({
  url,
  events,
  disabled: disabledAs,
})

const about = ({ id, url }: WebhookEndpoint, actorId: number | null) =>
  ({ actorId, subject: 'webhook_endpoint', subjectId: id, label: url.slice(0, 200) }) as const

const toWireEndpoint = (endpoint: WebhookEndpoint): WireEndpoint =>
  toWire(WireEndpoint, { ...endpoint, events: endpoint.events as WireEndpoint['events'] })
