/** Mails about an offer: to its recipient, and to admins when the recipient responds. */

import { brand } from '#api/content/content.ts'
import { block, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { formatDay, pluralize, toOneLine } from '#api/platform/mail/words.ts'
import { accountButton, greet, linkTo, toRecipient } from '#api/platform/mail/writer.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money } from '#api/rules/money/money.ts'
import { nameOffer, OFFER_STATE } from '#api/rules/offers.ts'
import { User } from '#db/models/people/user.ts'
import { Offer, type OfferContent } from '#db/models/sales/offer.ts'
import { issueOfferToken } from './offer.ts'

const writeOfferSent: MailWriter<'offer_sent'> = async ({ offerId, version }, context) => {
  const { db, env } = context.services
  const offer = await Offer.query(db).findById(offerId)
  if (!offer || offer.email === '') throw new NotApplicable('The offer is gone')
  if (offer.version !== version || !OFFER_STATE[offer.state].isOpen || offer.validUntil <= new Date())
    throw new NotApplicable('The offer has changed, was decided or has ended')
  const { firstName, lastName, title, deliveryDays, bankDetails } = offer.content as OfferContent
  const until = formatDay(offer.validUntil)
  const token = await issueOfferToken(db, env, offer)
  return {
    to: { name: toOneLine(`${firstName} ${lastName}`), address: offer.email },
    subject: toOneLine(`Review our offer by ${until}: ${title}`),
    preview: `${formatMoney(money(offer.amountCents, offer.currency))}, valid until ${until}.`,
    eyebrow: `Offer ${nameOffer(offer.id)}${version > 1 ? `, version ${version}` : ''}`,
    heading: title,
    blocks: [
      `Hello ${firstName}, here is our offer. You can ask questions and accept it on its page.${version > 1 ? ' It replaces the earlier version, whose link no longer works.' : ''}`,
      block.facts([
        { label: 'Valid until', value: until },
        { label: 'Delivery', value: pluralize(deliveryDays, 'business day') },
        ...(bankDetails ? [{ label: 'By bank transfer', value: bankDetails }] : []),
        { label: 'Price', value: formatMoney(money(offer.amountCents, offer.currency)), isTotal: true },
      ]),
      block.link('Review the offer', linkTo(context, `/offer#${token}`)),
      'Keep this link private. Anyone with it can accept the offer in your name.',
    ],
    because: `${brand.name} has made you an offer. If you didn’t expect one, ignore this email. You haven’t bought anything.`,
  }
}

const writeOfferAnswered: MailWriter<'offer_answered'> = async (
  { offerId, adminId, event, asked = 0 },
  context,
) => {
  const { db } = context.services
  const offer = await Offer.query(db).findById(offerId)
  if (!offer || offer.email === '') throw new NotApplicable('The offer is gone')
  const reader = await User.query(db).findById(adminId).where({ disabledAt: null, isAdmin: true })
  if (!reader) throw new NotApplicable('The recipient is no longer an admin')
  const { title, firstName, lastName } = offer.content as OfferContent
  const text = event === 'declined' ? offer.reason : (offer.asked[asked - 1]?.text ?? '')
  const name = toOneLine(`${firstName} ${lastName}`)
  const did = `${name} ${event === 'question' ? 'asked about' : event}`
  const words = {
    accepted: `${name} has accepted '${title}'. The order is waiting for payment.`,
    declined: `${name} declined '${title}'${text ? ' and said why:' : '.'}`,
    question: `${name} asked about '${title}'. Reply to this email and ${toOneLine(firstName)} gets your answer.`,
  }[event]
  return {
    to: toRecipient(reader),
    ...(event === 'question' && { replyTo: offer.email }),
    subject: `${did} offer ${nameOffer(offer.id)}`,
    preview: formatMoney(money(offer.amountCents, offer.currency)),
    eyebrow: `Offer ${nameOffer(offer.id)}`,
    heading: `${did} your offer`,
    blocks: [
      `${greet('Hello', reader)}, ${words}`,
      ...(event !== 'accepted' && text ? [block.quote(text)] : []),
      accountButton('See the offer', context, `/admin?view=offers&offer=${offer.id}`, reader),
    ],
    because: `you work at ${brand.name}.`,
  }
}

export const OFFER_MAILS = {
  offer_sent: {
    to: 'whom the offer is for',
    when: 'when an admin sends it by mail, if it is still the current version: what, how much, until when, and the link',
    write: writeOfferSent,
  },
  offer_answered: {
    to: 'admins',
    when: 'when the customer of an offer accepts or declines it, or asks about it',
    write: writeOfferAnswered,
  },
} satisfies Partial<Mails>
