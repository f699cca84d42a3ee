const COUPON_REFUSALS = {
  404: 'Unknown, inactive, expired or used up alike (coupon_invalid)',
  409: 'For another package or, said to who is signed in, for new customers only (coupon_invalid)',
}

const REFUND_REFUSALS = {
  409: 'nothing_to_refund, already_refunded, exceeds_refundable or idempotency_key_in_use',
  422: 'The Idempotency-Key was used for another request (idempotency_key_reused)',
}

const WRONG_FACTOR = 'a code or a passkey that does not fit (wrong_code, passkey_refused)'
const NOTHING_PENDING = 'No password was given within the last minutes (second_factor_expired)'
const NOT_ERASABLE =
  'Erased already (erased), staff or an admin (has_rights), or a paid order is worked on (order_open)'
const UNVERIFIED = 'The address of the account is not confirmed (email_unverified)'
const LAST_FACTOR = 'Staff and admins in production keep one (last_second_factor)'

/**
 * What each call refuses for its own reasons, by status, for the OpenAPI document. What follows from a call's shape and
 * access (400, 401, 403, 404 of an id, 413, 415, 429, 500, 503) is said for all of them in plugins/openapi.
 */
export const REFUSALS: Readonly<Record<string, Partial<Record<number, string>>>> = {
  'POST /api/auth/login': {
    401: 'Invalid email or password (bad_credentials), or the right ones of an account with a second factor (second_factor_needed, with factors)',
    403: 'From another origin (bad_origin), a disabled account (account_disabled), or staff and admins whose password is too weak (password_too_weak)',
  },
  'POST /api/auth/second-factor': {
    400: `Invalid input, or ${WRONG_FACTOR}`,
    401: NOTHING_PENDING,
    403: 'From another origin (bad_origin), or a disabled account (account_disabled)',
  },
  'POST /api/auth/second-factor/options': { 401: NOTHING_PENDING },
  'POST /api/auth/passkey': {
    400: 'Invalid input, or a passkey that does not fit (passkey_refused)',
    403: 'From another origin (bad_origin), or a disabled account (account_disabled)',
  },
  'POST /api/user/proof': {
    400: `Invalid input, ${WRONG_FACTOR}, or a wrong password (wrong_password)`,
    403: 'From another origin (bad_origin), or a password for an account with a second factor (proof_needed)',
  },
  'POST /api/user/passkeys/options': { 409: UNVERIFIED },
  'POST /api/user/passkeys': {
    400: 'Invalid input, or a passkey that does not fit (passkey_refused)',
    409: `The account has enough passkeys (too_many_passkeys). ${UNVERIFIED}`,
  },
  'DELETE /api/user/passkeys/:id': { 409: LAST_FACTOR },
  'POST /api/user/totp': { 409: UNVERIFIED },
  'POST /api/user/totp/confirm': {
    400: 'Invalid input, or a code of another secret (wrong_code)',
    409: UNVERIFIED,
  },
  'DELETE /api/user/totp': { 404: 'There is none', 409: LAST_FACTOR },
  'POST /api/user/recovery-codes': { 409: 'The account has no second factor (no_second_factor)' },
  'POST /api/user/erasure': {
    400: 'Invalid input, or a wrong current password (wrong_password)',
    409: NOT_ERASABLE,
  },
  'POST /api/admin/users/:id/erasure': { 409: NOT_ERASABLE },
  'DELETE /api/admin/users/:id/second-factor': { 409: 'The own account (own_account)' },
  'POST /api/admin/embed-origins': { 409: 'The list is full (too_many_origins)' },
  'POST /api/auth/register': {
    400: 'Invalid input, or a password that is too common',
    409: 'The e-mail has an account (email_taken)',
  },
  'POST /api/auth/session-login': { 401: 'The sessionId is unknown, used or expired' },
  'POST /api/auth/reset-password': {
    400: 'Invalid input, a password that is too common, or a link that opens nothing any more (reset_link_invalid)',
  },
  'POST /api/auth/confirm-email': {
    400: 'Invalid input, or a link that confirms nothing of this account any more (confirm_link_invalid)',
    409: 'The e-mail has an account (email_taken)',
  },
  'PUT /api/user/profile': {
    400: 'Invalid input, or another e-mail without the current password (wrong_password)',
    409: 'The e-mail has an account (email_taken)',
  },
  'PUT /api/user/password': {
    400: 'Invalid input, a wrong current password (wrong_password) or a new one that is too common',
  },
  'POST /api/coupons/validate': COUPON_REFUSALS,
  'POST /api/coupons/use': COUPON_REFUSALS,
  'POST /api/create-order': {
    400: 'Invalid input, or a password that is too common',
    401: 'A checkout order while signed out',
    403: 'An order for somebody else, or from another origin',
    404: 'No such active package',
    409: 'price_changed (with finalAmount), coupon_invalid, email_taken, below_minimum or idempotency_key_in_use',
    422: 'The Idempotency-Key was used for another request (idempotency_key_reused)',
    503: 'Overloaded, or the payment provider does not answer: Failed to create order',
  },
  'POST /api/verify-payment': { 400: 'Invalid input, or Payment verification failed (verification_failed)' },
  'POST /api/orders/resume': {
    400: 'Invalid input, or a password that is too common',
    404: 'A link that is forged or has expired (resume_link_invalid)',
    409: 'order_paid or order_given_up',
  },
  'POST /api/orders/:id/retry': {
    404: 'Unknown, or placed by another browser and of another account',
    409: 'order_paid or order_given_up',
    503: 'Overloaded, or the payment provider does not answer',
  },
  'POST /api/orders/:id/answers': {
    400: 'Invalid input, or a question of another package',
    409: 'The order is completed (order_completed) or cancelled (order_cancelled)',
  },
  'POST /api/admin/users': { 409: 'The e-mail has an account (email_taken)' },
  'PATCH /api/admin/users/:id': {
    409: 'The last admin cannot lose the admin flag (last_admin), and who was erased gets none (erased)',
  },
  'PUT /api/admin/users/:id/disabled': {
    409: 'The own account (own_account), the last admin (last_admin), or who was erased (erased)',
  },
  'POST /api/admin/categories': { 409: 'Another category has the name (name_taken)' },
  'PUT /api/admin/categories/:id': { 409: 'Another category has the name (name_taken)' },
  'DELETE /api/admin/categories/:id': { 409: 'The category has packages (has_packages)' },
  'POST /api/admin/pictures': { 413: 'More than 8 MB', 415: 'Not application/octet-stream' },
  'PATCH /api/admin/orders/:id/status': { 409: "The cancelled order's coupon is used up (coupon_used_up)" },
  'POST /api/staff/assignments/:id/status/undo': {
    409: 'Not your step, not the last one or older than ten seconds (undo_too_late), or an admin has closed the order (order_closed)',
  },
  'POST /api/admin/orders/:id/status/undo': {
    409: "Not your change, not the last one or older than ten seconds (undo_too_late), or the cancelled order's coupon is used up (coupon_used_up)",
  },
  'GET /api/admin/orders/:id/refunds': { 409: 'Nothing was paid for it (nothing_to_refund)' },
  'POST /api/admin/orders/:id/refunds': REFUND_REFUSALS,
  'POST /api/admin/money-without-order/:id/refunds': REFUND_REFUSALS,
  'POST /api/admin/jobs/:queue/:id/retry': { 409: 'job_not_failed or job_not_retryable' },
  'POST /api/admin/coupons': { 409: 'Another coupon has this code (code_taken)' },
  'PATCH /api/admin/coupons/:id': { 409: 'code_taken, or a limit below the uses taken (limit_below_used)' },
  'POST /api/admin/staff-assignments': { 409: 'order_unpaid or already_assigned' },
  'PATCH /api/admin/staff-assignments/:id': { 409: 'assignment_completed or already_assigned' },
  'DELETE /api/admin/staff-assignments/:id': { 409: 'The work is completed (assignment_completed)' },
  'PUT /api/staff/assignments/:id/status': { 409: 'Not the next step (invalid_transition)' },
  'POST /api/webhooks/razorpay': {
    400: 'Forged or unreadable',
    409: 'Asked, the provider tells of no such money (payment_mismatch)',
    413: 'The body is too large',
    415: 'Not JSON',
  },
  'POST /api/admin/webhook-deliveries/:id/resend': { 409: 'Its webhook is disabled (webhook_disabled)' },
  'GET /api/metrics': { 404: 'Asked from elsewhere' },
}
