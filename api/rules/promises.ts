/**
 * What the shop promises a customer, in figures. The policies promise the same in their own texts (site/content/policies);
 * api/content/policies.test.ts compares both.
 */
/** From the payment on, while the work has not started. */
export const FULL_REFUND_HOURS = 48
export const WARRANTY_DAYS = 30
/** A delivery counts as accepted after these. */
export const ACCEPTANCE_DAYS = 7
/** How long data is stored, as intervals of PostgreSQL (docs/product/account.md, Retention). */
export const RETENTION_PERIODS = {
  projectFiles: '12 months',
  billingRecords: '7 years',
  communications: '2 years',
} as const
/** Business days, at least and at most, as the next one. */
export const REFUND_REVIEW_DAYS = [5, 7] as const
export const REFUND_PROCESSING_DAYS = [10, 14] as const
/** Days of the customer's bank, at least and at most. */
export const BANK_DAYS = [3, 5] as const
/** Within which a question about a running project is answered. */
export const PROJECT_REPLY_HOURS = 8
