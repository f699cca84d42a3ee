/** Mails to a buyer about a failed payment, the account a purchase created, and refunds. */

import { brand } from '#api/content/content.ts'
import { getPaidOrder } from '#api/orders/order/mails.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { issueEmailToken, linkToConfirm } from '#api/people/auth/mailed-links/mailed-token.ts'
import { block, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { MONEY_MAILS_A_DAY } from '#api/platform/mail/recipient-limits.ts'
import { nameCurrency, priceFacts, toOneLine, totalFact } from '#api/platform/mail/words.ts'
import { accountButton, greet, linkTo, type MailContext, toRecipient } from '#api/platform/mail/writer.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money } from '#api/rules/money/money.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { RESUME_LINK_HOURS } from '#api/rules/periods.ts'
import { BANK_DAYS } from '#api/rules/promises.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { Refund } from '#db/models/money/refund.ts'
import { RefundRequest } from '#db/models/money/refund-request.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { findEnding, findUnfinished } from './unfinished-order.ts'

const writePaymentFailed: MailWriter<'payment_failed'> = async ({ orderId }, context) => {
  const { db, env } = context.services
  const order = await findUnfinished(db, orderId)
  if (!order) throw new NotApplicable('The order is gone')
  const ending = await findEnding(db, order)
  if (ending)
    throw new NotApplicable(ending === 'paid' ? 'It has been paid in the meantime' : 'The order was given up')
  // Shows nothing typed into the form, whose e-mail may be a stranger's.
  // A bank may still approve a failed payment by UPI or netbanking.
  const isInRupees = order.currency === 'INR'
  const greeting = order.user ? `${greet('Hello', order.user)}, your` : 'Your'
  return {
    to: order.user ? toRecipient(order.user) : { name: '', address: order.buyer.email },
    subject: toOneLine(`Please try again: your payment for ${order.packageName} didn’t go through`),
    preview: `${isInRupees ? '' : 'You have not been charged. '}We’ve kept your order, so you can try again with the same card or another.`,
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: 'Your payment didn’t go through',
    blocks: [
      isInRupees
        ? `${greeting} payment for ${order.packageName} didn’t go through. We’ve kept your order at the same price. If your bank still approves it within three days, it pays for this order. We refund anything you pay twice.`
        : `${greeting} card wasn’t charged for ${order.packageName}. We’ve kept your order at the same price.`,
      block.facts(priceFacts(order, 'To pay')),
      block.link(
        'Try the payment again',
        linkTo(context, `/checkout?order=${createResumeToken(env, order.id)}`),
      ),
      'Check the card’s number, expiry date and security code, or try another card or payment method.',
      `If it still fails, ask your bank. It may need to approve online payments in ${nameCurrency(order.currency)}.`,
      block.note(
        `The link works for ${RESUME_LINK_HOURS} hours. If you’ve paid in the meantime, there’s nothing to do.`,
      ),
    ],
    because: `someone tried to pay at ${brand.name} with this address. If it wasn’t you, ignore this email. Nothing was bought.`,
  }
}

const writeWelcome: MailWriter<'welcome'> = async ({ orderId }, context) => {
  const order = await getPaidOrder(context.services.db, orderId)
  const { user } = order
  const welcome = (words: string) => toOneLine(greet(words, user, ', '))
  return {
    to: toRecipient(user),
    subject: user.emailVerifiedAt
      ? welcome(`Welcome to ${brand.name}`)
      : `Welcome to ${brand.name}: please confirm your address`,
    preview: 'Your account is ready.',
    eyebrow: 'Your account',
    heading: welcome('Welcome'),
    blocks: [
      'Your order comes with an account. There you can follow the work, answer our questions and download invoices.',
      block.facts([
        { label: 'Sign in with', value: user.email },
        { label: 'Password', value: 'the one you chose when you ordered' },
      ]),
      ...(await askToConfirm(user, context)),
      accountButton('Open your dashboard', context, '/dashboard', user),
      "If you ever forget your password, 'Forgot password?' on the sign-in form sends you a link.",
    ],
    because: `an account was created for you at ${brand.name}.`,
  }
}

async function askToConfirm({ id: userId, email, emailVerifiedAt }: User, context: MailContext) {
  if (emailVerifiedAt) return []
  const { services, messageId } = context
  const token = await issueEmailToken(services.db, services.env, { userId, email, messageId })
  return [
    'Please confirm that this address is yours. Sign in, then confirm:',
    block.button('Confirm this address', linkToConfirm(context, token, email)),
  ]
}

function describeRefund(
  { reason }: Refund,
  { packageName, status }: Order,
  { isWhole, where }: { isWhole: boolean; where: string },
): string {
  if (reason === 'second_capture')
    return `${packageName} was paid twice. The second payment goes back ${where}.`
  if (reason === 'coupon_over_limit')
    return `You paid for ${packageName} after the coupon of your order had been used up, so the order wasn’t placed. Your payment goes back ${where}.`
  const goesOn = !isWhole && ORDER_STATUS[status].isOpen
  return `${isWhole ? 'Your full payment' : 'Part of your payment'} for ${packageName} goes back ${where}.${goesOn ? ' Your order continues.' : ''}`
}

/** Opening of the receipt if it replaces the mail about the decision, because the money was sent at once. */
const DECIDED = {
  inTime: 'Your order is cancelled, as you requested. ',
  accepted: 'Your refund is approved. The order page shows how the amount was calculated. ',
}

const writeRefundReceipt: MailWriter<'refund_receipt'> = async ({ refundId, decided }, context) => {
  const { db } = context.services
  const request = decided === undefined ? undefined : await RefundRequest.query(db).findById(decided)
  const refund = await Refund.query(db).findById(refundId).withGraphFetched('payment.order.user')
  const order = refund?.payment?.order
  if (!refund || !order)
    throw new NotApplicable('The payment belongs to no order, so there is nobody to write to')
  if (REFUND_STATUS[refund.status].hasFailed) throw new NotApplicable('The refund has failed')
  const given = money(refund.amountCents, refund.currency)
  const amount = formatMoney(given)
  const isWhole = refund.amountCents === refund.payment?.amountCents
  const { isUnderWay } = REFUND_STATUS[refund.status]
  const weRefund = isUnderWay ? 'We’re refunding' : 'We’ve refunded'
  const { bankReference } = refund
  const where =
    bankReference && !refund.providerRefundId ? 'by bank transfer' : 'to the card or account you paid with'
  return {
    to: order.user ? toRecipient(order.user) : { name: '', address: order.buyer.email },
    subject: toOneLine(`Your refund of ${amount} for ${order.invoiceNumber}`),
    preview: `${weRefund} ${amount} ${where}.`,
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: `${weRefund} ${amount}`,
    blocks: [
      `${request ? DECIDED[REFUND_REQUEST_STATE[request.state].isCancelled ? 'inTime' : 'accepted'] : ''}${describeRefund(refund, order, { isWhole, where })}`,
      block.facts([
        { label: 'Payment ID', value: refund.payment?.providerPaymentId ?? 'N/A' },
        bankReference
          ? { label: 'Bank reference', value: bankReference }
          : { label: 'Refund ID', value: refund.providerRefundId ?? 'N/A' },
        totalFact(isUnderWay ? 'Refund' : isWhole ? 'Refunded in full' : 'Refunded', given, order.usdInrRate),
      ]),
      ...(request?.answer && order.user?.emailVerifiedAt ? [block.quote(request.answer)] : []),
      block.note(
        `It takes ${BANK_DAYS.join(' to ')} bank days to appear on your statement. The refund is made in ${nameCurrency(refund.currency)}; your bank converts it at its own rate.`,
      ),
      ...(order.user
        ? [accountButton('See your order', context, `/dashboard?order=${order.id}`, order.user)]
        : []),
    ],
    because: `${brand.name} ${isUnderWay ? 'is refunding' : 'has refunded'} one of your payments.`,
  }
}

export const PAYMENT_MAILS = {
  payment_failed: {
    to: 'customer',
    when: 'when a payment failed and the order is still open, at most once an hour an order',
    aDay: { known: 10, unknown: 1 },
    write: writePaymentFailed,
  },
  welcome: {
    to: 'customer',
    when: 'when the payment of an order made an account',
    write: writeWelcome,
  },
  refund_receipt: {
    to: 'customer',
    when: 'when money goes back for an order',
    aDay: MONEY_MAILS_A_DAY,
    write: writeRefundReceipt,
  },
} satisfies Partial<Mails>
