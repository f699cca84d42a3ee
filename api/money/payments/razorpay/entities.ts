/** Validates Razorpay's entities and converts them to the shop's types. */
import * as z from 'zod'
import type {
  ProviderDispute,
  ProviderOrder,
  ProviderPayment,
  ProviderRefund,
} from '#api/money/payments/gateway.ts'
import { isCurrency } from '#api/rules/money/currencies.ts'
import { money } from '#api/rules/money/money.ts'

export const OrderId = z.string().regex(/^order_[A-Za-z0-9]{1,30}$/)
export const PaymentId = z.string().regex(/^pay_[A-Za-z0-9]{1,30}$/)
export const RefundId = z.string().regex(/^rfnd_[A-Za-z0-9]{1,30}$/)
export const DisputeId = z.string().regex(/^disp_[A-Za-z0-9]{1,30}$/)

/** In the currency's minor units. A currency without decimals has none: 295 yen are 295. */
const Minor = z.int().nonnegative()
const Currency = z.string().refine(isCurrency)
/** Razorpay sends missing values as null or as an empty string. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || null)
/** Text whose malformed value becomes null instead of failing the payment. */
const lenientText = optionalText.catch(null)
const fromUnixSeconds = z.int().transform((seconds) => new Date(seconds * 1000))

export const OrderEntity = z
  .object({ id: OrderId, amount: Minor, currency: Currency, receipt: optionalText })
  .transform(
    ({ amount, currency, ...order }): ProviderOrder => ({ ...order, amount: money(amount, currency) }),
  )

/** An order that may be in a currency the shop does not know. */
export const OrderCurrency = z.object({ currency: z.string() })

export const PaymentEntity = z
  .object({
    id: PaymentId,
    order_id: OrderId.nullish(),
    amount: Minor,
    amount_refunded: Minor.nullish(),
    currency: Currency,
    base_amount: Minor.nullish().catch(null),
    base_currency: Currency.nullish().catch(null),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    error_code: lenientText,
    error_description: lenientText,
    error_step: lenientText,
    error_reason: lenientText,
  })
  .transform(
    ({
      id,
      order_id,
      amount,
      amount_refunded,
      currency,
      base_amount,
      base_currency,
      status,
      ...error
    }): ProviderPayment => ({
      id,
      status,
      orderId: order_id ?? null,
      amount: money(amount, currency),
      refunded: money(amount_refunded ?? 0, currency),
      ...(base_amount &&
        base_currency &&
        base_currency !== currency && { base: money(base_amount, base_currency) }),
      ...(error.error_code && {
        failure: {
          code: error.error_code,
          description: error.error_description,
          step: error.error_step,
          reason: error.error_reason,
        },
      }),
    }),
  )

export const RefundEntity = z
  .object({
    id: RefundId,
    payment_id: PaymentId,
    amount: Minor,
    currency: Currency,
    receipt: optionalText,
    // biome-ignore lint/plugin: the provider's status of a refund
    status: z.enum(['pending', 'processed', 'failed']),
    acquirer_data: z.object({ arn: optionalText, utr: optionalText, rrn: optionalText }).nullish(),
  })
  .transform(
    ({ payment_id, amount, currency, acquirer_data, ...refund }): ProviderRefund => ({
      ...refund,
      // For a card, a transfer, or UPI, in this order.
      bankReference: acquirer_data?.arn || acquirer_data?.utr || acquirer_data?.rrn || null,
      paymentId: payment_id,
      amount: money(amount, currency),
    }),
  )

export const DisputeEntity = z
  .object({
    id: DisputeId,
    payment_id: PaymentId,
    amount: Minor,
    amount_deducted: Minor.nullish(),
    currency: Currency,
    reason_code: optionalText,
    phase: optionalText,
    status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
    respond_by: fromUnixSeconds.nullish(),
    created_at: fromUnixSeconds,
  })
  .transform(
    (dispute): ProviderDispute => ({
      providerDisputeId: dispute.id,
      providerPaymentId: dispute.payment_id,
      amount: money(dispute.amount, dispute.currency),
      deducted: money(dispute.amount_deducted ?? 0, dispute.currency),
      reasonCode: dispute.reason_code ?? 'unknown',
      phase: dispute.phase ?? 'unknown',
      status: dispute.status,
      respondBy: dispute.respond_by ?? null,
      openedAt: dispute.created_at,
    }),
  )

export const collectionOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })
