/** A package's page: its facts before a purchase, and its price in view (docs/product/shop.md, Package page). */
import { expect } from 'playwright/test'
import { DEFAULT_CONTENT_DIR, readContent } from '#api/content/read-content.ts'
import { test } from '#e2e/journeys/support/journey.ts'

test('the page of a package tells the work day by day, with the dates of an order of today', async ({
  page,
}) => {
  await page.goto('/packages/business-website')
  const delivery = page.getByRole('complementary').filter({ hasText: 'Package Price' })
  const [, date = ''] =
    /by (\d+ \w+ \d{4}) if you order today/.exec((await delivery.textContent()) ?? '') ?? []
  const days = page.getByRole('region', { name: 'Day by day' }).getByRole('listitem')
  await expect(days).toHaveText([/^\s*Today/, /^\s*Day 1/, /^\s*Day 4/, /^\s*Day 8/, /^\s*Day 12/])
  await expect(days.last()).toContainText(date)

  await page.goto('/packages/site-audit')
  await expect(days).toHaveText([/^\s*Today/, /^\s*Day 1/, /^\s*Day 2/])
})

test('the page of a package says what is asked, what is delivered, who answers for it, and what buyers want to know', async ({
  page,
  db,
}) => {
  const item = await db('packages').where({ slug: 'business-website' }).first()
  const asked = await db('package_questions').where({ packageId: item.id }).whereNull('retiredAt')
  await page.goto('/packages/business-website')
  const part = (name: string) => page.getByRole('region', { name })
  for (const { question } of asked) await expect(part('What we will ask you')).toContainText(question)
  const [sample, whole] = [part('What you receive').getByRole('figure'), item.whatYouGet]
  for (const point of whole.slice(0, 2)) await expect(sample).toContainText(point)
  await expect(sample).not.toContainText(whole[2])
  const { leaders, faq } = readContent(DEFAULT_CONTENT_DIR)
  for (const { name, role } of leaders) {
    await expect(part('Who’s responsible')).toContainText(name)
    await expect(part('Who’s responsible')).toContainText(role)
  }
  const [first] = faq
  await part('Questions before you order')
    .getByText(first?.question ?? '')
    .click()
  await expect(page.getByText(first?.answer ?? '')).toBeVisible()
})

test('a package shows six reviews with role and company, then all', async ({ page }) => {
  await page.goto('/packages/business-website')
  const reviews = page.getByRole('region', { name: 'Customer Reviews' })
  const shown = reviews.getByRole('listitem')
  await expect(shown).toHaveCount(6)
  await expect(shown.first()).toContainText('Practice manager, Aire Valley Physiotherapy')
  await reviews.getByText('Show all 18 reviews').click()
  await expect(shown).toHaveCount(18)
})

for (const width of [375, 820, 1440]) {
  test(`at ${width} px price and Buy Now of a package stay in view from its top to its last part`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 812 })
    await page.goto('/packages/business-website')
    const buy = page.getByRole('button', { name: 'Buy Now' })
    for (const part of ['Day by day', 'What you receive', 'Customer Reviews']) {
      await expect(buy).toHaveCount(1)
      await expect(buy).toBeInViewport({ ratio: 1 })
      await expect(page.getByText('$1,299.00').filter({ visible: true }).last()).toBeInViewport()
      await page.getByRole('heading', { name: part }).scrollIntoViewIfNeeded()
    }
  })
}
