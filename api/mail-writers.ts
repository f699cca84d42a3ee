/** Which feature writes which mail: the feature in which the mail's event happens. */

import { writePartDue, writePaymentReceipt } from './money/parts/mails.ts'
import { writePaymentFailed, writeRefundReceipt, writeWelcome } from './money/payments/mails.ts'
import { writeRefundAsked, writeRefundRequest } from './money/refund-requests/mails.ts'
import { writeAccountErased, writeFilesEnd } from './operations/privacy/mails.ts'
import { writeMessages, writeReplyRefused, writeReplyWaits } from './orders/conversation/mails.ts'
import {
  writeDateMoved,
  writeDelivered,
  writeDeliveryAccepted,
  writeDeliveryReminder,
  writeDeliveryRequest,
  writeRequestDecided,
} from './orders/deliveries/mails.ts'
import { writeAnswersReceived, writeOrderConfirmation, writeStatusChanged } from './orders/order/mails.ts'
import { writeAnswersReminder } from './orders/reminders/mails.ts'
import { writeReviewRequest } from './orders/reviews/mails.ts'
import { writeAnswersIn, writeAssignment, writeWorkFinished } from './orders/staff/mails.ts'
import { writeNotification } from './outbound/notifications/mails.ts'
import { writeAccountNotice } from './people/auth/account-notice.ts'
import {
  writeAddressChange,
  writeConfirmEmail,
  writeInvitation,
  writePasswordGuesses,
  writePasswordReset,
} from './people/auth/mails.ts'
import type { MailWriters } from './platform/mail/writer.ts'
import { writeOfferAnswered, writeOfferSent } from './sales/offers/mails.ts'

export const MAIL_WRITERS: MailWriters = {
  order_confirmation: writeOrderConfirmation,
  welcome: writeWelcome,
  payment_failed: writePaymentFailed,
  part_due: writePartDue,
  payment_receipt: writePaymentReceipt,
  answers_received: writeAnswersReceived,
  status_changed: writeStatusChanged,
  refund_receipt: writeRefundReceipt,
  assignment: writeAssignment,
  answers_in: writeAnswersIn,
  work_finished: writeWorkFinished,
  messages: writeMessages,
  reply_waits: writeReplyWaits,
  reply_refused: writeReplyRefused,
  delivered: writeDelivered,
  delivery_reminder: writeDeliveryReminder,
  delivery_accepted: writeDeliveryAccepted,
  delivery_request: writeDeliveryRequest,
  request_decided: writeRequestDecided,
  date_moved: writeDateMoved,
  files_end: writeFilesEnd,
  answers_reminder: writeAnswersReminder,
  review_request: writeReviewRequest,
  refund_request: writeRefundRequest,
  refund_asked: writeRefundAsked,
  offer_sent: writeOfferSent,
  offer_answered: writeOfferAnswered,
  password_reset: writePasswordReset,
  invitation: writeInvitation,
  confirm_email: writeConfirmEmail,
  address_change: writeAddressChange,
  password_guesses: writePasswordGuesses,
  account_notice: writeAccountNotice,
  account_erased: writeAccountErased,
  notification: writeNotification,
}
