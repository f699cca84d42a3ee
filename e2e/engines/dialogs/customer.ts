/** The dialogs of the dashboard, and of the customer's page of an order. */
import { Order } from '#db/models/orders/order.ts'
import { Passkey } from '#db/models/people/second-factor.ts'
import { insertDelivery, insertMessage, insertRefundRequest, insertReview } from '#db/testing/builders.ts'
import { createGuest, createPaidOrder, createPerson } from '#e2e/journeys/support/people.ts'
import { forgetProofs } from '#e2e/journeys/support/second-factor.ts'
import { dialog, openOrder, type Scene } from './scene.ts'

const DAY_MS = 86_400_000

async function openDashboard({ visitor, db }: Scene) {
  const customer = await createPerson(db)
  await createPaidOrder(db, { userId: customer.id, status: 'completed' })
  await visitor.signIn(customer)
  await visitor.open('/dashboard')
  return customer
}

const openDelivered = (scene: Scene) =>
  openOrder(scene, { status: 'processing', includedChanges: 1 }, async ({ id }) => {
    const staff = await createPerson(scene.db, { isStaff: true })
    await insertDelivery(scene.db, { orderId: id, authorId: staff.id })
    const acceptBy = new Date(Date.now() + 7 * DAY_MS)
    await Order.query(scene.db).findById(id).patch({ workState: 'delivered', acceptBy })
  })

async function openSecurity(scene: Scene, hasPasskey = false) {
  const customer = await openDashboard(scene)
  if (hasPasskey) {
    await customer.$query(scene.db).patch({ factors: ['passkey'] })
    await Passkey.query(scene.db).insert({
      userId: customer.id,
      credentialId: crypto.randomUUID(),
      publicKey: Buffer.of(1),
      counter: 0,
      transports: [],
      backedUp: false,
      name: 'Work laptop',
    })
  }
  await scene.visitor.click('Security')
  return customer
}

const completed = { status: 'completed', completedAt: new Date() } as const
const reviewOf = (scene: Scene) =>
  openOrder(scene, completed, ({ id, packageId }) =>
    insertReview(scene.db, {
      orderId: id,
      packageId,
      appearsAt: new Date(Date.now() + DAY_MS),
    }),
  )

// biome-ignore format: a line a dialog
export const CUSTOMER = [
  dialog('areas/customer/orders/questions-dialog.tsx', 'Package Information', async (scene) => {
    const customer = await createPerson(scene.db)
    await createPaidOrder(scene.db, { userId: customer.id })
    await scene.visitor.signIn(customer)
    await scene.visitor.open('/dashboard')
    await scene.visitor.click(/^Questions about/)
    await scene.visitor.see(/\d of \d answered/)
  }),
  dialog('areas/customer/orders/package-dialog.tsx', 'Website and SEO Audit', async (scene) => {
    await openOrder(scene)
    await scene.visitor.click('View package')
    await scene.visitor.see('Key features')
  }),
  dialog('areas/customer/orders/order-invoices.tsx', 'Billing details', async (scene) => {
    const guest = await createGuest(scene.db)
    const order = await createPaidOrder(scene.db, { userId: guest.id })
    await scene.visitor.signIn(guest)
    await scene.visitor.open(`/dashboard?order=${order.id}`)
    await scene.visitor.click('Complete billing details')
  }),
  dialog('areas/customer/orders/delivery/next-step-card.tsx', 'Accept the delivery?', openDelivered, 'Accept delivery'),
  dialog('areas/customer/orders/delivery/request-dialog.tsx', 'Request a change', openDelivered, 'Request a change'),
  dialog('areas/customer/orders/refund/refund-card.tsx', 'Cancel your order?', openOrder, 'Cancel my order'),
  dialog('areas/customer/orders/refund/refund-card.tsx', 'Withdraw', async (scene) => {
    await openOrder(scene, { status: 'processing' }, ({ id }, { id: authorId }) =>
      insertRefundRequest(scene.db, { orderId: id, authorId }),
    )
    await scene.visitor.click(/^Withdraw/)
  }),
  dialog('areas/customer/orders/refund/ask-dialog.tsx', 'Request a refund', async (scene) => {
    const paidAt = new Date(Date.now() - 10 * DAY_MS)
    await openOrder(scene, { status: 'processing', paidAt, createdAt: paidAt })
    await scene.visitor.click('Request a refund')
  }),
  dialog('areas/customer/orders/refund/ask-dialog.tsx', 'Dispute this decision', async (scene) => {
    const admin = await createPerson(scene.db, { isAdmin: true })
    const decided = {
      state: 'declined',
      answer: 'It was delivered.',
      decidedAt: new Date(),
      decidedById: admin.id,
      closedAt: new Date(),
    } as const
    await openOrder(scene, { status: 'processing' }, ({ id }, { id: authorId }) =>
      insertRefundRequest(scene.db, { orderId: id, authorId, ...decided }),
    )
    await scene.visitor.click(/^Dispute/)
  }),
  dialog('areas/customer/orders/review/review-dialog.tsx', 'Write a review', (scene) => openOrder(scene, completed), 'Write a review'),
  dialog('areas/customer/orders/review/review-card.tsx', 'Withdraw your review?', reviewOf, 'Withdraw my review'),
  dialog('account/profile/password-dialog.tsx', 'Change Password', openDashboard, 'Change Password'),
  dialog('account/profile/devices-dialog.tsx', 'Signed-In Devices', async (scene) => {
    await openDashboard(scene)
    await scene.visitor.click('Signed-In Devices')
    await scene.visitor.see('This device')
  }),
  dialog('account/profile/erasure-dialog.tsx', 'Erase My Account', async (scene) => {
    await openDashboard(scene)
    await scene.visitor.click('Erase My Account')
    await scene.visitor.see('What we keep')
  }),
  dialog('order/credentials/customer-credentials.tsx', 'Add credentials', openOrder, 'Add credentials'),
  dialog('order/credentials/customer-credentials.tsx', 'Remove access', async (scene) => {
    await openOrder(scene)
    await scene.visitor.click('Add credentials')
    await scene.visitor.fill('Address', 'https://cp.whitfield.example')
    await scene.visitor.fill('Password', 'hunter2')
    await scene.visitor.click('Save credentials')
    await scene.visitor.click(/^Remove/)
  }),
  dialog('order/conversation/message-item.tsx', 'Withdraw this message?', async (scene) => {
    await openOrder(scene, {}, ({ id }, { id: authorId }) =>
      insertMessage(scene.db, { orderId: id, authorId, text: 'Hello' }),
    )
    await scene.visitor.click('Withdraw')
  }),
  dialog('account/second-factor/security-dialog.tsx', 'Security', async (scene) => {
    await openSecurity(scene)
    await scene.visitor.see('Authenticator app')
  }),
  dialog('account/second-factor/factor-dialogs.tsx', 'Rename the passkey', (scene) => openSecurity(scene, true), 'Rename Work laptop'),
  dialog('account/second-factor/factor-dialogs.tsx', 'Set up the authenticator app', openSecurity, 'Set up the app'),
  dialog('account/second-factor/factor-dialogs.tsx', 'Save your recovery codes', (scene) => openSecurity(scene, true), 'Create new codes'),
  dialog('account/second-factor/security-panel.tsx', 'Remove', (scene) => openSecurity(scene, true), 'Remove Work laptop'),
  dialog('account/second-factor/ask-for-factor.tsx', 'Confirm it’s you', async (scene) => {
    await forgetProofs(scene.db, await openSecurity(scene))
    await scene.visitor.click('Set up the app')
  }),
]
