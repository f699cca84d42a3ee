/** The steps of the work: assigned, talked about, delivered, closed, reviewed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Message } from '#db/models/orders/message.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { Review } from '#db/models/orders/review.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import type { AuditDetails } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'
import { later } from './clock.ts'
import { audit, sendMail } from './shop.ts'
import { NO_WAIT, type StoryOfOrder } from './story.ts'

const MINUTES_TO_ACCEPT = 7 * 24 * 60

export async function assign(story: StoryOfOrder, at: Date): Promise<void> {
  const { shop, plan } = story
  const { id: staffId, email } = shop.staff[plan.staff ?? 'rohan']
  const { brief: notes = '' } = plan
  story.assignment = await StaffAssignment.query(shop.trx)
    .insert({ orderId: story.order.id, staffId, assignedById: shop.admin.id, notes, assignedAt: at })
    .returning('*')
  const created = (field: string, to: string) => ({ field, from: null, to })
  const personal = { changes: [created('staff', email), ...(notes ? [created('notes', notes)] : [])] }
  record(story, at, 'created', shop.admin.id, { from: null, to: 'assigned' }, personal)
  await sendMail(shop, at, 'assignment', { assignmentId: story.assignment.id, staffId })
}

async function moveAssignment(story: StoryOfOrder, at: Date, to: StaffAssignment['status']): Promise<void> {
  const { staffId, status: from } = story.assignment
  record(story, at, 'updated', staffId, { from, to })
  await story.assignment.$query(story.shop.trx).patch({ status: to })
}

/** Records a step of the assignment, in its history and in the audit log. */
function record(
  { shop, order, assignment: { id } }: StoryOfOrder,
  createdAt: Date,
  action: 'created' | 'updated',
  actorId: number,
  { from, to }: { from: StaffAssignment['status'] | null; to: StaffAssignment['status'] },
  personal?: Pick<AuditDetails, 'changes'>,
): void {
  const event = { assignmentId: id, fromStatus: from, toStatus: to, actorId, createdAt }
  shop.records.assignmentEvents.push(event)
  const subject = { subject: 'assignment', subjectId: id, subjectLabel: order.invoiceNumber } as const
  audit(shop, createdAt, { action, ...subject, actorId, changes: [{ field: 'status', from, to }] }, personal)
}

export async function startWork(story: StoryOfOrder, at: Date): Promise<void> {
  await moveAssignment(story, at, 'in_progress')
  await story.setStatus(at, 'processing', { actorKind: 'staff', actorId: story.assignment.staffId })
}

export async function finishWork(story: StoryOfOrder, at: Date): Promise<void> {
  const { trx, admin } = story.shop
  const { id: assignmentId, staffId } = story.assignment
  await moveAssignment(story, at, 'completed')
  if (story.plan.delivery) await deliver(story, at, story.plan.delivery)
  await User.query(trx).findById(staffId).increment('completedAssignments', 1)
  // A delivered order waits for its customer, so no admin is told.
  if (story.order.workState === null)
    await sendMail(story.shop, at, 'work_finished', { assignmentId, adminId: admin.id })
}

async function deliver(
  story: StoryOfOrder,
  at: Date,
  { note, link, files = [] }: NonNullable<StoryOfOrder['plan']['delivery']>,
): Promise<void> {
  const { id: orderId } = story.order
  const { id: assignmentId, staffId: authorId } = story.assignment
  const links = link ? [link] : []
  const { id: deliveryId } = await Delivery.query(story.shop.trx)
    .insert({ orderId, number: 1, authorId, assignmentId, note, isWhole: true, links, createdAt: at })
    .returning('id')
  await attach(story, { deliveryId, uploaderId: authorId, createdAt: at }, files)
  story.note(at, 'Delivery 1', { actorKind: 'staff', actorId: authorId })
  const [, , , , , closed] = story.plan.days
  if (closed !== undefined) return
  const acceptBy = later(at, MINUTES_TO_ACCEPT)
  await story.change({ workState: 'delivered', waitingFor: 'delivery', waitingSince: at, acceptBy })
  await sendMail(story.shop, at, 'delivered', { orderId, number: 1 })
}

