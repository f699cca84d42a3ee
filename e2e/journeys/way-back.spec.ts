/** The browser's own back button after a payment that failed, with the page restored from the back-forward cache. */
import { expect } from 'playwright/test'
import { createBuyer, fillForm } from '../support/buyer.ts'
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts'
import { describeOrders } from '../support/database.ts'
import { checkoutOf, expectToast, test, toastOf } from '../support/journey.ts'

const executablePath = findChromium()

test.use({
  launchOptions: {
    args: CHROMIUM_FLAGS,
    // Playwright switches that cache off by default.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(executablePath && { executablePath }),
  },
})

for (const way of ['Try Payment Again', 'the back button'] as const) {
  test(`${way} finds the form unchanged, with its password, and pays the open order`, async ({
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
    await page.getByRole('button', { name: 'Buy Now Website and SEO Audit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Get Started with Website and SEO Audit' })
    await fillForm(dialog, buyer)
    const form = dialog.locator('form')
    const readForm = () =>
      form.evaluate((element: HTMLFormElement) => Object.fromEntries(new FormData(element)))
    const filled = await readForm()
    await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
    await checkoutOf(page).getByRole('button', { name: 'Decline' }).click()
    await page.waitForURL('**/payment-failed?reason=payment_failed')

    if (way === 'the back button') await page.goBack({ waitUntil: 'commit' })
    else await page.getByRole('button', { name: way }).click()
    await expect(dialog).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'wasCached'))).toBe(true)
    expect(await readForm()).toEqual(filled)
    await expect(page.getByText('Processing...')).toHaveCount(0)
    await expect(toastOf(page)).toHaveCount(0)

    await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
    await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await expectToast(page, 'Payment Successful!')
    await page.waitForURL('**/dashboard')
    expect(await describeOrders(db, buyer.email)).toEqual(['pending, paid, 9900, captured 9900'])
  })
}
