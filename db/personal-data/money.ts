import { ORDERS, PAYMENTS, type PersonalDataRow, REFUNDS } from './row.ts'

/** The retention rule that empties everything the books do not need. */
const BUYER = 'Buyer of a paid order, with its form and notes'

export const MONEY: readonly PersonalDataRow[] = [
  {
    table: 'kept_invoices',
    owner: 'order_id',
    exported: 'no: its customer has no account any more',
    erased: { 'stays for 7 years: tax law': 'buyer' },
    // Tax law requires the buyer of a paid order to be kept. An issued invoice already contains the buyer.
    erase: [
      `INSERT INTO kept_invoices (order_id, buyer, paid_at)
       SELECT id, buyer, paid_at FROM orders
       WHERE user_id = :userId AND paid_at IS NOT NULL AND buyer ->> 'email' <> ''
         AND NOT EXISTS (SELECT FROM invoices WHERE invoices.order_id = orders.id)
       ON CONFLICT DO NOTHING`,
    ],
    kept: ['Invoice of a customer who was erased'],
  },
  {
    table: 'invoices',
    owner: 'order_id',
    exported: 'invoices',
    erased: {
      'stays for 7 years: tax law': 'document',
      'stays: for the books': 'kind serial series sha256',
    },
    kept: ['Invoice or credit note'],
  },
  {
    table: 'provider_events',
    owner: 'provider_payment_id',
    exported: 'paymentEvents',
    erased: {
      emptied: 'payload',
      'stays: about money': 'event_id event_type last_error provider provider_payment_id',
    },
    // The row stays, so that the event is not processed twice. The daily job empties events that are still unprocessed.
    erase: [
      `UPDATE provider_events SET payload = '{}' WHERE processed_at IS NOT NULL AND payload <> '{}'
         AND (provider_payment_id IN (SELECT provider_payment_id FROM payments WHERE id IN (${PAYMENTS}))
           OR payload::text ILIKE ANY (:patterns))`,
    ],
    kept: ["Event of the payment provider, with the payer's details"],
  },
  {
    table: 'refunds',
    owner: 'payment_id',
    exported: 'refunds',
    erased: {
      emptied: 'reason',
      'stays: for the books': 'bank_reference currency last_error provider_refund_id status',
    },
    // A refund without a requester has a standard reason written by the shop, which stays.
    erase: [`UPDATE refunds SET reason = 'removed' WHERE requested_by IS NOT NULL AND id IN (${REFUNDS})`],
    kept: [BUYER],
  },
  {
    table: 'payments',
    owner: 'order_id',
    exported: 'payments',
    erased: {
      emptied: 'looked_note proof',
      'stays: for the books': 'base_currency currency flag provider provider_payment_id received_on status',
    },
    erase: [`UPDATE payments SET looked_note = NULL, proof = NULL WHERE order_id IN (${ORDERS})`],
    kept: [BUYER],
  },
  {
    table: 'disputes',
    owner: 'payment_id',
    exported: 'no: ids and amounts, as the provider names them',
    erased: {
      'stays: for the books': 'currency phase provider_dispute_id provider_payment_id reason_code status',
    },
    kept: ['stays: for the books'],
  },
  {
    table: 'order_instalments',
    owner: 'order_id',
    exported: 'instalments',
    erased: { 'stays: for the books': 'currency due label provider provider_order_id state' },
    // Unpaid instalments lapse, because nobody is left to pay them.
    erase: [
      `UPDATE order_instalments SET state = 'lapsed' WHERE state IN ('waiting', 'due')
         AND order_id IN (SELECT id FROM orders WHERE user_id = :userId AND payment_status = 'instalment_paid')`,
    ],
    kept: ['stays: for the books'],
  },
  {
    table: 'order_payers',
    owner: 'order_id',
    exported: 'no: typed in any browser that had the link',
    erased: { deleted: 'browser_hash buyer password_hash provider provider_order_id reference' },
    erase: [`DELETE FROM order_payers WHERE order_id IN (${ORDERS})`],
    kept: ['What was typed in a browser that opened a payment by a mailed link'],
  },
  {
    table: 'refund_requests',
    owner: 'order_id',
    exported: 'refundRequests',
    erased: {
      emptied: 'answer due_reason reason second_reason',
      'stays: figures and words of the shop': 'currency offer state',
    },
    // Open requests are withdrawn, because nobody is left to answer.
    erase: [
      `UPDATE refund_requests SET reason = '', answer = '', second_reason = '', due_reason = '',
         closed_at = coalesce(closed_at, now()), version = version + 1,
         state = CASE WHEN state IN ('open', 'offered') THEN 'withdrawn' ELSE state END
       WHERE order_id IN (${ORDERS})`,
    ],
    kept: ['Texts of refunds that its customer asked for'],
  },
]
