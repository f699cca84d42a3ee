/** Fills a shop with one row of each kind and a user of every role, for checks of all calls. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { Category, type Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { Picture } from '#db/models/catalogue/picture.ts'
import type { Payment } from '#db/models/money/payment.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderCredentials } from '#db/models/orders/credentials.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { type Order, OrderAnswer } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { Review } from '#db/models/orders/review.ts'
import type { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import type { WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'
import type { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import {
  insertAssignment,
  insertCoupon,
  insertDelivery,
  insertDispute,
  insertMessage,
  insertOffer,
  insertPackage,
  insertPaidOrder,
  insertPayment,
  insertRefundRequest,
  insertRequest,
  insertReview,
  insertUser,
  insertWebhookMessage,
} from '#db/testing/builders.ts'
import { openSession } from './sessions.ts'
import { type TestApp, Visitor } from './test-app.ts'

/** `customer` owns the order, and `staff` is assigned to it. `otherCustomer` and `otherStaff` are not involved. */
export const ROLES = ['visitor', 'otherCustomer', 'otherStaff', 'staff', 'customer', 'admin'] as const
export type Role = (typeof ROLES)[number]

export interface World {
  users: Record<Exclude<Role, 'visitor'>, User>
  pkg: Package
  /** A picture that is not processed yet. */
  pictureId: number
  categoryId: number
  question: PackageQuestion
  order: Order
  assignment: StaffAssignment
  /** An older order of the customer, delivered by `staff`, with a requested change and a refund request that wait for decisions. */
  delivered: { orderId: number; number: number; requestId: number }
  couponCode: string
  couponId: number
  /** An offer that was sent. */
  offerId: number
  mailId: number
  /** A payment without an order. */
  strayPayment: Payment
  failedRefundId: number
  providerEvent: ProviderEvent
  /** The only delivery of its endpoint. */
  webhookMessage: WebhookMessage
  /** A message from the customer about the order. */
  messageId: number
  /** An e-mail reply that waits for the customer's confirmation. */
  incomingMailId: number
  /** A file of that message, with a preview. Its bytes are stored only if `dataDir` is set. */
  fileId: string
  /** Credentials that the customer shared for the order. They cannot be decrypted. */
  credentialsId: string
  /** An imported review that is shown. The delivered order has another one, which waits for an admin. */
  reviewId: number
}

interface WorldOptions {
  /** The hash of the one password that all users have. Unset: no password matches. */
  passwordHash?: string
  /** Added to unique names, so that one database can hold several worlds. */
  tag?: string
  /** The shop's DATA_DIR, for the bytes of the file. */
  dataDir?: string
}

