/** Periods that the API enforces and that the site shows or uses. */
export const EXIT_COUPON_SECONDS = 1800
/** After this time an order without a payment is looked up at the provider, and cancelled if it is unpaid (docs/product/api.md, Reconciliation). */
export const UNPAID_ORDER_MINUTES = 30
/** How long the link that sets a new password works. */
export const RESET_LINK_MINUTES = 30
/** How long the link in the invitation to an account made by an admin works. */
export const INVITATION_LINK_HOURS = 48
/** How long the link that confirms an address works. */
export const CONFIRM_LINK_HOURS = 48
/** A new backup is overdue after this time: there is one a day, and making it may take two hours. */
export const OLDEST_BACKUP_HOURS = 26
/** How long after its issue the billing details of an invoice may be changed. */
export const BILLING_DETAILS_DAYS = 30
/** How long the link in the mail about a failed payment works. */
export const RESUME_LINK_HOURS = 24
/** How long the link in the mail about a part that is due works, while the part is not paid. */
export const PART_LINK_DAYS = 90
/** After how many days its customer is reminded of a part that is due. After the first it is overdue. */
export const PART_REMINDER_DAYS = [3, 7] as const
/** How long after the right password the second factor may be given. */
export const SECOND_FACTOR_MINUTES = 10
/** A session ends after this time without use. */
export const IDLE_EXPIRY_MINUTES = 30
/** How long somebody who has proved their identity is not asked for a proof again. */
export const PROOF_MINUTES = 10
/** How long a change of the status of an order or an assignment can be undone. Its mail is sent afterwards. */
export const UNDO_SECONDS = 10
/** How long the writer of a message may edit or withdraw it. */
export const MESSAGE_CHANGE_MINUTES = 10
/** How long after an order was cancelled or refunded in full its customer may still write and send files. */
export const ENDED_ORDER_DAYS = 30
/** How long after completing the work staff still see how to reach its customer. */
export const STAFF_CONTACT_DAYS = 30
/** A webhook endpoint is disabled when every delivery has failed for this long. */
export const WEBHOOK_FAILING_DAYS = 5
/** How long the reply address of a mail works. */
export const REPLY_DAYS = 90
