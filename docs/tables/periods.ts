/** Periods and sizes, each with the file that defines it. `npm run check` reports a missing file. */

import { LOOKED_UP_FOR_DAYS } from '#api/money/provider-events/reconcile.ts'
import { LARGEST_FILE_BYTES } from '#api/operations/imports/import-customers.ts'
import { MOST_ROWS } from '#api/operations/imports/read-file.ts'
import { STORED_FOR_HOURS } from '#api/platform/http/idempotency.ts'
import { ABSOLUTE_EXPIRY_HOURS } from '#api/platform/plugins/session.ts'
import { LARGEST_UPLOAD_BYTES } from '#api/rules/order-work/uploads.ts'
import { DEFAULT_DELIVERY_DAYS, LARGEST_DELIVERY_DAYS } from '#api/rules/package-rules.ts'
import {
  BILLING_DETAILS_DAYS,
  CONFIRM_LINK_HOURS,
  EXIT_COUPON_SECONDS,
  IDLE_EXPIRY_MINUTES,
  INVITATION_LINK_HOURS,
  PROOF_MINUTES,
  RESET_LINK_MINUTES,
  RESUME_LINK_HOURS,
  SECOND_FACTOR_MINUTES,
  UNDO_SECONDS,
  UNPAID_ORDER_MINUTES,
} from '#api/rules/periods.ts'
import { writeTable } from './markdown.ts'

const MEGABYTE = 1024 * 1024
const PERIODS: readonly (readonly [what: string, value: string, where: string])[] = [
  [
    'an unpaid order is looked up and given up after',
    `${UNPAID_ORDER_MINUTES} minutes`,
    'api/rules/periods.ts',
  ],
  [
    'it is asked about at the provider for',
    `${LOOKED_UP_FOR_DAYS} days`,
    'api/money/provider-events/reconcile.ts',
  ],
  ['link of a failed payment', `${RESUME_LINK_HOURS} hours`, 'api/rules/periods.ts'],
  ['reset link', `${RESET_LINK_MINUTES} minutes`, 'api/rules/periods.ts'],
  ['link of an invitation', `${INVITATION_LINK_HOURS} hours`, 'api/rules/periods.ts'],
  ['link that confirms an address', `${CONFIRM_LINK_HOURS} hours`, 'api/rules/periods.ts'],
  ['a verified payment may sign its buyer in', 'for 30 minutes', 'api/money/payments/verify.ts'],
  ['`sessionId` of a purchase', '10 minutes, once', 'api/people/auth/sessions/sign-in-token.ts'],
  [
    'session',
    `${ABSOLUTE_EXPIRY_HOURS} hours; ${IDLE_EXPIRY_MINUTES} minutes idle`,
    'api/people/auth/sessions/session-store.ts',
  ],
  ['second factor after the password', `${SECOND_FACTOR_MINUTES} minutes`, 'api/rules/periods.ts'],
  ['a proof counts for', `${PROOF_MINUTES} minutes`, 'api/rules/periods.ts'],
  ['challenge of a passkey', '5 minutes, once', 'api/people/second-factor/passkeys.ts'],
  ["exit offer's coupon", `${EXIT_COUPON_SECONDS} seconds`, 'api/rules/periods.ts'],
  ['a picture that nothing shows is stored', '30 days', 'api/catalogue/pictures/picture.ts'],
  ['imported file', `${LARGEST_FILE_BYTES / MEGABYTE} MB, ${MOST_ROWS} rows`, 'api/operations/imports/'],
  [
    'largest upload',
    `${LARGEST_UPLOAD_BYTES / MEGABYTE} MB, 50 million pixels`,
    'api/rules/order-work/uploads.ts',
  ],
  [
    'billing details of an invoice can be changed',
    `for ${BILLING_DETAILS_DAYS} days`,
    'api/rules/periods.ts',
  ],
  ['a changed status can be undone, its mail waits', `${UNDO_SECONDS} seconds`, 'api/rules/periods.ts'],
  [
    'response stored under an `Idempotency-Key`',
    `${STORED_FOR_HOURS} hours`,
    'api/platform/http/idempotency.ts',
  ],
  ["provider's time for a call", '2.5 seconds', 'api/money/payments/razorpay/gateway.ts'],
  ["a receiver's time for an outgoing webhook", '10 seconds', 'api/outbound/webhooks/send.ts'],
  ['finished jobs are stored for', '30 days', 'api/platform/jobs/queues.ts'],
  ['smallest charge', '$1.00', 'api/sales/checkout/place-order.ts'],
  ['smallest refund', '$1.00', 'api/money/refunds/refund.ts'],
  ['body of a call, but for an upload', '64 KB', 'api/app.ts'],
  [
    'delivery days',
    `${DEFAULT_DELIVERY_DAYS} unless given, 1 to ${LARGEST_DELIVERY_DAYS}`,
    'api/rules/package-rules.ts',
  ],
  ['refresh of admin lists', '30 seconds', 'site/areas/admin/list/use-figure.ts'],
]

export const writePeriods = () =>
  writeTable(
    ['what', 'value', 'where'],
    PERIODS.map(([what, value, where]) => [what, value, `\`${where}\``]),
  )
