/** Under a browser's page translation nothing breaks, and changed texts are shown (docs/decisions/074-page-translation.md).
 * accessibility.spec.ts visits all screens under it. */
import { expect, type Page } from 'playwright/test'
import { insertCoupon } from '#db/testing/builders.ts'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, DRAWN_ANEW, openPurchase, test } from '#e2e/journeys/support/journey.ts'
import { translatePages } from '#e2e/journeys/support/translate.ts'

/** The delay of Chrome's translation. */
const TRANSLATES_AFTER_MS = 1200
const FAILED = 'Part of this page has stopped working'

const translated = (page: Page) => expect(page.locator('html[data-translated]')).toHaveCount(1)

test('a coupon, taken off and on again, and a payment', async ({ page, context, db, expectFault }) => {
  expectFault(DRAWN_ANEW)
  await translatePages(context, TRANSLATES_AFTER_MS)
  const { code } = await insertCoupon(db)
  const dialog = await openPurchase(page, 'site-audit')
  await translated(page)
  await fillForm(dialog, createBuyer())
  const pay = dialog.getByRole('button', { name: /Pay / })
  const full = await pay.textContent()
  await dialog.getByLabel('Coupon code').fill(code)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Coupon Applied Successfully!')).toBeVisible()
  await expect(pay).not.toHaveText(full ?? '')
  await dialog.getByRole('button', { name: 'Remove coupon' }).click()
  await expect(pay).toHaveText(full ?? '')
  await pay.click()
  await expect(checkoutOf(page)).toBeVisible()
})

test('the countdown of the exit offer runs', async ({ page, context, expectFault }) => {
  expectFault(DRAWN_ANEW)
  await translatePages(context, TRANSLATES_AFTER_MS)
  await page.goto('/about')
  await translated(page)
  await page.mouse.move(400, 300)
  await page.mouse.move(400, -10)
  const timer = page.getByRole('timer')
  await expect(timer).toContainText('29:5')
  const before = await timer.textContent()
  await expect(timer).not.toHaveText(before ?? '')
})

test('what fails in an island is said, and a reload brings back what was typed', async ({
  page,
  expectFault,
}) => {
  expectFault(/NotFoundError/)
  const form = await openPurchase(page, 'site-audit')
  await form.locator('[name=firstName]').fill('Ada')
  await form.getByLabel('Coupon code').fill('WELCOME10')
  // A browser extension may do this.
  await form.getByRole('button', { name: 'Apply' }).evaluate((button: HTMLElement) => {
    button.click()
    button.remove()
  })
  await expect(page.getByRole('alert').filter({ hasText: FAILED })).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  // The form reopens on its own.
  await expect(form.locator('[name=firstName]')).toHaveValue('Ada')
  await expect(form.getByLabel('Coupon code')).toHaveValue('WELCOME10')
})
