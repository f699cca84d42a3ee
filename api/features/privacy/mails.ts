import { brand } from '../../content/content.ts'
import { RETENTION_PERIODS } from '../../rules/promises.ts'
import { block, NotApplicable } from '../mail/content.ts'
import { linkTo, type MailWriter } from '../mail/writer.ts'

/** The last mail to a customer, at the address that the account had. */
export const writeAccountErased: MailWriter<'account_erased'> = async ({ email }, context) => {
  if (!email) throw new NotApplicable('The address is no longer stored')
  return {
    to: { name: '', address: email },
    subject: `Your ${brand.name} account was erased`,
    preview: 'Your data has been deleted, and we will not write to this address again.',
    eyebrow: 'Your account',
    heading: 'Your account was erased',
    blocks: [
      `Hello, the account of ${email} at ${brand.name} and the data with it were erased, as you asked. Nobody can sign in to it any more.`,
      `The law requires us to keep the invoices of paid orders. They are stored apart from the shop and deleted after ${RETENTION_PERIODS.billingRecords}.`,
      block.note(
        `If this was not you, please write to ${brand.email.privacy} right away so that we can find out how it happened. An erasure cannot be undone.`,
      ),
      block.button('Read the privacy policy', linkTo(context, '/privacy-policy')),
    ],
    because: 'an account with this address was erased. This is our last mail to it.',
  }
}
