/**
 * The `test` of the journeys: it has the shop's database, and fails on any script error, console error or breach of the
 * content security policy that the journey has not announced.
 */
import type { Knex } from 'knex'
import { type BrowserContext, test as base, expect, type Page, type Request } from 'playwright/test'
import type { Package } from '#db/models/catalogue/package.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { openDatabase } from '#e2e/support/database.ts'
import { translatePages } from './translate.ts'

interface Fixtures {
  /** Announces a console error that the journey causes, such as a refused call. */
  expectFault: (pattern: RegExp) => void
}

/** The console errors of an open page whose session has ended: its background calls are refused. */
const ENDED_SESSION = /status of 401 .*\/api\/(events|messages\/unread)\)$/

/** Chromium's warning of a script that has opened a dialog before its button does. */
const TOO_LATE = /open an already open Dialog/

/** React's error when a page was translated before hydration. React then renders the island again. */
export const DRAWN_ANEW = /Minified React error #418/

export const test = base.extend<Fixtures, { db: Knex }>({
  // Animations are redrawn sixty times a second, a fifth of a journey's work. Only the specs in quality/ keep them, as visitors do.
  contextOptions: async ({ contextOptions }, use, { file }) => {
    await use(file.includes('/quality/') ? contextOptions : { ...contextOptions, reducedMotion: 'reduce' })
  },
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const db = await openDatabase()
      await use(db)
      await db.destroy()
    },
    { scope: 'worker' },
  ],
  expectFault: [
    async ({ browser, context }, use) => {
      const earlier = new Set(browser.contexts())
      const faults: string[] = []
      const expected = [ENDED_SESSION, ...(process.env.E2E_TRANSLATED ? [DRAWN_ANEW] : [])]
      await watchContext(context)
      context.on('weberror', (error) => faults.push(`script error: ${error.error().message}`))
      context.on('console', (message) => {
        if (message.type() === 'error' || TOO_LATE.test(message.text()))
          faults.push(`${message.text()} (${message.location().url})`)
      })
      await use((pattern) => expected.push(pattern))
      // Closes the pages of other people, which would keep running beside all later journeys.
      for (const other of browser.contexts()) if (!earlier.has(other)) await other.close()
      expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})

interface ShownToast {
  title: string
  description: string
  /** Identifies the document that showed the toast, by a random number. */
  shownBy: number
}

/** All toasts of each page, oldest first, and the number of those up to the last expected one. */
const toastsOfPages = new WeakMap<Page, { shown: ShownToast[]; old: number }>()
/** Shorter than a test's time limit, so that the error names what it waits for. */
const SETTLES_WITHIN_MS = 60_000
/** The headless shell no longer draws a page that it takes for hidden, which then has no frames to wait for. */
const FRAME_WITHIN_MS = 3_000
const openRequests = new WeakMap<BrowserContext, Set<Request>>()

