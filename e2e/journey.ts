/**
 * The journeys' `test`: with the shop's database at hand, and failing on any script error, console error or breach of
 * the content security policy that the journey has not announced.
 */
import type { Knex } from 'knex'
import { test as base, expect, type Page } from 'playwright/test'
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
  await expect(toastOf(page).locator('[data-title]')).toHaveText(title)
  if (description !== undefined) {
    await expect(toastOf(page).locator('[data-description]')).toHaveText(description)
  }
}

/**
 * Waits for the page that a pause leads to. A pause is never shorter than it should be; how much longer it seems is up to
 * the machine.
 * @param cause what starts the pause, sooner or later
 */
export async function expectRedirect(
  page: Page,
  { cause, pauseMs, url }: { cause: () => Promise<unknown>; pauseMs: number; url: string },
): Promise<void> {
  const left = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith(url))
  const startedAtMs = performance.now()
  await cause()
  const causedAtMs = performance.now()
  await left
  const leftAtMs = performance.now()
  expect(leftAtMs - startedAtMs).toBeGreaterThan(pauseMs - 50)
  expect(leftAtMs - causedAtMs).toBeLessThan(pauseMs + 8000)
  await page.waitForURL((address) => address.href.endsWith(url))
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
