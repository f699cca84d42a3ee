import { brand } from '../../content/content.ts'
import { RETENTION_PERIODS } from '../../contract/promises.ts'
import { NotApplicable, type WrittenMail } from '../mail/content.ts'
import type { MailPayloads } from '../mail/outbox.ts'
import { linkTo, type MailContext } from '../mail/writer.ts'

/** The last mail to a customer, at the address that the account had. */
export async function writeAccountErased(
  { email }: MailPayloads['account_erased'],
  context: MailContext,
): Promise<WrittenMail> {
  if (!email) throw new NotApplicable('The address is no longer stored')
  return {
    to: { name: '', address: email },
    content: {
      subject: `Your ${brand.name} account was erased`,
      preview: 'Your data has been deleted, and we will not write to this address again.',
      eyebrow: 'Your account',
      heading: 'Your account was erased',
      blocks: [
        {
          type: 'text',
          text: `Hello, the account of ${email} at ${brand.name} and the data with it were erased, as you asked. Nobody can sign in to it any more.`,
        },
        {
          type: 'text',
          text: `The law requires us to keep the invoices of paid orders. They are stored apart from the shop and deleted after ${RETENTION_PERIODS.billingRecords}.`,
        },
        {
          type: 'note',
          text: `If this was not you, please write to ${brand.email.privacy} right away so that we can find out how it happened. An erasure cannot be undone.`,
        },
        { type: 'button', label: 'Read the privacy policy', url: linkTo(context, '/privacy-policy') },
      ],
      because: 'an account with this address was erased. This is our last mail to it.',
    },
  }
}
