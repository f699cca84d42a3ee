/** Collects what the shop knows about a disputed payment in one file, which an admin sends to the payment provider. */
import type { Knex } from 'knex'
import { Invoice } from '../../../db/models/invoice.ts'
import { Order, OrderAnswer, OrderEvent } from '../../../db/models/order.ts'
import { Message } from '../../../db/models/order-work/message.ts'
import { OrderDate } from '../../../db/models/order-work/promised-date.ts'
import { RefundRequest } from '../../../db/models/order-work/refund-request.ts'
import { Review } from '../../../db/models/order-work/review.ts'
import { Delivery, DeliveryRequest } from '../../../db/models/order-work/staff-assignment.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { Dispute, Refund } from '../../../db/models/payment.ts'
import { getFound } from '../../base/errors.ts'
import { brand } from '../../content/content.ts'
import { formatMoney } from '../../rules/money/format.ts'
import { money } from '../../rules/money/money.ts'
import { omitPlaceholders } from '../../rules/placeholders.ts'
import { describeSameStatus } from '../../rules/status-labels.ts'
import { escapeText } from '../mail/render.ts'
import { formatDay, formatMoment } from '../mail/words.ts'
import { listFilesOfCustomers } from '../orders/order-files.ts'

type Row = readonly [label: string, value: string]

interface Section {
  title: string
  rows: Row[]
}

export interface Evidence {
  paymentId: number | null
  label: string
  html: string
}

/** @throws NotFound */
export async function writeEvidence(db: Knex, disputeId: number): Promise<Evidence> {
  const dispute = await getFound(Dispute.query(db).findById(disputeId).withGraphFetched('payment'), 'Dispute')
  const orderId = dispute.payment?.orderId
  const sections = [describeDispute(dispute), ...(orderId ? await describeOrder(db, orderId) : [])]
  const label = dispute.providerDisputeId
  return { paymentId: dispute.paymentId, label, html: toHtml(`Evidence for dispute ${label}`, sections) }
}

function describeDispute(dispute: Dispute): Section {
  const { payment } = dispute
  return {
    title: 'Dispute and payment',
    rows: [
      ['Dispute', `${dispute.providerDisputeId}, ${dispute.phase}, reason ${dispute.reasonCode}`],
      ['Amount in dispute', formatMoney(money(dispute.amountCents, dispute.currency))],
      ['Payment', dispute.providerPaymentId],
      ['Amount paid', payment ? formatMoney(money(payment.amountCents, payment.currency)) : 'Not known here'],
      ['Captured', payment?.capturedAt ? formatMoment(payment.capturedAt) : 'Not known here'],
    ],
  }
}

async function describeOrder(db: Knex, orderId: number): Promise<Section[]> {
  const order = await Order.query(db).findById(orderId).throwIfNotFound()
  const answers = await OrderAnswer.query(db)
    .where({ orderId })
    .whereNot({ answer: '' })
    .orderBy('questionId')
  const events = await OrderEvent.query(db).where({ orderId }).orderBy(['createdAt', 'id'])
  const refunds = await Refund.query(db)
    .joinRelated('payment')
    .where({ 'payment.orderId': orderId })
    .select('refunds.*')
    .orderBy('refunds.id')
  const mails = await OutboxMessage.query(db)
    .whereRaw(`payload ->> 'orderId' = ? AND payload ->> 'staffId' IS NULL`, String(orderId))
    .where({ state: 'sent' })
    .orderBy('id')
  const messages = await Message.query(db)
    .where({ orderId, isTeamOnly: false })
    .whereNot({ text: '' })
    .orderBy('id')
  const files = await listFilesOfCustomers(db, [orderId])
  const deliveries = await Delivery.query(db).where({ orderId }).whereNotNull('releasedAt').orderBy('number')
  const requests = await DeliveryRequest.query(db).where({ orderId }).orderBy('id')
  const dates = await OrderDate.query(db).where({ orderId }).orderBy('id')
  const asked = await RefundRequest.query(db).where({ orderId }).orderBy('id')
  const review = await Review.query(db).findOne({ orderId }).whereNot({ state: 'withdrawn' })
  const invoices = await Invoice.query(db).where({ orderId }).orderBy('id')
  return [
    describeOrdered(order),
    {
      title: 'Invoices and credit notes',
      rows: invoices.map(({ kind, serial, issuedAt, sha256 }) => [
        `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${serial}`,
        `issued ${formatMoment(issuedAt)}, SHA-256 of the document ${sha256}`,
      ]),
    },
    {
      title: 'Terms that the buyer accepted by ordering',
      rows: (order.acceptedPolicies ?? []).map(({ policy, version, sha256, acceptedAt }) => [
        policy,
        `version ${version}, accepted ${formatMoment(new Date(acceptedAt))}, SHA-256 of the text ${sha256}`,
      ]),
    },
    {
      title: 'Answers of the buyer about the work',
      rows: answers.map((given) => [given.question, `${given.answer} (${formatMoment(given.updatedAt)})`]),
    },
    {
      title: 'Deliveries, and their acceptance',
      rows: deliveries.flatMap(({ number, note, links, releasedAt, acceptedAt, acceptedKind }): Row[] => [
        [
          `Delivery ${number}`,
          [releasedAt && formatMoment(releasedAt), note, ...links].filter(Boolean).join('\n'),
        ],
        ...(acceptedAt
          ? [
              [
                `Delivery ${number} accepted`,
                `${formatMoment(acceptedAt)}, ${ACCEPTED_BY[acceptedKind ?? 'time']}`,
              ] as const,
            ]
          : []),
      ]),
    },
    {
      title: 'Faults that the buyer reported, and changes that they asked for',
      rows: requests.map(({ kind, text, createdAt, outcome, reason }) => [
        `${formatMoment(createdAt)}, ${kind}`,
        [text, [outcome ?? 'waits for a decision', reason].filter(Boolean).join(': ')]
          .filter(Boolean)
          .join('\n'),
      ]),
    },
    {
      title: 'New promised dates',
      rows: dates.map(({ createdAt, oldAt, newAt, reason }) => [
        formatMoment(createdAt),
        [`${formatDay(newAt)} instead of ${formatDay(oldAt)}`, reason].filter(Boolean).join('\n'),
      ]),
    },
    {
      title: 'Refunds that the buyer asked for',
      rows: asked.map(({ createdAt, askedCents, currency, state, reason, wish, answer, secondReason }) => [
        `${formatMoment(createdAt)}, ${formatMoney(money(askedCents, currency))}`,
        [reason, wish, secondReason, [state, answer].filter(Boolean).join(': ')].filter(Boolean).join('\n'),
      ]),
    },
    {
      title: 'Review of the buyer',
      rows: review
        ? [[formatMoment(review.createdAt), `${review.rating} of 5 stars: ${review.comment}`]]
        : [],
    },
    {
      title: 'History of the order',
      rows: events.map((event) => [formatMoment(event.createdAt), describeEvent(event)]),
    },
    {
      title: 'Messages between the buyer and the team',
      rows: messages.map(({ createdAt, authorRole, text }) => [
        `${formatMoment(createdAt)}, ${authorRole}`,
        text,
      ]),
    },
    {
      title: 'Files that the buyer sent or got',
      rows: files.map(({ name, deliveryId, createdAt, downloadedAt }) => [
        `${formatMoment(createdAt)}${deliveryId === null ? '' : ', delivered'}`,
        [name, downloadedAt && `downloaded by the buyer ${formatMoment(downloadedAt)}`]
          .filter(Boolean)
          .join('\n'),
      ]),
    },
    {
      title: 'Mails that were sent to the buyer',
      rows: mails.map(({ kind, subject, toEmail, sentAt }) => [
        sentAt ? formatMoment(sentAt) : '',
        `${subject ?? kind}, to ${toEmail ?? 'nobody'}`,
      ]),
    },
    {
      title: 'Refunds',
      rows: refunds.map(({ amountCents, currency, status, createdAt }) => [
        formatMoment(createdAt),
        `${formatMoney(money(amountCents, currency))}, ${status}`,
      ]),
    },
  ]
}

