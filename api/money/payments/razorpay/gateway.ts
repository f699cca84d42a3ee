/** Razorpay as the shop's payment provider. */

import {
  type Gateway,
  GatewayRejected,
  InvalidProviderId,
  type ProviderPayment,
} from '#api/money/payments/gateway.ts'
import { isSame, type Money } from '#api/rules/money/money.ts'
import { checkoutHosts } from '#api/rules/payment-provider.ts'
import { createRazorpayClient } from './client.ts'
import {
  collectionOf,
  DisputeEntity,
  DisputeId,
  OrderCurrency,
  OrderEntity,
  OrderId,
  PaymentEntity,
  PaymentId,
  RefundEntity,
  RefundId,
} from './entities.ts'
import { assertSecrets, EVENT_NAMES, EVENT_PATH, findSubject, isSigned, readEvent } from './events.ts'

/** Keeps two calls in a row, reading and capturing a payment, within six seconds. */
const DEFAULT_TIMEOUT_MS = 2_500
/** Razorpay's maximum page size. */
const MAX_LISTED = 100
const CHECKOUT_SCRIPT = `${checkoutHosts.script}/v1/checkout.js`

export interface RazorpayConfig {
  keyId: string
  keySecret: string
  /** At least 16 characters. */
  webhookSecret: string
  /** Without `/v1`. Unset: Razorpay itself. */
  apiUrl?: string
  /** Unset: Razorpay's own script or, with an `apiUrl`, the one under that URL's path on the shop's own origin. */
  checkoutScript?: string
  /** Limit for a whole call, from connecting to the last byte. */
  timeoutMs?: number
}

/** @throws Error when a secret is missing or too short */
export function createRazorpayGateway(config: RazorpayConfig): Gateway {
  assertSecrets(config)
  const { keyId, keySecret, webhookSecret, apiUrl } = config
  const timeoutMs = config.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const { sdk, ask, post } = createRazorpayClient({ keyId, keySecret, timeoutMs, ...(apiUrl && { apiUrl }) })

  async function getPayment(paymentId: string): Promise<ProviderPayment> {
    assertId('pay', paymentId)
    return ask(
      PaymentEntity,
      () => sdk.payments.fetch(paymentId),
      ({ id }) => id === paymentId,
    )
  }

  return {
    name: 'razorpay',
    keyId,
    checkoutScript: config.checkoutScript ?? findCheckoutScript(apiUrl),
    eventPath: EVENT_PATH,
    eventTypes: Object.values(EVENT_NAMES).flat(),
    isLive: keyId.startsWith('rzp_live_'),
    async checkKey() {
      const { items } = await ask(collectionOf(OrderCurrency), () => sdk.orders.all({ count: MAX_LISTED }))
      return { currencies: [...new Set(items.map(({ currency }) => currency))] }
    },
    async createOrder({ amount, receipt, notes }) {
      assertAmount(amount)
      return ask(
        OrderEntity,
        () => sdk.orders.create({ amount: amount.minor, currency: amount.currency, receipt, notes }),
        (order) => isSame(order.amount, amount) && order.receipt === receipt,
      )
    },
    async listPayments(orderId) {
      assertId('order', orderId)
      const { items } = await ask(collectionOf(PaymentEntity), () => sdk.orders.fetchPayments(orderId))
      return items
    },
    getPayment,
    async capturePayment({ paymentId, amount }) {
      assertId('pay', paymentId)
      assertAmount(amount)
      try {
        return await ask(
          PaymentEntity,
          () => sdk.payments.capture(paymentId, amount.minor, amount.currency),
          ({ id, status }) => id === paymentId && status === 'captured',
        )
      } catch (error) {
        if (!(error instanceof GatewayRejected)) throw error
        // An event and the browser may both capture; the provider refuses the later call.
        const payment = await getPayment(paymentId)
        if (payment.status === 'captured' && isSame(payment.amount, amount)) return payment
        throw error
      }
    },
    async refundPayment({ paymentId, amount, idempotencyKey }) {
      assertId('pay', paymentId)
      assertAmount(amount)
      if (!/^[\w-]{10,40}$/.test(idempotencyKey)) throw new RangeError('Not an idempotency key')
      return ask(
        RefundEntity,
        // The SDK's refund call cannot send this header.
        () =>
          post(
            `/v1/payments/${paymentId}/refund`,
            { amount: amount.minor, receipt: idempotencyKey },
            { 'X-Refund-Idempotency': idempotencyKey },
          ),
        (refund) => refund.paymentId === paymentId && isSame(refund.amount, amount),
      )
    },
    async getRefund(refundId) {
      assertId('rfnd', refundId)
      return ask(
        RefundEntity,
        () => sdk.refunds.fetch(refundId),
        ({ id }) => id === refundId,
      )
    },
    async getDispute(disputeId) {
      assertId('disp', disputeId)
      return ask(
        DisputeEntity,
        () => sdk.disputes.fetch(disputeId),
        ({ providerDisputeId }) => providerDisputeId === disputeId,
      )
    },
    async findRefund({ paymentId, receipt }) {
      assertId('pay', paymentId)
      const { items } = await ask(collectionOf(RefundEntity), () =>
        sdk.payments.fetchMultipleRefund(paymentId, { count: MAX_LISTED }),
      )
      return items.find((refund) => refund.receipt === receipt)
    },
    verifyPaymentSignature({ orderId, paymentId, signature }) {
      // Validates the ids, so that neither contains the separator.
      if (!isId('order', orderId) || !isId('pay', paymentId)) return false
      return isSigned(`${orderId}|${paymentId}`, signature, keySecret)
    },
    readEvent: (rawBody, headers) => readEvent(rawBody, headers, webhookSecret),
    findSubject,
  }
}

function assertAmount({ minor }: Money): void {
  // The provider might take anything else to mean the whole amount.
  if (!Number.isSafeInteger(minor) || minor <= 0) throw new RangeError('Not an amount above zero')
}

const IDS = {
  order: { name: 'order', schema: OrderId },
  pay: { name: 'payment', schema: PaymentId },
  rfnd: { name: 'refund', schema: RefundId },
  disp: { name: 'dispute', schema: DisputeId },
}

/** The SDK does not encode ids in URLs, so `../refunds` would change the path. @throws InvalidProviderId */
function assertId(kind: keyof typeof IDS, id: string): void {
  if (!isId(kind, id)) throw new InvalidProviderId(IDS[kind].name)
}

function isId(kind: keyof typeof IDS, id: string): boolean {
  return IDS[kind].schema.safeParse(id).success
}

function findCheckoutScript(apiUrl: string | undefined): string {
  if (!apiUrl) return CHECKOUT_SCRIPT
  return `${new URL(apiUrl).pathname.replace(/\/$/, '')}/v1/checkout.js`
}
