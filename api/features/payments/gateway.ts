/** The shop's one way to the payment provider. */
import * as z from 'zod'
import { GatewayRejected, InvalidProviderId } from './gateway-errors.ts'
import { createGatewayClient } from './razorpay/client.ts'
import { assertSecrets, isSigned } from './razorpay/signatures.ts'

/** A buyer who waits for two calls, the payment and its capture, hears within six seconds. */
const DEFAULT_TIMEOUT_MS = 2_500
/** The most that the provider lists at once. */
const MAX_LISTED = 100

const ProviderId = z.string().regex(/^(order|pay|rfnd)_[A-Za-z0-9]{1,30}$/)
const Cents = z.int().nonnegative()
/** The provider writes "no error" as null or as an empty text. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || null)
const fromUnixSeconds = z.int().transform((seconds) => new Date(seconds * 1000))

export const ProviderOrder = z
  .object({
    id: ProviderId,
    amount: Cents,
    amount_paid: Cents,
    amount_due: Cents,
    currency: z.string(),
    receipt: optionalText,
    status: z.enum(['created', 'attempted', 'paid']),
    attempts: z.int(),
    created_at: fromUnixSeconds,
  })
  .transform((order) => ({
    id: order.id,
    amountCents: order.amount,
    amountPaidCents: order.amount_paid,
    amountDueCents: order.amount_due,
    currency: order.currency,
    receipt: order.receipt,
    status: order.status,
    attempts: order.attempts,
    createdAt: order.created_at,
  }))
export type ProviderOrder = z.infer<typeof ProviderOrder>

export const ProviderPayment = z
  .object({
    id: ProviderId,
    order_id: ProviderId.nullish(),
    amount: Cents,
    amount_refunded: Cents.nullish(),
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    captured: z.boolean(),
    method: optionalText,
    email: optionalText,
    contact: optionalText,
    error_code: optionalText,
    error_description: optionalText,
    error_reason: optionalText,
    created_at: fromUnixSeconds,
  })
  .transform((payment) => ({
    id: payment.id,
    orderId: payment.order_id ?? null,
    amountCents: payment.amount,
    amountRefundedCents: payment.amount_refunded ?? 0,
    currency: payment.currency,
    status: payment.status,
    isCaptured: payment.captured,
    method: payment.method,
    email: payment.email,
    contact: payment.contact,
    errorCode: payment.error_code,
    errorDescription: payment.error_description,
    errorReason: payment.error_reason,
    createdAt: payment.created_at,
  }))
export type ProviderPayment = z.infer<typeof ProviderPayment>

export const ProviderRefund = z
  .object({
    id: ProviderId,
    payment_id: ProviderId,
    amount: Cents,
    currency: z.string(),
    receipt: optionalText,
    status: z.enum(['pending', 'processed', 'failed']),
    created_at: fromUnixSeconds,
  })
  .transform((refund) => ({
    id: refund.id,
    paymentId: refund.payment_id,
    amountCents: refund.amount,
    currency: refund.currency,
    receipt: refund.receipt,
    status: refund.status,
    createdAt: refund.created_at,
  }))
export type ProviderRefund = z.infer<typeof ProviderRefund>

const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })

/**
 * Every call throws GatewayUnavailable when its outcome is unknown, GatewayRejected when the provider refused it and
 * InvalidProviderId, before anything is sent, for an id that cannot be one. Amounts are whole cents above zero, else RangeError.
 */
export interface Gateway {
  /** Public: the browser's checkout names it. */
  readonly keyId: string
  /** URL of the checkout.js that the browser loads. */
  readonly checkoutScript: string
  createOrder(input: {
    amountCents: number
    currency: 'USD'
    /** Ours, at most 40 characters: `findOrderByReceipt` finds an order by it whose making was not answered. */
    receipt: string
    notes: Record<string, string>
  }): Promise<ProviderOrder>
  /** Where several have the receipt, the paid one, else the newest. */
  findOrderByReceipt(receipt: string): Promise<ProviderOrder | undefined>
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
  /** Of a payment, by its receipt: for one whose making was not answered. */
  findRefund(input: { paymentId: string; receipt: string }): Promise<ProviderRefund | undefined>
  /** Whether the widget's answer is the provider's own. False, never an error, for anything odd. */
  verifyPaymentSignature(input: { orderId: string; paymentId: string; signature: string }): boolean
  /** @param rawBody the bytes as they came: parsed and written again they have another signature */
  verifyWebhookSignature(rawBody: Buffer, signature: string | undefined): boolean
}

export interface GatewayConfig {
  keyId: string
  keySecret: string
  /** At least 16 characters. */
  webhookSecret: string
  /** Without `/v1`. Unset: Razorpay itself. */
  apiUrl?: string
  checkoutScript: string
  /** For a whole call, from connecting to the last byte. */
  timeoutMs?: number
}

