/** The exit offer: its triggers, when it must not appear, and the discount of its code. */
import type { BrowserContext, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { createBuyer, fillForm, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import {
  checkoutOf,
  expectToast,
  holdCalls,
  listIslandScripts,
  settle,
  test,
} from '#e2e/journeys/support/journey.ts'
import { describeOrders } from '#e2e/support/database.ts'

const offerOf = (page: Page) => page.getByRole('dialog', { name: "Wait! Don't Miss Out!" })

/** Moves the pointer out at the upper edge. */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(400, 300)
  await page.mouse.move(400, -10)
}

/** Simulates switching to another tab and back, because headless Chromium never hides a page. */
async function changeTabs(page: Page): Promise<void> {
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  }
}

async function expectNoOffer(page: Page): Promise<void> {
  await settle(page)
  await expect(offerOf(page)).toHaveCount(0)
}

async function openOffer(page: Page): Promise<void> {
  await page.goto('/contact')
  await leave(page)
  await expect(offerOf(page)).toBeVisible()
}

function recordScripts(context: BrowserContext): string[] {
  const scripts: string[] = []
  context.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  return scripts
}

test('on the home page the upper ten pixels open it, and nothing else does', async ({ page }) => {
  await page.goto('/')
  // The pointer enters from the address bar.
  await page.mouse.move(400, 2)
  await page.mouse.move(400, 8)
  await expectNoOffer(page)
  await page.mouse.move(400, 300)
  await page.mouse.move(400, 11)
  await changeTabs(page)
  await page.keyboard.press('Control+w')
  await expectNoOffer(page)
  await page.mouse.move(400, 10)
  await expect(offerOf(page)).toBeVisible()
})

test('elsewhere the pointer that leaves opens it, once a session, and React comes only then', async ({
  page,
  context,
}) => {
  const scripts = recordScripts(context)
  const ofIslands = await listIslandScripts(page, '/contact')
  const isReact = (path: string) => ofIslands.includes(path)
  await page.goto('/contact')
  await page.mouse.move(400, 300)
  await page.mouse.move(400, 5)
  await expectNoOffer(page)
  expect(scripts.filter(isReact)).toEqual([])

  await leave(page)
  await expect(offerOf(page)).toBeVisible()
  expect(scripts.filter(isReact)).not.toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('exitIntentShown'))).toBe('true')

  await offerOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(offerOf(page)).toHaveCount(0)
  await leave(page)
  await changeTabs(page)
  await expectNoOffer(page)
  await page.goto('/')
  await page.mouse.move(400, 5)
  await expectNoOffer(page)
})

test('elsewhere it opens on a page that is shown again, and on the keys that close a tab or a window', async ({
  page,
}) => {
  for (const show of [
    changeTabs,
    ...['Alt+F4', 'Control+w', 'Meta+w', 'Control+Shift+T'].map(
      (keys) => (page: Page) => page.keyboard.press(keys),
    ),
  ]) {
    await page.goto('/privacy-policy')
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await page.keyboard.press('w')
    await show(page)
    await expect(offerOf(page)).toBeVisible()
  }
})

test('a visitor who comes back to the shop gets the offer; one who only opens the next page does not', async ({
  page,
}) => {
  await page.goto('/contact')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await page.waitForURL('**/privacy-policy')
  await page.reload()
  await expectNoOffer(page)
  await page.goto('about:blank')
  // Navigation times are real even if the page's clock is not, so a second has to pass.
  const leftAt = Date.now()
  await expect.poll(() => Date.now() - leftAt).toBeGreaterThan(1_000)
  await page.goto('/terms-of-service')
  await expect(offerOf(page)).toBeVisible()
})

