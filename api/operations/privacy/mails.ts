import { brand } from '#api/content/content.ts'
import { getPaidOrder } from '#api/orders/order/mails.ts'
import { block, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { formatDay, pluralize } from '#api/platform/mail/words.ts'
import { accountButton, greet, linkTo, toRecipient } from '#api/platform/mail/writer.ts'
import { RETENTION_PERIODS } from '#api/rules/promises.ts'
import { readFileRemoval } from './file-removal.ts'

/** The last mail to a customer, sent to the erased account's address. */
const writeAccountErased: MailWriter<'account_erased'> = async ({ email }, context) => {
  if (!email) throw new NotApplicable('The address is no longer stored')
  return {
    to: { name: '', address: email },
    subject: `Your ${brand.name} account was erased`,
    preview: 'Your data has been deleted, and we won’t write to this address again.',
    eyebrow: 'Your account',
    heading: 'Your account was erased',
    blocks: [
      `Hello, the account of ${email} at ${brand.name} and its data were erased, as you requested. Nobody can sign in to it any more.`,
      `The law requires us to keep the invoices of paid orders. They’re stored separately and deleted after ${RETENTION_PERIODS.billingRecords}.`,
      block.note(
        `If this wasn’t you, please write to ${brand.email.privacy} right away so that we can find out how it happened. An erasure can’t be undone.`,
      ),
      block.button('Read the privacy policy', linkTo(context, '/privacy-policy')),
    ],
    because: 'an account with this address was erased. This is our last email to it.',
  }
}

const writeFilesEnd: MailWriter<'files_end'> = async ({ orderId }, context) => {
  const { db } = context.services
  const order = await getPaidOrder(db, orderId)
  if (order.user.disabledAt) throw new NotApplicable('The account is disabled')
  const { count, removedAfter } = await readFileRemoval(db, orderId)
  if (count === 0) throw new NotApplicable('There are no files any more')
  const files = pluralize(count, 'file')
  return {
    to: toRecipient(order.user),
    subject: `Download your files by ${formatDay(removedAfter)}: ${order.invoiceNumber}`,
    preview: `Until then you can download ${count === 1 ? 'it' : 'all of them at once'}.`,
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: count === 1 ? 'Your file will be removed' : 'Your files will be removed',
    blocks: [
      `${greet('Hello', order.user)}, we keep the files of a project for ${RETENTION_PERIODS.projectFiles} after its completion, as our privacy policy says. ${order.packageName} has ${files}. We’ll remove ${count === 1 ? 'it' : 'them'} after ${formatDay(removedAfter)}.`,
      count === 1
        ? 'If you still need it, please download it from the order page.'
        : 'If you still need them, you can download them all at once from the order page.',
      accountButton(`Download ${files}`, context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: `you ordered from ${brand.name}.`,
  }
}

export const PRIVACY_MAILS = {
  account_erased: {
    to: 'the address of a customer who was erased',
    when: 'as the last mail (see Erasure)',
    removesPersonalData: true,
    write: writeAccountErased,
  },
  files_end: {
    to: 'customer',
    when: 'a month before the files of an order are removed, once an order: when, and how to get them all',
    write: writeFilesEnd,
  },
} satisfies Partial<Mails>
