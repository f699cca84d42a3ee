/**
 * The entities in Razorpay's format and with its names.
 * @see https://razorpay.com/docs/api/orders/entity https://razorpay.com/docs/api/payments/entity https://razorpay.com/docs/api/refunds/entity
 */

/** Like Razorpay, sends an empty array if there are no notes. */
export type Notes = Record<string, string | number> | []

export interface OrderEntity {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  /** Unix seconds. */
  created_at: number
}

export interface PaymentEntity {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  invoice_id: null
  international: boolean
  /** Absent if the payment is in the account's own currency. */
  base_amount?: number
  base_currency?: string
  method: 'card' | 'upi' | 'netbanking'
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  captured: boolean
  description: string | null
  card_id: string | null
  card?: CardEntity
  bank: string | null
  wallet: null
  vpa: string | null
  upi?: { vpa: string; flow: 'intent' }
  email: string | null
  contact: string | null
  notes: Notes
  /** Fee and tax are null until the payment is captured. The fee includes the tax. */
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data:
    | { auth_code: string | null }
    | { rrn: string | null }
    | { bank_transaction_id: string | null }
  created_at: number
}

interface CardEntity {
  id: string
  entity: 'card'
  name: string
  last4: string
  network: 'Visa'
  type: 'debit'
  issuer: null
  international: boolean
  emi: false
  sub_type: 'consumer'
  token_iin: null
}

export interface RefundEntity {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal'
  speed_requested: 'normal' | 'optimum'
}

/** @see https://razorpay.com/docs/api/disputes/entity */
export interface DisputeEntity {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'chargeback'
  created_at: number
}

export interface Collection<Item> {
  entity: 'collection'
  count: number
  items: Item[]
}

export const toCollection = <Item>(items: Item[]): Collection<Item> => ({
  entity: 'collection',
  count: items.length,
  items,
})

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
