import type { Page } from 'playwright/test'
import { createBuyer, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf } from '#e2e/journeys/support/journey.ts'

export const SLUG = 'business-website'

/** Buys as a new buyer, and ends on the dashboard. */
export async function buy(page: Page): Promise<void> {
  const dialog = await openFilledPurchase(page, SLUG, createBuyer())
  await dialog.getByRole('button', { name: /Pay/ }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/dashboard')
}
