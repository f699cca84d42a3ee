/** The dialogs of the back office about orders, money and people. */

import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import { insertAssignment, insertRefundRequest, insertReview } from '#db/testing/builders.ts'
import { createOrderInInstalments } from '#e2e/journeys/quality/screens/account.ts'
import { insertStray } from '#e2e/journeys/support/operations.ts'
import { createPaidOrder, createPerson } from '#e2e/journeys/support/people.ts'
import { admin, dialog, openAdmin, type Scene } from './scene.ts'

async function openAssignment(scene: Scene): Promise<void> {
  const staff = await createPerson(scene.db, { isStaff: true })
  const { id: orderId, invoiceNumber } = await createPaidOrder(scene.db)
  await insertAssignment(scene.db, { orderId, staffId: staff.id, assignedById: staff.id })
  await openAdmin(scene, `tab=staff&assignments=all&assignment-q=${invoiceNumber}`)
}

async function openListed(scene: Scene): Promise<string> {
  const { id: orderId, packageId, invoiceNumber } = await createPaidOrder(scene.db)
  const asked = await PackageQuestion.query(scene.db).findOne({ packageId }).throwIfNotFound()
  const { id: questionId, question } = asked
  await OrderAnswer.query(scene.db).insert({ orderId, questionId, question, answer: 'whitfield.example' })
  await openAdmin(scene, `tab=orders&q=${invoiceNumber}`)
  return invoiceNumber
}

async function openRights(scene: Scene, fields: object = {}): Promise<void> {
  const customer = await createPerson(scene.db, { firstName: 'Greta', ...fields })
  await openAdmin(scene, `tab=users&q=${customer.email}`)
  await scene.visitor.click(/^Account of Greta/)
}

async function openReviews(scene: Scene, fields: object): Promise<void> {
  const {
    id: orderId,
    packageId,
    invoiceNumber,
  } = await createPaidOrder(scene.db, {
    status: 'completed',
    completedAt: new Date(),
  })
  await insertReview(scene.db, { orderId, packageId, ...fields })
  await openAdmin(scene, `view=reviews&review-q=${invoiceNumber}`)
}

// biome-ignore format: a line a dialog
export const ADMIN_WORK = [
  dialog('areas/admin/orders/order-cells.tsx', 'Customer Answers', openListed, /^View Answers of/),
  dialog('areas/admin/orders/orders-tab.tsx', 'Export for accounting', admin('tab=orders&q=INV'), 'Export for accounting'),
  dialog('areas/admin/orders/order-views.tsx', 'Save filter', openListed, 'Save filter'),
  dialog('areas/admin/orders/bulk-bar.tsx', 'Change status of', async (scene) => {
    const invoiceNumber = await openListed(scene)
    await scene.visitor.tick(new RegExp(`^Select .*${invoiceNumber}`))
    await scene.visitor.click('Change status')
  }),
  dialog('areas/admin/orders/status-dialogs.tsx', 'Cancel this order', async (scene) => {
    const { id: userId } = await createPerson(scene.db)
    const { id } = await createOrderInInstalments(scene.db, { id: userId })
    await openAdmin(scene, `order=${id}`)
    await scene.visitor.set(/^Status of/, 'cancelled')
  }),
  dialog('areas/admin/orders/status-dialogs.tsx', 'Had work started?', async (scene) => {
    const { id } = await createPaidOrder(scene.db, { status: 'processing' })
    await openAdmin(scene, `order=${id}`)
    await scene.visitor.set(/^Status of/, 'pending')
  }),
  dialog('areas/admin/orders/order-answers.tsx', 'Close', async (scene) => {
    const { id } = await createPaidOrder(scene.db, { silenceEndsAt: new Date() })
    await OrderEvent.query(scene.db).insert({
      orderId: id,
      kind: 'note',
      reminder: 'last',
      actorKind: 'system',
      createdAt: new Date(Date.now() + 1_000),
    })
    await openAdmin(scene, `order=${id}`)
    await scene.visitor.click('Close the order')
  }),
  dialog('areas/admin/money/order-plan.tsx', 'Record a transfer', async (scene) => {
    const { id: userId } = await createPerson(scene.db)
    const { id } = await createOrderInInstalments(scene.db, { id: userId })
    await openAdmin(scene, `order=${id}`)
    await scene.visitor.click(/^Record a transfer: Legacy/)
  }),
  dialog('areas/admin/money/unmatched-payments.tsx', 'Mark as reviewed', async (scene) => {
    await insertStray(scene.db)
    await openAdmin(scene, 'view=money')
    await scene.visitor.click(/^Mark .* as reviewed/)
  }),
  dialog('areas/admin/refunds/refund-dialog.tsx', 'Refund', async (scene) => {
    const invoiceNumber = await openListed(scene)
    await scene.visitor.click(`Refund ${invoiceNumber}`)
    await scene.visitor.see('Amount')
  }),
  dialog('areas/admin/refunds/refund-history.tsx', 'Record a bank transfer', async (scene) => {
    const { id: orderId } = await createPaidOrder(scene.db)
    const { id: paymentId } = await Payment.query(scene.db).findOne({ orderId }).throwIfNotFound()
    await Refund.query(scene.db).insert({
      paymentId,
      amountCents: 500,
      reason: 'Late',
      status: 'failed',
      lastError: 'No',
    })
    await openAdmin(scene, `order=${orderId}`)
    await scene.visitor.click('Record a bank transfer')
  }),
  dialog('areas/admin/refunds/decision-dialog.tsx', 'Decide on the refund', async (scene) => {
    const { id: authorId } = await createPerson(scene.db)
    const { id: orderId } = await createPaidOrder(scene.db, { userId: authorId, status: 'processing' })
    await insertRefundRequest(scene.db, { orderId, authorId, askedCents: 9_900 })
    await openAdmin(scene, `order=${orderId}`)
    await scene.visitor.click('Decide')
  }),
  dialog('areas/admin/staff/assigning.tsx', 'Reassign', openAssignment, /^Reassign/),
  dialog('areas/admin/staff/assigning.tsx', 'Unassign', openAssignment, /^Unassign/),
  dialog('areas/admin/users/add-staff-dialog.tsx', 'Add Staff', admin('tab=staff'), 'Add Staff'),
  dialog('areas/admin/users/rights-dialog.tsx', 'Account', (scene) => openRights(scene)),
  dialog('areas/admin/users/rights-dialog.tsx', 'Reset the second factor?', (scene) => openRights(scene, { factors: ['totp'] }), 'Reset second factor'),
  dialog('areas/admin/users/erase-dialog.tsx', 'Erase customer', openRights, 'Erase customer'),
  dialog('areas/admin/reviews/review-dialogs.tsx', 'Publish this review?', (scene) => openReviews(scene, { appearsAt: new Date(Date.now() + 86_400_000) }), /^Publish the review/),
  dialog('areas/admin/reviews/review-dialogs.tsx', 'Reply to a review', async (scene) => {
    await openReviews(scene, { state: 'shown' })
    await scene.visitor.click(/^Reply/)
  }),
  dialog('areas/admin/search/search-dialog.tsx', 'Search', admin('tab=coupons&q=WELCOME10'), 'Search orders, people, packages'),
  dialog('areas/admin/notifications/bell-dialog.tsx', 'Notifications', admin('tab=coupons&q=WELCOME10'), /^Notifications/),
]