/** @throws Error when a secret is missing or too short */
export function createGateway(config: GatewayConfig): Gateway {
  assertSecrets(config)
  const { keyId, keySecret, webhookSecret, checkoutScript, apiUrl } = config
  const timeoutMs = config.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const { sdk, ask, post } = createGatewayClient({ keyId, keySecret, timeoutMs, ...(apiUrl && { apiUrl }) })

  async function getPayment(paymentId: string): Promise<ProviderPayment> {
    assertId('pay', paymentId)
    return ask(
      ProviderPayment,
      () => sdk.payments.fetch(paymentId),
      ({ id }) => id === paymentId,
    )
  }

  return {
    keyId,
    checkoutScript,
    async createOrder({ amountCents, currency, receipt, notes }) {
      assertAmount(amountCents)
      return ask(
        ProviderOrder,
        () => sdk.orders.create({ amount: amountCents, currency, receipt, notes }),
        (order) =>
          order.amountCents === amountCents && order.currency === currency && order.receipt === receipt,
      )
    },
    async findOrderByReceipt(receipt) {
      const { items } = await ask(listOf(ProviderOrder), () => sdk.orders.all({ receipt, count: MAX_LISTED }))
      // The provider lists orders that contain the receipt.
      const matching = items.filter((order) => order.receipt === receipt)
      return matching.find(({ status }) => status === 'paid') ?? matching[0]
    },
    async listPayments(orderId) {
      assertId('order', orderId)
      const { items } = await ask(listOf(ProviderPayment), () => sdk.orders.fetchPayments(orderId))
      return items
    },
    getPayment,
    async capturePayment({ paymentId, amountCents, currency }) {
      assertId('pay', paymentId)
      assertAmount(amountCents)
      try {
        return await ask(
          ProviderPayment,
          () => sdk.payments.capture(paymentId, amountCents, currency),
          ({ id, status }) => id === paymentId && status === 'captured',
        )
      } catch (error) {
        if (!(error instanceof GatewayRejected)) throw error
        // Webhook and browser may both come to capture; the later one is refused what the earlier one got.
        const payment = await getPayment(paymentId)
        const isDone =
          payment.status === 'captured' &&
          payment.amountCents === amountCents &&
          payment.currency === currency
        if (isDone) return payment
        throw error
      }
    },
    async refundPayment({ paymentId, amountCents, idempotencyKey }) {
      assertId('pay', paymentId)
      assertAmount(amountCents)
      if (!/^[\w-]{10,40}$/.test(idempotencyKey)) throw new RangeError('Not an idempotency key')
      return ask(
        ProviderRefund,
        // The SDK's own refund cannot send the header.
        () =>
          post(
            `/v1/payments/${paymentId}/refund`,
            { amount: amountCents, receipt: idempotencyKey },
            { 'X-Refund-Idempotency': idempotencyKey },
          ),
        (refund) => refund.paymentId === paymentId && refund.amountCents === amountCents,
      )
    },
    async getRefund(refundId) {
      assertId('rfnd', refundId)
      return ask(
        ProviderRefund,
        () => sdk.refunds.fetch(refundId),
        ({ id }) => id === refundId,
      )
    },
    async findRefund({ paymentId, receipt }) {
      assertId('pay', paymentId)
      const { items } = await ask(listOf(ProviderRefund), () =>
        sdk.payments.fetchMultipleRefund(paymentId, { count: MAX_LISTED }),
      )
      return items.find((refund) => refund.receipt === receipt)
    },
    verifyPaymentSignature({ orderId, paymentId, signature }) {
      // Two ids that cannot hold the separator: one pair, one text.
      if (!isId('order', orderId) || !isId('pay', paymentId)) return false
      return isSigned(`${orderId}|${paymentId}`, signature, keySecret)
    },
    verifyWebhookSignature(rawBody, signature) {
      return isSigned(rawBody, signature, webhookSecret)
    },
  }
}

function assertAmount(amountCents: number): void {
  // Anything else may be read as "all of it".
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) throw new RangeError('Not an amount in cents')
}

const KINDS = { order: 'order', pay: 'payment', rfnd: 'refund' }

/** The SDK puts ids into URLs as they are, so `../refunds` would be a path. @throws InvalidProviderId */
function assertId(prefix: keyof typeof KINDS, id: string): void {
  if (!isId(prefix, id)) throw new InvalidProviderId(KINDS[prefix])
}

function isId(prefix: keyof typeof KINDS, id: string): boolean {
  return ProviderId.safeParse(id).success && id.startsWith(`${prefix}_`)
}
