/**
 * The figures that the shop promises to customers. The policies (site/content/policies) state them in their texts;
 * api/content/policies.test.ts compares the two.
 */
/** A full refund is possible within this time after the payment, if work has not started. */
export const FULL_REFUND_HOURS = 48
/** Monthly interest on late payments, in percent. */
export const LATE_INTEREST_PERCENT = 1.5
/** The notice with which either side may end an order. */
export const TERMINATION_NOTICE_DAYS = 7
export const WARRANTY_DAYS = 30
/** A delivery counts as accepted after this many days. */
export const ACCEPTANCE_DAYS = 7
/** When the customer is reminded, in days before that acceptance: first and last reminder, after 3 and 6 days. */
export const REMINDER_DAYS_BEFORE = [4, 1] as const
/** The least time to test that is left to the customer once a pause of that deadline ends. */
export const LEAST_ACCEPTANCE_HOURS = 48
/** An order may be closed after this many days of silence and a last reminder. */
export const SILENCE_DAYS = 30
/** How long data is stored, as intervals of PostgreSQL (docs/product/account.md, Retention). */
export const RETENTION_PERIODS = {
  projectFiles: '12 months',
  billingRecords: '7 years',
  communications: '2 years',
} as const
/** The fewest and the most business days. */
export const REFUND_REVIEW_DAYS = [5, 7] as const
/** How long after a decision on a refund the customer may dispute it. */
export const SECOND_LOOK_DAYS = 30
/** The fewest and the most business days. */
export const REFUND_PROCESSING_DAYS = [10, 14] as const
/** The fewest and the most days that the customer's bank takes for a refund. */
export const BANK_DAYS = [3, 5] as const
/** How long a customer has to reply to a blocking question. After that the promised date is paused. */
export const REPLY_HOURS = 48
/** The company answers a question about a running project within this time. */
export const PROJECT_REPLY_HOURS = 8