export async function buildWorld(
  db: Knex,
  { passwordHash, tag = '', dataDir }: WorldOptions = {},
): Promise<World> {
  const insert = (name: string, flags: Partial<User> = {}) =>
    insertUser(db, { email: `${name}${tag}@example.com`, ...(passwordHash && { passwordHash }), ...flags })
  const users = {
    otherCustomer: await insert('other-customer'),
    otherStaff: await insert('other-staff', { isStaff: true }),
    staff: await insert('staff', { isStaff: true }),
    customer: await insert('customer'),
    admin: await insert('admin', { isAdmin: true }),
  }
  const pkg = await insertPackage(db, { slug: `business-website${tag}` })
  const { id: categoryId } = await Category.query(db).findOne({ name: pkg.category }).throwIfNotFound()
  const question = await PackageQuestion.query(db)
    .insert({ packageId: pkg.id, question: 'Which colours?', questionType: 'text', position: 0 })
    .returning('*')
  const picture = await Picture.query(db).insert({
    upload: randomUUID(),
    uploadedBy: users.admin.id,
  })
  const { id: reviewId } = await Review.query(db)
    .insert({ packageId: pkg.id, customerName: 'Ole', rating: 4, comment: 'Good work.' })
    .returning('id')
  const order = await insertPaidOrder(db, { packageId: pkg.id, userId: users.customer.id })
  await OrderAnswer.query(db).insert({
    orderId: order.id,
    questionId: question.id,
    question: question.question,
    answer: 'Blue',
  })
  const assignment = await insertAssignment(db, {
    orderId: order.id,
    staffId: users.staff.id,
    assignedById: users.admin.id,
  })
  const { id: messageId } = await insertMessage(db, { orderId: order.id, authorId: users.customer.id })
  const { id: fileId } = await OrderFile.query(db)
    .insert({
      id: randomUUID(),
      orderId: order.id,
      uploaderId: users.customer.id,
      messageId,
      name: 'brief.pdf',
      sizeBytes: 7,
      state: 'ready',
      mediaType: 'application/pdf',
      hasPreview: true,
    })
    .returning('id')
  const { id: credentialsId } = await OrderCredentials.query(db)
    .insert({
      id: randomUUID(),
      orderId: order.id,
      kind: 'hosting',
      sealedData: Buffer.from('sealed'),
      keyId: 'none',
    })
    .returning('id')
  if (dataDir) {
    await mkdir(join(dataDir, 'files'), { recursive: true })
    await writeFile(join(dataDir, 'files', fileId), 'a brief')
    await writeFile(join(dataDir, 'files', `${fileId}.webp`), 'a picture')
  }
  const { id: incomingMailId } = await IncomingMail.query(db)
    .insert({
      mailHash: randomBytes(32),
      orderId: order.id,
      userId: users.customer.id,
      state: 'waiting',
      fromAddress: 'office@example.com',
      text: 'Yes',
      wholeText: 'Yes\n> Monday?',
    })
    .returning('id')
  const { id: couponId, code: couponCode } = await insertCoupon(db, { code: `WORLD20${tag}` })
  const { id: offerId } = await insertOffer(db, { createdById: users.admin.id })
  const { id: mailId } = await OutboxMessage.query(db)
    .insert({ kind: 'order_confirmation', payload: { orderId: order.id }, sentAt: new Date() })
    .returning('id')
  const strayPayment = await insertPayment(db, { amountCents: order.amountCents, flag: 'unknown_order' })
  const paymentWithFailedRefund = await insertPayment(db, { flag: 'unknown_order', lookedAt: new Date() })
  const { id: failedRefundId } = await Refund.query(db)
    .insert({
      paymentId: paymentWithFailedRefund.id,
      amountCents: paymentWithFailedRefund.amountCents,
      reason: 'Asked for',
      status: 'failed',
    })
    .returning('id')
  const providerEvent = await ProviderEvent.query(db)
    .insert({
      provider: strayPayment.provider,
      eventId: randomUUID(),
      eventType: 'payment.failed',
      payload: { payload: {} },
    })
    .returning('*')
  const made = {
    users,
    pkg,
    pictureId: picture.id,
    categoryId,
    question,
    order,
    assignment,
    couponCode,
    couponId,
    offerId,
    mailId,
    messageId,
    incomingMailId,
    fileId,
    credentialsId,
    reviewId,
  }
  const delivered = await insertDeliveredOrder(db, users, pkg)
  const webhookMessage = await insertWebhookMessage(db)
  await insertDispute(db, { orderId: order.id, status: 'won' })
  return { ...made, delivered, strayPayment, failedRefundId, providerEvent, webhookMessage }
}

async function insertDeliveredOrder(db: Knex, { staff, customer, admin }: World['users'], pkg: Package) {
  const { id: orderId } = await insertPaidOrder(db, {
    packageId: pkg.id,
    userId: customer.id,
    status: 'processing',
    createdAt: new Date('2020-01-01'),
    workState: 'change_asked',
    acceptBy: new Date(),
  })
  const { id: assignmentId } = await insertAssignment(db, {
    orderId,
    staffId: staff.id,
    assignedById: admin.id,
    status: 'completed',
  })
  await staff.$query(db).patch({ completedAssignments: 1 })
  const { id: deliveryId, number } = await insertDelivery(db, {
    orderId,
    authorId: staff.id,
    assignmentId,
  })
  const { id: requestId } = await insertRequest(db, { orderId, authorId: customer.id, deliveryId })
  await insertRefundRequest(db, { orderId, authorId: customer.id })
  await insertReview(db, { orderId, packageId: pkg.id })
  return { orderId, number, requestId }
}

export async function openBrowser(shop: TestApp, world: World, role: Role): Promise<Visitor> {
  return role === 'visitor' ? new Visitor(shop) : openSession(shop, world.users[role].id)
}