/** Records requests and toasts of the pages, because a toast may disappear before the test looks. */
export async function watchContext(context: BrowserContext): Promise<void> {
  const open = new Set<Request>()
  openRequests.set(context, open)
  context.on('request', (request) => {
    // An event stream does not finish, nor does a prerendered page that is no longer needed.
    const isAside = request.resourceType() === 'eventsource' || request.headers()['sec-purpose'] !== undefined
    if (!isAside) open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  // A preload that the page does not use never finishes, so its response counts as its end.
  context.on('response', (response) => {
    if (response.request().resourceType() === 'other') open.delete(response.request())
  })
  // CONTRIBUTING.md says when to set it.
  if (process.env.E2E_TRANSLATED) await translatePages(context, 50)
  await context.exposeBinding('noteToast', ({ page }, toast: ShownToast) => {
    const { shown } = toastsOf(page)
    const last = shown.at(-1)
    const isCarriedOver =
      last?.title === toast.title && last.description === toast.description && last.shownBy !== toast.shownBy
    if (!isCarriedOver) shown.push(toast)
  })
  await context.addInitScript(() => {
    const shownBy = Math.random()
    const read = (card: Element, part: string) =>
      card.querySelector(`[data-${part}]`)?.textContent?.trim() ?? ''
    const note = Reflect.get(window, 'noteToast') as (toast: ShownToast) => void
    const noted = new WeakSet<Element>()
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes])
      // The toaster moves when a dialog closes. A toast drawn before only becomes visible then.
      const cards = added.flatMap((node) =>
        node instanceof Element
          ? [node, ...node.querySelectorAll('.toast')].filter((each) => each.matches('shop-toaster .toast'))
          : [],
      )
      for (const card of cards) {
        if (noted.has(card) || !card.checkVisibility()) continue
        noted.add(card)
        note({ title: read(card, 'title'), description: read(card, 'description'), shownBy })
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/**
 * Waits until nothing is loading and the page is idle, to check that something does not happen. Does not work while the page's
 * clock is paused.
 */
export async function settle(page: Page): Promise<void> {
  const listOpen = () => [...(openRequests.get(page.context()) ?? [])].map((request) => request.url())
  const startedAtMs = Date.now()
  for (let idleRounds = 0; idleRounds < 3; idleRounds += 1) {
    await page.evaluate(async (mostMs) => {
      await new Promise((done) => requestIdleCallback(done, { timeout: mostMs }))
      for (let frame = 0; frame < 2; frame += 1) {
        await new Promise((done) => {
          requestAnimationFrame(done)
          setTimeout(done, mostMs)
        })
      }
    }, FRAME_WITHIN_MS)
    const open = listOpen()
    if (open.length === 0) continue
    idleRounds = -1
    if (Date.now() - startedAtMs > SETTLES_WITHIN_MS) throw new Error(`Still loading: ${open.join(', ')}`)
  }
}

export function toastOf(page: Page) {
  return page.locator('shop-toaster .toast')
}

function toastsOf(page: Page) {
  const toasts = toastsOfPages.get(page) ?? { shown: [], old: 0 }
  toastsOfPages.set(page, toasts)
  return toasts
}

/** Waits for a toast that is newer than the last expected one. It may have disappeared already. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toasts = toastsOf(page)
  const expected = description === undefined ? { title } : { title, description }
  await expect.poll(() => toasts.shown.slice(toasts.old)).toContainEqual(expect.objectContaining(expected))
  const isExpected = (toast: ShownToast, index: number) =>
    index >= toasts.old && toast.title === title && toast.description === (description ?? toast.description)
  toasts.old = toasts.shown.findIndex(isExpected) + 1
}

/** A toast is drawn with a delay, so that screen readers announce it: site/kit/ui/primitives/toaster.ts. */
const DRAWN_WITHIN_MS = 100

/**
 * Expects the toast, and that the page leaves exactly at the end of the pause. The page's clock stands still meanwhile, so the
 * machine's speed does not matter.
 * @param cause triggers the toast
 */
export async function expectRedirect(
  page: Page,
  {
    cause,
    toast: [title, description],
    pauseMs,
    url,
  }: {
    cause: () => Promise<unknown>
    toast: [title: string, description: string]
    pauseMs: number
    url: string
  },
): Promise<void> {
  const address = page.url()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await cause()
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10)
        return await toastOf(page).locator('[data-title]').allTextContents()
      },
      { intervals: [20] },
    )
    .toEqual([title])
  await expectToast(page, title, description)
  await expect(page.getByText('Processing...')).toHaveCount(0)
  await page.clock.runFor(pauseMs - DRAWN_WITHIN_MS)
  expect(page.url()).toBe(address)
  const left = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith(url))
  await page.clock.runFor(DRAWN_WITHIN_MS)
  await left
  await page.clock.resume()
  await page.waitForURL((next) => next.href.endsWith(url))
}

/** Packages that some journeys sell for a short time. Others must not count them. */
export const SOLD_BRIEFLY = /Moving Target|Half and Half/

/** Adds a package, and waits until the shop lists it. Its page is not published. */
export async function offerPackage(page: Page, db: Knex, fields: Partial<Package>): Promise<Package> {
  const item = await insertPackage(db, fields)
  await expect.poll(async () => (await page.request.get(`/api/packages/${item.id}`)).status()).toBe(200)
  return item
}

/** Blocks the calls. @returns a function that releases them */
export async function holdCalls(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** @returns the paths of the scripts that start a page's islands: their own, and React */
export async function listIslandScripts(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text()
  return [...html.matchAll(/ (?:component|renderer)-url="([^"]+)"/g)].map(([, script = '']) => script)
}

/** Simulates a hidden tab, which a headless browser does not have. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)
}

/** Opens a package's own page and, from there, the purchase modal. */
export async function openPurchase(page: Page, slug: string) {
  await page.goto(`/packages/${slug}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  return await expectPurchase(page)
}

export async function expectPurchase(page: Page) {
  const dialog = page.getByRole('dialog', { name: /^Get Started with / })
  await expect(dialog).toBeVisible()
  return dialog
}

export function checkoutOf(page: Page) {
  return page.getByRole('dialog', { name: 'Test checkout' })
}
