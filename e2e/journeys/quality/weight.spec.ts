/** The size of a page over the network, in brotli as the shop serves it, and the savings of a second visit. */
import { brotliCompressSync } from 'node:zlib'
import { type APIRequestContext, expect, type Page, type Response } from 'playwright/test'
import { FULL_CHROMIUM } from '#e2e/journeys/support/full-chromium.ts'
import { settle, test } from '#e2e/journeys/support/journey.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

// The headless shell loads lazy pictures at a greater distance than the full Chromium.
test.use({ launchOptions: FULL_CHROMIUM })
// Keeps the tests in one worker, so that only one starts that browser.
test.describe.configure({ mode: 'default' })

const KB = 1000
const POLICY = '/terms-of-service'
/** Pages that load the same files as POLICY. */
const LIKE_A_POLICY = [
  ...['/contact', '/privacy-policy', '/communication-policy', '/refund-policy'],
  ...['/shipping-policy', '/accessibility-statement'],
]

/** Records the page's responses. `weigh` adds up the sizes of a resource type's bodies, as sent. */
function recordResponses(page: Page) {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const weigh = async (kind: string) => {
    const sizes = responses
      .filter((response) => response.request().resourceType() === kind)
      .map(async (response) => {
        await response.finished()
        return (await response.request().sizes()).responseBodySize
      })
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
  }
  return { responses, weigh }
}

const INLINE_SCRIPT = /<script(?![^>]*\b(?:src=|type="(?:application|speculation)))[^>]*>([^<]*)/g
const INLINE_STYLE = /<style[^>]*>([^<]*)/g

/** @returns the size of the page's inline scripts or styles, compressed like the page */
async function weighInline(request: APIRequestContext, path: string, kind: RegExp): Promise<number> {
  const html = await (await request.get(path)).text()
  return brotliCompressSync([...html.matchAll(kind)].map(([, source]) => source).join('\n')).length
}

const WHAT_LOADS = /<(?:script|link|img|source|iframe|video)\b[^>]*>/g

/** @returns the tags of the files that a page loads, and its inline scripts and styles */
async function listLoaded(request: APIRequestContext, path: string): Promise<(string | undefined)[]> {
  const html = await (await request.get(path)).text()
  const tags = [...html.matchAll(WHAT_LOADS)].map(([tag]) => tag).filter((tag) => !tag.includes('canonical'))
  return [
    ...tags,
    ...[INLINE_SCRIPT, INLINE_STYLE].flatMap((kind) => [...html.matchAll(kind)].map(([, text]) => text)),
  ]
}

test('contact and each policy load exactly what the policy does that is weighed here', async ({
  request,
}) => {
  const loaded = await listLoaded(request, POLICY)
  expect(loaded.length).toBeGreaterThan(10)
  for (const path of LIKE_A_POLICY) expect(await listLoaded(request, path), path).toEqual(loaded)
})

for (const path of ['/about', '/developers', POLICY]) {
  test(`${path} weighs little: 12 KB of script, 15 KB of style, one font, nothing from others`, async ({
    page,
    request,
  }) => {
    const { responses, weigh } = recordResponses(page)
    await page.goto(path)
    await settle(page)
    expect((await weigh('script')) + (await weighInline(request, path, INLINE_SCRIPT))).toBeLessThanOrEqual(
      12 * KB,
    )
    const styleBytes = await weighInline(request, path, INLINE_STYLE)
    expect(styleBytes).toBeGreaterThan(5 * KB)
    expect(styleBytes + (await weigh('stylesheet'))).toBeLessThanOrEqual(15 * KB)
    expect(responses.filter((response) => response.request().resourceType() === 'font')).toHaveLength(1)
    await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
    expect(responses.map((response) => response.url()).filter((url) => !url.startsWith(ORIGIN))).toEqual([])
  })
}

test('the home page loads 12.5 KB of script, and React only later: 95 KB in all', async ({
  page,
  request,
}) => {
  const { responses, weigh } = recordResponses(page)
  await page.goto('/', { waitUntil: 'load' })
  const firstBytes = (await weigh('script')) + (await weighInline(request, '/', INLINE_SCRIPT))
  expect(firstBytes).toBeLessThanOrEqual(12.5 * KB)

  await page.getByRole('article').first().getByRole('button', { name: 'View Details' }).hover()
  await expect(page.locator('blockquote').first()).toBeAttached()
  await settle(page)
  const scriptBytes = await weigh('script')
  expect(scriptBytes).toBeGreaterThan(50 * KB)
  expect(scriptBytes).toBeLessThanOrEqual(95 * KB)
  const styleBytes = await weighInline(request, '/', INLINE_STYLE)
  expect(styleBytes + (await weigh('stylesheet'))).toBeLessThanOrEqual(15 * KB)
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
  expect(responses.map((response) => response.url()).filter((url) => !url.startsWith(ORIGIN))).toEqual([])
  test
    .info()
    .annotations.push({ type: 'bytes', description: `${firstBytes} at first, ${scriptBytes} in all` })
})

test('the home page takes at most 14 requests on a phone, those of React and its packages included', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 823 })
  const { responses } = recordResponses(page)
  await page.clock.install()
  const packages = page.waitForResponse('**/api/packages')
  await page.goto('/', { waitUntil: 'load' })
  await packages
  await page.clock.fastForward(3000)
  await settle(page)
  const paths = responses.map((response) => new URL(response.url()).pathname)
  expect(paths.filter((path) => path.endsWith('.js')).length, paths.join('\n')).toBeGreaterThan(2)
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(14)
})

