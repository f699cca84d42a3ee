/** All mails. Each is defined in the module of its event. */

import { INSTALMENT_MAILS } from './money/instalments/mails.ts'
import { PAYMENT_MAILS } from './money/payments/mails.ts'
import { REFUND_REQUEST_MAILS } from './money/refund-requests/mails.ts'
import { PRIVACY_MAILS } from './operations/privacy/mails.ts'
import { CONVERSATION_MAILS } from './orders/conversation/mails.ts'
import { DELIVERY_MAILS } from './orders/deliveries/mails.ts'
import { ORDER_MAILS } from './orders/order/mails.ts'
import { REMINDER_MAILS } from './orders/reminders/mails.ts'
import { REVIEW_MAILS } from './orders/reviews/mails.ts'
import { STAFF_MAILS } from './orders/staff/mails.ts'
import { NOTIFICATION_MAILS } from './outbound/notifications/mails.ts'
import { AUTH_MAILS } from './people/auth/mails.ts'
import type { Mails } from './platform/mail/definition.ts'
import { OFFER_MAILS } from './sales/offers/mails.ts'

export const MAILS: Mails = {
  ...ORDER_MAILS,
  ...CONVERSATION_MAILS,
  ...DELIVERY_MAILS,
  ...STAFF_MAILS,
  ...REMINDER_MAILS,
  ...REVIEW_MAILS,
  ...INSTALMENT_MAILS,
  ...PAYMENT_MAILS,
  ...REFUND_REQUEST_MAILS,
  ...OFFER_MAILS,
  ...AUTH_MAILS,
  ...PRIVACY_MAILS,
  ...NOTIFICATION_MAILS,
}
