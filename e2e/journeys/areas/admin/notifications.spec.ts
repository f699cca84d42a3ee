/** Admins are notified at the bell and by mail, and of a dispute early enough to answer it. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { type BoughtOrder, buyPackage } from '#e2e/journeys/support/bought-order.ts'
import { expectToast } from '#e2e/journeys/support/journey.ts'
import { MAIL_WAIT_MS } from '#e2e/journeys/support/mailbox.ts'
import { adminTest } from '#e2e/journeys/support/people.ts'

const test = adminTest.extend<{ buy: () => Promise<BoughtOrder> }>({
  buy: async ({ playwright, db }, use) => {
    await use(() => buyPackage(playwright.request, db, 'site-audit'))
  },
})

/** @returns the subjects of the notifications about the order that were mailed to the address */
const subjectsTo = async (db: Knex, toEmail: string, invoiceNumber: string) =>
  (
    await OutboxMessage.query(db)
      .where({ kind: 'notification', toEmail, state: 'sent' })
      .where('subject', 'like', `%${invoiceNumber} %`)
  ).map(({ subject }) => subject)

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

test('a sale rings the bell and is mailed to admins', async ({ page, db, admin, buy }) => {
  const { invoiceNumber } = await buy()
  await expect
    .poll(() => subjectsTo(db, admin.email, invoiceNumber), { timeout: MAIL_WAIT_MS })
    .toEqual([expect.stringContaining(`${invoiceNumber} is paid: $`)])

  await page.goto('/admin')
  await expect(bell(page)).toHaveAccessibleName(/^Notifications, \d+ unread$/)
  await bell(page).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const sale = panel.getByRole('link', { name: new RegExp(`^Unread: Sale .*${invoiceNumber} is paid`) })
  await expect(sale).toBeVisible()
  await sale.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/order=\d+$/)
  await expect(page.getByRole('heading', { name: invoiceNumber, exact: true })).toBeVisible()
  await bell(page).click()
  await expect(
    panel.getByRole('link', { name: new RegExp(`^Sale .*${invoiceNumber} is paid`) }),
  ).toBeVisible()
})

test('an admin switches a kind of mails off for themselves, and the bell still tells of it', async ({
  page,
  db,
  admin,
  buy,
}) => {
  await page.goto('/admin?view=notifications')
  const sales = page.getByRole('checkbox', { name: 'Sale', exact: true })
  await expect(sales).toBeChecked()
  await sales.uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Notification Emails Saved')
  await page.reload()
  await expect(sales).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Dispute', exact: true })).toBeChecked()
  const { invoiceNumber } = await buy()
  await page.goto('/admin')
  await bell(page).click()
  await expect(page.getByRole('link', { name: new RegExp(`Sale .*${invoiceNumber} is paid`) })).toBeVisible()
  // The mails are stored together with the notification. Other journeys may have sold something before this admin's change.
  expect(
    await OutboxMessage.query(db)
      .where({ kind: 'notification' })
      .whereRaw(
        `(payload ->> 'recipientId')::integer = ?
        AND (payload ->> 'notificationId')::integer IN (SELECT id FROM notifications WHERE title LIKE ?)`,
        [admin.id, `${invoiceNumber} is paid%`],
      ),
  ).toEqual([])
})

test('a dispute appears with the date to answer by, in its order too, and leads to the provider', async ({
  page,
  admin: _,
  buy,
}) => {
  const { invoiceNumber, paymentId } = await buy()
  const opened = await page.request.post('/sandbox/razorpay/dispute', { data: { payment_id: paymentId } })
  const { id } = await opened.json()
  await page.goto('/admin?tab=staff')
  await expect
    .poll(
      async () => {
        const found = await page.request.get(`/api/admin/disputes?q=${id}`)
        return (await found.json()).length
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await page
    .getByRole('navigation', { name: 'More places' })
    .getByRole('link', { name: /^Disputes/ })
    .click()
  const row = page.getByRole('row').filter({ hasText: id })
  for (const text of ['Goods or services not received', 'To answer', invoiceNumber, '$99.00'])
    await expect(row).toContainText(text)
  const answer = { name: `Answer at Razorpay: ${id}` }
  const address = `https://dashboard.razorpay.com/app/disputes/${id}`
  await expect(row.getByRole('link', answer)).toHaveAttribute('href', address)

  await row.getByRole('link', { name: invoiceNumber }).click()
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment.getByRole('heading', { name: 'Disputes' })).toBeVisible()
  await expect(payment).toContainText('answer by')
  await expect(payment.getByRole('link', answer)).toHaveAttribute('href', address)
})
