/** The packages on the home page: slow, failing and empty responses, filters in the address, dialogs, reviews. */
import { expect, type Page } from 'playwright/test'
import { holdCalls, SOLD_BRIEFLY, test } from '#e2e/journeys/support/journey.ts'

const cards = (page: Page) => page.getByRole('article').filter({ hasNotText: SOLD_BRIEFLY })
const placeholders = (page: Page) => page.locator('#packages [data-placeholder]')
const catalogue = '**/api/packages'

/** Opens the home page as if built without the API: the browser loads the packages, and React renders them again. */
async function openWithoutPackages(page: Page, path = '/'): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const island = /(<astro-island(?:(?!<astro-island)[^>])*component-export="PackageGrid"[^>]*>)/
    const stripped = html.replace(island, (tag) => tag.replace(/ props="[^"]*"/, ' props="{}"'))
    expect(stripped).not.toBe(html)
    await route.fulfill({ response, body: stripped })
  })
  await page.goto(path)
  await cards(page).first().hover()
}

/** React's production error for a page that was rendered with other packages. */
const RENDERED_AGAIN = /Minified React error #418/

test('six placeholder cards of the final size stand in while the packages load', async ({
  page,
  expectFault,
}) => {
  expectFault(RENDERED_AGAIN)
  const respond = await holdCalls(page, catalogue)
  await openWithoutPackages(page)
  await expect(placeholders(page)).toHaveCount(6)
  await expect(page.getByRole('status').filter({ hasText: 'Loading packages' })).toBeVisible()
  const reservedPx = (await placeholders(page).first().boundingBox())?.height ?? 0
  respond()
  await expect(placeholders(page)).toHaveCount(0)
  const cardPx = (await cards(page).first().boundingBox())?.height ?? 0
  expect(Math.abs(cardPx - reservedPx)).toBeLessThan(120)
})

test('packages that do not load say so, and load at the second try', async ({ page, expectFault }) => {
  expectFault(RENDERED_AGAIN)
  expectFault(/ERR_FAILED|503/)
  await page.route(catalogue, (route) => route.abort())
  await openWithoutPackages(page)
  const notice = page.getByRole('alert').filter({ hasText: 'Unable to load packages' })
  await expect(notice).toContainText('Please check your connection and try again.')

  await page.unroute(catalogue)
  await page.route(catalogue, (route) => route.fulfill({ status: 503, body: 'busy' }))
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeVisible()

  await page.unroute(catalogue)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(12)
})

test('of very many packages the first sixty are shown, more when asked for, and the search finds all', async ({
  page,
}) => {
  await page.route(catalogue, async (route) => {
    const response = await route.fetch()
    const [one] = await response.json()
    const json = Array.from({ length: 130 }, (_, nth) => ({
      ...one,
      id: nth + 1,
      name: `Package ${nth + 1} of many`,
    }))
    await route.fulfill({ response, json })
  })
  const review = { id: 1, customerName: 'Ada', customerCompany: '', rating: 5, comment: 'Good.' }
  await page.route('**/api/packages/*/reviews/random', (route) => route.fulfill({ json: review }))
  await page.goto('/')
  await cards(page).first().hover()
  await expect(cards(page)).toHaveCount(60)
  await expect(page.getByText('60 of 130 packages')).toBeVisible()
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect(cards(page)).toHaveCount(120)
  await expect(page.getByRole('link', { name: 'Package 61 of many' })).toBeFocused()
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect(cards(page)).toHaveCount(130)
  await expect(page.getByRole('button', { name: 'Show More' })).toHaveCount(0)
  await page.getByLabel('Search packages').fill('package 127')
  await expect(cards(page)).toHaveCount(1)
  await page.getByLabel('Search packages').fill('')
  await expect(cards(page)).toHaveCount(60)
})

