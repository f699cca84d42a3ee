/** Periods that the API enforces and that the site shows or uses. */
export const EXIT_COUPON_SECONDS = 1800
/** After this time, an order without a payment is looked up at the provider, and cancelled if still unpaid (docs/product/api.md, Reconciliation). */
export const UNPAID_ORDER_MINUTES = 30
/** How long a password reset link works. */
export const RESET_LINK_MINUTES = 30
/** How long the invitation link to an account created by an admin works. */
export const INVITATION_LINK_HOURS = 48
/** How long the link that confirms an e-mail address works. */
export const CONFIRM_LINK_HOURS = 48
/** A new backup is overdue after this time: one is made each day, and making it may take two hours. */
export const OLDEST_BACKUP_HOURS = 26
/** How long after its issue an invoice's billing details may be corrected. */
export const BILLING_DETAILS_DAYS = 30
/** How long the link in the mail about a failed payment works. */
export const RESUME_LINK_HOURS = 24
/** How long the link in the mail about a due instalment works, unless the instalment is paid before. */
export const INSTALMENT_LINK_DAYS = 90
/** Reminds the customer of a due instalment after this many days. From the first reminder on, the instalment is overdue. */
export const INSTALMENT_REMINDER_DAYS = [3, 7] as const
/** How long after the correct password the second factor may be entered. */
export const SECOND_FACTOR_MINUTES = 10
/** A session ends after this time without use. */
export const IDLE_EXPIRY_MINUTES = 30
/** How long after proving their identity somebody is not asked again. */
export const PROOF_MINUTES = 10
/** How long a status change of an order or assignment can be undone. Its mail is sent afterwards. */
export const UNDO_SECONDS = 10
/** How long the writer of a message may edit or withdraw it. */
export const MESSAGE_CHANGE_MINUTES = 10
/** How long after a cancellation or full refund the customer may still write and send files. */
export const ENDED_ORDER_DAYS = 30
/** How long after completing the work staff still see the customer's contact details. */
export const STAFF_CONTACT_DAYS = 30
/** A webhook endpoint is disabled when every delivery has failed for this long. */
export const WEBHOOK_FAILING_DAYS = 5
/** How long the reply address of a mail works. */
export const REPLY_DAYS = 90
