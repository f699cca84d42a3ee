/** The provider's events and how they were handled, for admins. */
import type { Knex } from 'knex'
import { ProviderEventListQuery, ProviderEvent as WireEvent } from '#api/contract/money/payments.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordChange } from '#api/platform/audit/record.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'

/** SQL: the event's order or, if none is stored with it, the order of its payment. */
const ORDER_ID = `coalesce(provider_events.order_id, (SELECT payments.order_id FROM payments
  WHERE payments.provider_payment_id = provider_events.provider_payment_id))`
const ORDER = `(SELECT json_build_object('id', id, 'invoiceNumber', invoice_number, 'paymentStatus', payment_status)
  FROM orders WHERE orders.id = ${ORDER_ID})`
const IS_OF_ORDER = `(provider_events.order_id = :orderId OR provider_events.provider_payment_id IN
  (SELECT provider_payment_id FROM payments WHERE payments.order_id = :orderId))`

type Row = ProviderEvent & Pick<WireEvent, 'order'>

const selectEvents = (db: Knex) =>
  ProviderEvent.query(db).select('provider_events.*', db.raw(`${ORDER} AS "order"`))

const STATES: Readonly<Record<WireEvent['state'], string>> = {
  handled: 'processed_at IS NOT NULL',
  waiting: 'processed_at IS NULL AND last_error IS NULL',
  failing: 'processed_at IS NULL AND last_error IS NOT NULL',
}

export const providerEventList = defineList({
  query: ProviderEventListQuery,
  row: WireEvent,
  select: selectEvents,
  sorts: { receivedAt: ['provider_events.received_at', 'provider_events.id'] },
  filter: (query, { orderId, state }) => {
    if (orderId) query.whereRaw(IS_OF_ORDER, { orderId })
    if (state) query.whereRaw(`(${STATES[state]})`)
  },
  search: containsWord(`' ' || event_type || ' ' || event_id || ' ' || coalesce(provider_payment_id, '')`),
  toRow: toWireEvent,
})

export async function countFailingEvents(db: Knex): Promise<number> {
  return ProviderEvent.query(db).whereRaw(STATES.failing).resultSize()
}

/** @returns the age of the oldest unhandled event, in seconds; 0 if there is none */
export async function findOldestEventAge(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
    `SELECT coalesce(extract(epoch FROM now() - min(received_at)), 0)::float AS seconds FROM provider_events
     WHERE processed_at IS NULL`,
  )
  return rows[0]?.seconds ?? 0
}

/** Queues an event again; handling is idempotent. @throws NotFound */
export async function resendProviderEvent(
  { db, jobs }: Services,
  { id, adminId }: { id: number; adminId: number },
): Promise<WireEvent> {
  return db.transaction(async (trx) => {
    const event = await findOrThrow(ProviderEvent.query(trx).findById(id).forUpdate(), 'Event')
    await recordChange(trx, {
      actorId: adminId,
      action: 'updated',
      subject: 'webhook',
      subjectId: id,
      label: `${event.eventType} ${event.eventId}`.slice(0, 200),
      changes: [{ field: 'state', from: stateOf(event), to: 'waiting' }],
    })
    await jobs.send(trx, 'provider-event', { eventRowId: id })
    await event.$query(trx).patch({ processedAt: null, lastError: null })
    return toWireEvent((await selectEvents(trx).findById(id).throwIfNotFound()) as Row)
  })
}

function stateOf({ processedAt, lastError }: ProviderEvent): WireEvent['state'] {
  if (processedAt) return 'handled'
  return lastError === null ? 'waiting' : 'failing'
}

function toWireEvent(event: Row): WireEvent {
  return toWire(WireEvent, { ...event, state: stateOf(event), error: event.lastError })
}
