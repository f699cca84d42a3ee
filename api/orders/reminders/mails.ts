import { brand } from '#api/content/content.ts'
import { ANSWER_COUNTS, getTurn } from '#api/orders/order/delivery.ts'
import { getPaidOrder } from '#api/orders/order/mails.ts'
import { block, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { formatDay, pluralize, toOneLine } from '#api/platform/mail/words.ts'
import { accountButton, greet, toRecipient } from '#api/platform/mail/writer.ts'
import { Order } from '#db/models/orders/order.ts'

const writeAnswersReminder: MailWriter<'answers_reminder'> = async ({ orderId, isLast }, context) => {
  const { db } = context.services
  const order = await getPaidOrder(db, orderId)
  if (order.user.disabledAt) throw new NotApplicable('The account is disabled')
  if ((await getTurn(db, orderId)) !== 'answers')
    throw new NotApplicable('It is no longer waiting for answers')
  const { silenceEndsAt, invoiceNumber, packageName } = order
  if (isLast && !silenceEndsAt) throw new NotApplicable('The customer has said something')
  const { counts } = await Order.query(db)
    .findById(orderId)
    .select(db.raw(`${ANSWER_COUNTS} AS counts`))
    .throwIfNotFound()
    .castTo<{ counts: { requiredOpen: number } }>()
  const missing = pluralize(counts.requiredOpen, 'answer')
  return {
    to: toRecipient(order.user),
    subject: toOneLine(
      `${isLast ? 'Last reminder: please' : 'Please'} answer our questions: ${invoiceNumber}, ${packageName}`,
    ),
    preview: `We still need ${missing} before we can start.`,
    eyebrow: `Order ${invoiceNumber}`,
    heading: isLast ? 'Do you still want us to do this?' : 'Our team is waiting for your answers',
    blocks: [
      `${greet('Hello', order.user)}, we still need ${missing} about ${packageName} before we can start. Each business day without them moves the promised date by one.`,
      isLast && silenceEndsAt
        ? `This is our last reminder. If we don’t hear from you by ${formatDay(silenceEndsAt)}, we may close the order under section 3 of our terms. An answer or a message on the order page is enough.`
        : 'If a question is unclear, write to us on the order page and we’ll help.',
      ...(isLast && silenceEndsAt
        ? [block.facts([{ label: 'Please answer by', value: formatDay(silenceEndsAt) }])]
        : []),
      accountButton('Answer the questions', context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: `you ordered from ${brand.name}.`,
  }
}

export const REMINDER_MAILS = {
  answers_reminder: {
    to: 'customer',
    when: '48 hours after the payment while required answers are missing, when an admin reminds, and before closing',
    write: writeAnswersReminder,
  },
} satisfies Partial<Mails>
