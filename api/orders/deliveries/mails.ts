/** Mails about deliveries: to the customer, and to the team about the customer's response. */

import type { Knex } from 'knex'
import { brand } from '#api/content/content.ts'
import { getTurn } from '#api/orders/order/delivery.ts'
import { getPaidOrder, showDeliveries, showInstalments } from '#api/orders/order/mails.ts'
import { IS_ACCEPTANCE_STOPPED } from '#api/orders/order/work.ts'
import { type Block, block, type Fact, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { formatDay, toOneLine } from '#api/platform/mail/words.ts'
import { accountButton, greet, toRecipient } from '#api/platform/mail/writer.ts'
import { isTested, isWithCustomer } from '#api/rules/order-work/work-state.ts'
import { WARRANTY_DAYS } from '#api/rules/promises.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { OrderDate } from '#db/models/orders/promised-date.ts'
import { User } from '#db/models/people/user.ts'

const BECAUSE = `you ordered from ${brand.name}.`

async function getDelivery(db: Knex, { orderId, number }: { orderId: number; number: number }) {
  const order = await getPaidOrder(db, orderId)
  const delivery = await Delivery.query(db).findOne({ orderId, number })
  if (!delivery) throw new NotApplicable('The delivery was undone')
  // Only for a verified address, because a stranger may have typed any other.
  const shown: Block[] = order.user.emailVerifiedAt ? await showDeliveries(db, [delivery]) : []
  return { order, delivery, shown }
}

const SILENCE = 'If we don’t hear from you, it’s accepted automatically.'
const SAY = 'You can accept it, report a problem or request a change on the order page.'

const writeDelivered: MailWriter<'delivered'> = async (payload, context) => {
  const { order, delivery, shown } = await getDelivery(context.services.db, payload)
  if (delivery.acceptedAt) throw new NotApplicable('It is accepted already')
  const { acceptBy, invoiceNumber, packageName } = order
  const isAsked = isWithCustomer(order.workState) && acceptBy !== null
  return {
    to: toRecipient(order.user),
    subject: toOneLine(
      isAsked
        ? `Check your delivery by ${formatDay(acceptBy)}: ${invoiceNumber}, ${packageName}`
        : `Delivered: ${invoiceNumber}, ${packageName}`,
    ),
    preview: isAsked ? SILENCE : 'Please check it.',
    eyebrow: `Order ${invoiceNumber}`,
    heading: toOneLine(`${packageName} is delivered`),
    blocks: [
      `${greet('Hello', order.user)}, your order is ready to check. ${isAsked ? SAY : 'Tell us if anything is wrong.'}`,
      ...shown,
      ...(isAsked ? [block.facts([describeEnd(acceptBy)])] : []),
      ...(await showInstalments(context, order, new Date())).blocks,
      accountButton('Check the delivery', context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: BECAUSE,
  }
}

const describeEnd = (acceptBy: Date): Fact => ({
  label: 'Please check by',
  value: formatDay(acceptBy),
  note: SILENCE,
})

const writeDeliveryReminder: MailWriter<'delivery_reminder'> = async (payload, context) => {
  const { db } = context.services
  const { order, shown } = await getDelivery(db, payload)
  const { acceptBy, invoiceNumber, packageName } = order
  if (!acceptBy || (await getTurn(db, order.id)) !== 'check')
    throw new NotApplicable('It is no longer waiting for the customer')
  const running = await order.$query(db).whereRaw(`NOT ${IS_ACCEPTANCE_STOPPED}`)
  if (!running) throw new NotApplicable('Something is open that stops the time')
  return {
    to: toRecipient(order.user),
    subject: toOneLine(`Please check by ${formatDay(acceptBy)}: ${invoiceNumber}, ${packageName}`),
    preview: SILENCE,
    eyebrow: `Order ${invoiceNumber}`,
    heading: 'Have you checked what we delivered?',
    blocks: [
      `${greet('Hello', order.user)}, ${packageName} is ready for you to check. ${SAY}`,
      ...shown,
      block.facts([describeEnd(acceptBy)]),
      accountButton('Check the delivery', context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: BECAUSE,
  }
}

const writeDeliveryAccepted: MailWriter<'delivery_accepted'> = async ({ by, ...payload }, context) => {
  const { order, delivery } = await getDelivery(context.services.db, payload)
  const { invoiceNumber, packageName } = order
  if (!delivery.acceptedAt) throw new NotApplicable('The delivery is not accepted')
  const since = formatDay(delivery.createdAt)
  const until = formatDay(new Date(delivery.createdAt.getTime() + WARRANTY_DAYS * 24 * 3_600_000))
  const warranty = `Your warranty runs until ${until}. Report a problem on the order page, and we’ll fix it free of charge.`
  const isThanks = by === 'customer'
  const instalments = await showInstalments(context, order, delivery.acceptedAt)
  return {
    to: toRecipient(order.user),
    subject: toOneLine(
      isThanks
        ? `Your order ${invoiceNumber} is completed${instalments.toPay}`
        : `${invoiceNumber} is now accepted${instalments.toPay || `: ${packageName}`}`,
    ),
    preview: isThanks ? 'You’ve accepted what we delivered.' : 'The time to check is over.',
    eyebrow: `Order ${invoiceNumber}`,
    heading: isThanks ? 'Your order is completed' : 'Your delivery was accepted automatically',
    blocks: [
      isThanks
        ? `${greet('Hello', order.user)}, thank you for accepting ${packageName}. ${warranty}`
        : `${greet('Hello', order.user)}, we delivered ${packageName} on ${since} and haven’t heard of any problem since. Under our terms it is now accepted, and the order is completed. You keep all your rights. ${warranty}`,
      ...instalments.blocks,
      accountButton('See your order', context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: BECAUSE,
  }
}

const writeRequestDecided: MailWriter<'request_decided'> = async ({ orderId, requestId }, context) => {
  const { db } = context.services
  const order = await getPaidOrder(db, orderId)
  const asked = await DeliveryRequest.query(db).findById(requestId)
  if (!asked?.outcome) throw new NotApplicable('The request is gone')
  const isGranted = asked.outcome === 'granted'
  const { acceptBy, workState } = order
  return {
    to: toRecipient(order.user),
    subject: `${isGranted ? 'We’ll make your change' : 'We can’t make your change'}: ${order.invoiceNumber}`,
    preview: isGranted ? 'We’ll deliver again.' : 'It goes beyond what your order includes.',
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: isGranted ? 'We’ll make the change' : 'We can’t make the change',
    blocks: [
      `${greet('Hello', order.user)}, ${
        isGranted
          ? `our team will make the change you requested to ${order.packageName} and deliver again.`
          : `the change you requested goes beyond what ${order.packageName} includes.`
      }`,
      ...(asked.reason && order.user.emailVerifiedAt ? [block.quote(asked.reason)] : []),
      ...(!isGranted && isTested(workState) && acceptBy ? [block.facts([describeEnd(acceptBy)])] : []),
      accountButton('See your order', context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: BECAUSE,
  }
}

const writeDateMoved: MailWriter<'date_moved'> = async ({ orderId, dateId }, context) => {
  const { db } = context.services
  const order = await getPaidOrder(db, orderId)
  const date = await OrderDate.query(db).findById(dateId).throwIfNotFound()
  const { invoiceNumber, packageName } = order
  return {
    to: toRecipient(order.user),
    subject: toOneLine(`A new date for ${invoiceNumber}: ${formatDay(date.newAt)}`),
    preview: `${packageName} is now promised by ${formatDay(date.newAt)}.`,
    eyebrow: `Order ${invoiceNumber}`,
    heading: 'Your order has a new date',
    blocks: [
      `${greet('Hello', order.user)}, we’re sorry, but we can’t keep the date for ${packageName}.`,
      block.facts([
        { label: 'Promised date', value: formatDay(date.newAt), note: `instead of ${formatDay(date.oldAt)}` },
      ]),
      // Only for a verified address, because a stranger may have typed any other.
      ...(date.reason && order.user.emailVerifiedAt ? [block.quote(date.reason)] : []),
      accountButton('See your order', context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: BECAUSE,
  }
}

const writeDeliveryRequest: MailWriter<'delivery_request'> = async (payload, context) => {
  const { db } = context.services
  const { requestId, adminId, staffId } = payload
  const request = await DeliveryRequest.query(db).findById(requestId).withGraphFetched('[order, delivery]')
  const { order, delivery } = request ?? {}
  if (!request || !order || request.closedAt) throw new NotApplicable('The request is closed')
  const reader = await User.query(db)
    .findById(adminId ?? staffId ?? 0)
    .where({ disabledAt: null, ...(adminId === undefined ? { isStaff: true } : { isAdmin: true }) })
  if (!reader) throw new NotApplicable('The recipient is no longer on the team')
  const isFault = request.kind === 'fault'
  const waits = request.outcome === null
  const title = isFault ? 'Problem to fix' : waits ? 'Change requested' : 'Change to make'
  return {
    to: toRecipient(reader),
    subject: toOneLine(`${title}: ${order.invoiceNumber}, ${order.packageName}`),
    preview: waits
      ? 'It’s beyond the included changes and needs a decision.'
      : 'The work is in progress again.',
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: title,
    blocks: [
      `${greet('Hello', reader)}, the customer ${isFault ? 'reported a problem with' : 'requested a change to'} ${delivery ? `delivery ${delivery.number} of ` : ''}${order.packageName}.${
        waits ? ' It’s beyond the included changes. Grant it, or decline it with a reason.' : ''
      }`,
      ...(request.text ? [block.quote(request.text)] : []),
      ...(request.dueBy
        ? [block.facts([{ label: 'Warranty work due by', value: formatDay(request.dueBy) }])]
        : []),
      accountButton(
        waits ? 'Decide on the change' : 'Open the order',
        context,
        `${adminId === undefined ? '/staff' : '/admin'}?order=${order.id}`,
        reader,
      ),
    ],
    because: `you work at ${brand.name}.`,
  }
}

export const DELIVERY_MAILS = {
  delivered: {
    to: 'customer',
    when: '10 seconds after the customer has got a delivery: until when to check it, and how',
    write: writeDelivered,
  },
  delivery_reminder: {
    to: 'customer',
    when: '3 and 6 days after a delivery that its customer has not accepted, while its time runs',
    write: writeDeliveryReminder,
  },
  delivery_accepted: {
    to: 'customer',
    when: 'when a delivery is accepted, a minute later where a payment is due then: thanks or, where it is by time, what that means; and what is paid or due',
    write: writeDeliveryAccepted,
  },
  delivery_request: {
    to: 'whoever delivered, and admins',
    when: 'when the customer reports a fault or asks for a change',
    write: writeDeliveryRequest,
  },
  request_decided: {
    to: 'customer',
    when: 'when the team has granted or declined a change beyond the included ones',
    write: writeRequestDecided,
  },
  date_moved: {
    to: 'customer',
    when: 'when the team has set a new promised date, with the reason',
    write: writeDateMoved,
  },
} satisfies Partial<Mails>
