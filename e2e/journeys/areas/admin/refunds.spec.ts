/** Refunds: requested by an admin, processed, and shown to the customer. */

import { expect, type Page } from 'playwright/test'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { insertDispute } from '#db/testing/builders.ts'
import { type BoughtOrder, buyPackage } from '#e2e/journeys/support/bought-order.ts'
import { expectToast, holdCalls } from '#e2e/journeys/support/journey.ts'
import { adminTest } from '#e2e/journeys/support/people.ts'

const test = adminTest.extend<{ paidOrder: BoughtOrder }>({
  paidOrder: async ({ playwright, db }, use) => {
    await use(await buyPackage(playwright.request, db, 'seo-foundations'))
  },
})

async function openRefund(page: Page, { invoiceNumber }: BoughtOrder) {
  await page.goto(`/admin?tab=orders&q=${invoiceNumber}`)
  await page.getByRole('button', { name: `Refund ${invoiceNumber}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await expect(dialog.getByLabel('Amount (USD)')).toBeVisible()
  return dialog
}

test('a part is refunded, then the rest: advice, errors at the fields, history', async ({
  page,
  db,
  admin,
  paidOrder,
}) => {
  const payment = await Payment.query(db).findOne({ orderId: paidOrder.id }).throwIfNotFound()
  const dollars = (cents: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
  const dialog = await openRefund(page, paidOrder)
  await expect(dialog.getByText('Full refund under the policy')).toBeVisible()
  await expect(dialog.getByLabel('Amount (USD)')).toHaveValue((payment.amountCents / 100).toFixed(2))

  await dialog.getByLabel('Amount (USD)').fill('100000')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText(`At most ${dollars(payment.amountCents)} is left to refund`)).toBeVisible()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await expect(dialog.getByLabel('Amount (USD)')).toBeFocused()

  await dialog.getByLabel('Amount (USD)').fill('20')
  await dialog.getByLabel('Reason').fill('One page fewer than agreed')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expectToast(page, 'Refund Started', '$20.00 is being refunded to the customer.')
  await expect(dialog).toHaveCount(0)
  const again = page.getByRole('button', { name: `Refund ${paidOrder.invoiceNumber}`, exact: true })
  // A typed amount stays when newer figures replace the cached ones.
  const answer = await holdCalls(page, '**/api/admin/orders/*/refunds')
  await again.click()
  await dialog.getByLabel('Amount (USD)').fill('10')
  answer()
  await expect(dialog.getByRole('region', { name: 'Refund history' })).toContainText('One page fewer')
  await expect(dialog.getByLabel('Amount (USD)')).toHaveValue('10')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await again.click()
  const history = dialog.getByRole('region', { name: 'Refund history' })
  await expect(history).toContainText('One page fewer than agreed')
  await expect(history).toContainText(`Ada ${admin.lastName}`)
  await expect(history.getByText('Refunded')).toBeVisible()
  const restCents = payment.amountCents - 2_000
  await expect(dialog.getByLabel('Amount (USD)')).toHaveValue((restCents / 100).toFixed(2))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('$20.00 refunded')).toBeVisible()

  // While the bank reviews the payment, the dialog says so and does not accept a refund.
  const dispute = await insertDispute(db, { orderId: paidOrder.id })
  await again.click()
  await expect(dialog.getByRole('complementary', { name: 'Open dispute' })).toContainText(
    'The buyer’s bank is reviewing this payment.',
  )
  await expect(dialog.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: paidOrder.invoiceNumber }).click()
  await expect(page.getByRole('tabpanel')).toContainText(
    new RegExp(` · Dispute of \\${dollars(payment.amountCents)}: answer by \\d+ \\w+ 20\\d\\d`),
  )
  await page.goBack()
  await dispute.$query(db).patch({ status: 'won' })

  await again.click()
  await dialog.getByLabel('Reason').fill('Cancelled in time')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toHaveCount(0)
  await again.click()
  await expect(history.getByText('Refunded')).toHaveCount(2)
  await expect(dialog.getByText('Everything has been refunded or is on its way.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: paidOrder.invoiceNumber })).toContainText('Refunded')
  expect(await payment.$query(db)).toMatchObject({ status: 'refunded' })
  expect(await OrderEvent.query(db).findOne({ orderId: paidOrder.id, toValue: 'refunded' })).toMatchObject({
    actorId: admin.id,
  })

  await page.getByRole('link', { name: paidOrder.invoiceNumber }).click()
  const orderHistory = page.getByRole('region', { name: 'History', exact: true })
  await expect(orderHistory).toContainText('Payment: Paid → Refunded')
  await expect(orderHistory).toContainText(`$20.00 of ${dollars(payment.amountCents)} refunded`)
  // Nothing is left to refund, and no work that needs credentials.
  await expect(again).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Credentials' })).toHaveCount(0)
})

test('a refund whose response is lost is sent again with its key, and made once', async ({
  page,
  db,
  admin: _,
  paidOrder,
  expectFault,
}) => {
  expectFault(/ERR_FAILED|ERR_CONNECTION|Failed to load/)
  const keys: (string | undefined)[] = []
  await page.route(/\/api\/admin\/orders\/\d+\/refunds$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    // The request arrives, but its response is lost.
    if (keys.length === 1) {
      await route.fetch()
      return route.abort()
    }
    return route.continue()
  })
  const dialog = await openRefund(page, paidOrder)
  await dialog.getByLabel('Amount (USD)').fill('30')
  await dialog.getByLabel('Reason').fill('Agreed by phone')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expectToast(page, 'Refund Failed')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Agreed by phone')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expectToast(page, 'Refund Started', '$30.00 is being refunded to the customer.')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  const payment = await Payment.query(db).findOne({ orderId: paidOrder.id }).throwIfNotFound()
  expect(await Refund.query(db).where({ paymentId: payment.id })).toMatchObject([{ amountCents: 3_000 }])
})
