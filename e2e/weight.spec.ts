/** What a page weighs over the wire, in brotli, as the shop serves it; and what a second visit saves. */
import { brotliCompressSync } from 'node:zlib'
import { type APIRequestContext, expect, type Page, type Response } from 'playwright/test'
import { test } from './journey.ts'
import { ORIGIN } from './topology.ts'

const KB = 1000
const POLICIES = ['/terms-of-service', '/privacy-policy', '/communication-policy', '/refund-policy']

/** Every answer that the page has had so far; a kind's bytes are those of the bodies, as they were sent. */
function recordAnswers(page: Page) {
  const answers: Response[] = []
  page.on('response', (response) => answers.push(response))
  const weigh = async (kind: string) => {
    const sizes = answers
      .filter((answer) => answer.request().resourceType() === kind)
      .map(async (answer) => {
        await answer.finished()
        return (await answer.request().sizes()).responseBodySize
      })
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
  }
  return { answers, weigh }
}

/** The scripts that stand in the page itself, compressed like the page. */
async function weighInlineScripts(request: APIRequestContext, path: string): Promise<number> {
  const html = await (await request.get(path)).text()
  const scripts = [
    ...html.matchAll(/<script(?![^>]*\b(?:src=|type="(?:application|speculation)))[^>]*>([^<]*)/g),
  ]
  return brotliCompressSync(scripts.map(([, source]) => source).join('\n')).length
}

for (const path of ['/about', '/contact', ...POLICIES]) {
  test(`${path} weighs little: 12 KB of script, 15 KB of style, one font, nothing from others`, async ({
    page,
    request,
  }) => {
    const { answers, weigh } = recordAnswers(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    // Long enough for anything that waits for the browser to be idle.
    await page.waitForTimeout(1000)
    expect((await weigh('script')) + (await weighInlineScripts(request, path))).toBeLessThanOrEqual(12 * KB)
    expect(await weigh('stylesheet')).toBeLessThanOrEqual(15 * KB)
    expect(await weigh('stylesheet')).toBeGreaterThan(0)
    expect(answers.filter((answer) => answer.request().resourceType() === 'font')).toHaveLength(1)
    await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
    expect(answers.map((answer) => answer.url()).filter((url) => !url.startsWith(ORIGIN))).toEqual([])
  })
}

test('the home page loads 12 KB of script, and React only later: 95 KB in all', async ({ page, request }) => {
  const { answers, weigh } = recordAnswers(page)
  await page.goto('/', { waitUntil: 'load' })
  const firstBytes = (await weigh('script')) + (await weighInlineScripts(request, '/'))
  expect(firstBytes).toBeLessThanOrEqual(12 * KB)

  await page.getByRole('article').first().getByRole('button', { name: 'View Details' }).hover()
  await expect(page.locator('blockquote').first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  const scriptBytes = await weigh('script')
  expect(scriptBytes).toBeGreaterThan(50 * KB)
  expect(scriptBytes).toBeLessThanOrEqual(95 * KB)
  expect(await weigh('stylesheet')).toBeLessThanOrEqual(15 * KB)
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
  expect(answers.map((answer) => answer.url()).filter((url) => !url.startsWith(ORIGIN))).toEqual([])
  test
    .info()
    .annotations.push({ type: 'bytes', description: `${firstBytes} at first, ${scriptBytes} in all` })
})

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
    await page.goto('/')
    const heightPx = await page.evaluate(() => document.body.scrollHeight)
    for (let top = 0; top < heightPx; top += 600) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      await page.waitForTimeout(120)
    }
    await page.evaluate(() => document.querySelector('article')?.scrollIntoView({ block: 'center' }))
    await page.waitForTimeout(5500)
    const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as { value: number; of: string }[])
    const score = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(score, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02)
  })
}

test('files come compressed, say so to caches, and are not sent twice', async ({ request }) => {
  const home = await request.get('/')
  const html = await home.text()
  const [script] = /\/_astro\/[^"]+\.js/.exec(html) ?? []
  const [style] = /\/_astro\/[^"]+\.css/.exec(html) ?? []
  for (const path of ['/', '/about', script, style]) {
    if (!path) throw new Error('The home page names no script or no style')
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await request.get(path, { headers: { 'accept-encoding': encoding } })
      const headers = answer.headers()
      expect(headers['content-encoding'] ?? 'identity', path).toBe(encoding)
      expect(headers.vary?.toLowerCase() ?? '', path).toContain('accept-encoding')
      const isHashed = path.startsWith('/_astro/')
      expect(headers['cache-control']).toBe(
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      )
      const again = await request.get(path, {
        headers: { 'accept-encoding': encoding, 'if-none-match': headers.etag ?? '' },
      })
      expect(again.status(), `${path} in ${encoding}`).toBe(304)
    }
  }
})
