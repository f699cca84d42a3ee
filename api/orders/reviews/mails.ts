import { brand } from '#api/content/content.ts'
import { getPaidOrder } from '#api/orders/order/mails.ts'
import { NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { toOneLine } from '#api/platform/mail/words.ts'
import { accountButton, greet, toRecipient } from '#api/platform/mail/writer.ts'
import { EDITED_WITHIN_DAYS } from '#api/rules/order-work/reviews.ts'
import { Order } from '#db/models/orders/order.ts'
import { QUALIFIES_FOR_REVIEW } from './jobs.ts'

const writeReviewRequest: MailWriter<'review_request'> = async ({ orderId }, context) => {
  const order = await getPaidOrder(context.services.db, orderId)
  const asked = Order.query(context.services.db).findById(orderId).whereRaw(QUALIFIES_FOR_REVIEW)
  if ((await asked.resultSize()) === 0) throw new NotApplicable('The order can no longer be reviewed')
  const { invoiceNumber, packageName } = order
  return {
    to: toRecipient(order.user),
    subject: toOneLine(`How was ${packageName}? Write a review`),
    preview: 'A few words help others decide.',
    eyebrow: `Order ${invoiceNumber}`,
    heading: toOneLine(`How was ${packageName}?`),
    blocks: [
      `${greet('Hello', order.user)}, a week ago we completed ${packageName} for you. A few words on what was good and what wasn’t help others decide and help us improve.`,
      `You choose the name we show. You can edit your review for ${EDITED_WITHIN_DAYS} days and withdraw it at any time. We only ask once.`,
      accountButton('Write a review', context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: `you ordered from ${brand.name}.`,
  }
}

export const REVIEW_MAILS = {
  review_request: {
    to: 'customer',
    when: 'a week after an order was completed, once an order: how was it?',
    write: writeReviewRequest,
  },
} satisfies Partial<Mails>