test('the areas do not contain the home page, and preload the scripts that they start with', async ({
  request,
}) => {
  for (const path of ['/dashboard', '/admin', '/staff']) {
    const html = await (await request.get(path)).text()
    expect(html, path).not.toContain('<article')
    const named = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, script]) => script)
    expect(named.length, path).toBeGreaterThan(5)
    for (const script of named) expect((await request.get(String(script))).status(), script).toBe(200)
  }
})

test('a phone lays out the lower parts after the first paint, and soon the whole page', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await page.addInitScript(() => {
    const countFar = () =>
      [...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).contentVisibility === 'auto')
        .length
    Object.assign(window, { countFar })
    addEventListener('DOMContentLoaded', () => Object.assign(window, { farAtFirst: countFar() }))
  })
  await page.goto('/')
  expect(await page.evaluate(() => Reflect.get(window, 'farAtFirst'))).toBeGreaterThan(10)
  const countFar = () => page.evaluate(() => (Reflect.get(window, 'countFar') as () => number)())
  await expect.poll(countFar).toBe(0)
})

test('nothing on an idle home page animates, and a tap does not give its card the hover style', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const refreshed = page.waitForResponse('**/api/packages')
  await page.goto('/')
  const card = page.getByRole('article').first()
  await card.scrollIntoViewIfNeeded()
  await refreshed
  const countEndless = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY).length,
    )
  await expect.poll(countEndless).toBe(0)

  const look = () => card.evaluate((element) => getComputedStyle(element).boxShadow)
  const atRest = await look()
  await card.getByText('business days').tap()
  expect(await card.evaluate((element) => element.matches(':hover'))).toBe(true)
  await settle(page)
  await card.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  expect(await look()).toBe(atRest)
  await context.close()
})

/** Whether a card's texts differ from the page as sent. Reviews rotate and do not count. */
const haveCardsChanged = (page: Page, html: string) =>
  page.evaluate((sent) => {
    const readCards = (from: Document) =>
      [...from.querySelectorAll('article')].map((card) =>
        [...card.querySelectorAll('h3, p, li, button')].map(({ textContent }) => textContent).join('|'),
      )
    const cards = readCards(new DOMParser().parseFromString(sent, 'text/html'))
    return cards.length === 0 || cards.join() !== readCards(document).join()
  }, html)

for (const width of [375, 1440]) {
  test(`nothing on the home page jumps while it loads, is scrolled and turns its texts, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => {
      const shifts: { value: number; of: string }[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node?: Node }[]
        })[]) {
          const of = entry.sources
            .map(({ node }) => node instanceof Element && node.outerHTML.slice(0, 90))
            .join()
          if (!entry.hadRecentInput) shifts.push({ value: entry.value, of })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.clock.install()
    const measure = async () => {
      const html = (await (await page.goto('/'))?.text()) ?? ''
      const heightPx = await page.evaluate(() => document.body.scrollHeight)
      for (let top = 0; top < heightPx; top += 600) {
        await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
        await settle(page)
      }
      await page.evaluate(() => document.querySelector('article')?.scrollIntoView({ block: 'center' }))
      await settle(page)
      // The reviews rotate every five seconds.
      await page.clock.fastForward(5500)
      await settle(page)
      return (await haveCardsChanged(page, html))
        ? undefined
        : page.evaluate(() => Reflect.get(window, 'shifts') as { value: number; of: string }[])
    }
    // Repeated, because other journeys change packages meanwhile, and a changed text changes its card's height.
    let shifts: Awaited<ReturnType<typeof measure>>
    while (!shifts) shifts = await measure()
    const score = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(score, JSON.stringify(shifts)).toBeLessThanOrEqual(0.01)
  })
}
