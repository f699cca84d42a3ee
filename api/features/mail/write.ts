/** Each kind of mail and who writes it. */
import type { MailKind } from '../../contract/mail.ts'
import { writeAssignment, writePasswordReset } from '../auth/mails.ts'
import {
  writeAnswersReceived,
  writeOrderConfirmation,
  writeStatusChanged,
  writeWelcome,
} from '../orders/mails.ts'
import { writePaymentFailed, writeRefundReceipt } from '../payments/mails.ts'
import type { WrittenMail } from './content.ts'
import type { MailPayloads } from './outbox.ts'
import type { Writing } from './writing.ts'

const WRITERS: {
  [Kind in MailKind]: (payload: MailPayloads[Kind], writing: Writing) => Promise<WrittenMail>
} = {
  order_confirmation: writeOrderConfirmation,
  welcome: writeWelcome,
  payment_failed: writePaymentFailed,
  answers_received: writeAnswersReceived,
  status_changed: writeStatusChanged,
  refund_receipt: writeRefundReceipt,
  assignment: writeAssignment,
  password_reset: writePasswordReset,
}

/** From what is in the database now. @throws NotApplicable where there is nothing to tell any more */
export function writeMail<Kind extends MailKind>(
  kind: Kind,
  payload: MailPayloads[Kind],
  writing: Writing,
): Promise<WrittenMail> {
  return WRITERS[kind](payload, writing)
}
