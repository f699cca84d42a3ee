/** Mails about refund requests: to the customer, and to the admins who decide. */

import { brand } from '#api/content/content.ts'
import { getPaidOrder } from '#api/orders/order/mails.ts'
import { type Block, block, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { formatDay, toOneLine } from '#api/platform/mail/words.ts'
import { accountButton, greet, toRecipient } from '#api/platform/mail/writer.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money } from '#api/rules/money/money.ts'
import { listRefundItems, REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { BANK_DAYS, REFUND_PROCESSING_DAYS, SECOND_LOOK_DAYS } from '#api/rules/promises.ts'
import { RefundRequest } from '#db/models/money/refund-request.ts'
import { User } from '#db/models/people/user.ts'
import { readStages } from './change.ts'

const PROCESSING = `Processing takes ${REFUND_PROCESSING_DAYS.join(' to ')} business days, and your bank ${BANK_DAYS.join(' to ')} more. We’ll email you a receipt.`

interface Words {
  heading: string
  text: string
  blocks?: Block[]
}

function describeDecision(
  { state, offer, askedCents, currency, secondLookAt }: RefundRequest,
  name: string,
): Words {
  if (offer) {
    const [amount, asked] = [money(offer.amountCents, currency), money(askedCents, currency)]
    const items = listRefundItems(readStages(offer, currency), amount, asked)
    const facts = items.map(({ label, amount }, index) => ({
      label,
      value: formatMoney(amount),
      isTotal: index === items.length - 1,
    }))
    const isLess = REFUND_REQUEST_STATE[state].awaitsCustomer
    return {
      heading: isLess ? 'Please review our refund offer' : 'Your refund is approved',
      text: isLess
        ? `we’ve reviewed your request and offer less than the ${formatMoney(asked)} you requested. If you agree, confirm it on the order page and we’ll refund it.`
        : `we’re refunding your payment for ${name}. ${PROCESSING}`,
      blocks: [block.facts(facts)],
    }
  }
  const dispute = `If you disagree, tell us why within ${SECOND_LOOK_DAYS} days on the order page. We’ll review it again.`
  return {
    heading: 'We declined your refund request',
    text: `we’ve reviewed your request for ${name} and decided to decline it.${secondLookAt ? '' : ` ${dispute}`}`,
  }
}

const writeRefundRequest: MailWriter<'refund_request'> = async ({ orderId, requestId, event }, context) => {
  const { db } = context.services
  const order = await getPaidOrder(db, orderId)
  const request = await RefundRequest.query(db).findById(requestId)
  if (!request) throw new NotApplicable('The request is gone')
  const isAsked = event === 'asked' || event === 'postponed'
  if (isAsked && !REFUND_REQUEST_STATE[request.state].awaitsTeam)
    throw new NotApplicable('It is not open any more')
  // biome-ignore lint/plugin: an event of the mail
  if (!isAsked && event !== 'cancelled' && !REFUND_REQUEST_STATE[request.state].isDecided)
    throw new NotApplicable('The decision no longer holds')
  const name = order.packageName
  const asked = formatMoney(money(request.askedCents, request.currency))
  const due = formatDay(request.dueAt)
  const waits = request.workGoesOn
    ? 'The work continues in the meantime, as you requested.'
    : 'The work is on hold until then.'
  const words: Words =
    // biome-ignore lint/plugin: an event of the mail
    event === 'cancelled'
      ? {
          heading: 'Your order is cancelled',
          text: `${name} is cancelled, as you requested. ${order.isFree ? 'It was free, so there’s nothing to refund.' : `We refund ${asked}. ${PROCESSING}`}`,
        }
      : event === 'asked'
        ? {
            heading: request.secondLookAt
              ? 'We’ll review your refund again'
              : 'We’ve received your refund request',
            text: `we’ll decide on your refund for ${name} by ${due} and email you. ${waits}`,
            blocks: [block.facts([{ label: 'Requested', value: asked }])],
          }
        : event === 'postponed'
          ? {
              heading: 'We need longer for your refund',
              text: `we’ll decide on your refund for ${name} by ${due}. You can find the reason on the order page. ${waits}`,
            }
          : describeDecision(request, name)
  const quoted = event === 'postponed' ? request.dueReason : event === 'decided' ? request.answer : ''
  return {
    to: toRecipient(order.user),
    subject: toOneLine(`${words.heading}: ${order.invoiceNumber}`),
    preview: name,
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: words.heading,
    blocks: [
      `${greet('Hello', order.user)}, ${words.text}`,
      ...(words.blocks ?? []),
      ...(quoted && order.user.emailVerifiedAt ? [block.quote(quoted)] : []),
      accountButton(
        REFUND_REQUEST_STATE[request.state].awaitsCustomer ? 'Review the offer' : 'See your order',
        context,
        `/dashboard?order=${order.id}`,
        order.user,
      ),
    ],
    because: `you ordered from ${brand.name}.`,
  }
}

const writeRefundAsked: MailWriter<'refund_asked'> = async ({ requestId, adminId }, context) => {
  const { db } = context.services
  const request = await RefundRequest.query(db).findById(requestId).withGraphFetched('order')
  const { order } = request ?? {}
  if (!request || !order) throw new NotApplicable('The request is gone')
  const { awaitsTeam, isCancelled } = REFUND_REQUEST_STATE[request.state]
  if (!awaitsTeam && !isCancelled) throw new NotApplicable('The request is no longer waiting')
  const reader = await User.query(db).findById(adminId).where({ disabledAt: null, isAdmin: true })
  if (!reader) throw new NotApplicable('The recipient is no longer an admin')
  const due = formatDay(request.dueAt)
  const second = request.secondLookAt ? ' They dispute the decision.' : ''
  const asked = formatMoney(money(request.askedCents, request.currency))
  const name = toOneLine(`${order.buyer.firstName} ${order.buyer.lastName}`) || 'The customer'
  const heading = isCancelled ? `${name} cancelled an order` : `Refund requested: decide by ${due}`
  return {
    to: toRecipient(reader),
    subject: toOneLine(`${heading}: ${order.invoiceNumber}, ${order.packageName}`),
    preview: asked,
    eyebrow: `Order ${order.invoiceNumber}`,
    heading,
    blocks: [
      isCancelled
        ? `${greet('Hello', reader)}, ${name} cancelled ${order.packageName} before work started. ${order.isFree ? 'It was free.' : `We refund ${asked}.`} You don’t need to decide anything.`
        : `${greet('Hello', reader)}, ${name} requested a refund of ${asked} for ${order.packageName}.${second}`,
      ...[request.reason, request.secondReason].filter(Boolean).map((text) => block.quote(text)),
      accountButton(
        isCancelled ? 'Open the order' : 'Decide on the refund',
        context,
        `/admin?order=${order.id}`,
        reader,
      ),
    ],
    because: `you work at ${brand.name}.`,
  }
}

export const REFUND_REQUEST_MAILS = {
  refund_request: {
    to: 'customer',
    when: 'when a refund is asked for or decided, its decision put off, or an order cancelled in time',
    write: writeRefundRequest,
  },
  refund_asked: {
    to: 'admins',
    when: 'when a refund is asked for or its decision disputed, or an order was cancelled in time',
    write: writeRefundAsked,
  },
} satisfies Partial<Mails>
