/** Money and background work that need an admin: unmatched payments, provider events, jobs. */

import { expect, type Page } from 'playwright/test'
import { expectToast } from '#e2e/journeys/support/journey.ts'
import { insertEvent, insertFailedJob, insertStray } from '#e2e/journeys/support/operations.ts'
import { createPaidOrder, adminTest as test } from '#e2e/journeys/support/people.ts'

const openSection = async (page: Page, place: string, section?: RegExp) => {
  await page.goto('/admin')
  await page
    .getByRole('navigation', { name: 'More places' })
    .getByRole('link', { name: new RegExp(`^${place}`) })
    .click()
  if (section)
    await page.getByRole('navigation', { name: place }).getByRole('link', { name: section }).click()
}
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('an unmatched payment waits, counted, until somebody has looked', async ({ page, db, admin }) => {
  const order = await createPaidOrder(db)
  const twice = await insertStray(db, { orderId: order.id, flag: 'second_capture' })
  const stray = await insertStray(db)
  await openSection(page, 'Unmatched payments \\d+ waiting')
  await expect(rowOf(page, twice.providerPaymentId ?? '')).toContainText('Paid twice')
  const row = rowOf(page, stray.providerPaymentId ?? '')
  for (const text of ['Unknown order', 'This payment doesn’t match any order', '$123.45']) {
    await expect(row).toContainText(text)
  }
  await row.getByRole('button', { name: `Mark ${stray.providerPaymentId} as reviewed` }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as reviewed' })
  await dialog.getByLabel('Note').fill('Belongs to the office in Leeds')
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expectToast(page, 'Marked as Reviewed')
  await expect(row).toBeHidden()
  expect(await stray.$query(db)).toMatchObject({ lookedBy: admin.id, lookedAt: expect.any(Date) })

  await page.getByRole('combobox', { name: 'Reviewed' }).selectOption('done')
  await expect(row).toContainText('Belongs to the office in Leeds')
  await expect(row).toContainText(`Reviewed by Ada ${admin.lastName}`)
  await page.reload()
  await expect(row).toContainText('Belongs to the office in Leeds')

  // The link opens the order that the payment was meant for.
  await page.getByRole('combobox', { name: 'Reviewed' }).selectOption('open')
  await rowOf(page, twice.providerPaymentId ?? '')
    .getByRole('link', { name: order.invoiceNumber })
    .click()
  await expect(page).toHaveTitle(new RegExp(`^${order.invoiceNumber} – Admin`))
  await page.getByRole('link', { name: 'Unmatched payments', exact: true }).click()
  await expect(rowOf(page, twice.providerPaymentId ?? '')).toBeVisible()
})

test('an event that failed says why and is handled again', async ({ page, db, admin: _ }) => {
  const event = await insertEvent(db, {
    attempts: 150,
    lastError: 'The payment provider gave no answer: ETIMEDOUT',
  })
  await openSection(page, 'Activity', /^Provider events/)
  await page.getByLabel('Status').selectOption('failing')
  const row = rowOf(page, event.eventId)
  await expect(row).toContainText('The payment provider gave no answer: ETIMEDOUT')
  await expect(row).toContainText('150 tries')
  await row.getByRole('button', { name: /^More for/ }).click()
  await row.getByRole('button', { name: /^Resend/ }).click()
  await expectToast(page, 'Event Queued')
  await expect
    .poll(async () => (await event.$query(db)).processedAt, { timeout: 20_000 })
    .toBeInstanceOf(Date)
  await page.getByLabel('Status').selectOption('handled')
  await expect(row).toContainText('Handled')
})

test('a job that failed for good is tried again by a click', async ({ page, db, admin: _ }) => {
  const event = await insertEvent(db)
  const id = await insertFailedJob(db, { eventRowId: event.id })
  await openSection(page, 'Activity', /^Jobs \d+ waiting$/)
  await expect(page.getByRole('list', { name: 'Queues' })).toContainText('Refunds')
  const retry = page.getByRole('button', { name: `Retry: Event ${event.id}`, exact: true })
  const row = page.getByRole('row').filter({ has: retry })
  await expect(row).toContainText('The payment provider gave no answer: ETIMEDOUT')
  await retry.click()
  await expectToast(page, 'Job Queued', `Event ${event.id} will run again in a moment.`)
  await expect(row).toBeHidden()
  await expect
    .poll(async () => (await db('jobs.job').where({ id }).first())?.state, { timeout: 20_000 })
    .toBe('completed')
  expect(await event.$query(db)).toMatchObject({ processedAt: expect.any(Date) })
})
