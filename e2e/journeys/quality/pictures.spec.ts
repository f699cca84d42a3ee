/** The shop's illustrations follow the theme: light on a light background, dark on a dark one. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { test } from '#e2e/journeys/support/journey.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'site', 'illustrations')

/** @returns the brightness of the picture as the page shows it: 0 is black, 255 white */
async function measureBrightness(page: Page, src: string): Promise<number> {
  await page.setContent(`<style>:root { color-scheme: light dark }</style><img src="${src}" width="320">`)
  const image = page.locator('img')
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(640)
  const { channels } = await sharp(await image.screenshot())
    .removeAlpha()
    .stats()
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length
}

test('every illustration has its colours for a light and for a dark theme', async ({ page }) => {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.svg'))
  expect(files.length).toBeGreaterThanOrEqual(10)
  await page.goto('/robots.txt')
  for (const file of files) {
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await measureBrightness(page, `/illustrations/${file}`), file).toBeGreaterThan(150)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await measureBrightness(page, `/illustrations/${file}`), file).toBeLessThan(85)
  }
})
