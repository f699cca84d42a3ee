/** States of the page of an order in the back office, and of its refunds. */
import type { Knex } from 'knex'
import { expect } from 'playwright/test'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { insertAssignment, insertOrder } from '#db/testing/builders.ts'
import { createPaidOrder, createPerson } from '#e2e/journeys/support/people.ts'
import { createOrderInInstalments } from './account.ts'
import { enterAsAdmin, openView } from './admin-lists.ts'
import { dialog, next, type Screens } from './state.ts'

/** Creates an order in progress, with a processed and a failed refund. */
async function createRefundedOrder(db: Knex) {
  const order = await createPaidOrder(db, { status: 'processing' })
  const { id: orderId } = order
  const { id: paymentId } = await Payment.query(db).findOne({ orderId }).throwIfNotFound()
  await Refund.query(db).insert([
    { paymentId, amountCents: 2_000, reason: 'One page fewer', status: 'processed', processedAt: new Date() },
    {
      paymentId,
      amountCents: 500,
      reason: 'Refused'.repeat(40),
      status: 'failed',
      lastError: 'Your account does not have enough balance to carry out the refund operation',
    },
  ])
  await OrderEvent.query(db).insert({
    orderId,
    kind: 'status',
    fromValue: 'pending',
    toValue: 'processing',
    actorKind: 'system',
  })
  return order
}

export const ADMIN_ORDERS: Screens = {
  'an order in the back office': async (stage) => {
    const { page, db } = stage
    const admin = await enterAsAdmin(stage)
    const refunded = await createRefundedOrder(db)
    return [
      {
        name: 'refunded in part',
        reach: async () => {
          await openView(page, `order=${refunded.id}`)
          await expect(page.getByText('$20.00 refunded', { exact: true })).toBeVisible()
        },
      },
      next('pending again', async () => {
        await page.getByLabel(`Status of ${refunded.invoiceNumber}`).selectOption('pending')
        await expect(page.getByText('Had work started?')).toBeVisible()
      }),
      next('cancelled without a reason', async () => {
        await page.getByLabel(`Status of ${refunded.invoiceNumber}`).selectOption('cancelled')
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
        await expect(page.getByText('Please give the reason')).toBeVisible()
      }),
      {
        name: 'an attempt',
        reach: async () => {
          const { packageId, userId } = refunded
          const attempt = await insertOrder(db, { packageId, userId, paymentStatus: 'unpaid', paidAt: null })
          await openView(page, `order=${attempt.id}`)
          await expect(page.getByText('Only a paid order can be assigned.')).toBeVisible()
        },
      },
      {
        name: 'ready to close',
        reach: async () => {
          const { id: orderId } = await createPaidOrder(db, { status: 'processing', answersInAt: new Date() })
          const staff = await createPerson(db, { isStaff: true })
          const work = { orderId, staffId: staff.id, assignedById: admin.id }
          await insertAssignment(db, { ...work, status: 'completed' })
          await openView(page, `order=${orderId}`)
          await expect(page.getByText('Ready to close')).toBeVisible()
        },
      },
      {
        name: 'paid in instalments',
        reach: async () => {
          const { id } = await createOrderInInstalments(db, { id: refunded.userId ?? 0 })
          await openView(page, `order=${id}`)
          await expect(page.getByRole('region', { name: 'Paid in instalments' })).toContainText(
            '$24.50 of $49.00 paid',
          )
        },
      },
      next('the bank transfer of an instalment, with its errors', async () => {
        await page.getByRole('button', { name: /^Record a transfer: Legacy/ }).click()
        const transfer = page.getByRole('dialog')
        await transfer.getByRole('button', { name: 'Record a transfer' }).click()
        await expect(transfer.getByText('Please fill this in').first()).toBeVisible()
      }),
      dialog('a refund, with its errors and those before it', async () => {
        const { invoiceNumber } = refunded
        await openView(page, `tab=orders&q=${invoiceNumber}`)
        await page.getByRole('button', { name: `Refund ${invoiceNumber}`, exact: true }).click()
        const refund = page.getByRole('dialog', { name: 'Refund' })
        await expect(refund.getByText(/Work has started: a review within 5 to 7 business days/)).toBeVisible()
        await expect(refund.getByText('does not have enough balance')).toBeVisible()
        await refund.getByLabel('Amount (USD)').fill('100000')
        await refund.getByRole('button', { name: 'Refund' }).click()
        await expect(refund.getByText('Reason is required')).toBeVisible()
      }),
    ]
  },
}