test('the packages of the page stay if the API fails', async ({ page, expectFault }) => {
  expectFault(/ERR_FAILED/)
  await page.route('**/api/**', (route) => route.abort())
  const asked = page.waitForRequest(catalogue)
  await page.goto('/')
  await asked
  await expect(cards(page)).toHaveCount(12)
  await cards(page).first().getByRole('button', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog')).toContainText('Package Price')
})

test('a catalogue without packages says so, also on a page that is never idle', async ({ page }) => {
  await page.route(catalogue, (route) => route.fulfill({ json: [] }))
  await page.addInitScript(() => {
    const deadline = { didTimeout: true, timeRemaining: () => 0 }
    window.requestIdleCallback = (work, options) =>
      options?.timeout ? window.setTimeout(() => work(deadline), options.timeout) : 0
  })
  await page.goto('/')
  await expect(page.getByText('No packages found')).toBeVisible()
  await expect(page.getByText('No packages available at the moment.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
})

test('the address holds the filters, and opens with them', async ({ page }) => {
  await page.goto('/?q=wordpress')
  const status = page.locator('#packages').getByRole('status')
  await expect(status).toHaveText(/^[1-9] packages?$/)
  const count = Number.parseInt((await status.textContent()) ?? '', 10)
  await expect(cards(page)).toHaveCount(count)
  await expect(page.getByRole('searchbox', { name: 'Search packages' })).toHaveValue('wordpress')
  await expect(cards(page).first()).toBeInViewport()

  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect(cards(page)).toHaveCount(12)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('searchbox', { name: 'Search packages' })).toBeFocused()

  await page.keyboard.type('xyzzy')
  await expect(page).toHaveURL('/?q=xyzzy')
  await expect(status).toHaveText('0 packages')
  await expect(page.getByText('No packages found')).toBeVisible()
  await expect(page.getByText('No package matches this search. Try fewer words.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Highest price' }).fill('1')
  await expect(page.getByText('Try fewer words or a wider price range.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await page.getByRole('combobox', { name: 'Category' }).selectOption('Cloud Services')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high')
  await page.getByRole('textbox', { name: 'Highest price' }).fill('1000')
  await expect(page).toHaveURL('/?category=Cloud+Services&max=1000&sort=price-low')
  const found = await cards(page).count()
  await page.reload()
  await expect(status).toHaveText(`${found} ${found === 1 ? 'package' : 'packages'}`)
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Cloud Services')
})

test('the address may have a category before the packages are loaded, and one without packages', async ({
  page,
  expectFault,
}) => {
  expectFault(RENDERED_AGAIN)
  await openWithoutPackages(page, '/?category=Cloud+Services')
  const category = page.getByRole('combobox', { name: 'Category' })
  await expect(category).toHaveValue('Cloud Services')
  await expect(cards(page).filter({ hasNotText: 'Cloud Services' })).toHaveCount(0)
  expect(await cards(page).count()).toBeGreaterThan(0)
  await expect(page).toHaveURL('/?category=Cloud+Services')

  await page.goto('/?category=Gardening')
  await expect(category).toHaveValue('Gardening')
  await expect(page.getByText('No packages found')).toBeVisible()
  await category.selectOption('All categories')
  await expect(cards(page)).toHaveCount(12)
})

test('filtering leaves a campaign’s parameters in the address', async ({ page }) => {
  await page.goto('/?utm_source=mail&q=store#packages')
  await expect(page.getByRole('searchbox', { name: 'Search packages' })).toHaveValue('store')
  await page.getByRole('textbox', { name: 'Lowest price' }).fill('$1,299.00')
  await expect(page).toHaveURL('/?utm_source=mail&q=store&min=1299#packages')
  await expect(page.getByRole('textbox', { name: 'Lowest price' })).toHaveValue('$1,299.00')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/?utm_source=mail#packages')
})

test('the details say all there is of a package, lead to its reviews and give the focus back', async ({
  page,
}) => {
  await page.goto('/')
  const card = cards(page).first()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  const price = (await card.locator('p', { hasText: '$' }).first().textContent()) ?? ''
  const opener = card.getByRole('button', { name: 'View Details' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  for (const text of [
    'Package Price',
    'Key features',
    'Customer reviews',
    'What you get',
    `Buy Now - ${price}`,
  ]) {
    await expect(dialog).toContainText(text)
  }
  await dialog.getByRole('button', { name: /^Read all \d+ reviews$/ }).click()
  const reviews = page.getByRole('dialog', { name: 'Customer Reviews' })
  await expect(reviews).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reviews).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await card.getByRole('button', { name: 'View all features' }).click()
    await expect(dialog.getByRole('heading', { name: 'Key features' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
  }
})

test('the reviews dialog counts, averages and lists real reviews', async ({ page }) => {
  await page.goto('/')
  const rating = cards(page)
    .first()
    .getByRole('button', { name: / reviews? ?of / })
  const [, average, count] = /(\d\.\d)\s*(\d+) review/.exec((await rating.textContent()) ?? '') ?? []
  await rating.click()
  const dialog = page.getByRole('dialog', { name: 'Customer Reviews' })
  await expect(dialog).toContainText(`${average}`)
  await expect(dialog).toContainText(`Based on ${count} reviews`)
  // No order is behind the reviews of the demo's catalogue.
  await expect(dialog.getByText('Verified Purchase')).toHaveCount(0)
  await expect(dialog.getByText('Imported')).toHaveCount(0)
  const bars = await dialog.locator('dl dd').allTextContents()
  expect(bars).toHaveLength(5)
  expect(bars.reduce((sum, text) => sum + Number(text), 0)).toBe(Number(count))
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the cards in sight ask in turn for another review, one every five seconds, and can be told to stop', async ({
    page,
    expectFault,
  }) => {
    expectFault(/ERR_FAILED/)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/reviews')) asked.push(new URL(request.url()).pathname)
    })
    // Paused from the start, because a slow machine would take longer than a card's turn to load the page.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    const sent = (await (await page.goto('/'))?.text()) ?? ''
    let packages: { id: number; name: string }[] = []
    page.on('response', async (response) => {
      if (new URL(response.url()).pathname === '/api/packages') packages = await response.json()
    })
    await page.getByRole('searchbox', { name: 'Search packages' }).focus()
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return packages.length
      })
      .toBeGreaterThan(0)
    await cards(page).first().getByRole('button', { name: 'View Details' }).scrollIntoViewIfNeeded()
    const inSight = await page.locator('article figure').evaluateAll((all) =>
      all
        .filter((one) => {
          const { top, bottom } = (one.parentElement ?? one).getBoundingClientRect()
          return bottom > 0 && top < innerHeight
        })
        .map((one) => one.closest('article')?.querySelector('h3')?.textContent),
    )
    expect(inSight.length).toBeGreaterThan(1)
    const texts = () => cards(page).locator('blockquote').allTextContents()
    // Until then the built reviews are shown.
    const built = await texts()
    expect(sent.split('<blockquote').length - 1).toBe(built.length)
    expect(asked).toEqual([])

    let turns = 0
    const runUntil = (isReached: () => boolean | Promise<boolean>) =>
      expect
        .poll(async () => {
          turns += 1
          await page.clock.runFor(5000)
          return await isReached()
        })
        .toBe(true)
    await runUntil(() => asked.length >= inSight.length)
    expect(asked.length).toBeLessThanOrEqual(turns)
    const pathOf = (name: unknown) =>
      `/api/packages/${packages.find((item) => item.name === name)?.id}/reviews/random`
    expect(asked.slice(0, inSight.length).toSorted()).toEqual(inSight.map(pathOf).toSorted())
    await runUntil(async () => (await texts()).join() !== built.join())

    // If the call fails, the shown review stays.
    let failed = 0
    await page.route('**/reviews/random', (route) => {
      failed += 1
      return route.abort()
    })
    // Calls follow one another, so that by then the last one that succeeded is shown.
    await runUntil(() => failed > 0)
    const shown = await texts()
    const count = asked.length
    await runUntil(() => asked.length > count + inSight.length)
    expect(await texts()).toEqual(shown)

    // While one card waits for a response, no other card makes a call.
    let waiting = 0
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/reviews/random', async (route) => {
      waiting += 1
      await answered
      await route.abort()
    })
    const askOnce = async () => {
      await page.clock.runFor(1000)
      return waiting
    }
    await expect.poll(askOnce).toBeGreaterThan(0)
    // Shorter than the 15 seconds after which a call is given up.
    await page.clock.runFor(6000)
    await page.evaluate(() => document.hidden)
    expect(waiting).toBe(1)
    answer()

    const setHidden = (isHidden: boolean) =>
      page.evaluate(
        (value) => Object.defineProperty(document, 'hidden', { value, configurable: true }),
        isHidden,
      )
    await setHidden(true)
    const before = asked.length
    await page.clock.runFor(30_000)
    await setHidden(false)
    await page.getByRole('button', { name: 'Pause reviews' }).click()
    await page.clock.runFor(30_000)
    expect(asked.length).toBe(before)
    expect(asked.filter((path) => !path.endsWith('/random'))).toEqual([])
  })
})
