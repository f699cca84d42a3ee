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
 * Sees a toast and then the page that follows it.
 * @returns the milliseconds from the one to the other, by the page's own clock
 */
export async function timeRedirect(page: Page, { title, url }: { title: string; url: string }) {
  const left = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith(url))
  const shownAtMs = await page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        const look = () => {
          const shown = document.querySelector('shop-toaster [data-title]')?.textContent
          if (shown === wanted) done(Date.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    title,
  )
  await left
  return Date.now() - shownAtMs
}

/**
 * A redirect's pause. On a busy machine its timer starts well before the toast is drawn, and the page leaves well after:
 * the figures themselves are a matter of unit tests.
 */
export function expectPause(measuredMs: number, pauseMs: number): void {
  expect(measuredMs).toBeGreaterThan(pauseMs / 2)
  expect(measuredMs).toBeLessThan(pauseMs + 2500)
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
