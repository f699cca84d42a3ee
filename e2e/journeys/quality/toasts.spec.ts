/** Toasts: how long they stay, where they stand, and how one kind is told from another. */
import { expect, type Page } from 'playwright/test'
import { expectToast, openPurchase, settle, test, toastOf } from '../support/journey.ts'
import { createPerson, signInAs } from '../support/people.ts'

const iconOf = (page: Page) => toastOf(page).locator('svg[data-of]')

async function refuseCoupon(page: Page) {
  const dialog = await openPurchase(page, 'site-audit')
  await dialog.getByLabel('Coupon code').fill('NO-SUCH-CODE')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(toastOf(page)).toContainText('Invalid Coupon')
  return dialog
}

test('a success toast has its time once, even across pages', async ({ page, db }) => {
  await signInAs(page, await createPerson(db))
  await page.goto('/about')
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return await toastOf(page).count()
    })
    .toBe(1)
  await expect(iconOf(page)).toHaveAttribute('data-of', 'success')
  for (const path of ['/about', '/contact']) {
    await page.goto(path)
    await page.clock.runFor(100)
    await expect(toastOf(page)).toContainText('Logged out successfully')
    await page.clock.runFor(1500)
  }
  await page.goto('/privacy-policy')
  await page.clock.runFor(5000)
  await expect(toastOf(page)).toHaveCount(0)
})

test('an error toast closes with its page', async ({ page }) => {
  await page.goto('/checkout')
  await expectToast(page, 'Missing package data')
  await expect(iconOf(page)).toHaveAttribute('data-of', 'destructive')
  await page.goto('/about')
  await settle(page)
  await expect(toastOf(page)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('carried-toast'))).toBeNull()
})

test('an error toast closes with its dialog, a success toast stays', async ({ page, expectFault }) => {
  expectFault(/404 .*coupons/)
  const dialog = await refuseCoupon(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(0)

  await openPurchase(page, 'site-audit')
  await dialog.getByLabel('Coupon code').fill('WELCOME10')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Coupon Applied Successfully!')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove coupon' }).click()
  await expect(toastOf(page)).toContainText('Coupon Removed')
  await expect(iconOf(page)).toHaveAttribute('data-of', 'neutral')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Coupon Removed')
})

for (const [width, place] of [
  [375, 'below, above the bar with the buttons'],
  [1440, 'at the top'],
] as const) {
  test(`at ${width} px a toast stands ${place}`, async ({ page, expectFault }) => {
    expectFault(/404 .*coupons/)
    await page.setViewportSize({ width, height: 812 })
    const dialog = await refuseCoupon(page)
    const toast = await toastOf(page).boundingBox()
    const pay = await dialog.getByRole('button', { name: 'Pay $99.00' }).boundingBox()
    if (!toast || !pay) throw new Error('Nothing to measure')
    if (width === 375) {
      expect(toast.y).toBeGreaterThan(812 / 2)
      expect(toast.y + toast.height).toBeLessThan(pay.y)
    } else expect(toast.y).toBeLessThan(40)
  })
}