test('it never covers an open dialog, a purchase, the end of a payment or what a mailed link is for', async ({
  page,
  expectFault,
}) => {
  expectFault(/404 .*packages/)
  const expectCovered = async () => {
    await leave(page)
    await changeTabs(page)
    await expectNoOffer(page)
  }
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectCovered()
  const dialog = await openFilledPurchase(page, 'site-audit', createBuyer())
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect(checkoutOf(page)).toBeVisible()
  await expectCovered()
  for (const path of [
    '/payment-failed?reason=payment_failed',
    '/reset-password',
    '/checkout?packageId=999999',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectCovered()
  }
})

test('it makes a code, counts half an hour down to 0:00 and stays there', async ({ page, context, db }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const respond = await holdCalls(page, '**/api/coupons/generate')
  await page.clock.install()
  const asked = page.waitForRequest('**/api/coupons/generate')
  await page.goto('/contact')
  await leave(page)
  await asked
  await expect(offerOf(page)).toHaveCount(0)
  respond()
  const offer = offerOf(page)
  await expect(offer.getByRole('heading', { name: 'Get 20% OFF Your First Order!' })).toBeVisible()
  await expect(
    offer.getByText('* Valid for new customers only. Cannot be combined with other offers.'),
  ).toBeVisible()

  const code = (await offer.getByText(/^SAVE20-/).textContent()) ?? ''
  expect(await Coupon.query(db).findOne({ code })).toMatchObject({ usageLimit: 1, newCustomersOnly: true })
  await offer.getByRole('button', { name: 'Copy Code' }).click()
  await expectToast(page, 'Copied!', 'Coupon code copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)

  const timer = offer.getByRole('timer')
  await expect(timer).toHaveText(/^Expires in: (30:00|29:5\d)$/)
  await page.clock.fastForward('29:00')
  await expect(timer).toHaveText(/^Expires in: 0:[1-5]\d$/)
  await page.clock.fastForward('02:00')
  await expect(timer).toHaveText('Expires in: 0:00')
  await page.clock.runFor(5000)
  await expect(timer).toHaveText('Expires in: 0:00')
  await expect(offer.getByText('This offer is over. The code can no longer be used.')).toBeVisible()
  await expect(offer.getByText(code)).toHaveCount(0)
  await expect(offer.getByRole('button', { name: 'Copy Code' })).toBeDisabled()
  await expect(offer.getByRole('button', { name: 'Shop Now & Save 20%' })).toHaveCount(0)
  await offer.getByRole('link', { name: 'See all packages' }).click()
  await page.waitForURL('**/#packages')
})

test('if the code cannot be created or copied, a message says so and the visitor can still get it', async ({
  page,
  expectFault,
}) => {
  expectFault(/500 .*coupons\/generate/)
  await page.route('**/api/coupons/generate', (route) => route.fulfill({ status: 500, json: {} }))
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await openOffer(page)
  const offer = offerOf(page)
  await expectToast(page, 'Error', 'Failed to generate discount coupon. Please try again.')
  await expect(offer.getByText('We couldn’t create your code')).toBeVisible()
  await expect(offer.getByRole('button', { name: 'Shop Now & Save 20%' })).toHaveCount(0)
  await expect(offer.getByRole('timer')).toHaveCount(0)
  await page.unroute('**/api/coupons/generate')
  await offer.getByRole('button', { name: 'Try again' }).click()
  await expect(offer.getByText(/^SAVE20-/)).toBeVisible()
  await expect(offer.getByRole('timer')).toHaveText(/^Expires in: (30:00|29:5\d)$/)
  await offer.getByRole('button', { name: 'Copy Code' }).click()
  await expectToast(page, 'Copy Failed', 'Please manually copy the coupon code')
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^SAVE20-/)
})

test('where an address has had its codes of the day, it stays closed without a word', async ({
  page,
  expectFault,
}) => {
  expectFault(/429 .*coupons\/generate/)
  await page.route('**/api/coupons/generate', (route) => route.fulfill({ status: 429, json: {} }))
  await page.goto('/contact')
  const refused = page.waitForResponse('**/api/coupons/generate')
  await leave(page)
  await refused
  await expectNoOffer(page)
  await expect(page.getByText('Failed to generate discount coupon')).toHaveCount(0)
})

test('its code is in the next coupon box, applied, and takes a fifth off the price', async ({ page, db }) => {
  const buyer = createBuyer()
  await openOffer(page)
  const code =
    (await offerOf(page)
      .getByText(/^SAVE20-/)
      .textContent()) ?? ''
  await offerOf(page).getByRole('button', { name: 'Shop Now & Save 20%' }).click()
  await page.waitForURL('**/#packages')
  await page.getByRole('button', { name: 'Buy Now, Website and SEO Audit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Get Started with Website and SEO Audit' })
  await expectToast(page, 'Coupon Applied!', '20% discount applied. You save $19.80')
  await expect(dialog.getByLabel('Coupon code')).toHaveValue(code)
  await fillForm(dialog, buyer)
  await dialog.getByRole('button', { name: 'Pay $79.20' }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Payment Successful!')
  expect(await describeOrders(db, buyer.email)).toEqual([`pending, paid, 7920, captured 7920, ${code}`])
})
