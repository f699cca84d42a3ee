/** Rules for all mails: where their links lead a signed-out reader (docs/product/account.md, Links in mails). */
import { expect, expectTypeOf, test } from 'vitest'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Refund } from '#db/models/money/refund.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { Order, OrderAnswer } from '#db/models/orders/order.ts'
import { OrderDate } from '#db/models/orders/promised-date.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import {
  insertAssignment,
  insertDelivery,
  insertMessage,
  insertOffer,
  insertOrder,
  insertPayment,
  insertRefundRequest,
  insertRequest,
  insertUser,
} from '#db/testing/builders.ts'
import { MAIL_KINDS, type MailKind, type MailPayloads } from './contract/operations/mail-kinds.ts'
import { MAILS } from './mails.ts'
import type { WrittenMail } from './platform/mail/content.ts'
import { queueMail } from './platform/mail/outbox.ts'
import { renderText } from './platform/mail/render.ts'
import { openTestApp } from './testing/test-app.ts'

const shop = openTestApp()
const CLARA = 'clara+shop@example.com'
const NOOR = 'noor@shop.example'

/** Public pages. */
const PUBLIC = ['/privacy-policy']
/** Pages that the link's token opens. */
const BY_TOKEN = ['/checkout', '/reset-password', '/offer']
/** Pages that need a sign-in: the link fills in the e-mail. */
const OWN = ['/dashboard', '/staff', '/admin']

/** Inserts the rows that each kind of mail is written from. */
async function preparePayloads(): Promise<MailPayloads> {
  const clara = await insertUser(shop.db, { email: CLARA, emailVerifiedAt: null })
  const noor = await insertUser(shop.db, { email: NOOR, isStaff: true, isAdmin: true, emailVerifiedAt: null })
  const order = await insertOrder(shop.db, { userId: clara.id })
  const unpaid = await insertOrder(shop.db, {
    userId: clara.id,
    paymentStatus: 'unpaid',
    providerOrderId: 'order_tried',
  })
  const payment = await insertPayment(shop.db, { orderId: order.id })
  const refund = await Refund.query(shop.db)
    .insert({ paymentId: payment.id, amountCents: 100, reason: 'cancelled', status: 'processed' })
    .returning('*')
  const question = await PackageQuestion.query(shop.db)
    .insert({ packageId: order.packageId, question: 'Who?', questionType: 'text', position: 1 })
    .returning('*')
  await OrderAnswer.query(shop.db).insert({
    orderId: order.id,
    questionId: question.id,
    question: 'Who?',
    answer: 'All',
  })
  await Order.query(shop.db)
    .findById(order.id)
    .patch({ status: 'processing', workState: 'delivered', acceptBy: new Date() })
  const work = { orderId: order.id, authorId: noor.id }
  await insertDelivery(shop.db, work)
  const accepted = { acceptedAt: new Date(), acceptedKind: 'time' } as const
  await insertDelivery(shop.db, { ...work, number: 2, ...accepted })
  const asked = { orderId: order.id, authorId: clara.id }
  const open = await insertRequest(shop.db, asked)
  const declined = await insertRequest(shop.db, { ...asked, outcome: 'declined' })
  const days = { oldAt: new Date('2026-11-20'), newAt: new Date('2026-11-24') }
  const date = await OrderDate.query(shop.db)
    .insert({ ...work, ...days, reason: 'Ill.' })
    .returning('id')
  const { id: refundedId } = await insertOrder(shop.db, { userId: clara.id })
  const finished = { status: 'completed', completedAt: new Date() } as const
  const completed = await insertOrder(shop.db, { userId: clara.id, ...finished })
  const refundRequest = await insertRefundRequest(shop.db, { orderId: refundedId, authorId: clara.id })
  const assignment = await insertAssignment(shop.db, {
    orderId: order.id,
    staffId: noor.id,
    assignedById: clara.id,
  })
  const done = await insertAssignment(shop.db, {
    orderId: (await insertOrder(shop.db)).id,
    staffId: noor.id,
    assignedById: noor.id,
    status: 'completed',
  })
  const inInstalments = await insertOrder(shop.db, {
    userId: clara.id,
    paymentStatus: 'instalment_paid',
    isInInstalments: true,
  })
  const half = {
    orderId: inInstalments.id,
    currency: inInstalments.currency,
    amountCents: inInstalments.amountCents / 2,
  }
  const { id: paymentId } = await insertPayment(shop.db, { ...half, instalmentPosition: 1 })
  const now = new Date()
  await shop.db('order_instalments').insert([
    {
      ...half,
      position: 1,
      label: 'First',
      due: 'purchase',
      state: 'paid',
      dueAt: now,
      paidAt: now,
      paymentId,
    },
    { ...half, position: 2, label: 'Last', due: 'accepted', state: 'due', dueAt: new Date() },
  ])
  // Lacks a required answer, and has a file.
  const unanswered = await insertOrder(shop.db, { userId: clara.id })
  const required = { packageId: unanswered.packageId, question: 'Why?', required: true, position: 1 }
  await PackageQuestion.query(shop.db).insert({ ...required, questionType: 'text' })
  await shop.db('order_files').insert({
    id: crypto.randomUUID(),
    orderId: order.id,
    uploaderId: clara.id,
    questionId: question.id,
    name: 'a.txt',
    sizeBytes: 1,
    state: 'ready',
    mediaType: 'text/plain',
  })
  const message = await insertMessage(shop.db, { orderId: order.id, authorId: clara.id })
  await IncomingMail.query(shop.db).insert({
    mailHash: Buffer.alloc(32),
    orderId: order.id,
    userId: clara.id,
    state: 'waiting',
    fromAddress: '',
    text: 'Yes',
    wholeText: 'Yes',
  })
  const notification = await Notification.query(shop.db)
    .insert({ kind: 'order_paid', key: 'order_paid:1', title: 'Paid', facts: [], path: '/admin?tab=orders' })
    .returning('id')
  const ada = await insertUser(shop.db, { email: 'ada@shop.example', isAdmin: true })
  const { id: offerId } = await insertOffer(shop.db)
  return {
    order_confirmation: { orderId: order.id },
    welcome: { orderId: order.id },
    payment_failed: { orderId: unpaid.id },
    instalment_due: { orderId: inInstalments.id, position: 2, days: 0 },
    payment_receipt: { orderId: inInstalments.id, position: 1 },
    answers_received: { orderId: order.id },
    status_changed: { orderId: order.id, from: 'pending', to: 'processing' },
    refund_receipt: { refundId: refund.id },
    assignment: { assignmentId: assignment.id, staffId: noor.id },
    answers_in: { assignmentId: assignment.id, staffId: noor.id, event: 'in' },
    work_finished: { assignmentId: done.id, adminId: noor.id },
    messages: { orderId: order.id, staffId: noor.id, from: message.id },
    reply_waits: { orderId: order.id, userId: clara.id },
    reply_refused: { orderId: order.id, userId: clara.id },
    delivered: { orderId: order.id, number: 1 },
    delivery_reminder: { orderId: order.id, number: 1 },
    delivery_accepted: { orderId: order.id, number: 2, by: 'time' },
    delivery_request: { requestId: open.id, adminId: noor.id },
    date_moved: { orderId: order.id, dateId: date.id },
    request_decided: { orderId: order.id, requestId: declined.id },
    files_end: { orderId: order.id },
    answers_reminder: { orderId: unanswered.id, isLast: false },
    review_request: { orderId: completed.id },
    refund_request: { orderId: refundedId, requestId: refundRequest.id, event: 'asked' },
    refund_asked: { requestId: refundRequest.id, adminId: noor.id },
    offer_sent: { offerId, version: 1 },
    offer_answered: { offerId, adminId: noor.id, event: 'accepted' },
    password_reset: { email: CLARA },
    invitation: { userId: noor.id },
    confirm_email: { userId: clara.id, email: CLARA },
    address_change: { email: CLARA },
    password_guesses: { email: CLARA },
    account_notice: {
      userId: clara.id,
      email: CLARA,
      event: 'new_device',
      at: new Date().toISOString(),
      device: 'Firefox on Linux',
    },
    account_erased: { email: 'erased@example.com' },
    notification: { notificationId: notification.id, recipientId: ada.id, event: 'order_paid' },
  }
}

