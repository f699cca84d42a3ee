/** The home page on a phone: how soon the packages appear, how much room they take, and the content of a card. */
import { expect, type Page } from 'playwright/test'
import { settle, test } from '#e2e/journeys/support/journey.ts'

const FIRST_CARD_PX = 900
const CARD_PX = 330
const PAGE_PX = 6600
const TARGET_PX = 44
const NARROW = { width: 360, height: 812 }

const cards = (page: Page) => page.getByRole('article')

// Motion is on, so that reviews rotate.
test.use({ isMobile: true, hasTouch: true, contextOptions: { reducedMotion: 'no-preference' } })

// Loads the font into the cache, because a page does not wait for it (docs/decisions/019-light-pages.md).
test.beforeEach(({ page }) => page.goto('/contact'))

test('the first card stands within 900 px, a card takes 330 at most, the page 6,600', async ({ page }) => {
  await page.setViewportSize(NARROW)
  await page.goto('/')
  await settle(page)
  await expect(cards(page)).toHaveCount(12)
  // The sections are rendered one after the other: site/build/render-lazy-sections.ts.
  await expect
    .poll(() =>
      page
        .locator('.lazy-section')
        .evaluateAll(
          (all) => all.filter((part) => getComputedStyle(part).contentVisibility === 'auto').length,
        ),
    )
    .toBe(0)
  const boxes = await cards(page).evaluateAll((all) =>
    all.map((card) => card.getBoundingClientRect().toJSON()),
  )
  expect(boxes[0].top).toBeLessThanOrEqual(FIRST_CARD_PX)
  for (const { height } of boxes) expect(height).toBeLessThanOrEqual(CARD_PX)
  const size = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement
    return { scrollHeight, scrollWidth }
  })
  expect(size.scrollHeight).toBeLessThanOrEqual(PAGE_PX)
  expect(size.scrollWidth).toBe(NARROW.width)

  const cut = await page
    .locator('article h3, article h3 ~ *, article h3 a, [data-category] span')
    .evaluateAll((all) =>
      all.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent),
    )
  expect(cut).toEqual([])
  const small = await cards(page)
    .locator('button, h3 a')
    .evaluateAll(
      (all, least) =>
        all.filter((part) => part.getBoundingClientRect().height < least).map((part) => part.textContent),
      TARGET_PX,
    )
  expect(small).toEqual([])
})

test('the categories scroll in one line, and the filter has one line for its two lists', async ({ page }) => {
  await page.setViewportSize(NARROW)
  await page.goto('/')
  const topsOf = (parts: ReturnType<Page['locator']>) =>
    parts.evaluateAll((all) => new Set(all.map((part) => part.getBoundingClientRect().top)).size)
  const categories = page.getByRole('navigation', { name: 'Categories' })
  expect(await topsOf(categories.getByRole('link'))).toBe(1)
  expect(await topsOf(page.locator('#packages select'))).toBe(1)
  await categories.getByRole('link').last().focus()
  await expect(categories.getByRole('link').last()).toBeInViewport()

  const highest = page.getByRole('textbox', { name: 'Highest price' })
  await expect(highest).toBeHidden()
  await page.getByRole('button', { name: 'Price', exact: true }).tap()
  await highest.fill('1000')
  await expect(page).toHaveURL('/?max=1000')
  await page.reload()
  await expect(highest).toBeVisible()
})

test('a menu that is open when the phone is turned closes, and its links stand in the header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const menu = page.getByRole('button', { name: 'Menu' })
  const [lines, cross] = [menu.locator('svg').first(), menu.locator('svg').last()]
  await expect(lines).toBeVisible()
  await expect(cross).toBeHidden()
  await menu.click()
  await expect(page.locator('#menu:popover-open')).toBeVisible()
  await expect(cross).toBeVisible()
  await expect(lines).toBeHidden()
  await page.setViewportSize({ width: 812, height: 375 })
  await expect(page.locator('#menu:popover-open')).toHaveCount(0)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }),
  ).toBeVisible()
})

test('a card on a phone shows a review with its stars, and asks for none when it is scrolled past', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/reviews')) asked.push(new URL(request.url()).pathname)
  })
  await page.clock.install()
  const refreshed = page.waitForResponse('**/api/packages')
  await page.goto('/')
  await cards(page).first().hover()
  const packages: { id: number; name: string }[] = await (await refreshed).json()
  // Moves the pointer off the card, whose reviews would stand still under it.
  await page.mouse.move(1, 300)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))

  /** Scrolls a card into the middle, and waits until the page's observers have noticed. */
  const scrollTo = async (nth: number) => {
    const card = cards(page).nth(nth)
    await card.evaluate(async (element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      await new Promise((seen) => new IntersectionObserver(seen).observe(element))
    })
    const name = await card.getByRole('heading').textContent()
    return {
      card,
      reviews: `/api/packages/${packages.find((item) => item.name === name)?.id}/reviews/random`,
    }
  }
  const past = await scrollTo(5)
  await page.clock.runFor(100)
  const { card, reviews } = await scrollTo(10)
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return asked
    })
    .toContain(reviews)
  expect(asked).not.toContain(past.reviews)
  const review = card.getByRole('figure')
  await expect(review.getByRole('img', { name: /^Rated [1-5] out of 5$/ })).toBeVisible()
  const first = await review.textContent()
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return await review.textContent()
    })
    .not.toBe(first)
  await page.getByRole('button', { name: 'Pause reviews' }).tap()
  await expect(page.getByRole('button', { name: 'Resume reviews' })).toBeVisible()

  await card.getByRole('button', { name: / reviews? ?of / }).tap()
  await expect(page.getByRole('dialog', { name: 'Customer Reviews' })).toBeVisible()
})
