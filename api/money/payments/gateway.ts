/** The interface of a payment provider. Each provider implements it in a folder of its own; provider.ts chooses one. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '#api/platform/app-type.ts'
import { DomainError } from '#api/platform/errors.ts'
import type { DisputeStatus } from '#api/rules/money/disputes.ts'
import type { Money } from '#api/rules/money/money.ts'
import type { PaymentAtProvider } from '#api/rules/money/payment-at-provider.ts'

export interface ProviderOrder {
  id: string
  amount: Money
  receipt: string | null
}

export interface ProviderPayment {
  id: string
  orderId: string | null
  amount: Money
  refunded: Money
  /** The amount in the account's own currency, before fees. Absent if it is in that currency already. */
  base?: Money
  status: PaymentAtProvider
  /** Why it failed, in the provider's words. */
  failure?: {
    code: string
    /** A sentence to show to people. */
    description: string | null
    step: string | null
    reason: string | null
  }
}

export interface ProviderRefund {
  id: string
  paymentId: string
  amount: Money
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
  /** Lets the buyer's bank trace the refund; null until the provider knows it. */
  bankReference: string | null
}

/** A payment that the buyer's bank disputes. */
export interface ProviderDispute {
  providerDisputeId: string
  providerPaymentId: string
  amount: Money
  /** The amount lost; 0 unless the dispute was lost. */
  deducted: Money
  reasonCode: string
  phase: string
  status: DisputeStatus
  respondBy: Date | null
  openedAt: Date
}

/** A provider event with a valid signature. */
export interface ReceivedEvent {
  /** Stays the same when the provider repeats the event. */
  id: string
  type: string
  /** The whole body. Some values were typed by buyers. */
  body: unknown
  paymentId: string | undefined
}

/** The object that changed. Its current state is fetched from the provider. */
export type EventSubject =
  | { kind: 'payment'; paymentId: string; providerOrderId: string }
  | { kind: 'refund'; refundId: string }
  | { kind: 'dispute'; disputeId: string }

/**
 * Every call throws GatewayUnavailable if its outcome is unknown, and GatewayRejected if the provider refused it. Before
 * anything is sent, a malformed id throws InvalidProviderId, and an amount that is not above zero RangeError.
 */
export interface Gateway {
  /** Stored in `payments.provider`. */
  readonly name: string
  /** Public: the browser passes it to the provider's checkout. */
  readonly keyId: string
  /** URL of the checkout script that the browser loads. */
  readonly checkoutScript: string
  /** Path of the API's call that takes the provider's events, without `/api`. */
  readonly eventPath: string
  /** Names of the events that the provider should send there. */
  readonly eventTypes: readonly string[]
  /** Whether real money moves: the key is a live one. */
  readonly isLive: boolean
  /** Read-only. @returns the currencies of the newest orders @throws GatewayRejected if the key is refused */
  checkKey(): Promise<{ currencies: string[] }>
  createOrder(input: {
    amount: Money
    /** Our own id, at most 40 characters. It finds the order at the provider if the response was lost. */
    receipt: string
    notes: Record<string, string>
  }): Promise<ProviderOrder>
  /** Lists all payments of the order, failed attempts included. */
  listPayments(providerOrderId: string): Promise<ProviderPayment[]>
  getPayment(providerPaymentId: string): Promise<ProviderPayment>
  /** Succeeds if the payment is captured already. */
  capturePayment(input: { paymentId: string; amount: Money }): Promise<ProviderPayment>
  /**
   * @param input.idempotencyKey 10 to 40 of `A-Za-z0-9_-`. Calls with the same key refund once. It is also the refund's
   * receipt, which identifies the refund before its id is stored.
   */
  refundPayment(input: { paymentId: string; amount: Money; idempotencyKey: string }): Promise<ProviderRefund>
  getRefund(providerRefundId: string): Promise<ProviderRefund>
  getDispute(providerDisputeId: string): Promise<ProviderDispute>
  /** Finds a refund by its receipt if the response was lost. */
  findRefund(input: { paymentId: string; receipt: string }): Promise<ProviderRefund | undefined>
  /** Whether the provider has signed the widget's result. Malformed values return false and never throw. */
  verifyPaymentSignature(input: { orderId: string; paymentId: string; signature: string }): boolean
  /**
   * @param rawBody the unparsed bytes, which the signature covers
   * @throws DomainError 400 no_event_id, malformed; BadSignature
   */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders): ReceivedEvent
  /** @returns undefined for an event that is not about money */
  findSubject(event: Pick<ReceivedEvent, 'type' | 'body'>): EventSubject | undefined
}

/** Services for code that talks to a payment provider. */
export interface PaymentServices extends Services {
  /** The provider that takes new payments. */
  gateway: Gateway
  /** Former providers. Payments they took are still refunded and disputed there. */
  earlierGateways?: readonly Gateway[]
}

/**
 * The outcome of a call is unknown: the provider was unreachable, too slow, or sent an unreadable response. The call may
 * have taken effect, so do not treat it as failed; ask the provider again.
 */
export class GatewayUnavailable extends Error {
  /** @param reason for the log; must contain neither keys nor the request */
  constructor(reason: string) {
    super(`The payment provider gave no answer: ${reason}`)
    this.name = 'GatewayUnavailable'
  }
}

/** The provider refused a call, so it had no effect. */
export class GatewayRejected extends Error {
  readonly status: number
  /** The provider's error code, such as `BAD_REQUEST_ERROR`. */
  readonly code: string
  readonly description: string
  /** The rejected field of the request, such as `currency`. */
  readonly field: string | undefined

  constructor(refusal: {
    status: number
    code: string
    description: string
    field?: string | null | undefined
  }) {
    super(`The payment provider refused: ${refusal.description} (${refusal.code}, ${refusal.status})`)
    this.name = 'GatewayRejected'
    this.status = refusal.status
    this.code = refusal.code
    this.description = refusal.description
    this.field = refusal.field ?? undefined
  }
}

/** An event's signature does not match: it is forged, or the webhook secret differs from the provider's. */
export class BadSignature extends DomainError {
  constructor() {
    super(400, 'bad_signature', 'The signature does not match')
  }
}

/** A value is not in the format of the provider's ids. Nothing was sent. */
export class InvalidProviderId extends Error {
  constructor(kind: string) {
    super(`Not an id of a provider's ${kind}`)
    this.name = 'InvalidProviderId'
  }
}
