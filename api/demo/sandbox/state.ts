/** The sandbox's state. All of it survives a restart. */
import type { DisputeEntity, OrderEntity, PaymentEntity, RefundEntity } from './entities.ts'

export interface SandboxState {
  accountId: string
  orders: Map<string, StoredOrder>
  payments: Map<string, PaymentEntity>
  refunds: Map<string, RefundEntity>
  disputes: Map<string, DisputeEntity>
  /** By idempotency key. */
  refundRequests: Map<string, RefundRequest>
  /** Events that have not arrived yet, in sending order. */
  pendingEvents: PendingEvent[]
  faults: Faults
}

export interface StoredOrder {
  entity: OrderEntity
  /** False: a successful payment stays authorised until a call captures it. */
  isCapturedAutomatically: boolean
}

/** The request that an idempotency key was used for. */
export interface RefundRequest {
  paymentId: string
  /** The body, as canonical JSON. */
  body: string
  refundId: string
}

export interface PendingEvent {
  eventId: string
  event: string
  /** Events of one order are sent in sequence. */
  orderId: string
  body: string
  /** Computed together with the event. Like at Razorpay, an event from before a change of the secret keeps its old signature. */
  signature: string
  /** How many more times it must be sent: one, or two with `duplicateWebhooks`. */
  copiesLeft: number
  failedAttempts: number
  /** Unix milliseconds. */
  dueAtMs: number
}

/** Faults that tests can turn on. */
export interface Faults {
  /** Delays every REST response, after the call has had its effect, and every webhook. */
  latencyMs: number
  /** The share of REST calls that return 500, from 0 to 1. Such a call has no effect. */
  failRate: number
  /** Each event is sent twice, under the same event id. */
  duplicateWebhooks: boolean
  /** Events that happen together are sent in reverse order. */
  reorderWebhooks: boolean
  /** Events that happen while this is on are never sent, not even later. */
  dropWebhooks: boolean
  /** A refund stays pending until `/refund-outcome` decides it. */
  pendingRefunds: boolean
  /** Currencies that the account has not enabled: orders in them are refused. */
  refusedCurrencies: string[]
}

export const NO_FAULTS: Faults = {
  latencyMs: 0,
  failRate: 0,
  duplicateWebhooks: false,
  reorderWebhooks: false,
  dropWebhooks: false,
  pendingRefunds: false,
  refusedCurrencies: [],
}
