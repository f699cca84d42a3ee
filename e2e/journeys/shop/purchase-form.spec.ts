/** The form of the purchase modal: its fields, its size, the input that it keeps, and the steps before it. */
import { expect } from 'playwright/test'
import { createBuyer, signIn, typeForm } from '#e2e/journeys/support/buyer.ts'
import { openPurchase, settle, test } from '#e2e/journeys/support/journey.ts'
import { getPackage } from '#e2e/support/database.ts'

const SLUG = 'site-audit'
/** The countries of docs/product/shop.md (Form rules), sorted by name. */
const COUNTRIES =
  'AR AU AT BD BE BR CA CL CN CO CZ DK EG FI FR DE GR HK HU IN ID IE IL IT JP MY MX NP NL NZ NO PK PH PL PT RU SA SG ZA KR ' +
  'ES LK SE CH TH TR AE GB US VN OTHER'

test('it shows the package, asks for every field in a way that browsers can fill in, and lists the countries', async ({
  page,
  db,
}) => {
  const { name, description } = await getPackage(db, SLUG)
  const dialog = await openPurchase(page, SLUG)
  const summary = dialog.getByRole('region', { name: 'Order Summary' })
  await expect(summary).toHaveCount(1)
  for (const text of [
    ...[name, description, '$99.00', '30-day warranty', 'Full refund within 48 hours'],
    ...['Secure payment via Razorpay', 'Mastercard'],
  ])
    await expect(summary).toContainText(text)
  for (const [country, isTaxed] of [
    ['IN', true],
    ['GB', false],
  ] as const) {
    await dialog.getByLabel('Country').selectOption(country)
    await expect(summary.getByText('Price includes tax, itemised on your invoice.')).toHaveCount(
      isTaxed ? 1 : 0,
    )
  }
  await expect(summary).toContainText(/Ready by \d+ [A-Z][a-z]{2} \d{4}/)
  const asked = await dialog
    .locator('form')
    .evaluate((form: HTMLFormElement) =>
      Array.from(form.elements as HTMLCollectionOf<HTMLInputElement>, (control) => control).flatMap(
        ({ name, type, autocomplete, required }) =>
          name ? [`${name} ${type} ${autocomplete}${required ? '' : ' optional'}`] : [],
      ),
    )
  expect(asked).toEqual([
    'firstName text given-name',
    'lastName text family-name',
    'email email email',
    'phone tel tel',
    'password password new-password',
    'company text organization',
    'jobTitle text organization-title',
    'country select-one country',
    'address text street-address',
    'city text address-level2',
    'state text address-level1',
    'zipCode text postal-code',
    'taxId text off optional',
    'reference text off optional',
    'couponCode text off optional',
  ])
  await expect(dialog.locator('legend')).toHaveText(['You', 'Your company'])
  const values = await dialog
    .getByLabel('Country')
    .locator('option:not([disabled])')
    .evaluateAll((options: HTMLOptionElement[]) => options.map(({ value }) => value))
  expect(values.join(' ')).toBe(COUNTRIES)
  expect(await dialog.locator('option[value=""]').count()).toBe(0)
})

test('it says what a password needs and, once one is typed, how good it is; what estimates that is loaded only then', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const dialog = await openPurchase(page, SLUG)
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await expect(password).toHaveAccessibleDescription(/^At least 6 characters, not a common one like 123456\./)
  await settle(page)
  const before = scripts.length
  await password.fill('qwerty123')
  await expect(password).toHaveAccessibleDescription(/This password is too common\. Please choose another\.$/)
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  expect(scripts.slice(before)).toContainEqual(expect.stringMatching(/\/_astro\/\w+\.js$/))
  await password.fill('whales sing at noon')
  await expect(password).toHaveAccessibleDescription(/Very good\.$/)
  await expect(password).not.toHaveAttribute('aria-invalid')
  const show = dialog.getByRole('button', { name: 'Show password' })
  await expect(password).toHaveAttribute('type', 'password')
  await show.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await show.click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveValue('whales sing at noon')
  await password.fill('')
  await expect(password).toHaveAccessibleDescription(/use it to sign in\.$/)
})

