/** Mails about later instalments of an order: due notice, reminders and receipt. */

import { brand } from '#api/content/content.ts'
import { hasOpenDispute } from '#api/orders/order/instalments.ts'
import { buttonToInvoice, getPaidOrder } from '#api/orders/order/mails.ts'
import { createInstalmentToken } from '#api/orders/order/resume-token.ts'
import { block, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { MONEY_MAILS_A_DAY } from '#api/platform/mail/recipient-limits.ts'
import { formatDay, toOneLine, totalFact } from '#api/platform/mail/words.ts'
import { accountButton, greet, linkTo, toRecipient } from '#api/platform/mail/writer.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { money } from '#api/rules/money/money.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { INSTALMENT_REMINDER_DAYS } from '#api/rules/periods.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'

const LAST_DAYS = INSTALMENT_REMINDER_DAYS.at(-1) ?? 0

const writeInstalmentDue: MailWriter<'instalment_due'> = async ({ orderId, position, days }, context) => {
  const { db, env } = context.services
  const order = await getPaidOrder(db, orderId)
  const instalments = await OrderInstalment.query(db).where({ orderId })
  const instalment = instalments.find((one) => one.position === position)
  if (
    !instalment?.dueAt ||
    !INSTALMENT_STATE[instalment.state].isDue ||
    !PAYMENT_STATUS[order.paymentStatus].isPartlyPaid
  )
    throw new NotApplicable('It is paid or no longer due')
  if (await hasOpenDispute(db, orderId)) throw new NotApplicable('A bank reviews a payment of the order')
  const { invoiceNumber, packageName, usdInrRate } = order
  const due = money(instalment.amountCents, instalment.currency)
  const amount = formatMoney(due)
  const name = `Instalment ${position} of ${instalments.length}: ${instalment.label}`
  const isLate = instalment.dueAt <= new Date()
  const since = isLate ? `since ${formatDay(instalment.dueAt)}` : `on ${formatDay(instalment.dueAt)}`
  return {
    to: toRecipient(order.user),
    subject: toOneLine(
      `${days > 0 ? 'Reminder: pay' : 'Pay'} ${amount} for ${invoiceNumber}, ${packageName}`,
    ),
    preview: `${name}. Due ${since}.`,
    eyebrow: `Order ${invoiceNumber}`,
    heading: days > 0 ? `${amount} is still to be paid` : `${amount} is due`,
    blocks: [
      `${greet('Hello', order.user)}, ${
        days > 0
          ? `an instalment for ${packageName} isn’t paid yet`
          : `the next instalment for ${packageName} is due`
      }. You can pay through the link without signing in.`,
      block.facts([
        { label: 'For', value: toOneLine(name) },
        { label: isLate ? 'Due since' : 'Due on', value: formatDay(instalment.dueAt) },
        totalFact('To pay', due, usdInrRate),
      ]),
      block.link(
        `Pay ${amount}`,
        linkTo(context, `/checkout?instalment=${createInstalmentToken(env, { orderId, position })}`),
      ),
      accountButton('See your order', context, `/dashboard?order=${orderId}`, order.user),
      block.note(
        `${days >= LAST_DAYS ? 'Our terms explain what late payments cost. ' : ''}If you’ve paid in the meantime, there’s nothing to do. Anyone with this link can pay this instalment.`,
      ),
    ],
    because: `you ordered from ${brand.name}.`,
  }
}

const writePaymentReceipt: MailWriter<'payment_receipt'> = async ({ orderId, position }, context) => {
  const order = await getPaidOrder(context.services.db, orderId)
  const instalments = await OrderInstalment.query(context.services.db).where({ orderId }).orderBy('position')
  const instalment = instalments.find((one) => one.position === position)
  if (!instalment?.paidAt) throw new NotApplicable('The instalment is not paid')
  const { invoiceNumber, packageName } = order
  const paid = money(instalment.amountCents, instalment.currency)
  const amount = formatMoney(paid)
  return {
    to: toRecipient(order.user),
    subject: toOneLine(`Receipt: ${amount} for ${invoiceNumber}, ${packageName}`),
    preview: `Your payment of ${amount} has arrived.`,
    eyebrow: `Order ${invoiceNumber}`,
    heading: `We’ve received ${amount}`,
    blocks: [
      `${greet('Thank you', order.user, ', ')}. Your payment for ${packageName} has arrived.`,
      block.facts([
        { label: 'Date', value: formatDay(instalment.paidAt) },
        { label: 'For', value: instalment.label },
        totalFact('Paid', paid, order.usdInrRate),
      ]),
      buttonToInvoice(context, order, position),
    ],
    because: `you ordered from ${brand.name}.`,
  }
}

export const INSTALMENT_MAILS = {
  instalment_due: {
    to: 'customer',
    when: '10 seconds after a later instalment of an order becomes due, unless the mail about the delivery or its acceptance says so, and 3 and 7 days later while it is not paid',
    aDay: MONEY_MAILS_A_DAY,
    write: writeInstalmentDue,
  },
  payment_receipt: {
    to: 'customer',
    when: 'when a later payment of an order has arrived, unless the mail about its acceptance still waits and says so',
    aDay: MONEY_MAILS_A_DAY,
    write: writePaymentReceipt,
  },
} satisfies Partial<Mails>
