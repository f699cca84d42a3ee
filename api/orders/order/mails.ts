/** Mails to a customer about a paid order. */

import type { Knex } from 'knex'
import { brand, calendar } from '#api/content/content.ts'
import type { OrderStatus } from '#api/contract/orders/orders.ts'
import { type Block, block, type Fact, hidePasswords, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { MONEY_MAILS_A_DAY } from '#api/platform/mail/recipient-limits.ts'
import {
  formatDay,
  pluralize,
  priceFacts,
  statusFact,
  toOneLine,
  totalFact,
} from '#api/platform/mail/words.ts'
import { accountButton, greet, linkTo, type MailContext, toRecipient } from '#api/platform/mail/writer.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { MOMENT_WORDS } from '#api/rules/money/instalments.ts'
import { money } from '#api/rules/money/money.ts'
import { expectDate } from '#api/rules/order-work/promised-date.ts'
import { asksAnswers, ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { WARRANTY_DAYS } from '#api/rules/promises.ts'
import { ORDER_STATUS_LABELS, STATUSES } from '#api/rules/status-labels.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import type { Delivery } from '#db/models/orders/delivery.ts'
import { Order, OrderAnswer } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { isAskedOf } from './answers.ts'
import { getPromisedAt, isAwaitingAnswers } from './delivery.ts'
import { hasOpenDispute } from './instalments.ts'
import { nameFilesOf } from './order-files.ts'
import { createInstalmentToken } from './resume-token.ts'
import { listDeliveries } from './work.ts'

/** SQL: whether the customer of a row of `orders` can be mailed. */
export const CUSTOMER_HAS_EMAIL = `(orders.buyer ->> 'email' <> '' AND NOT EXISTS (SELECT FROM users
  WHERE users.id = orders.user_id AND num_nonnulls(users.disabled_at, users.erased_at) > 0))`

/**
 * @returns a paid order with its customer, who is the buyer from the form for a guest's unclaimed order
 * @throws NotApplicable if the order is gone or unpaid, or its customer was erased
 */
export async function getPaidOrder(db: Knex, orderId: number): Promise<Order & { user: User }> {
  const order = await Order.query(db).findById(orderId).withGraphJoined('user')
  if (!order) throw new NotApplicable('The order is gone')
  if (PAYMENT_STATUS[order.paymentStatus].isUnpaid) throw new NotApplicable('The order is not paid')
  if (order.isErased) throw new NotApplicable('The customer is gone')
  order.user ??= User.fromJson({ ...order.buyer, emailVerifiedAt: null, erasedAt: null })
  return order as Order & { user: User }
}

/** @param condition of the date while required answers are missing */
export function describePromise(order: Order, isWaiting: boolean, condition = 'if you answer today'): Fact {
  const { deliveryDays } = order
  const promisedBy = getPromisedAt(order)?.toISOString() ?? null
  const readyBy = expectDate({ promisedBy, deliveryDays, awaitsAnswers: isWaiting }, new Date(), calendar)
  return {
    label: 'Promised date',
    value: readyBy ? `${formatDay(readyBy)}${isWaiting ? `, ${condition}` : ''}` : 'N/A',
    note: pluralize(order.deliveryDays, 'business day'),
  }
}

const BECAUSE = `you ordered from ${brand.name}.`

/** Links to the invoice on the order's page. */
export const buttonToInvoice = (
  context: MailContext,
  { id, user }: Order & { user: User },
  position = 1,
): Block => accountButton('See the invoice', context, `/dashboard?order=${id}&invoice=${position}`, user)

const describeReceipt = ({ label, amountCents, currency }: OrderInstalment): Fact => ({
  label: `Paid: ${label}`,
  value: formatMoney(money(amountCents, currency)),
})

/**
 * Shows the instalments paid since a moment, with their invoice, and the due instalments, each with its payment link.
 * @returns also what is to be paid now, for the subject: ': $649.50 to pay', or ''
 */
export async function showInstalments(
  context: MailContext,
  order: Order & { user: User },
  since: Date,
): Promise<{ blocks: Block[]; toPay: string }> {
  const { db, env } = context.services
  if (!order.isInInstalments || (await hasOpenDispute(db, order.id))) return { blocks: [], toPay: '' }
  const instalments = await OrderInstalment.query(db).where({ orderId: order.id }).orderBy('position')
  const paid = instalments.filter(({ paidAt }) => paidAt && paidAt >= since)
  const due = PAYMENT_STATUS[order.paymentStatus].isPartlyPaid
    ? instalments.filter(({ state }) => INSTALMENT_STATE[state].isDue)
    : []
  const [last] = paid.toReversed()
  const sum = due.reduce((cents, { amountCents }) => cents + amountCents, 0)
  const blocks = [
    ...(last ? [block.facts(paid.map(describeReceipt)), buttonToInvoice(context, order, last.position)] : []),
    ...due.flatMap(({ position, label, amountCents, currency }) => {
      const toPay = money(amountCents, currency)
      const token = createInstalmentToken(env, { orderId: order.id, position })
      return [
        block.facts([{ label: 'For', value: label }, totalFact('To pay', toPay, order.usdInrRate)]),
        block.link(`Pay ${formatMoney(toPay)}`, linkTo(context, `/checkout?instalment=${token}`)),
      ]
    }),
  ]
  return { blocks, toPay: sum > 0 ? `: ${formatMoney(money(sum, order.currency))} to pay` : '' }
}

const writeOrderConfirmation: MailWriter<'order_confirmation'> = async ({ orderId }, context) => {
  const { db } = context.services
  const order = await getPaidOrder(db, orderId)
  const { packageId } = order
  const { paymentId, asked, required } = (await Order.query(db)
    .findById(orderId)
    .select(
      Payment.query()
        .findOne({ orderId, fulfilsOrder: true })
        .orderBy('id')
        .limit(1)
        .select('providerPaymentId')
        .as('paymentId'),
      PackageQuestion.query().where({ packageId }).where(isAskedOf(orderId)).count('id').as('asked'),
      PackageQuestion.query()
        .where({ packageId, required: true })
        .where(isAskedOf(orderId))
        .count('id')
        .as('required'),
    )
    .throwIfNotFound()) as Order & { paymentId: string | null; asked: number; required: number }
  const instalments = await OrderInstalment.query(db).where({ orderId }).orderBy('position')
  const isWaiting = await isAwaitingAnswers(db, orderId)
  const thanks = greet('Thank you', order.user, ', ')
  return {
    to: toRecipient(order.user),
    subject: toOneLine(
      `Your order ${order.invoiceNumber} is confirmed: ${asked > 0 ? `please answer ${pluralize(required || asked, required > 0 ? 'required question' : 'question')}` : order.packageName}`,
    ),
    preview:
      asked > 0 ? 'Your answers let our team start.' : 'Our team will get in touch and start the work.',
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: 'Your order is confirmed',
    blocks: [
      `${thanks}. ${
        order.amountCents > 0
          ? `We’ve received your ${nameFirst(order, instalments)}`
          : 'Your coupon covers the price'
      }.`,
      block.facts([
        { label: 'Package', value: order.packageName },
        { label: 'Date', value: formatDay(order.paidAt ?? order.createdAt) },
        describePromise(order, isWaiting),
        { label: 'Payment ID', value: paymentId ?? 'N/A' },
        ...priceFacts(order, 'Total'),
        ...instalments.map(describeInstalment),
      ]),
      ...(instalments.length > 0 ? ['We’ll email you a link when the next payment is due.'] : []),
      asked > 0
        ? `What happens next: we have ${pluralize(asked, 'question')} about your project${required > 0 && required < asked ? `, ${required} of them required` : ''}. Your answers let the team start.${isWaiting ? ' Each business day without them moves the promised date by one.' : ''}`
        : 'What happens next: our team will get in touch and start the work.',
      accountButton(
        asked > 0 ? 'Answer the questions' : 'See your order',
        context,
        `/dashboard?order=${order.id}`,
        order.user,
      ),
      buttonToInvoice(context, order),
    ],
    because: BECAUSE,
  }
}

/** @example 'first payment of $649.50' */
function nameFirst({ currency }: Order, [first]: readonly OrderInstalment[]): string {
  return first ? `first payment of ${formatMoney(money(first.amountCents, currency))}` : 'payment'
}

const describeInstalment = ({ label, amountCents, currency, due, paidAt }: OrderInstalment): Fact => ({
  label,
  value: formatMoney(money(amountCents, currency)),
  note: paidAt ? 'Paid' : `Due ${MOMENT_WORDS[due]}`,
})

const writeAnswersReceived: MailWriter<'answers_received'> = async ({ orderId }, context) => {
  const { db } = context.services
  const order = await getPaidOrder(db, orderId)
  const answers = await OrderAnswer.query(db)
    .where({ orderId })
    .join('package_questions', 'package_questions.id', 'order_answers.questionId')
    .orderBy(['package_questions.position', 'package_questions.id'])
    .select('order_answers.*')
  const given = answers.filter(({ answer }) => answer.trim() !== '')
  if (given.length === 0) throw new NotApplicable('The answers were removed')
  if (!asksAnswers(order)) throw new NotApplicable('The order no longer needs answers')
  if (await isAwaitingAnswers(db, orderId)) throw new NotApplicable('Required answers are missing')
  const isProved = order.user.emailVerifiedAt !== null
  return {
    to: toRecipient(order.user),
    subject: `We have your answers for ${order.invoiceNumber}`,
    preview: `${pluralize(given.length, 'answer')} received. The team will read them before work begins.`,
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: 'We have your answers',
    blocks: [
      `${greet('Thank you', order.user, ', ')}. ${isProved ? `These are your answers about ${order.packageName}:` : `The team will read them before it starts on ${order.packageName}.`}`,
      // An unverified address gets no answers, because a stranger may have typed both.
      ...(isProved
        ? [
            block.entries(
              given.map(({ question, answer }) => ({ title: question, text: hidePasswords(answer) })),
            ),
          ]
        : []),
      block.facts([describePromise(order, false)]),
      accountButton('Change or add answers', context, `/dashboard?order=${order.id}`, order.user),
      'You can change them until the order is completed.',
    ],
    because: BECAUSE,
  }
}

/** Shows the note, the links and the names of the files of each delivery. */
export async function showDeliveries(
  db: Knex,
  deliveries: readonly Pick<Delivery, 'id' | 'note' | 'links'>[],
): Promise<Block[]> {
  const files = await nameFilesOf(
    db,
    'deliveryId',
    deliveries.map(({ id }) => id),
  )
  return deliveries.map(({ id, note, links }) => {
    const text = hidePasswords([note, ...links].filter(Boolean).join('\n'))
    const items = text.split('\n').map((line) => {
      const href = links.includes(line) ? line : undefined
      return [{ text: href?.replace(/^https?:\/\//, '') ?? line, href }]
    })
    const formatted = [{ kind: 'paragraph', items }] as const
    return block.entries([{ title: 'Delivered', text, formatted, files: files.get(id) ?? [] }])
  })
}

interface StatusWords {
  subject: (invoiceNumber: string) => string
  heading: string
  /** Follows 'Hello Grace, ', so it starts in lower case or with the package's name. */
  text: (packageName: string) => string
}

const WORDS: Record<OrderStatus, StatusWords> = {
  pending: {
    subject: (number) => `Your order ${number} is waiting for the team`,
    heading: 'Your order is waiting for the team',
    text: (name) => `${name} is in the queue. We’ll write to you when work begins.`,
  },
  processing: {
    subject: (number) => `Work on your order ${number} has started`,
    heading: 'The work has started',
    text: (name) =>
      `our team is working on ${name}. You can still change your answers; the sooner, the better.`,
  },
  completed: {
    subject: (number) => `Your order ${number} is completed`,
    heading: 'Your order is completed',
    text: (name) =>
      `${name} is done. The work carries a ${WARRANTY_DAYS}-day warranty. If anything is wrong, reply to this email.`,
  },
  cancelled: {
    subject: (number) => `Your order ${number} was cancelled`,
    heading: 'Your order was cancelled',
    text: (name) =>
      `${name} has been cancelled. If you didn’t expect this, reply to this email. If a refund is due, we’ll email you a receipt.`,
  },
}
const writeStatusChanged: MailWriter<'status_changed'> = async ({ orderId, from, to }, context) => {
  const { db } = context.services
  const order = await getPaidOrder(db, orderId)
  if (order.status !== to) throw new NotApplicable(`The order is now ${order.status}`)
  const words = WORDS[to]
  const statuses = block.facts([
    // Both are the same if work starts on an order that its answers have already set to processing.
    ...(from === to ? [] : [statusFact('Status before', STATUSES.order[from])]),
    statusFact('Status now', STATUSES.order[to]),
  ])
  const instalments = ORDER_STATUS[to].isDone
    ? await showInstalments(context, order, order.completedAt ?? new Date())
    : { blocks: [], toPay: '' }
  return {
    to: toRecipient(order.user),
    subject: `${words.subject(order.invoiceNumber)}${instalments.toPay}`,
    preview: `${order.packageName} is ${ORDER_STATUS_LABELS[to].toLowerCase()}.`,
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: words.heading,
    blocks: [
      `${greet('Hello', order.user)}, ${words.text(order.packageName)}`,
      statuses,
      ...(ORDER_STATUS[to].isDone ? await showDeliveries(db, await listDeliveries(db, orderId)) : []),
      ...instalments.blocks,
      accountButton('See your order', context, `/dashboard?order=${order.id}`, order.user),
    ],
    because: BECAUSE,
  }
}

export const ORDER_MAILS = {
  order_confirmation: {
    to: 'customer',
    when: 'when an order is paid',
    aDay: MONEY_MAILS_A_DAY,
    write: writeOrderConfirmation,
  },
  answers_received: {
    to: 'customer',
    when: '10 minutes after answers were saved, if the required ones are in: several tell of each other in one',
    write: writeAnswersReceived,
  },
  status_changed: {
    to: 'customer',
    when: '10 seconds after the status of a paid order changed, if it still has that status',
    write: writeStatusChanged,
  },
} satisfies Partial<Mails>
