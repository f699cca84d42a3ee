/** What was sent to whom, and what became of it. */
import type { Knex } from 'knex'
import { WebhookDelivery } from '../../../db/models/webhook-endpoint.ts'
import type { Services } from '../../app-type.ts'
import type {
  DeliveryListQuery,
  OutgoingEvent,
  WebhookDelivery as WireDelivery,
} from '../../contract/webhooks.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { toPatterns } from '../../lists/search.ts'
import { recordChange } from '../audit/record.ts'

const SORTS: SortExpressions<'createdAt'> = {
  createdAt: ['webhook_deliveries.created_at', 'webhook_deliveries.id'],
}
/** What the search looks in. */
const SEARCHED = `(' ' || event || ' ' || message_id || ' ' || (payload -> 'data' ->> 'invoiceNumber'))`

export async function listDeliveries(db: Knex, list: DeliveryListQuery): Promise<Page<WireDelivery>> {
  const { endpointId, event, state } = list
  const query = WebhookDelivery.query(db).withGraphFetched('endpoint')
  if (endpointId !== undefined) query.where({ endpointId })
  if (event) query.where({ event })
  if (state) query.where({ state })
  for (const pattern of toPatterns(list.q)) query.whereRaw(`${SEARCHED} ILIKE ?`, pattern)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireDelivery), total }
}

/** Sends the same message at once, under the same id, for one more try. @throws NotFound; Conflict webhook_disabled */
export async function resendDelivery(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { id, adminId }: { id: number; adminId: number },
): Promise<WireDelivery> {
  return db.transaction(async (trx) => {
    const delivery = await WebhookDelivery.query(trx).findById(id).forUpdate()
    if (!delivery) throw new NotFound('Delivery')
    await delivery.$fetchGraph('endpoint', { transaction: trx })
    if (delivery.endpoint?.disabledAt) {
      throw new Conflict('webhook_disabled', 'This webhook is disabled: enable it first')
    }
    const { attempts, state } = delivery
    await recordChange(trx, {
      actorId: adminId,
      action: 'updated',
      subject: 'webhook_endpoint',
      subjectId: delivery.endpointId,
      label: delivery.endpoint?.url.slice(0, 200) ?? '',
      changes: [{ field: delivery.messageId, from: state, to: 'sent again' }],
    })
    await jobs.send(trx, 'delivery', { deliveryId: id, attempts })
    await delivery.$query(trx).patch({ state: 'waiting', nextTryAt: new Date() })
    return toWireDelivery(delivery)
  })
}

function toWireDelivery(delivery: WebhookDelivery): WireDelivery {
  const { id, messageId, endpointId, event, state, attempts, responseStatus, response } = delivery
  return {
    id,
    messageId,
    endpointId,
    url: delivery.endpoint?.url ?? '',
    event,
    orderId: (delivery.payload as OutgoingEvent).data.orderId,
    invoiceNumber: (delivery.payload as OutgoingEvent).data.invoiceNumber,
    state,
    attempts,
    createdAt: delivery.createdAt.toISOString(),
    triedAt: delivery.triedAt?.toISOString() ?? null,
    nextTryAt: delivery.nextTryAt?.toISOString() ?? null,
    responseStatus,
    response,
  }
}
