/** The browser's own back button after a payment that failed, with the page restored from the back-forward cache. */
import { expect } from 'playwright/test'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { FULL_CHROMIUM } from '#e2e/journeys/support/full-chromium.ts'
import { checkoutOf, expectToast, test, toastOf } from '#e2e/journeys/support/journey.ts'
import { describeOrders } from '#e2e/support/database.ts'

// Playwright disables this cache by default.
test.use({ launchOptions: { ...FULL_CHROMIUM, ignoreDefaultArgs: ['--disable-back-forward-cache'] } })

test('Try Payment Again and the back button find the form unchanged, with its password, and pay the open order', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/400 .*\/pay/)
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { wasCached: persisted }))
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Buy Now, Website and SEO Audit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Get Started with Website and SEO Audit' })
  await fillForm(dialog, buyer)
  const form = dialog.locator('form')
  const readForm = () =>
    form.evaluate((element: HTMLFormElement) => Object.fromEntries(new FormData(element)))
  const filled = await readForm()
  const pay = dialog.getByRole('button', { name: 'Pay $99.00' })

  for (const goBack of [
    () => page.getByRole('button', { name: 'Try Payment Again' }).click(),
    () => page.goBack({ waitUntil: 'commit' }),
  ]) {
    await pay.click()
    await checkoutOf(page).getByRole('button', { name: 'Simulate a decline' }).click()
    await page.waitForURL('**/payment-failed?reason=payment_failed')
    await goBack()
    await expect(dialog).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'wasCached'))).toBe(true)
    expect(await readForm()).toEqual(filled)
    await expect(page.getByText('Processing...')).toHaveCount(0)
    await expect(toastOf(page)).toHaveCount(0)
  }

  await pay.click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Payment Successful!')
  await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
  expect(await describeOrders(db, buyer.email)).toEqual(['pending, paid, 9900, captured 9900'])
})
