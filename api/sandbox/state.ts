/** What the sandbox knows; all of it outlives a restart. */
import type { OrderEntity, PaymentEntity, RefundEntity } from './entities.ts'

export interface SandboxState {
  accountId: string
  orders: Map<string, StoredOrder>
  payments: Map<string, PaymentEntity>
  refunds: Map<string, RefundEntity>
  /** By idempotency key. */
  refundRequests: Map<string, RefundRequest>
  /** Webhooks not yet delivered, in the order they are to be sent. */
  deliveries: Delivery[]
  faults: Faults
}

export interface StoredOrder {
  entity: OrderEntity
  /** Otherwise a successful payment stays authorised until it is captured by a call. */
  isCapturedAutomatically: boolean
}

/** What an idempotency key has been used for. */
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
  /** Made with the event: one signed before the secret changed keeps its signature, as Razorpay's do. */
  signature: string
  /** How often it is still to be answered 2xx: once, or twice under the fault of duplicates. */
  copiesLeft: number
  failedAttempts: number
  /** Unix milliseconds. */
  dueAtMs: number
}

/** What a test makes go wrong. */
export interface Faults {
  /** Added to every REST answer and before every webhook. The call has had its effect by then. */
  latencyMs: number
  /** The share of REST calls that answer 500, from 0 to 1. Such a call has had no effect. */
  failRate: number
  /** Each event is delivered twice, under the same event id. */
  duplicateWebhooks: boolean
  /** Events that happen together come last first. */
  reorderWebhooks: boolean
  /** Events that happen now are never delivered, later neither. */
  dropWebhooks: boolean
  /** A refund stays on its way until `/refund-outcome` says what became of it. */
  pendingRefunds: boolean
}

export const NO_FAULTS: Faults = {
  latencyMs: 0,
  failRate: 0,
  duplicateWebhooks: false,
  reorderWebhooks: false,
  dropWebhooks: false,
  pendingRefunds: false,
}