const ACCEPTED_BY = {
  customer: 'by the buyer',
  time: 'by time: nothing was reported in the days for testing',
}

function describeOrdered(order: Order): Section {
  const buyer = omitPlaceholders(order.buyer)
  const { address, city, state, zipCode, country } = buyer
  return {
    title: `Order ${order.invoiceNumber}`,
    rows: [
      ['Buyer', [`${buyer.firstName} ${buyer.lastName}`.trim(), buyer.company].filter(Boolean).join(', ')],
      ['Email and phone', [buyer.email, buyer.phone].filter(Boolean).join(', ')],
      ['Address', [address, city, state, zipCode, country].filter(Boolean).join(', ')],
      ['Reference', order.reference ?? ''],
      ['Package', `${order.packageName}, ${order.deliveryDays} days of delivery`],
      ['Price', formatMoney(money(order.originalCents, order.currency))],
      ['Discount', formatMoney(money(order.discountCents, order.currency))],
      ['Total', formatMoney(money(order.amountCents, order.currency))],
      ['Ordered', formatMoment(order.createdAt)],
      ['Ordered at', order.embedOrigin ? `${order.embedOrigin}, as the browser claimed` : 'The shop itself'],
      ['Paid', order.paidAt ? formatMoment(order.paidAt) : 'Not paid'],
    ],
  }
}

function describeEvent({ kind, fromValue: from, toValue: to, note, actorKind }: OrderEvent): string {
  const change = kind === 'note' ? '' : `${kind.replace('_', ' ')}: ${from ?? 'none'} to ${to}`
  const same = kind === 'note' ? undefined : describeSameStatus({ from, to, note })
  return `${same ?? [change, note].filter(Boolean).join('. ')} (by ${actorKind})`
}

/** A self-contained page without scripts. Admins print it as a PDF, the format that providers accept. */
function toHtml(title: string, sections: Section[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeText(title)}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #0f172a; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-top: 1px solid #cbd5e1; overflow-wrap: anywhere; white-space: pre-line; }
th { width: 32%; font-weight: 500; color: #475569; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; break-after: avoid; }
</style>
</head>
<body>
<h1>${escapeText(title)}</h1>
<p>${escapeText(`${brand.legalName}, made ${formatMoment(new Date())}. Print it as a PDF to send it to the payment provider.`)}</p>
${sections.map(toSection).join('\n')}
</body>
</html>
`
}

function toSection({ title, rows }: Section): string {
  const cells = rows.map(
    ([label, value]) => `<tr><th scope="row">${escapeText(label)}</th><td>${escapeText(value)}</td></tr>`,
  )
  const content = cells.length > 0 ? `<table>\n${cells.join('\n')}\n</table>` : '<p>None.</p>'
  return `<h2>${escapeText(title)}</h2>\n${content}`
}
