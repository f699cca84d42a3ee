/** The doctor's list in the admin area (docs/product/back-office.md, The doctor). */
import { expect } from 'playwright/test'
import type { DoctorReport } from '#api/contract/operations/jobs.ts'
import { adminTest as test } from '#e2e/journeys/support/people.ts'

test('an admin sees the checks of the doctor, and the demo has no problem', async ({ page, admin: _ }) => {
  await page.goto('/admin')
  await page
    .getByRole('navigation', { name: 'More places' })
    .getByRole('link', { name: /^Shop settings/ })
    .click()
  await page.getByRole('link', { name: 'Setup', exact: true }).click()
  await expect(page.getByText(/^Nothing is broken\. \d+ parts not set up yet\. Checked/)).toBeVisible()
  const unset = page.getByText(/SMTP_URL, /)
  await expect(unset).toBeHidden()
  await page.getByText(/^\d+ optional variables not set$/).click()
  await expect(unset).toBeVisible()
  const database = page.getByRole('region', { name: 'Database' }).getByRole('listitem')
  await expect(database.filter({ hasText: 'Migrations' })).toContainText('All applied')
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
  const sandbox = payments.filter({ hasText: 'Payments go to the sandbox' })
  await expect(sandbox).toContainText('Key, Currency, Webhook')
})

test('the worst problem is shown as a notice, which leads to its solution', async ({ page, admin: _ }) => {
  await page.route('**/api/admin/doctor', async (route) => {
    const response = await route.fetch()
    const { lines, ...report } = (await response.json()) as DoctorReport
    const broken = lines.map((line) =>
      ['Clock', 'Last backup'].includes(line.name)
        ? { ...line, state: 'fault', text: `${line.name} is broken`, advice: `Mend ${line.name}.` }
        : line,
    )
    await route.fulfill({ json: { ...report, lines: broken } })
  })
  await page.goto('/admin?tab=staff')
  await expect(page.getByText('Database, Clock: Clock is broken (and 1 more)')).toBeVisible()
  await page.getByRole('button', { name: 'Show setup' }).click()
  await expect(page.getByText(/^2 problems\. .*Checked/)).toBeVisible()
  const wrong = page.getByRole('region', { name: 'Problems' }).getByRole('listitem')
  await expect(wrong.last()).toContainText('Mend Last backup.')
})
