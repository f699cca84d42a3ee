/** Checks Razorpay's entities and converts them to the shop's types. */
import * as z from 'zod'
import type { ProviderDispute, ProviderOrder, ProviderPayment, ProviderRefund } from '../gateway.ts'

export const OrderId = z.string().regex(/^order_[A-Za-z0-9]{1,30}$/)
export const PaymentId = z.string().regex(/^pay_[A-Za-z0-9]{1,30}$/)
export const RefundId = z.string().regex(/^rfnd_[A-Za-z0-9]{1,30}$/)
export const DisputeId = z.string().regex(/^disp_[A-Za-z0-9]{1,30}$/)

const Cents = z.int().nonnegative()
/** Razorpay sends missing values as null or as an empty string. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || null)
/** Text that a payment is not refused for. */
const lenientText = optionalText.catch(null)
const fromUnixSeconds = z.int().transform((seconds) => new Date(seconds * 1000))

export const OrderEntity = z
  .object({ id: OrderId, amount: Cents, currency: z.string(), receipt: optionalText })
  .transform(({ amount, ...order }): ProviderOrder => ({ ...order, amountCents: amount }))

export const PaymentEntity = z
  .object({
    id: PaymentId,
    order_id: OrderId.nullish(),
    amount: Cents,
    amount_refunded: Cents.nullish(),
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    error_code: lenientText,
    error_description: lenientText,
    error_step: lenientText,
    error_reason: lenientText,
  })
  .transform(
    ({ id, order_id, amount, amount_refunded, currency, status, ...error }): ProviderPayment => ({
      ...{ id, currency, status },
      orderId: order_id ?? null,
      amountCents: amount,
      amountRefundedCents: amount_refunded ?? 0,
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
    amount: Cents,
    currency: z.string(),
    receipt: optionalText,
    status: z.enum(['pending', 'processed', 'failed']),
  })
  .transform(
    ({ payment_id, amount, ...refund }): ProviderRefund => ({
      ...refund,
      paymentId: payment_id,
      amountCents: amount,
    }),
  )

export const DisputeEntity = z
  .object({
    id: DisputeId,
    payment_id: PaymentId,
    amount: Cents,
    amount_deducted: Cents.nullish(),
    currency: z.string().regex(/^[A-Z]{3}$/),
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
      amountCents: dispute.amount,
      deductedCents: dispute.amount_deducted ?? 0,
      currency: dispute.currency,
      reasonCode: dispute.reason_code ?? 'unknown',
      phase: dispute.phase ?? 'unknown',
      status: dispute.status,
      respondBy: dispute.respond_by ?? null,
      openedAt: dispute.created_at,
    }),
  )

export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })
