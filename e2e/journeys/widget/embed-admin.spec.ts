/** The widget in the back office (docs/product/shop.md, Selling on other websites): code, websites, views and sales. */
import { expect, type Page } from 'playwright/test'
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'
import { openHostWebsite } from '#e2e/journeys/support/host-website.ts'
import { expectToast } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, adminTest as test } from '#e2e/journeys/support/people.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

const SLUG = 'site-audit'
const WIDGET = '/admin?view=widget'
const elementOf = (page: Page) => page.locator('service-package')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Buy from / })
const readCode = (page: Page) => page.locator('pre').textContent()

test('an admin adds a website, sells there, sees view and sale, and removes it: then the button is a link', async ({
  page,
  context,
  db,
  admin: _,
}) => {
  await page.goto(WIDGET)
  await page.getByLabel('Package').selectOption({ label: 'Website and SEO Audit' })
  await expect(page.locator('pre')).toContainText(`name="${SLUG}"`)
  const lines = (await readCode(page)) ?? ''
  const website = await openHostWebsite({ '/': { body: lines } })
  const visitor = await context.newPage()
  try {
    // The website is not on the list yet.
    await visitor.goto(website.origin)
    await visitor.getByRole('link', { name: 'Buy Now' }).click()
    await visitor.waitForURL(`${ORIGIN}/packages/${SLUG}`)

    await page.getByRole('button', { name: 'Add website' }).first().click()
    const adding = page.getByRole('dialog', { name: 'Add website' })
    await adding.getByLabel('Address').fill(`${website.origin}/`)
    await adding.getByRole('button', { name: 'Add Website' }).click()
    await expectToast(page, 'Website Added', website.origin)
    const row = page.getByRole('listitem').filter({ hasText: website.origin })
    await expect(row.getByRole('definition')).toHaveText(['0', '0', '$0.00'])

    await visitor.goto(website.origin)
    await visitor.getByRole('link', { name: 'Buy Now' }).click()
    const form = visitor.frameLocator('service-package iframe')
    await expect(form.getByRole('button', { name: 'Pay $99.00' })).toBeVisible()
    const order = await createPaidOrder(db, { amountCents: 9900, embedOrigin: website.origin })

    await page.reload()
    await expect(row.getByRole('definition')).toHaveText(['1', '1', '$99.00'])
    await page.goto(`/admin?order=${order.id}`)
    await expect(page.getByText('Bought at')).toBeVisible()
    await expect(page.getByRole('tabpanel').getByText(website.origin)).toBeVisible()

    await page.goto(WIDGET)
    await page.getByRole('button', { name: `Remove ${website.origin}` }).click()
    await page
      .getByRole('dialog', { name: 'Remove this website?' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expectToast(page, 'Website Removed')
    await expect(row).toHaveCount(0)
    await visitor.goto(website.origin)
    await visitor.getByRole('link', { name: 'Buy Now' }).click()
    await visitor.waitForURL(`${ORIGIN}/packages/${SLUG}`)
  } finally {
    await website.close()
    await EmbedOrigin.query(db).where({ origin: website.origin }).delete()
  }
})

test('the code and the element beside it follow the choices, and the element works as on a website', async ({
  page,
  admin: _,
}) => {
  await page.goto(WIDGET)
  const element = elementOf(page)
  await expect(element.getByRole('link', { name: 'Buy Now' })).toBeVisible()
  await page.getByLabel('Package').selectOption({ label: 'Website and SEO Audit' })
  await page.getByLabel('Show').selectOption({ label: 'A card' })
  await page.getByLabel('Coupon (optional)').fill('WELCOME10')
  await page.getByLabel('Look').selectOption({ label: 'Dark' })
  await expect(element.getByRole('heading', { name: 'Website and SEO Audit' })).toBeVisible()
  expect(await readCode(page)).toContain(
    `<service-package name="${SLUG}" view="card" coupon="WELCOME10" theme="dark" style="display: block; min-height: 500px">`,
  )
  const colorOf = () =>
    element.getByRole('article').evaluate((card) => getComputedStyle(card).backgroundColor)
  const dark = await colorOf()
  await page.getByLabel('Look').selectOption({ label: 'Light' })
  await expect.poll(colorOf).not.toBe(dark)

  await element.getByRole('link', { name: /^Buy Now/ }).click()
  await expect(dialogOf(page)).toBeVisible()
  const form = page.frameLocator('service-package iframe')
  await expect(form.getByText('Coupon Applied Successfully!')).toBeVisible()
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(dialogOf(page)).toBeHidden()

  await page.getByLabel('Show').selectOption({ label: 'Several cards' })
  await page.getByLabel('Category').selectOption('Mobile Apps')
  await expect(element.getByRole('article').first()).toContainText('Mobile Apps')
  expect(await readCode(page)).toContain('view="grid" category="Mobile Apps"')
})
