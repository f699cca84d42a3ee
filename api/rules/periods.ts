/** Periods that the API enforces and the site shows or follows. */
export const EXIT_COUPON_SECONDS = 1800
/** After this an unpaid order is cancelled (docs/product/api.md, Reconciliation), and a paid one is looked up at the provider. */
export const UNPAID_ORDER_MINUTES = 30
/** How long the link of a forgotten password works. */
export const RESET_LINK_MINUTES = 30
/** How long the link works that an account made by an admin gets. */
export const INVITATION_LINK_HOURS = 48
/** How long the link works that confirms an address. */
export const CONFIRM_LINK_HOURS = 48
/** An older backup is overdue: one a day, and two hours for making it. */
export const OLDEST_BACKUP_HOURS = 26
/** How long after its issue the billing details of an invoice may be changed. */
export const BILLING_DETAILS_DAYS = 30
/** How long the link of a failed payment works. */
export const RESUME_LINK_HOURS = 24
/** How long after the right password the second factor may be given. */
export const SECOND_FACTOR_MINUTES = 10
/** How long nothing is asked again of somebody who has shown who they are. */
export const PROOF_MINUTES = 10
/** How long a new status of an order, or a step of an assignment, can be undone. Its mail waits as long. */
export const UNDO_SECONDS = 10
/** A webhook where nothing has arrived for so long is disabled. */
export const WEBHOOK_FAILING_DAYS = 5