/** Stores files like complete uploads, which the shop scans before anybody can download them. */
async function attach(
  { shop: { trx, rules }, order }: StoryOfOrder,
  sent: Partial<OrderFile>,
  names: readonly string[],
): Promise<void> {
  for (const name of rules.storeFile ? names : []) {
    const bytes = readFileSync(join(import.meta.dirname, 'files', name))
    const file = { ...sent, id: crypto.randomUUID(), orderId: order.id, name }
    await OrderFile.query(trx).insert({ ...file, sizeBytes: bytes.length, state: 'checking' })
    await rules.storeFile?.(trx, file.id, bytes)
  }
}

/**
 * Adds a message, up to which its writer has then read everything. So only unanswered messages of open orders stay unread: in the
 * demo one from staff, and those that wait for a reply.
 */
export async function writeMessage(
  story: StoryOfOrder,
  createdAt: Date,
  from: 'customer' | 'staff' | 'team',
  text: string,
  ...files: string[]
): Promise<void> {
  const { trx } = story.shop
  const { id: orderId, userId: customerId, awaitsReplySince } = story.order
  const isCustomer = from === 'customer'
  const userId = (isCustomer ? customerId : story.assignment.staffId) ?? 0
  const key = crypto.randomUUID()
  const author = { authorId: userId, authorRole: isCustomer ? 'customer' : 'staff' } as const
  const { id: messageId } = await Message.query(trx)
    .insert({ orderId, ...author, isTeamOnly: from === 'team', text, key, createdAt })
    .returning('id')
  await attach(story, { messageId, uploaderId: userId, createdAt }, files)
  await trx('message_reads').insert({ orderId, userId, messageId }).onConflict(['orderId', 'userId']).merge()
  if (from !== 'team')
    await story.change({ awaitsReplySince: isCustomer ? (awaitsReplySince ?? createdAt) : null })
}

export async function askForChange(story: StoryOfOrder, createdAt: Date, text: string): Promise<void> {
  const { trx } = story.shop
  const { id: orderId, userId } = story.order
  const authorId = userId ?? 0
  const { id: deliveryId } = await Delivery.query(trx).findOne({ orderId }).throwIfNotFound()
  const request = { orderId, deliveryId, authorId, kind: 'change', text, counted: false, createdAt } as const
  await DeliveryRequest.query(trx).insert(request)
  await story.change({ workState: 'change_asked', includedChanges: 0 })
  const note = 'Requested a change to delivery 1, beyond the included ones'
  story.note(createdAt, note, { actorKind: 'customer', actorId: authorId })
}

export async function closeOrder(story: StoryOfOrder, at: Date): Promise<void> {
  await story.shop.trx.raw(
    `UPDATE message_reads r SET message_id = m.id FROM (SELECT max(id) AS id FROM order_messages WHERE order_id = :id) m
     WHERE order_id = :id`,
    { id: story.order.id },
  )
  await story.setStatus(at, 'completed', story.byAdmin, { completedAt: at, ...NO_WAIT })
}

export async function askForReview(story: StoryOfOrder, at: Date): Promise<void> {
  const { id: orderId, amountCents } = story.order
  if (amountCents === 0) return
  await sendMail(story.shop, at, 'review_request', { orderId })
  await story.change({ reviewAskedAt: at })
}

/** Gives this order the review that the catalogue has of its customer. The demo's customer has not written one yet. */
export async function reviewOrder({ shop, plan, order }: StoryOfOrder, at: Date): Promise<void> {
  const { id: orderId, packageId, amountCents, buyer } = order
  if (amountCents === 0 || plan.buyer === 'clara') return
  const customerName = `${buyer.firstName} ${buyer.lastName}`
  const review = await Review.query(shop.trx)
    .findOne({ packageId, customerName, orderId: null })
    .throwIfNotFound({ message: `The catalogue has no review of ${plan.slug} by ${customerName}` })
  await review.$query(shop.trx).patch({
    orderId,
    naming: 'full',
    createdAt: at,
    stateSince: at,
    // Still waits for an admin.
    ...(plan.isReviewNew && { state: 'waiting' }),
  })
}
