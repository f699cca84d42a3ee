/** The interface of a payment provider. Each provider implements it in a folder of its own; provider.ts chooses one. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '#api/platform/app-type.ts'
import { DomainError } from '#api/platform/errors.ts'
import type { Money } from '#api/rules/money/money.ts'

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
  /** What the amount converts to in the account’s own currency, before fees. Absent where it is in that already. */
  base?: Money
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** Why it failed, in the provider's words. */
  failure?: {
    code: string
    /** A sentence for people. */
    description: string | null
    /** Where it stopped. */
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
  /** By which the buyer's bank can trace it; null until the provider has it. */
  bankReference: string | null
}

/** A payment that a buyer's bank takes back or may take back. */
export interface ProviderDispute {
  providerDisputeId: string
  providerPaymentId: string
  amount: Money
  /** What a lost dispute has cost; 0 until then. */
  deducted: Money
  reasonCode: string
  phase: string
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  respondBy: Date | null
  openedAt: Date
}

/** An event of the provider whose signature was checked. */
export interface ProviderEvent {
  /** The same whenever the provider sends the event again. */
  id: string
  type: string
  /** The whole body. Parts of it were typed by buyers. */
  body: unknown
  paymentId: string | undefined
}

/** What an event is about. Its current state is fetched from the provider. */
export type EventSubject =
  | { kind: 'payment'; paymentId: string; providerOrderId: string }
  | { kind: 'refund'; refundId: string }
  | { kind: 'dispute'; disputeId: string }

/**
 * Every call throws GatewayUnavailable when its outcome is unknown, GatewayRejected when the provider refused it and
 * InvalidProviderId, before anything is sent, for an id that cannot be one. Amounts are above zero, else RangeError.
 */
export interface Gateway {
  /** Stored in `payments.provider`. */
  readonly name: string
  /** Public: the browser passes it to the checkout. */
  readonly keyId: string
  /** URL of the script that the browser loads. */
  readonly checkoutScript: string
  /** The path of the API's route for the provider's events, without `/api`. */
  readonly webhookPath: string
  /** The names of the events that the provider should send there. */
  readonly webhookEvents: readonly string[]
  /** Whether money moves, that is, the key is not a test key. */
  readonly isLive: boolean
  /** Changes nothing. @returns the currencies of the newest orders. @throws GatewayRejected where the key is refused */
  checkKey(): Promise<{ currencies: string[] }>
  createOrder(input: {
    amount: Money
    /** Our own id, at most 40 characters, by which the order is found at the provider if the response is lost. */
    receipt: string
    notes: Record<string, string>
  }): Promise<ProviderOrder>
  /** Includes failed attempts. */
  listPayments(providerOrderId: string): Promise<ProviderPayment[]>
  getPayment(providerPaymentId: string): Promise<ProviderPayment>
  /** Succeeds where the payment is captured already. */
  capturePayment(input: { paymentId: string; amount: Money }): Promise<ProviderPayment>
  /**
   * @param input.idempotencyKey 10 to 40 of `A-Za-z0-9_-`: with the same key money goes back once, however often this is
   * called. It is also the refund's receipt, so that the refund is known by it before its id has been stored.
   */
  refundPayment(input: { paymentId: string; amount: Money; idempotencyKey: string }): Promise<ProviderRefund>
  getRefund(providerRefundId: string): Promise<ProviderRefund>
  getDispute(providerDisputeId: string): Promise<ProviderDispute>
  /** Finds a refund whose response was lost. */
  findRefund(input: { paymentId: string; receipt: string }): Promise<ProviderRefund | undefined>
  /** Whether the provider has signed the widget's result. Returns false, and never throws, for malformed values. */
  verifyPaymentSignature(input: { orderId: string; paymentId: string; signature: string }): boolean
  /**
   * @param rawBody the unparsed bytes, which the signature covers
   * @throws DomainError 400 no_event_id, malformed; BadSignature
   */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): ProviderEvent
  /** @returns undefined for an event that changes no money */
  findSubject(event: Pick<ProviderEvent, 'type' | 'body'>): EventSubject | undefined
}

/** What calls and rules need that deal with money at a provider. */
export interface PaymentServices extends Services {
  /** The provider that takes payments. */
  gateway: Gateway
  /** Providers that took earlier ones, which are refunded and disputed there. */
  earlierGateways?: readonly Gateway[]
}

/**
 * The outcome of a call is unknown: the provider was not reached, was too slow or sent a response that cannot be read. The
 * call may have had its effect, so it must not be treated as failed. Ask the provider again.
 */
export class GatewayUnavailable extends Error {
  /** @param reason for the log. It must hold neither keys nor the request. */
  constructor(reason: string) {
    super(`The payment provider gave no answer: ${reason}`)
    this.name = 'GatewayUnavailable'
  }
}

/** The provider has refused a call, which therefore had no effect. */
export class GatewayRejected extends Error {
  readonly status: number
  /** The provider's code, such as `BAD_REQUEST_ERROR`. */
  readonly code: string
  readonly description: string
  /** Which of the call's fields it was refused for, such as `currency`. */
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

/** The signature of an event does not match: it is forged, or the secret here differs from the provider's. */
export class BadSignature extends DomainError {
  constructor() {
    super(400, 'bad_signature', 'The signature does not match')
  }
}

/** A value does not have the form of the provider's ids. Nothing was sent. */
export class InvalidProviderId extends Error {
  constructor(kind: string) {
    super(`Not an id of a provider's ${kind}`)
    this.name = 'InvalidProviderId'
  }
}
