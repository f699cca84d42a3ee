/**
 * The figures that the shop promises to customers. The policies (site/content/policies) state them in their texts;
 * api/content/policies.test.ts compares the two.
 */
/** Within this time after the payment all is refunded, if the work has not started. */
export const FULL_REFUND_HOURS = 48
/** Of what is paid late. */
export const LATE_INTEREST_PERCENT = 1.5
/** Either side ends an order with so much notice. */
export const TERMINATION_NOTICE_DAYS = 7
export const WARRANTY_DAYS = 30
/** After this many days a delivery counts as accepted. */
export const ACCEPTANCE_DAYS = 7
/** How long before that its customer is reminded, the first time and the last: after 3 and 6 days. */
export const REMINDER_DAYS_BEFORE = [4, 1] as const
/** When what stops the time of a delivery is over, its customer still has at least this long. */
export const LEAST_ACCEPTANCE_HOURS = 48
/** After this long without a word and a last reminder an order may be closed. */
export const SILENCE_DAYS = 30
/** How long data is stored, as intervals of PostgreSQL (docs/product/account.md, Retention). */
export const RETENTION_PERIODS = {
  projectFiles: '12 months',
  billingRecords: '7 years',
  communications: '2 years',
} as const
/** The fewest and the most business days. */
export const REFUND_REVIEW_DAYS = [5, 7] as const
/** So long after a decision its customer may dispute it. */
export const SECOND_LOOK_DAYS = 30
/** The fewest and the most business days. */
export const REFUND_PROCESSING_DAYS = [10, 14] as const
/** The fewest and the most days that the customer's bank takes. */
export const BANK_DAYS = [3, 5] as const
/** Our questions are answered within this time; then a date that waits for one stands still. */
export const REPLY_HOURS = 48
/** A question about a running project is answered within this time. */
export const PROJECT_REPLY_HOURS = 8
