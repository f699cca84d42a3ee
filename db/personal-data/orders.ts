import { EMPTY_BUYER, ORDERS, ofShop, type PersonalDataRow } from './row.ts'

const NAMES = `SELECT lower(first_name || ' ' || last_name) FROM users WHERE id = :userId
  UNION SELECT lower((buyer ->> 'firstName') || ' ' || (buyer ->> 'lastName')) FROM orders WHERE user_id = :userId`

const NEVER_PAID = 'Purchase that was never paid, with its form'
const BUYER = 'Buyer of a paid order, with its form and notes'

/** `orders` comes last, because reviews are found by the names of its buyers. */
export const ORDER_DATA: readonly PersonalDataRow[] = [
  {
    table: 'order_events',
    owner: 'order_id',
    exported: 'history',
    erased: {
      emptied: 'note',
      'stays: words of the shop': 'actor_kind from_value kind reminder to_value',
    },
    erase: [`UPDATE order_events SET note = NULL WHERE actor_kind <> 'system' AND order_id IN (${ORDERS})`],
    kept: [NEVER_PAID, BUYER],
  },
  {
    table: 'order_answers',
    owner: 'order_id',
    exported: 'answers',
    erased: { deleted: 'answer question' },
    erase: [`DELETE FROM order_answers WHERE order_id IN (${ORDERS})`],
    kept: ['Answers of a completed or cancelled order'],
  },
  {
    table: 'order_files',
    owner: 'order_id',
    exported: 'files',
    erased: { deleted: 'media_type name state' },
    // Their bytes follow within a minute (api/orders/files/remove.ts).
    erase: [`DELETE FROM order_files WHERE order_id IN (${ORDERS}) OR uploader_id = :userId`],
    kept: ['Files of its conversation'],
  },
  ofShop('files_to_remove', '', 'stays: for a minute, until the bytes are gone'),
  {
    table: 'order_credentials',
    owner: 'order_id',
    exported: 'no: sealed, and read by who works with it alone',
    erased: { deleted: 'key_id kind sealed_data' },
    erase: [`DELETE FROM order_credentials WHERE order_id IN (${ORDERS})`],
    kept: ['credentials of an order that was completed or cancelled, or whose warranty work was done'],
  },
  {
    table: 'order_messages',
    owner: 'order_id',
    exported: 'messages',
    erased: { emptied: 'text', 'stays: words of the shop': 'author_role changed_in' },
    erase: [
      `UPDATE order_messages SET text = '' WHERE text <> ''
         AND (order_id IN (${ORDERS}) OR author_id = :userId AND author_role = 'customer')`,
    ],
    kept: ['Messages about a completed or cancelled order, with notes of the team'],
  },
  {
    table: 'incoming_mails',
    owner: 'user_id',
    exported: 'incomingMails',
    erased: {
      emptied: 'from_address note text whole_text',
      'stays: words of the shop': 'mail_hash state',
    },
    erase: [
      `UPDATE incoming_mails SET from_address = '', text = '', whole_text = '', note = '',
         state = CASE WHEN state = 'waiting' THEN 'discarded' ELSE state END
       WHERE order_id IN (${ORDERS}) OR user_id = :userId`,
    ],
    kept: ['Replies by mail about a completed or cancelled order'],
  },
  {
    table: 'message_reads',
    owner: 'user_id',
    exported: 'no: up to where a message was read',
    erased: { deleted: '' },
    erase: ['DELETE FROM message_reads WHERE user_id = :userId'],
    kept: ['stays: ids alone'],
  },
  {
    table: 'staff_assignments',
    owner: 'order_id',
    exported: 'no: of the team',
    erased: { emptied: 'notes', 'stays: words of the shop': 'status' },
    erase: [`UPDATE staff_assignments SET notes = '' WHERE order_id IN (${ORDERS})`],
    kept: ['Notes of admins with its assignments'],
  },
  {
    table: 'assignment_events',
    owner: 'assignment_id',
    exported: 'no: of the team',
    erased: { 'stays: words of the shop': 'from_status to_status' },
    kept: ['stays: words of the shop'],
  },
  {
    table: 'deliveries',
    owner: 'order_id',
    exported: 'deliveries',
    erased: { emptied: 'links note', 'stays: words of the shop': 'accepted_kind state_before' },
    erase: [`UPDATE deliveries SET note = '', links = '{}' WHERE order_id IN (${ORDERS})`],
    kept: ['Notes and links of its deliveries'],
  },
  {
    table: 'order_dates',
    owner: 'order_id',
    exported: 'dateChanges',
    erased: { emptied: 'reason' },
    erase: [`UPDATE order_dates SET reason = '' WHERE order_id IN (${ORDERS})`],
    kept: ['Reasons of new promised dates'],
  },
  {
    table: 'delivery_requests',
    owner: 'order_id',
    exported: 'deliveryRequests',
    erased: { emptied: 'reason text', 'stays: words of the shop': 'kind outcome' },
    erase: [`UPDATE delivery_requests SET text = '', reason = '' WHERE order_id IN (${ORDERS})`],
    kept: ['Texts of faults and changes that its customer asked for'],
  },
  {
    table: 'reviews',
    owner: 'order_id',
    exported: 'reviews',
    erased: {
      replaced: 'customer_name',
      emptied: 'customer_role customer_company naming',
      'stays where it is published, without a name: it is about the package': 'comment',
      'stays: words of the shop': 'hidden_reason reply state',
    },
    erase: [
      // Reviews that are not shown lose their text. Shown ones stay without the name.
      `UPDATE reviews SET comment = '', reply = '', replied_at = NULL, hidden_reason = NULL, appears_at = NULL,
         state = 'withdrawn', state_since = now(), version = version + 1
       WHERE order_id IN (${ORDERS}) AND state IN ('waiting', 'hidden')`,
      // An imported review has no link to a customer, so the name has to match.
      `UPDATE reviews SET customer_name = 'Former customer', customer_role = '', customer_company = '', naming = NULL
       WHERE order_id IN (${ORDERS}) OR order_id IS NULL AND lower(customer_name) IN (${NAMES})
         AND package_id IN (SELECT package_id FROM orders WHERE user_id = :userId AND paid_at IS NOT NULL)`,
    ],
    kept: ['Review that was hidden or withdrawn', 'stays: one that is shown'],
  },
  {
    table: 'registrations',
    owner: 'user_id',
    exported: 'forms',
    // Erased together with `orders`, which reference them.
    erased: {
      deleted: `address city company country email first_name job_title last_name password_hash phone state tax_id zip_code`,
    },
    kept: ['Password of a form that was given up', NEVER_PAID, BUYER],
  },
  {
    table: 'orders',
    owner: 'user_id',
    exported: 'orders',
    erased: {
      emptied: 'browser_hash buyer password_digest reference',
      'replaced where it is for one person': 'coupon_code',
      'replaced where it names an offer': 'package_name',
      'stays: for the books': `accepted_policies currency embed_origin invoice_number payment_status
        changed_in provider provider_order_id receipt status waiting_for work_state`,
    },
    erase: [
      // The code of a personal coupon may contain the person's name.
      `UPDATE orders SET coupon_code = 'ERASED-' || coupon_id
       WHERE coupon_id IN (SELECT id FROM coupons WHERE owner_id = :userId)`,
      `UPDATE orders SET package_name = 'Custom work' WHERE user_id = :userId AND offer_id IS NOT NULL`,
      `WITH forms AS (
         SELECT registration_id FROM orders WHERE user_id = :userId
       ), own AS (
         UPDATE orders SET registration_id = NULL, browser_hash = NULL, password_digest = NULL,
           awaits_reply_since = NULL, reference = NULL,
           buyer = ${EMPTY_BUYER} || '{"firstName": "Former", "lastName": "customer"}'
         WHERE user_id = :userId
       ) DELETE FROM registrations WHERE user_id = :userId OR id IN (SELECT registration_id FROM forms)`,
    ],
    kept: ['Mark of the browser that placed an order', NEVER_PAID, BUYER],
  },
]
