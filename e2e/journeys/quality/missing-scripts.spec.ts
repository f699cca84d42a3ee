/** Scripts that do not arrive: the page tries once more on its own, then shows a notice with a reload button. */
import { expect, type Page, type Route } from 'playwright/test'
import { test } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

const SCRIPTS = '**/_astro/*.js*'
const noticeOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load' })
const reloadOf = (page: Page) => noticeOf(page).getByRole('button', { name: 'Reload' })
const purchaseOf = (page: Page) => page.getByRole('dialog', { name: 'Get Started with Business Website' })
const PACKAGE = '/packages/business-website'

const WAYS: Record<string, (route: Route) => Promise<void>> = {
  'is not there': (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' }),
  'is blocked': (route) => route.abort('blockedbyclient'),
  'breaks off': async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/javascript', body: body.slice(0, body.length / 2) })
  },
}

test.beforeEach(({ expectFault }) =>
  expectFault(
    /Failed to (load|fetch dynamically)|Error hydrating|ERR_|SyntaxError|script error|did not arrive|error occurred/,
  ),
)

/** @returns a function that returns the number of the page's loads from now on */
function recordLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  return () => loads
}

/** Spoils the scripts of the page's first load. */
async function spoilFirstLoad(page: Page, spoil: (route: Route) => Promise<void>): Promise<() => number> {
  const countLoads = recordLoads(page)
  await page.route(SCRIPTS, (route) => (countLoads() === 1 ? spoil(route) : route.continue()))
  return countLoads
}

const pressBuy = (page: Page) =>
  page
    .getByRole('button', { name: /^Buy Now/ })
    .first()
    .click()

for (const [what, spoil] of Object.entries(WAYS)) {
  test(`the checkout whose script ${what} loads by itself, and else says so and reloads`, async ({
    page,
    db,
  }) => {
    const { id } = await db('packages').where({ slug: 'business-website' }).first()
    const countLoads = await spoilFirstLoad(page, spoil)
    await page.goto(`/checkout?packageId=${id}`)
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
    expect(countLoads()).toBe(2)
    await expect(noticeOf(page)).toBeHidden()

    await page.unrouteAll({ behavior: 'wait' })
    await page.route(SCRIPTS, spoil)
    await page.goto(`/checkout?packageId=${id}`)
    await expect(noticeOf(page)).toContainText('support@')
    await page.unrouteAll({ behavior: 'wait' })
    await reloadOf(page).click()
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
  })
}

for (const [path, person, heading] of [
  ['/admin', { isAdmin: true }, 'Overview'],
  ['/offer#o=1', {}, /./],
] as const) {
  test(`${path} says which script is missing after a second try`, async ({ page, db }) => {
    await signInAs(page, await createPerson(db, person))
    const countLoads = await spoilFirstLoad(page, (route) => route.abort())
    await page.goto(path)
    await expect(page.locator('main').getByRole('heading', { name: heading }).first()).toBeVisible()
    expect(countLoads()).toBe(2)

    await page.unrouteAll()
    await page.route(SCRIPTS, (route) => route.abort())
    await page.goto(path.replace('#', '?again#'))
    await expect(reloadOf(page)).toBeVisible()
  })
}

/** Opens a package's page, and waits for all its islands but the purchase. */
async function openPackage(page: Page): Promise<void> {
  await page.goto(PACKAGE)
  await expect(page.locator('astro-island[client=intent][ssr]')).toHaveCount(0)
}

test('Buy Now opens the form at the second try', async ({ page }) => {
  await openPackage(page)
  const countLoads = recordLoads(page)
  await page.route(SCRIPTS, (route) => (countLoads() === 0 ? route.abort() : route.continue()))
  await pressBuy(page)
  await expect(purchaseOf(page)).toBeVisible()
  expect(countLoads()).toBe(1)
})

test('Buy Now says that the form does not arrive', async ({ page }) => {
  await openPackage(page)
  await page.route(SCRIPTS, (route) => route.abort())
  await pressBuy(page)
  await expect(reloadOf(page)).toBeVisible()
  await page.unrouteAll()
  await reloadOf(page).click()
  await expect(purchaseOf(page)).toBeVisible()
})

test('Buy Now whose own script was missing is pressed again after the second try', async ({ page }) => {
  // The page's own scripts arrive, but those of its islands do not.
  const countLoads = recordLoads(page)
  const html = await (await page.request.get(PACKAGE)).text()
  const [, island = ''] = /component-url="([^"]+)"/.exec(html) ?? []
  await page.route(`${ORIGIN}${island}*`, (route) => (countLoads() === 1 ? route.abort() : route.continue()))
  await page.goto(PACKAGE)
  await pressBuy(page)
  await expect(purchaseOf(page)).toBeVisible()
  expect(countLoads()).toBe(2)
})

test('Buy Now says so where no script of the page arrives', async ({ page }) => {
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto(PACKAGE)
  await expect(reloadOf(page)).toBeVisible()
})

test('a part of an area that is loaded later is tried twice, without a reload', async ({ page, db }) => {
  await signInAs(page, await createPerson(db, { isAdmin: true }))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Overview' }).first()).toBeVisible()
  const asked: string[] = []
  await page.route(SCRIPTS, (route) => {
    asked.push(route.request().url())
    return asked.length === 1 ? route.abort() : route.continue()
  })
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('tab', { name: 'Coupons' }).click()
  await expect(page.getByRole('button', { name: /coupon/i }).first()).toBeVisible()
  expect(asked.some((url) => url.endsWith('?again'))).toBe(true)
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
  await expect(noticeOf(page)).toBeHidden()

  await page.route(SCRIPTS, (route) => route.abort())
  await page.getByRole('tab', { name: 'Registrations' }).click()
  await expect(reloadOf(page)).toBeVisible()
})

test('what was typed is not lost by a second try', async ({ page }) => {
  await openPackage(page)
  await page.getByRole('button', { name: 'Sign In' }).first().click()
  const email = page.getByRole('dialog', { name: 'Sign In' }).getByLabel('Email')
  await email.fill('ada@example.com')
  await page.route(SCRIPTS, (route) => route.abort())
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(reloadOf(page)).toBeVisible()
  await expect(email).toHaveValue('ada@example.com')
})

test('a script that stalls is said after ten seconds, tried again after ten more, and then works', async ({
  page,
  db,
}) => {
  const { id } = await db('packages').where({ slug: 'business-website' }).first()
  await page.clock.install()
  const countLoads = recordLoads(page)
  await page.route(SCRIPTS, (route) => (countLoads() === 1 ? undefined : route.continue()))
  await page.goto(`/checkout?packageId=${id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(reloadOf(page)).toBeVisible()
  await page.clock.runFor(10_000)
  await expect.poll(countLoads).toBe(2)
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('each page says how to order', async ({ page }) => {
    for (const path of ['/', PACKAGE, '/checkout', '/dashboard', '/offer']) {
      await page.goto(path)
      // Playwright's search for texts skips noscript.
      const line = page.locator('noscript p', { has: page.locator('a[href^="mailto:support@"]') })
      await expect(line, path).toBeVisible()
      await expect(line).toContainText('Ordering needs JavaScript')
    }
  })
})

test('scripts and styles are named by their hash alone', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await openPackage(page)
  const built = asked.filter((path) => /\.(js|css)$/.test(path))
  expect(built.length).toBeGreaterThan(3)
  for (const path of built) expect(path).toMatch(/^\/_astro\/[0-9a-f]{8}\.js$/)
})
