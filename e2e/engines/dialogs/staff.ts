/** The dialogs of staff, and of the team's pages of an order. */

import { Order } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { insertAssignment, insertDelivery, insertMessage, insertRequest } from '#db/testing/builders.ts'
import { createPaidOrder, createPerson } from '#e2e/journeys/support/people.ts'
import { dialog, type Scene } from './scene.ts'

/** Assigns an order to a staff member, and signs them in. */
async function enter({
  visitor,
  db,
}: Scene): Promise<{ orderId: number; staffId: number; customerId: number }> {
  const customer = await createPerson(db)
  const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
  const { id: orderId } = await createPaidOrder(db, {
    userId: customer.id,
    status: 'processing',
    answersInAt: new Date(),
    includedChanges: 1,
  })
  await insertAssignment(db, { orderId, staffId: staff.id, assignedById: staff.id, status: 'in_progress' })
  await visitor.signIn(staff)
  return { orderId, staffId: staff.id, customerId: customer.id }
}

async function openOrder(scene: Scene): Promise<void> {
  const { orderId } = await enter(scene)
  await scene.visitor.open(`/staff?order=${orderId}`)
}

/** Opens an order whose customer asks for a change to the delivery. */
async function openChange(scene: Scene): Promise<void> {
  const { orderId, staffId, customerId } = await enter(scene)
  const { id: deliveryId } = await insertDelivery(scene.db, { orderId, authorId: staffId })
  await insertRequest(scene.db, { orderId, deliveryId, authorId: customerId, text: 'Please in green.' })
  const acceptBy = new Date(Date.now() + 7 * 86_400_000)
  await Order.query(scene.db).findById(orderId).patch({ workState: 'change_asked', acceptBy })
  await StaffAssignment.query(scene.db).where({ orderId }).patch({ status: 'completed' })
  await scene.visitor.open(`/staff?order=${orderId}`)
}

// biome-ignore format: a line a dialog
export const STAFF = [
  dialog('areas/staff/status-button.tsx', 'Start without the answers?', async (scene) => {
    const { orderId } = await enter(scene)
    await Order.query(scene.db).findById(orderId).patch({ answersInAt: null, status: 'pending' })
    await StaffAssignment.query(scene.db).where({ orderId }).patch({ status: 'assigned' })
    await scene.visitor.open(`/staff?order=${orderId}`)
    await scene.visitor.click(/^Start Work/)
  }),
  dialog('order/delivery/deliver-dialog.tsx', 'Mark Complete', async (scene) => {
    await enter(scene)
    await scene.visitor.open('/staff')
    await scene.visitor.click('Mark Complete')
  }),
  dialog('order/delivery/deliver-dialog.tsx', 'Deliver', openChange, 'Deliver again'),
  dialog('order/delivery/open-request.tsx', 'Decline the change', openChange, 'Decline'),
  dialog('order/dates/order-dates.tsx', 'Set a new date', openOrder, 'Set a new date'),
  dialog('order/attachments/file-links.tsx', 'Remove plan.pdf?', async (scene) => {
    const { orderId, customerId } = await enter(scene)
    const { id: messageId } = await insertMessage(scene.db, { orderId, authorId: customerId })
    await OrderFile.query(scene.db).insert({
      id: crypto.randomUUID(),
      orderId,
      messageId,
      uploaderId: customerId,
      name: 'plan.pdf',
      sizeBytes: 8,
      arrivedBytes: 8,
      state: 'ready',
      mediaType: 'application/pdf',
      hasPreview: false,
    })
    await scene.visitor.open(`/staff?order=${orderId}`)
    await scene.visitor.click(/^Remove/)
  }),
]
