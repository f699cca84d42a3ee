/** The sandbox's state, all of which outlives a restart. */
import type { DisputeEntity, OrderEntity, PaymentEntity, RefundEntity } from './entities.ts'

export interface SandboxState {
  accountId: string
  orders: Map<string, StoredOrder>
  payments: Map<string, PaymentEntity>
  refunds: Map<string, RefundEntity>
  disputes: Map<string, DisputeEntity>
  /** By idempotency key. */
  refundRequests: Map<string, RefundRequest>
  /** Webhooks not yet delivered, in the order they are to be sent. */
  deliveries: Delivery[]
  faults: Faults
}

export interface StoredOrder {
  entity: OrderEntity
  /** If not, a successful payment stays authorised until it is captured by a call. */
  isCapturedAutomatically: boolean
}

/** The request that an idempotency key was used for. */
export interface RefundRequest {
  paymentId: string
  /** The body, as canonical JSON. */
  body: string
  refundId: string
}

export interface Delivery {
  eventId: string
  event: string
  /** Events of one order are sent one after the other. */
  orderId: string
  body: string
  /** Computed with the event. As at Razorpay, an event from before a change of the secret keeps its old signature. */
  signature: string
  /** How many more times it must be delivered: one, or two under the fault of duplicates. */
  copiesLeft: number
  failedAttempts: number
  /** Unix milliseconds. */
  dueAtMs: number
}

/** The faults that a test can switch on. */
export interface Faults {
  /** Delays every REST response, after the call has had its effect, and every webhook. */
  latencyMs: number
  /** The share of REST calls that return 500, from 0 to 1. Such a call has no effect. */
  failRate: number
  /** Each event is delivered twice, under the same event id. */
  duplicateWebhooks: boolean
  /** Events that happen together come last first. */
  reorderWebhooks: boolean
  /** Events that happen now are never delivered, not even later. */
  dropWebhooks: boolean
  /** A refund stays pending until `/refund-outcome` decides it. */
  pendingRefunds: boolean
  /** Currencies that the account has not enabled: no order is opened in them. */
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
