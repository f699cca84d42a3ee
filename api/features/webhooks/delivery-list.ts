/** The messages of outgoing webhooks and their results, for admins. */
import type { Knex } from 'knex'
import { WebhookDelivery } from '../../../db/models/webhook-endpoint.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, getFound } from '../../base/errors.ts'
import {
  type DeliveryListQuery,
  type OutgoingEvent,
  WebhookDelivery as WireDelivery,
} from '../../contract/webhooks.ts'
import { toWire } from '../../http/to-wire.ts'
import { fetchPage, type Page, type SortExpressions, whereGiven } from '../../lists/list.ts'
import { toPatterns } from '../../lists/search.ts'
import type { Actor } from '../../plugins/guards.ts'
import { recordEdit } from '../audit/record.ts'

const SORTS: SortExpressions<'createdAt'> = {
  createdAt: ['webhook_deliveries.created_at', 'webhook_deliveries.id'],
}
const SEARCHED = `(' ' || event || ' ' || message_id || ' ' || (payload -> 'data' ->> 'invoiceNumber'))`

export async function listDeliveries(db: Knex, list: DeliveryListQuery): Promise<Page<WireDelivery>> {
  const { endpointId, event, state } = list
  const query = WebhookDelivery.query(db).withGraphFetched('endpoint')
  whereGiven(query, { endpointId, event, state })
  for (const pattern of toPatterns(list.q)) query.whereRaw(`${SEARCHED} ILIKE ?`, pattern)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireDelivery), total }
}

/** Queues one more try of a message, under the same id. @throws NotFound; Conflict webhook_disabled */
export async function resendDelivery(
  { db, jobs }: Services,
  { id, admin }: { id: number; admin: Actor },
): Promise<WireDelivery> {
  return db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const delivery = await getFound(WebhookDelivery.query(trx).findById(id).forUpdate(), 'Delivery')
    await delivery.$fetchGraph('endpoint', { transaction: trx })
    if (delivery.endpoint?.disabledAt) {
      throw new Conflict('webhook_disabled', 'This webhook is disabled: enable it first')
    }
    const { attempts, state, endpointId: subjectId, endpoint, messageId } = delivery
    const about = { actorId: admin.id, subjectId, label: endpoint?.url.slice(0, 200) ?? '' }
    const changed = [{ [messageId]: state }, { [messageId]: 'sent again' }] as const
    await recordEdit(trx, { ...about, subject: 'webhook_endpoint' }, ...changed)
    await jobs.send(trx, 'delivery', { deliveryId: id, attempts })
    await delivery.$query(trx).patch({ state: 'waiting', nextTryAt: new Date() })
    return toWireDelivery(delivery)
  })
}

function toWireDelivery(delivery: WebhookDelivery): WireDelivery {
  const { orderId, invoiceNumber } = (delivery.payload as OutgoingEvent).data
  return toWire(WireDelivery, { ...delivery, orderId, invoiceNumber, url: delivery.endpoint?.url ?? '' })
}
