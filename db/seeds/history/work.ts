/** The steps of the work: assigned, talked about, delivered, closed, reviewed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Message } from '#db/models/orders/message.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { Review } from '#db/models/orders/review.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { later } from './clock.ts'
import { audit, sendMail } from './shop.ts'
import { NO_WAIT, type StoryOfOrder } from './story.ts'

const ACCEPTED_AFTER_MINUTES = 7 * 24 * 60

export async function assign(story: StoryOfOrder, at: Date): Promise<void> {
  const { trx, admin, staff } = story.shop
  const { staff: key = 'rohan', brief: notes } = story.plan
  const { id: staffId, email } = staff[key]
  story.assignment = await StaffAssignment.query(trx)
    .insert({ orderId: story.order.id, staffId, assignedById: admin.id, notes, assignedAt: at })
    .returning('*')
  const { id: assignmentId } = story.assignment
  story.shop.records.assignmentEvents.push({
    assignmentId,
    toStatus: 'assigned',
    actorId: admin.id,
    createdAt: at,
  })
  const created = (field: string, to: string) => ({ field, from: null, to })
  audit(
    story.shop,
    at,
    { ...assignmentEntry(story, 'created'), actorId: admin.id, changes: [created('status', 'assigned')] },
    { changes: [created('staff', email), ...(notes ? [created('notes', notes)] : [])] },
  )
  await sendMail(story.shop, at, 'assignment', { assignmentId, staffId })
}

export async function startWork(story: StoryOfOrder, at: Date): Promise<void> {
  await moveAssignment(story, at, 'in_progress')
  await story.setStatus(at, 'processing', { actorKind: 'staff', actorId: story.assignment.staffId })
}

export async function finishWork(story: StoryOfOrder, at: Date): Promise<void> {
  const { trx, admin } = story.shop
  const { id: assignmentId, staffId } = story.assignment
  await moveAssignment(story, at, 'completed')
  const { delivery } = story.plan
  if (delivery) {
    const { note, link, files } = delivery
    const { id: deliveryId } = await Delivery.query(trx)
      .insert({
        orderId: story.order.id,
        number: 1,
        authorId: staffId,
        assignmentId,
        note,
        isWhole: true,
        links: link ? [link] : [],
        createdAt: at,
      })
      .returning('id')
    await attach(story, { deliveryId, uploaderId: staffId, createdAt: at }, files)
    story.record(at, { kind: 'note', note: 'Delivery 1', actorKind: 'staff', actorId: staffId })
    if (story.plan.days.closed === undefined) {
      await story.change({
        workState: 'delivered',
        waitingFor: 'delivery',
        waitingSince: at,
        acceptBy: later(at, ACCEPTED_AFTER_MINUTES),
      })
      await sendMail(story.shop, at, 'delivered', { orderId: story.order.id, number: 1 })
    }
  }
  await User.query(trx).findById(staffId).increment('completedAssignments', 1)
  // A delivered order waits for its customer, so no admin is told.
  if (story.order.workState === null)
    await sendMail(story.shop, at, 'work_finished', { assignmentId, adminId: admin.id })
}

/** Stores files like complete uploads, which the shop scans before anybody can download them. */
async function attach(
  story: StoryOfOrder,
  sent: Partial<OrderFile>,
  names: readonly string[],
): Promise<void> {
  const { trx, rules } = story.shop
  for (const name of rules.storeFile ? names : []) {
    const bytes = readFileSync(join(import.meta.dirname, 'files', name))
    const file = { ...sent, id: crypto.randomUUID(), orderId: story.order.id, name }
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
  files: string[],
): Promise<void> {
  const { trx } = story.shop
  const { id: orderId, userId } = story.order
  const { staffId } = story.assignment
  const isCustomer = from === 'customer'
  const { id: messageId } = await Message.query(trx)
    .insert({
      orderId,
      authorId: isCustomer ? (userId ?? 0) : staffId,
      authorRole: isCustomer ? 'customer' : 'staff',
      isTeamOnly: from === 'team',
      text,
      key: crypto.randomUUID(),
      createdAt,
    })
    .returning('id')
  const reader = isCustomer ? userId : staffId
  await attach(story, { messageId, uploaderId: reader ?? 0, createdAt }, files)
  await trx('message_reads')
    .insert({ orderId, userId: reader, messageId })
    .onConflict(['orderId', 'userId'])
    .merge()
  if (isCustomer) await story.change({ awaitsReplySince: story.order.awaitsReplySince ?? createdAt })
  else if (from === 'staff') await story.change({ awaitsReplySince: null })
}

export async function askForChange(story: StoryOfOrder, createdAt: Date, text: string): Promise<void> {
  const { trx } = story.shop
  const { id: orderId, userId } = story.order
  const delivery = await Delivery.query(trx).findOne({ orderId }).throwIfNotFound()
  await DeliveryRequest.query(trx).insert({
    orderId,
    deliveryId: delivery.id,
    authorId: userId ?? 0,
    kind: 'change',
    text,
    counted: false,
    createdAt,
  })
  await story.change({ workState: 'change_asked', includedChanges: 0 })
  const note = 'Requested a change to delivery 1, beyond the included ones'
  story.record(createdAt, {
    kind: 'note',
    note,
    actorKind: 'customer',
    ...(userId !== null && { actorId: userId }),
  })
}

async function moveAssignment(
  story: StoryOfOrder,
  at: Date,
  status: StaffAssignment['status'],
): Promise<void> {
  const { trx } = story.shop
  const { id: assignmentId, staffId: actorId, status: from } = story.assignment
  story.shop.records.assignmentEvents.push({
    assignmentId,
    fromStatus: from,
    toStatus: status,
    actorId,
    createdAt: at,
  })
  const changes = [{ field: 'status', from, to: status }]
  audit(story.shop, at, { ...assignmentEntry(story, 'updated'), actorId, changes })
  await story.assignment.$query(trx).patch({ status })
}

function assignmentEntry(story: StoryOfOrder, action: 'created' | 'updated') {
  const { invoiceNumber: subjectLabel } = story.order
  return { action, subject: 'assignment', subjectId: story.assignment.id, subjectLabel } as const
}

export async function closeOrder(story: StoryOfOrder, at: Date): Promise<void> {
  const read =
    'UPDATE message_reads r SET message_id = m.id FROM (SELECT max(id) AS id FROM order_messages WHERE order_id = :id) m WHERE order_id = :id'
  await story.shop.trx.raw(read, { id: story.order.id })
  const byAdmin = { actorKind: 'admin', actorId: story.shop.admin.id } as const
  await story.setStatus(at, 'completed', byAdmin, { completedAt: at, ...NO_WAIT })
}

export async function askForReview(story: StoryOfOrder, at: Date): Promise<void> {
  const { id: orderId, amountCents } = story.order
  if (amountCents === 0) return
  await sendMail(story.shop, at, 'review_request', { orderId })
  await story.change({ reviewAskedAt: at })
}

/** Assigns one of the catalogue's imported reviews to this order. The demo's customer has not written a review yet. */
export async function reviewOrder(story: StoryOfOrder, at: Date): Promise<void> {
  const { id: orderId, packageId, amountCents, buyer } = story.order
  if (amountCents === 0 || story.plan.buyer === 'clara') return
  const review = await Review.query(story.shop.trx)
    .findOne({ packageId, orderId: null })
    .orderBy('createdAt', 'desc')
  const { firstName, lastName, jobTitle: customerRole, company: customerCompany } = buyer
  await review?.$query(story.shop.trx).patch({
    orderId,
    naming: 'full',
    createdAt: at,
    stateSince: at,
    customerName: `${firstName} ${lastName}`,
    customerRole,
    customerCompany,
    // Still waits for an admin.
    ...(story.plan.isReviewNew && { state: 'waiting' }),
  })
}
