/** Rows that the admin's lists hide or mark, and undoing a change of status. */
import { expect, type Locator, type Page } from 'playwright/test'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { insertCoupon, insertOrder, insertPaidOrder } from '#db/testing/builders.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { getPackage } from '#e2e/support/database.ts'

async function openAdmin(page: Page, query: string): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: DEMO_ACCOUNTS.admin })
  expect(response.status()).toBe(200)
  await page.goto(`/admin${query}`)
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('It has no box')
  return box
}
const countOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title }).locator('header').getByRole('status')

test('a changed status is undone from its row for ten seconds, and its mail is not sent', async ({
  page,
  db,
}) => {
  const { id: packageId } = await getPackage(db, 'site-audit')
  const order = await insertPaidOrder(db, { packageId })
  const mails = () =>
    OutboxMessage.query(db)
      .where({ kind: 'status_changed' })
      .whereRaw(`payload ->> 'orderId' = ?`, String(order.id))
      .resultSize()
  await openAdmin(page, `?tab=orders&q=${order.invoiceNumber}`)
  const status = page.getByLabel(`Status of ${order.invoiceNumber}`)
  const undo = page.getByRole('button', { name: `Undo the change of ${order.invoiceNumber}` })
  await expect(status).toHaveValue('pending')
  await expect(undo).toHaveCount(0)
  await status.selectOption('completed')
  await expectToast(page, 'Order Updated')
  expect(await mails()).toBe(1)
  await undo.focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Change Undone', `${order.invoiceNumber} is pending again.`)
  await expect(status).toHaveValue('pending')
  await expect(status).toBeFocused()
  await expect(undo).toHaveCount(0)
  expect(await mails()).toBe(0)
  await page.getByRole('link', { name: order.invoiceNumber }).click()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toContainText('Status: Completed → Pending · Undone')
})

test('Undo disappears after ten seconds, and a message says where it comes too late', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/409/)
  const { id: packageId } = await getPackage(db, 'site-audit')
  const order = await insertPaidOrder(db, { packageId })
  await page.clock.install()
  await openAdmin(page, `?tab=orders&q=${order.invoiceNumber}`)
  const status = page.getByLabel(`Status of ${order.invoiceNumber}`)
  const undo = page.getByRole('button', { name: `Undo the change of ${order.invoiceNumber}` })
  await status.selectOption('processing')
  await expect(undo).toBeVisible()
  await undo.focus()
  await page.clock.runFor(10_000)
  await expect(undo).toHaveCount(0)
  await expect(status).toBeFocused()

  await status.selectOption('completed')
  await expect(undo).toBeVisible()
  await db('order_events')
    .where({ orderId: order.id })
    .update({ createdAt: db.raw("now() - interval '11 seconds'") })
  await undo.click()
  await expectToast(
    page,
    'Failed to update order status',
    'This change can no longer be undone. Set the status you want instead.',
  )
  await expect(status).toHaveValue('completed')
})

test('an unpaid attempt is marked as one, without an invoice number, and has a filter', async ({
  page,
  db,
}) => {
  const { id: packageId } = await getPackage(db, 'site-audit')
  const paid = await insertPaidOrder(db, { packageId })
  const { id } = await insertOrder(db, {
    packageId,
    userId: paid.userId,
    paymentStatus: 'unpaid',
  })
  const { email } = paid.buyer
  await openAdmin(page, `?tab=orders&q=${email}`)
  await expect(countOf(page, 'Orders')).toHaveText('2 orders and attempts found')
  const attempt = rowOf(page, 'Unpaid attempt')
  await expect(attempt).toContainText(`#${id}`)
  await expect(attempt).toContainText('Awaiting payment')
  await expect(attempt).not.toContainText(/INV-|Pending/)
  await expect(rowOf(page, paid.invoiceNumber)).toContainText('Pending')
  for (const width of [1280, 1440, 2200]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      'Invoice',
      'Customer',
      'Package',
      'Amount',
      'Status',
      'Date',
      'View Answers',
      'Due',
      'Actions',
    ])
    await expect(attempt.getByText(email)).toBeVisible()
    const answers = attempt.getByRole('button', { name: 'View Answers of' })
    await expect(answers).toHaveText(/^View Answers\d of \d$/)
    expect((await answers.boundingBox())?.height, 'the count stands beside').toBeLessThan(30)
    const pill = await boxOf(attempt.getByText('Awaiting payment').first())
    expect(pill.x + pill.width).toBeLessThanOrEqual((await boxOf(attempt.locator('time').last())).x)
    const cut = await attempt
      .locator('td:nth-child(5) span')
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth))
    expect(cut).toEqual([])
  }
  await page.getByLabel('Ordered from').fill('2099-01-01')
  await expect(page).toHaveURL(/from=2099-01-01/)
  await expect(page.getByText('No orders match')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export these orders as CSV' })).toHaveAttribute(
    'href',
    /from=2099-01-01/,
  )
  await expect(page.getByRole('button', { name: 'Save filter' })).toBeVisible()
  await page.getByLabel('Ordered from').fill('')
  await expect(page).not.toHaveURL(/from=/)
  await page.getByRole('link', { name: `#${id}` }).click()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: `#${id}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payment' })).not.toContainText('INV-')
  await page.goBack()
  await page.getByLabel('Payment', { exact: true }).selectOption({ label: 'Unpaid attempts' })
  await expect(page).toHaveURL(/paymentStatus=unpaid/)
  await expect(countOf(page, 'Orders')).toHaveText('1 unpaid attempt found')
  await page.getByLabel('Payment', { exact: true }).selectOption({ label: 'Paid' })
  await expect(countOf(page, 'Orders')).toHaveText('1 order found')
  await expect(attempt).toHaveCount(0)
})

test('codes of the exit offer are shown on request, which the address keeps', async ({ page, db }) => {
  const made = await page.request.post('/api/coupons/generate')
  const { code } = await made.json()
  const own = await insertCoupon(db)
  await openAdmin(page, '?tab=coupons')
  await expect(rowOf(page, own.code)).toBeVisible()
  await expect(rowOf(page, code)).toHaveCount(0)
  const box = page.getByLabel('Show exit-offer codes')
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(rowOf(page, code)).toBeVisible()
  await expect(page).toHaveURL(/exitOffers=included/)
  await page.reload()
  await expect(box).toBeChecked()
  await expect(rowOf(page, code)).toBeVisible()
  await box.uncheck()
  await expect(page).not.toHaveURL(/exitOffers/)
  await expect(rowOf(page, code)).toHaveCount(0)
  await Coupon.query(db).deleteById(own.id)
})