async function writeMail<Kind extends MailKind>(
  kind: Kind,
  payload: MailPayloads[Kind],
): Promise<WrittenMail> {
  const message = await OutboxMessage.query(shop.db).insert({ kind, payload }).returning('*')
  const { id: outboxId, messageId } = message
  return await MAILS[kind].write(payload, { services: shop, outboxId, messageId })
}

const listLinks = ({ blocks }: WrittenMail): URL[] =>
  blocks.flatMap((block) =>
    typeof block === 'object' && block.type === 'button' ? [new URL(block.url)] : [],
  )

const readFragment = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))

test('every link of every mail leads to a page that says something, or to the sign-in of its receiver', async () => {
  const payloads = await preparePayloads()
  // `reply_refused` only bounces a reply.
  for (const kind of MAIL_KINDS.filter((one) => one !== 'reply_refused')) {
    const mail = await writeMail(kind, payloads[kind])
    const links = listLinks(mail)
    expect(links.length, kind).toBeGreaterThan(0)
    for (const link of links) {
      const { pathname, search } = link
      const fragment = readFragment(link)
      const email = mail.to.address
      // An e-mail in the query would show in logs and to other sites.
      expect(decodeURIComponent(search), kind).not.toContain('@')
      if (PUBLIC.includes(pathname)) expect(fragment, kind).toEqual({})
      else if (BY_TOKEN.includes(pathname)) expect(`${search}${link.hash}`, kind).toMatch(/[\w-]{20}/)
      else if (pathname === '/confirm-email')
        expect(fragment, kind).toEqual({ token: expect.any(String), 'sign-in': email })
      else if (OWN.includes(pathname)) expect(fragment, kind).toEqual({ 'sign-in': email })
      else {
        expect(pathname, kind).toBe('/')
        expect(fragment, kind).toEqual({ 'forgot-password': email })
      }
    }
  }
})

test('the mail about a question says once who gets a reply to it', async () => {
  const payloads = await preparePayloads()
  const told = { ...payloads.offer_answered, event: 'question', asked: 1 } as const
  const mail = await writeMail('offer_answered', told)
  expect(mail.subject).toMatch(/^.+ asked about offer OF-\d+$/)
  expect(renderText(mail)).toContain('Reply to this email and')
  expect(renderText(mail)).not.toContain('Questions?')
})

test('the mail to a new address does not say which address the account has', async () => {
  const clara = await insertUser(shop.db, { email: CLARA })
  const payload = { userId: clara.id, email: 'new@example.com' }
  const mail = await writeMail('confirm_email', payload)
  expect(JSON.stringify(mail)).not.toContain('clara')
  expect(listLinks(mail).map(readFragment)).toEqual([{ token: expect.any(String) }])
})

test('a mail is queued with the payload of its kind alone', () => {
  expectTypeOf(queueMail<'instalment_due'>)
    .parameter(3)
    .toEqualTypeOf<{ orderId: number; position: number; days: number }>()
})