test('a reload of the tab opens it again with all that was typed but the password, which it asks for', async ({
  page,
}) => {
  const buyer = createBuyer()
  const dialog = await openPurchase(page, SLUG)
  await typeForm(dialog, buyer)
  const read = () =>
    dialog
      .locator('form')
      .evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Record<string, string>)
  const typed = await read()
  expect(typed).toMatchObject({ email: buyer.email, password: buyer.password, country: 'DK' })
  await page.reload()
  await expect(dialog).toBeVisible()
  expect(await read()).toEqual({ ...typed, password: '' })
  const password = dialog.getByLabel('Password')
  await expect(password).toHaveAccessibleDescription('We don’t keep passwords. Please enter it again.')
  await expect(password).not.toHaveAttribute('aria-invalid', 'true')
  await expect(password).not.toBeFocused()
  await expect(dialog.getByText('Already a customer?')).toBeInViewport()
  await dialog.getByRole('button', { name: /^Pay / }).click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    buyer.password,
  )
})

for (const [locale, country, state, zipCode] of [
  ['fr-CA', 'CA', 'Province', 'Postal code'],
  ['en', 'none', 'State', 'ZIP/PIN code'],
] as const) {
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale })
    test(`is offered ${country}, with ${state} and ${zipCode}; a country that was chosen stays`, async ({
      page,
    }) => {
      const dialog = await openPurchase(page, SLUG)
      await expect(dialog.getByLabel('Country')).toHaveValue(country)
      await expect(dialog.locator('[name=state]')).toHaveAccessibleName(state)
      await expect(dialog.locator('[name=zipCode]')).toHaveAccessibleName(zipCode)
      await dialog.getByLabel('Country').selectOption('US')
      await expect(dialog.locator('[name=zipCode]')).toHaveAccessibleName('ZIP code')
      await page.reload()
      await expect(dialog.getByLabel('Country')).toHaveValue('US')
    })
  })
}

test('it takes at most 90% of the screen, large, low or of a phone, with its actions in view', async ({
  page,
}) => {
  for (const [width, height] of [
    [1440, 900],
    [1280, 560],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height })
    const dialog = await openPurchase(page, SLUG)
    const box = await dialog.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(height * 0.9 + 0.5)
    for (const part of ['First name', 'ZIP code']) {
      await dialog.getByLabel(part).scrollIntoViewIfNeeded()
      for (const name of ['Cancel', 'Pay $99.00'])
        await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('its summary is whole in sight beside the form, and one line on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const dialog = await openPurchase(page, SLUG)
  const summary = dialog.getByRole('region', { name: 'Order Summary' })
  const line = dialog.getByRole('button', { name: 'Order Summary' })
  for (const field of ['First name', 'Your reference']) {
    await dialog.getByLabel(field).scrollIntoViewIfNeeded()
    await expect(summary).toBeInViewport({ ratio: 1 })
    await expect(line).toBeHidden()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const field of ['First name', 'ZIP code']) {
    await dialog.getByLabel(field).scrollIntoViewIfNeeded()
    await expect(line).toBeInViewport({ ratio: 1 })
    await expect(line).toContainText('$99.00')
  }
  await line.click()
  await expect(summary.getByLabel('Coupon code')).toBeInViewport({ ratio: 1 })
})

test('Buy Now is busy for one second, opens it, and Cancel gives the page back', async ({ page }) => {
  await page.goto('/')
  const buy = page.getByRole('button', { name: 'Buy Now, Website and SEO Audit' })
  await buy.hover()
  await expect(page.locator('astro-island[component-export="PackageGrid"]:not([ssr])')).toBeAttached()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await buy.click()
  await expect(buy).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(999)
  await expect(buy).toHaveAttribute('aria-busy', 'true')
  const dialog = page.getByRole('dialog', { name: 'Get Started with Website and SEO Audit' })
  await expect(dialog).toBeVisible()
  await page.clock.runFor(1)
  await expect(buy).not.toHaveAttribute('aria-busy')
  await page.clock.resume()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(buy).toBeFocused()
})

test('a signed-in customer goes to the checkout instead, with their details', async ({ page, db }) => {
  const { id } = await getPackage(db, SLUG)
  await page.goto('/contact')
  await signIn(page, { email: 'customer@example.com', password: 'customer-demo' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Buy Now, Website and SEO Audit' }).click()
  await page.waitForURL(`**/checkout?packageId=${id}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Billing Details' })).toContainText('customer@example.com')
  await expect(page.getByRole('button', { name: 'Pay $99.00' })).toBeEnabled()
})
