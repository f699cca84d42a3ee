/** A shop that sells in three currencies (e2e/another-company/currencies.yaml): which one a page shows, and which is charged. */
import { expect, type Page } from 'playwright/test'
import { findFaults } from '#e2e/journeys/support/axe.ts'
import { createBuyer, fillForm, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, settle, test } from '#e2e/journeys/support/journey.ts'
import { ANOTHER_SHOP_PORT } from '#e2e/support/topology.ts'
import { SLUG } from './buy.ts'

const PAGE = `/packages/${SLUG}`
const [DOLLARS, EUROS, YEN] = ['$1,299.00', '€1,199.00', '¥195,999']

const priceOf = (page: Page) => page.getByRole('complementary').filter({ hasText: 'Package Price' })
const switchOf = (page: Page) => page.getByRole('main').getByLabel('Prices in')
const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) })

test.describe('in Germany', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

  test('euros are shown at once, a billing country changes what is paid, and that is said before', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(cardOf(page, 'Business Website')).toContainText(EUROS)
    await expect(cardOf(page, 'Business Website').getByText(DOLLARS)).toBeHidden()
    await expect(switchOf(page)).toHaveValue('EUR')
    await page.getByLabel('Sort by').selectOption('price-low')
    await page.getByLabel('Highest price').fill('€419')
    await expect(page.getByRole('article').getByText(/^€/)).toHaveText(['€99.00', '€419.00'])

    const dialog = await openFilledPurchase(page, SLUG, createBuyer())
    const pay = dialog.getByRole('button', { name: /^Pay / })
    await expect(dialog.getByText(`Buyers in Denmark pay in US dollars: ${DOLLARS}.`)).toBeVisible()
    await expect(pay).toHaveText(`Pay ${DOLLARS}`)
    await dialog.getByLabel('Country').selectOption('JP')
    await expect(dialog.getByText(`Buyers in Japan pay in Japanese yen: ${YEN}.`)).toBeVisible()
    await dialog.getByLabel('Country').selectOption('DE')
    await expect(dialog.getByText('Buyers in')).toHaveCount(0)
    await payAndSee(page, EUROS)
  })
})

test('a visitor’s choice is kept, and yen are charged as they were shown', async ({ page }) => {
  await page.goto(PAGE)
  await expect(priceOf(page)).toContainText(DOLLARS)
  await switchOf(page).selectOption('JPY')
  await expect(priceOf(page).getByText(YEN)).toBeVisible()
  await expect(priceOf(page).getByText(DOLLARS)).toBeHidden()
  await expect(priceOf(page)).toContainText('Buyers in the United States pay in US dollars.')
  await page.goto('/')
  await expect(page.getByText('Buyers in the United States pay in US dollars.')).toBeVisible()
  await expect(cardOf(page, 'Business Website').getByText(YEN)).toBeVisible()
  // This package has no price in yen.
  await expect(cardOf(page, 'IT Strategy Review').getByText('$1,390.00')).toBeVisible()

  const dialog = await openFilledPurchase(page, SLUG, createBuyer())
  await dialog.getByLabel('Country').selectOption('JP')
  await payAndSee(page, YEN)
})

test('a widget shows the visitor’s currency or its page’s; a total that has changed is refused, and said before Pay', async ({
  page,
  expectFault,
}) => {
  expectFault(/409 .*create-order/)
  // The form as it was before the price changed.
  await page.route(`**/embed/${SLUG}?**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('195999', '175999') })
  })
  await page.goto(`http://127.0.0.1:${ANOTHER_SHOP_PORT + 1}/`)
  const grid = page.locator('service-package[view=grid]')
  await expect(grid).toContainText(DOLLARS)
  await page.evaluate(() => {
    for (const widget of document.querySelectorAll<HTMLElement>('service-package'))
      widget.dataset.currency = 'JPY'
  })
  await expect(grid).toContainText(YEN)
  await page.getByRole('link', { name: 'Get the same website' }).click()
  const frame = page.frameLocator('service-package iframe')
  await fillForm(frame.locator('form').first(), createBuyer())
  await frame.getByLabel('Country').selectOption('JP')
  await frame.getByRole('button', { name: 'Pay ¥175,999' }).click()
  await expect(frame.getByText(`The total has changed from ¥175,999 to ${YEN}`)).toBeVisible()
  await frame.getByRole('button', { name: `Pay ${YEN}` }).click()
  const checkout = frame.getByRole('dialog', { name: 'Test checkout' })
  await expect(checkout).toContainText(YEN)
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(frame.getByRole('heading', { name: `Paid ${YEN}` })).toBeVisible()
})

/** Pays at the sandbox. */
async function payAndSee(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: /^Pay / }).click({ trial: true })
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveText(`Pay ${amount}`)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(checkoutOf(page)).toContainText(amount)
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('main')).toContainText(amount)
}

test('an address with a currency leads there, and is kept for the next page', async ({ page }) => {
  await page.goto(`${PAGE}?currency=EUR`)
  await expect(priceOf(page).getByText(EUROS)).toBeVisible()
  await page.goto('/')
  await expect(switchOf(page)).toHaveValue('EUR')
  await settle(page)
  expect(await findFaults(page)).toEqual([])
})

test('without a script a page shows the default currency and no switch; search engines read an offer for each', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, timezoneId: 'Europe/Berlin' })
  const page = await context.newPage()
  await page.goto(`${PAGE}?currency=EUR`)
  await expect(priceOf(page).getByText(DOLLARS)).toBeVisible()
  await expect(priceOf(page).getByText(EUROS)).toBeHidden()
  await expect(switchOf(page)).toBeHidden()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${PAGE}$`))
  const offered = await page.locator('script[type="application/ld+json"]').textContent()
  for (const code of ['USD', 'EUR', 'JPY']) expect(offered).toContain(`"priceCurrency":"${code}"`)
  await context.close()
})
