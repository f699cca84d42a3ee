import type { Knex } from 'knex'
import { expect } from 'playwright/test'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import type { Order } from '#db/models/orders/order.ts'
import { insertMessage, insertOrder, insertPayment } from '#db/testing/builders.ts'
import { createOrder, historyOf, openDashboard, regionOf } from '#e2e/journeys/support/dashboard.ts'
import { createGuest, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { getPackage } from '#e2e/support/database.ts'
import { dialog, next, type Screens, type Stage } from './state.ts'

/** Creates orders with names that are too long for any layout. */
async function createLongOrders(db: Knex) {
  const user = await createPerson(db, { firstName: 'Maximiliana-Alexandrina', company: 'x'.repeat(120) })
  const order = await createOrder(db, user, { packageName: 'Legacy'.repeat(20), status: 'processing' })
  await createOrder(db, user, { paymentStatus: 'refunded', status: 'cancelled' })
  return { user, order }
}

async function refundInTwo(db: Knex, { id: orderId }: Order): Promise<void> {
  const { id: paymentId } = await Payment.query(db).findOne({ orderId }).throwIfNotFound()
  await Refund.query(db).insert([
    { paymentId, amountCents: 2_000, reason: 'One page fewer', status: 'processed', processedAt: new Date() },
    { paymentId, amountCents: 1_500, reason: 'Agreed by phone', status: 'pending' },
  ])
}

/** Creates an order whose work is completed, and whose second half was due ten days ago. */
export async function createOrderInInstalments(db: Knex, user: { id: number }) {
  const { id: packageId } = await getPackage(db, 'seo-foundations')
  const order = await insertOrder(db, {
    packageId,
    userId: user.id,
    isInInstalments: true,
    paymentStatus: 'instalment_paid',
    status: 'completed',
    amountCents: 4_900,
    originalCents: 4_900,
  })
  const { id: orderId, currency } = order
  const part = { orderId, currency, amountCents: 2_450 }
  const { id: paymentId } = await insertPayment(db, { ...part, instalmentPosition: 1 })
  const dueAt = new Date(Date.now() - 10 * 24 * 3_600_000)
  const paid = { state: 'paid', due: 'purchase', paymentId, paidAt: dueAt, dueAt } as const
  await OrderInstalment.query(db).insert([
    { ...part, position: 1, label: 'To begin', ...paid },
    { ...part, position: 2, label: 'Legacy'.repeat(10), state: 'due', due: 'accepted', dueAt },
  ])
  return order
}

async function insertMessages(db: Knex, { id: orderId, userId }: Order): Promise<void> {
  const staff = await createPerson(db, { firstName: 'Maximiliana-Alexandrina', isStaff: true })
  const ofTeam = { orderId, authorId: staff.id, authorRole: 'staff' as const }
  await insertMessage(db, {
    ...ofTeam,
    text: 'Three things, please:\n\n- the **logo**\n- https://example.com/a\n\n1. one\n2. two',
    createdAt: new Date('2026-11-02T10:00:00Z'),
  })
  await insertMessage(db, { ...ofTeam, text: '', withdrawnAt: new Date() })
  await insertMessage(db, { orderId, authorId: userId ?? 0, text: 'Legacy'.repeat(40), editedAt: new Date() })
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Signs in a user with orders. @returns a function that opens the dashboard, the user and an order */
async function enterAsCustomer({ page, db }: Stage) {
  const { user, order } = await createLongOrders(db)
  await signInAs(page, user)
  const open = async () => {
    await page.goto('/dashboard')
    await expect(historyOf(page)).toContainText('2 orders')
  }
  return { user, order, open }
}

export const ACCOUNT: Screens = {
  'the dashboard': async (stage) => {
    const { page, db, expectFault } = stage
    expectFault(/400 .*profile/)
    const { open } = await enterAsCustomer(stage)
    return [
      {
        name: 'long names',
        reach: open,
      },
      {
        name: 'right after a payment, of a guest whose profile is not complete',
        reach: async () => {
          const guest = await createGuest(db)
          const order = await createOrder(db, guest, { createdAt: new Date(), paidAt: new Date() })
          await openDashboard(page, guest)
          const notice = regionOf(page, `Paid $99.00 · INV-${order.id}`)
          await expect(notice.getByRole('listitem')).toHaveCount(3)
          await expect(regionOf(page, 'Profile Information')).toContainText('For your invoices we still need')
        },
      },
      {
        name: 'a guest who completes the profile, with an error',
        stays: true,
        reach: async () => {
          const profile = regionOf(page, 'Profile Information')
          await profile.getByRole('button', { name: 'Manage Profile' }).click()
          await profile.getByLabel('Phone').fill('abcdefghij')
          await profile.getByRole('button', { name: 'Save Changes' }).click()
          await expect(profile.getByText('Please enter a valid phone number')).toBeVisible()
        },
      },
    ]
  },

  'an order of a customer': async (stage) => {
    const { page, db, expectFault } = stage
    expectFault(/400 .*billing-details|503 .*messages/)
    const { user, order } = await enterAsCustomer(stage)
    return [
      {
        name: 'in work and refunded in part, with messages that are new, withdrawn, edited and could not be sent',
        reach: async () => {
          await refundInTwo(db, order)
          await insertMessages(db, order)
          await page.goto(`/dashboard?order=${order.id}`)
          await expect(regionOf(page, 'Next step')).toBeVisible()
          await expect(page.getByText('Part of your payment refunded')).toBeVisible()
          await expect(page.getByText('Refund on its way')).toBeVisible()
          await expect(regionOf(page, 'Messages')).toContainText('Message withdrawn')
          await page.getByRole('button', { name: 'Edit', exact: true }).click()
          await page.route('**/messages', (route) =>
            route.request().method() === 'POST'
              ? route.fulfill({ status: 503, body: '{}' })
              : route.fallback(),
          )
          await page.getByRole('textbox', { name: 'Message', exact: true }).fill('x'.repeat(4_900))
          await page.getByRole('button', { name: 'Send', exact: true }).click()
          await expect(page.getByText('Your text is still here')).toBeVisible()
          await expect(page.getByText('100 left')).toBeVisible()
        },
      },
      {
        name: 'with an instalment that is overdue',
        reach: async () => {
          const inInstalments = await createOrderInInstalments(db, user)
          await page.goto(`/dashboard?order=${inInstalments.id}`)
          const payments = regionOf(page, 'Payments')
          await expect(payments.getByRole('button', { name: 'Pay $24.50' })).toBeVisible()
          await expect(payments).toContainText('Due since')
        },
      },
      {
        name: 'its billing details, with errors',
        part: 'html',
        reach: async () => {
          const guest = await createGuest(db)
          const bought = await createOrder(db, guest, { createdAt: new Date(), paidAt: new Date() })
          await openDashboard(page, guest, `?order=${bought.id}`)
          await page.getByRole('button', { name: 'Complete billing details' }).click()
          const details = page.getByRole('dialog', { name: 'Billing details' })
          await details.getByRole('button', { name: 'Issue new invoice' }).click()
          await expect(details.getByText('Address must be at least 5 characters')).toBeVisible()
        },
      },
    ]
  },

  'the dialogs of the dashboard': async (stage) => {
    const { page, db } = stage
    // Signs in on a second device.
    const { user, order, open } = await enterAsCustomer(stage)
    const signedIn = await page.context().cookies()
    await page.context().clearCookies()
    await page.request.post('/api/auth/login', {
      data: { email: user.email, password: 'a-fine-secret' },
      headers: { 'user-agent': FIREFOX },
    })
    await page.context().clearCookies()
    await page.context().addCookies(signedIn)
    return [
      dialog('the questions of an order', async () => {
        await open()
        await page.getByRole('button', { name: new RegExp(`^Questions about.*order ${order.id}$`) }).click()
        await expect(page.getByRole('dialog').getByText(/^\d of \d answered$/)).toBeVisible()
      }),
      next('the package of an order', async () => {
        await page.getByRole('button', { name: order.packageName, exact: true }).click()
        await expect(page.getByRole('dialog').getByRole('heading', { name: 'Key features' })).toBeVisible()
      }),
      next('another password, with its errors', async () => {
        await page.getByRole('button', { name: 'Change Password' }).click()
        const form = page.getByRole('dialog')
        await form.getByRole('button', { name: 'Change Password' }).click()
        await expect(form.getByText('Password must be at least 6 characters')).toBeVisible()
      }),
      next('the devices', async () => {
        await page.getByRole('button', { name: 'Signed-In Devices' }).click()
        await expect(page.getByRole('dialog').getByText('Firefox on Linux')).toBeVisible()
      }),
      dialog('the erasure, with its error', async () => {
        const former = await createPerson(db)
        await createOrder(db, former, { status: 'completed' })
        await openDashboard(page, former)
        await page.getByRole('button', { name: 'Erase My Account' }).click()
        const question = page.getByRole('dialog', { name: 'Erase My Account' })
        await question.getByRole('button', { name: 'Erase My Account' }).click()
        await expect(question.getByText('Enter your current password')).toBeVisible()
      }),
    ]
  },
}
