/** Every public screen and every dialog, by axe's rules for WCAG 2.2 AA: on a phone, a tablet and a desk, light and dark. */
import { expect, type Page } from 'playwright/test'
import { findBarriers } from '../support/axe.ts'
import { test } from '../support/journey.ts'

const WIDTHS = [375, 820, 1440]
const THEMES = ['light', 'dark'] as const
/** Contrast does not change with the width, so the whole of it is asked once a theme. */
const QUICK_RULES_OFF = ['color-contrast']

const SCREENS = [
  '/',
  '/about',
  '/contact',
  '/terms-of-service',
  '/privacy-policy',
  '/communication-policy',
  '/refund-policy',
  '/payment-failed?reason=cancelled&orderId=1042',
  '/checkout?packageId=1',
  '/checkout?packageId=0',
  '/packages/seo-foundations',
  '/no-such-page',
]

/**
 * @param part the page behind an open dialog is a screen of its own, and asked there
 * @returns a line for each fault, with the width and theme it was found at
 */
async function findFaults(page: Page, part = 'html'): Promise<string[]> {
  const faults: string[] = []
  for (const [i, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 })
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (sideways > 0) faults.push(`${width}: scrolls ${sideways} px sideways`)
    for (const theme of THEMES) {
      // At the other widths, one theme and the rules of structure and size are enough.
      const isQuick = i !== 0
      if (isQuick && theme === 'dark') continue
      const barriers = await findBarriers(page, { part, theme, rulesOff: isQuick ? QUICK_RULES_OFF : [] })
      faults.push(...barriers.map((barrier) => `${width} ${barrier}`))
    }
  }
  return faults
}

for (const path of SCREENS) {
  test(`${path.split('?')[0]} has no barrier that axe finds${path.endsWith('=0') ? ', without its package' : ''}`, async ({
    page,
    expectFault,
  }) => {
    // Axe reads every element of a page four times: on a busy machine that takes a while.
    test.slow()
    expectFault(/404/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path.endsWith('=1')) await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible()
    expect(await findFaults(page)).toEqual([])
  })
}

const card = (page: Page) => page.getByRole('article').first()
const DIALOGS: [string, (page: Page) => Promise<void>][] = [
  ['details', (page) => card(page).getByRole('button', { name: 'View Details' }).click()],
  [
    'reviews',
    (page) =>
      card(page)
        .getByRole('button', { name: / reviews? ?of / })
        .click(),
  ],
  ['sign-in', (page) => page.getByRole('button', { name: 'Sign In' }).first().click()],
  [
    'purchase',
    async (page) => {
      await card(page).getByRole('button', { name: 'Buy Now' }).click()
      // With every error of the form shown.
      await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click()
      await expect(page.getByText('Please select a country')).toBeVisible()
    },
  ],
]

for (const [name, open] of DIALOGS) {
  test(`the ${name} dialog has no barrier that axe finds`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await open(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findFaults(page, 'dialog[open]')).toEqual([])
  })
}

test('the menu of a phone has no barrier that axe finds', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  for (const theme of THEMES) expect(await findBarriers(page, { theme })).toEqual([])
})
