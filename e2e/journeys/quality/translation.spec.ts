/** Under a browser's page translation nothing breaks, and what changes is shown (docs/decisions/074-page-translation.md). */
import { expect, type Page } from 'playwright/test'
import { insertCoupon } from '../../../db/testing/builders.ts'
import { createBuyer, fillForm } from '../support/buyer.ts'
import { checkoutOf, openPurchase, test } from '../support/journey.ts'
import { translatePages } from '../support/translate.ts'

test.beforeEach(async ({ context, expectFault }) => {
  // The translation came before the hydration: React draws the island anew.
  expectFault(/Minified React error #418/)
  await translatePages(context)
})

const translated = (page: Page) => expect(page.locator('html[data-translated]')).toHaveCount(1)

test('a coupon, taken off and on again, and a payment', async ({ page, db }) => {
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

test('the countdown of the exit offer runs', async ({ page }) => {
  await page.goto('/about')
  await translated(page)
  await page.mouse.move(400, 300)
  await page.mouse.move(400, -10)
  const timer = page.getByRole('timer')
  await expect(timer).toContainText('29:5')
  const before = await timer.textContent()
  await expect(timer).not.toHaveText(before ?? '')
})
