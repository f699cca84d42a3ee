/** What the shop needs of a payment provider. A provider implements it in a folder of its own; provider.ts chooses one. */
import type { IncomingHttpHeaders } from 'node:http'

export interface ProviderOrder {
  id: string
  amountCents: number
  currency: string
  receipt: string | null
}

export interface ProviderPayment {
  id: string
  orderId: string | null
  amountCents: number
  amountRefundedCents: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
}

export interface ProviderRefund {
  id: string
  paymentId: string
  amountCents: number
  currency: string
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
}

/** A payment that a buyer's bank takes back, or may. */
export interface ProviderDispute {
  providerDisputeId: string
  providerPaymentId: string
  amountCents: number
  /** What a lost one has cost, 0 before. */
  deductedCents: number
  currency: string
  reasonCode: string
  phase: string
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  respondBy: Date | null
  openedAt: Date
}

/** A webhook whose signature was checked. */
export interface ProviderEvent {
  /** The same each time the provider repeats it. */
  id: string
  type: string
  /** The whole body. Parts of it come from buyers. */
  body: unknown
  paymentId: string | undefined
}

/** What an event is about. What became of it is asked from the provider. */
export type EventSubject =
  | { kind: 'payment'; paymentId: string; providerOrderId: string }
  | { kind: 'refund'; refundId: string }
  | { kind: 'dispute'; disputeId: string }

/**
 * Every call throws GatewayUnavailable when its outcome is unknown, GatewayRejected when the provider refused it and
 * InvalidProviderId, before anything is sent, for an id that cannot be one. Amounts are whole cents above zero, else RangeError.
 */
export interface Gateway {
  /** As `payments.provider` stores it. */
  readonly name: string
  /** Public: the browser's checkout names it. */
  readonly keyId: string
  /** URL of the script that the browser loads. */
  readonly checkoutScript: string
  /** Of the API's route for the provider's events, without `/api`. */
  readonly webhookPath: string
  /** Names of the events that are to be sent there. */
  readonly webhookEvents: readonly string[]
  /** Whether money moves: the key is not one for tests. */
  readonly isLive: boolean
  /** Changes nothing. @returns the currencies of the newest orders. @throws GatewayRejected where the key is refused */
  checkKey(): Promise<{ currencies: string[] }>
  createOrder(input: {
    amountCents: number
    currency: 'USD'
    /** Ours, at most 40 characters: it identifies the order at the provider if the response is lost. */
    receipt: string
    notes: Record<string, string>
  }): Promise<ProviderOrder>
  /** All attempts, failed ones too. */
  listPayments(providerOrderId: string): Promise<ProviderPayment[]>
  getPayment(providerPaymentId: string): Promise<ProviderPayment>
  /** Capturing what is captured is success. */
  capturePayment(input: {
    paymentId: string
    amountCents: number
    currency: string
  }): Promise<ProviderPayment>
  /**
   * @param input.idempotencyKey 10 to 40 of `A-Za-z0-9_-`: with the same one money goes back once, however often this is
   * called. It is also the refund's receipt, so that the refund is known by it before its id has been stored.
   */
  refundPayment(input: {
    paymentId: string
    amountCents: number
    idempotencyKey: string
  }): Promise<ProviderRefund>
  getRefund(providerRefundId: string): Promise<ProviderRefund>
  getDispute(providerDisputeId: string): Promise<ProviderDispute>
  /** Of a payment, by its receipt: for one whose response was lost. */
  findRefund(input: { paymentId: string; receipt: string }): Promise<ProviderRefund | undefined>
  /** Whether the widget's result is the provider's own. False, never an error, for anything odd. */
  verifyPaymentSignature(input: { orderId: string; paymentId: string; signature: string }): boolean
  /**
   * @param rawBody the bytes as they came: parsed and written again they have another signature
   * @throws DomainError 400 no_event_id, malformed; BadSignature
   */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): ProviderEvent
  /** @returns undefined for an event that changes no money */
  findSubject(event: Pick<ProviderEvent, 'type' | 'body'>): EventSubject | undefined
}
