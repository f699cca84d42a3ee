/** The data that others get while a buyer pays: the provider's checkout, and an ad tracker if there is one. */
import { expect } from 'playwright/test'
import { createBuyer, fillForm, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, expectToast, openPurchase, test, toastOf } from '#e2e/journeys/support/journey.ts'
import { findOrders } from '#e2e/support/database.ts'

const SLUG = 'site-audit'

test('the checkout is opened with the order, the buyer and the shop’s blue; its script is loaded once', async ({
  page,
  db,
}) => {
  // Wraps the class that the provider's script sets, to record its options.
  await page.addInitScript(() => {
    let Checkout: new (options: object) => object
    Object.defineProperty(window, 'Razorpay', {
      get: () => Checkout,
      set: (Given: new (options: object) => object) => {
        Checkout = class extends Given {
          constructor(options: object) {
            super(options)
            Object.assign(window, { handed: JSON.parse(JSON.stringify(options)) })
          }
        }
      },
    })
  })
  const scripts: string[] = []
  page.on('request', (request) => request.url().endsWith('/v1/checkout.js') && scripts.push(request.url()))
  const buyer = createBuyer()
  const dialog = await openPurchase(page, SLUG)
  expect(scripts).toEqual([])
  await fillForm(dialog, buyer)
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect(checkoutOf(page)).toBeVisible()

  const [order] = await findOrders(db, buyer.email)
  expect(await page.evaluate(() => Reflect.get(window, 'handed') as object)).toMatchObject({
    amount: 9900,
    currency: 'USD',
    order_id: order?.providerOrderId,
    description: 'Website and SEO Audit',
    prefill: { name: expect.stringContaining(buyer.firstName), email: buyer.email },
    theme: { color: '#3B82F6' },
    retry: { enabled: false },
  })
  expect(scripts).toHaveLength(1)
})

test('a checkout script that never loads is a gateway error after ten seconds', async ({ page }) => {
  await page.route('**/v1/checkout.js', () => {})
  await page.clock.install()
  const buyer = createBuyer()
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  const asked = page.waitForRequest('**/v1/checkout.js')
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await asked
  await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await page.clock.runFor(8_000)
  await expect(toastOf(page)).toHaveCount(0)
  await page.clock.runFor(2_000)
  await expectToast(page, 'Payment Gateway Error')
  await page.clock.resume()
  await page.waitForURL('**/payment-failed?*reason=gateway_error*')
})
