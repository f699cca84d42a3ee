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
  const plan = page.getByRole('region', { name: 'Day by day' })
  await expect(plan.getByRole('heading')).toHaveText('Day by day: 12 business days from order to handover')
  const days = plan.getByRole('listitem')
  await expect(days).toHaveCount(0)
  await plan.getByRole('heading').click()
  await expect(days).toHaveText([/^\s*Today/, /^\s*Day 1/, /^\s*Day 4/, /^\s*Day 8/, /^\s*Day 12/])
  await expect(days.last()).toContainText(date)

  await page.goto('/packages/site-audit')
  await plan.getByRole('heading').click()
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
  for (const { question } of asked) await expect(part('What we’ll ask you')).toContainText(question)
  const [sample, whole] = [part('What you receive').getByRole('figure'), item.whatYouGet]
  for (const point of whole.slice(0, 2)) await expect(sample).toContainText(point)
  await expect(sample).not.toContainText(whole[2])
  await expect(sample.getByRole('listitem').last()).toHaveText(`and ${whole.length - 2} more`)
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
  await expect(shown.first()).toContainText('Creative Director, Atelier Dubois')
  await reviews.getByText('Show all 18 reviews').click()
  await expect(shown).toHaveCount(18)
})

test('what one gets and does not get stands above the story, and a desktop’s page is at most 4,500 px high', async ({
  page,
  db,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const { slug, description } of await db('packages').where({ isActive: true })) {
    await page.goto(`/packages/${slug}`)
    const topOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())?.y ?? 0
    const story = await topOf(description)
    for (const title of ['What you get', 'What you don’t get']) expect(await topOf(title)).toBeLessThan(story)
    expect(await page.evaluate(() => document.documentElement.scrollHeight), slug).toBeLessThanOrEqual(4500)
  }
})

for (const width of [375, 820, 1440]) {
  test(`at ${width} px price and Buy Now of a package stay in view from its top to its last part`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 812 })
    await page.goto('/packages/business-website')
    // A wide screen has the card, and a bar from where its button has gone by.
    const buys = page.getByRole('button', { name: 'Buy Now' })
    await expect(buys).toHaveCount(1)
    const isSeen = async () => {
      for (const [buy, price] of [
        [buys.first(), page.getByText('$1,299.00').filter({ visible: true }).first()],
        [buys.last(), page.getByText('$1,299.00').filter({ visible: true }).last()],
      ] as const) {
        const boxes = [await buy.boundingBox(), await price.boundingBox()]
        if (boxes.every((box) => box && box.y >= 0 && box.y + box.height <= 812)) return true
      }
      return false
    }
    for (const part of ['Day by day', 'What you receive', 'Customer Reviews']) {
      await expect.poll(isSeen, part).toBe(true)
      await page.getByRole('heading', { name: part }).scrollIntoViewIfNeeded()
    }
    await expect.poll(isSeen).toBe(true)
  })
}
