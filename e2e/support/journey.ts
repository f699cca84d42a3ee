/**
 * The journeys' `test`: with the shop's database at hand, and failing on any script error, console error or breach of
 * the content security policy that the journey has not announced.
 */
import type { Knex } from 'knex'
import { test as base, expect, type Page } from 'playwright/test'
import type { Package } from '../../db/models/package.ts'
import { insertPackage } from '../../db/testing/builders.ts'
import { openDatabase } from './database.ts'

interface Fixtures {
  /** Announces a console error that belongs to the journey, a refused call, say. */
  expectFault: (pattern: RegExp) => void
}

export const test = base.extend<Fixtures, { db: Knex }>({
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
    async ({ context }, use) => {
      const faults: string[] = []
      const expected: RegExp[] = []
      context.on('weberror', (error) => faults.push(`script error: ${error.error().message}`))
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
      })
      await use((pattern) => expected.push(pattern))
      expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})

/** The one toast that is shown. */
export function toastOf(page: Page) {
  return page.locator('shop-toaster .toast')
}

export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const saying = (part: string, text: string) => ({
    has: page.locator(`[data-${part}]`).and(page.getByText(text, { exact: true })),
  })
  let toast = toastOf(page).filter(saying('title', title))
  // Looked for together: on a slow machine a toast is over before a second look.
  if (description !== undefined) toast = toast.filter(saying('description', description))
  await expect(toast).toBeVisible()
}

/** A toast is drawn a little after the pause has begun, so that readers announce it: site/ui/toaster.ts. */
const DRAWN_WITHIN_MS = 100

/**
 * Sees the toast, and that the page leaves for the next one when the pause is over: neither sooner nor later. The page's
 * clock stands still meanwhile, so the machine's speed does not matter.
 * @param cause what shows the toast, sooner or later
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

/** Puts a package on offer, and waits until the shop has heard of it. */
export async function offerPackage(page: Page, db: Knex, fields: Partial<Package>): Promise<Package> {
  const item = await insertPackage(db, fields)
  await expect.poll(async () => (await page.request.get(`/packages/${item.slug}`)).status()).toBe(200)
  return item
}

/** Opens a package's own page and, from there, the purchase modal. */
export async function openPurchase(page: Page, slug: string) {
  await page.goto(`/packages/${slug}`)
  await page.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = page.getByRole('dialog', { name: /^Get Started with / })
  await expect(dialog).toBeVisible()
  return dialog
}

export function checkoutOf(page: Page) {
  return page.getByRole('dialog', { name: 'Test checkout' })
}
