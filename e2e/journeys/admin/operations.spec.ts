/** Background work that needs an admin: money without an order, webhooks, jobs. */

import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import type { Payment } from '../../../db/models/payment.ts'
import { WebhookEvent } from '../../../db/models/webhook-event.ts'
import { insertPayment } from '../../../db/testing/builders.ts'
import { findFaults } from '../../support/axe.ts'
import { expectToast } from '../../support/journey.ts'
import { createPaidOrder, adminTest as test } from '../../support/people.ts'

const unique = () => crypto.randomUUID().replaceAll('-', '').slice(0, 14)

const insertStray = (db: Knex, fields: Partial<Payment> = {}) =>
  insertPayment(db, { amountCents: 12_345, fulfilsOrder: false, flag: 'unknown_order', ...fields })

const insertEvent = (db: Knex, fields: Partial<WebhookEvent> = {}) =>
  WebhookEvent.query(db)
    .insert({
      eventId: `evt_${unique()}`,
      eventType: 'payment.downtime.started',
      payload: JSON.stringify({ event: 'payment.downtime.started', payload: {} }),
      ...fields,
    })
    .returning('*')

/** A job that was tried for the last time, as pg-boss leaves it. */
async function insertFailedJob(db: Knex, data: object): Promise<string> {
  const id = crypto.randomUUID()
  await db('jobs.job').insert({
    id,
    name: 'webhook',
    data: JSON.stringify(data),
    state: 'failed',
    retryLimit: 0,
    output: JSON.stringify({ message: 'The payment provider gave no answer: ETIMEDOUT' }),
    completedOn: new Date(),
  })
  return id
}

const openView = async (page: Page, name: RegExp) => {
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name }).click()
}
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('money without an order waits, counted, until somebody has looked', async ({ page, db, admin }) => {
  const order = await createPaidOrder(db)
  const twice = await insertStray(db, { orderId: order.id, flag: 'second_capture' })
  const stray = await insertStray(db)
  await openView(page, /^Money without order \d+ waiting$/)
  await expect(rowOf(page, twice.providerPaymentId ?? '')).toContainText('Paid twice')
  const row = rowOf(page, stray.providerPaymentId ?? '')
  for (const text of ['Unknown order', 'This payment belongs to no order that the shop knows', '$123.45']) {
    await expect(row).toContainText(text)
  }
  await row.getByRole('button', { name: `Mark ${stray.providerPaymentId} as looked at` }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as looked at' })
  await dialog.getByLabel('Note').fill('Belongs to the office in Leeds')
  await dialog.getByRole('button', { name: 'Mark as looked at' }).click()
  await expectToast(page, 'Marked as Looked At')
  await expect(row).toBeHidden()
  expect(await stray.$query(db)).toMatchObject({ lookedBy: admin.id, lookedAt: expect.any(Date) })

  await page.getByRole('combobox', { name: 'Looked at' }).selectOption('done')
  await expect(row).toContainText('Belongs to the office in Leeds')
  await expect(row).toContainText(`Looked at by Ada ${admin.lastName}`)
  await page.reload()
  await expect(row).toContainText('Belongs to the office in Leeds')

  // And from the order it came for, by its link.
  await page.getByRole('combobox', { name: 'Looked at' }).selectOption('open')
  await rowOf(page, twice.providerPaymentId ?? '')
    .getByRole('link', { name: order.invoiceNumber })
    .click()
  await expect(page).toHaveTitle(new RegExp(`^${order.invoiceNumber} – Admin`))
  await page.getByRole('link', { name: 'Money without order', exact: true }).click()
  await expect(rowOf(page, twice.providerPaymentId ?? '')).toBeVisible()
})

test('an event that failed says why and is handled again', async ({ page, db, admin: _ }) => {
  const event = await insertEvent(db, {
    attempts: 150,
    lastError: 'The payment provider gave no answer: ETIMEDOUT',
  })
  await openView(page, /^Provider events/)
  await page.getByLabel('State').selectOption('failing')
  const row = rowOf(page, event.eventId)
  await expect(row).toContainText('The payment provider gave no answer: ETIMEDOUT')
  await expect(row).toContainText('150 tries')
  await row.getByRole('button', { name: /^Resend/ }).click()
  await expectToast(page, 'Event Queued')
  await expect
    .poll(async () => (await event.$query(db)).processedAt, { timeout: 20_000 })
    .toBeInstanceOf(Date)
  await page.getByLabel('State').selectOption('handled')
  await expect(row).toContainText('Handled')
})

test('a job that failed for good is tried again by a click', async ({ page, db, admin: _ }) => {
  const event = await insertEvent(db)
  const id = await insertFailedJob(db, { eventRowId: event.id })
  await openView(page, /^Jobs \d+ waiting$/)
  await expect(page.getByRole('list', { name: 'Queues' })).toContainText('Refunds')
  const retry = page.getByRole('button', { name: `Retry: Event ${event.id}`, exact: true })
  const row = page.getByRole('row').filter({ has: retry })
  await expect(row).toContainText('The payment provider gave no answer: ETIMEDOUT')
  await retry.click()
  await expectToast(page, 'Job Queued', `Event ${event.id} will be tried again in a moment.`)
  await expect(row).toBeHidden()
  await expect
    .poll(async () => (await db('jobs.job').where({ id }).first())?.state, { timeout: 20_000 })
    .toBe('completed')
  expect(await event.$query(db)).toMatchObject({ processedAt: expect.any(Date) })
})

for (const [view, heading] of [
  ['money', 'Money without order'],
  ['events', 'Provider events'],
  ['jobs', 'Jobs'],
] as const) {
  test(`${heading}: readable at every width, by day and by night, and for readers`, async ({
    page,
    db,
    admin: _,
  }) => {
    const long = 'The payment provider refused: '.repeat(12)
    await insertStray(db, { orderId: (await createPaidOrder(db)).id, flag: 'amount_mismatch' })
    await insertEvent(db, { attempts: 2, lastError: long })
    const jobId = await insertFailedJob(db, { eventRowId: 2_147_483_647 })
    await page.goto(`/admin?view=${view}`)
    await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible()
    await expect(page.getByRole('row').or(page.getByRole('article')).first()).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    await db('jobs.job').where({ id: jobId }).delete()
  })
}
