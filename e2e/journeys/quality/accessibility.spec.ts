/** Every public screen and every dialog, by axe's rules for WCAG 2.2 AA. */
import { expect, type Page } from 'playwright/test'
import { findBarriers, findFaults, TAGS, WIDTHS } from '../../support/axe.ts'
import { test } from '../../support/journey.ts'

const THEMES = ['light', 'dark'] as const

const SCREENS = [
  '/',
  '/about',
  '/contact',
  '/terms-of-service',
  '/privacy-policy',
  '/communication-policy',
  '/refund-policy',
  '/shipping-policy',
  '/accessibility-statement',
  '/payment-failed?reason=cancelled&orderId=1042',
  '/checkout?packageId=1',
  '/checkout?packageId=0',
  '/packages/seo-foundations',
  '/no-such-page',
]

for (const path of SCREENS) {
  test(`${path.split('?')[0]} has no barrier that axe finds${path.endsWith('=0') ? ', without its package' : ''}`, async ({
    page,
    expectFault,
  }) => {
    expectFault(/404/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path.endsWith('=1')) await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible()
    expect(await findFaults(page, { part: 'html' })).toEqual([])
  })
}

test('the accessibility statement names the rules and the widths that are checked here', async ({ page }) => {
  await page.goto('/accessibility-statement')
  const checked = page.getByRole('article')
  await expect(checked).toContainText(`widths of ${WIDTHS.join(', ').replace(/, (\d+)$/, ' and $1')} pixels`)
  expect(TAGS).toEqual(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  await expect(checked).toContainText(
    'axe by its rules for WCAG 2.0, 2.1 and 2.2, levels A and AA, and its best practices',
  )
})

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
      await expect(page.getByText('City must be at least 2 characters')).toBeVisible()
    },
  ],
]

test('no dialog has a barrier that axe finds', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  for (const [name, open] of DIALOGS) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findFaults(page, { part: 'dialog[open]' }), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('buttons say what they act on, and begin with the words that are read on them', async ({ page }) => {
  for (const path of ['/', '/packages/business-website']) {
    await page.goto(path)
    const labelled = await page
      .locator('button[aria-label], a[aria-label]')
      .evaluateAll((all) => all.map((one) => ({ label: one.ariaLabel ?? '', shown: one.textContent.trim() })))
    expect(labelled.length).toBeGreaterThan(0)
    for (const { label, shown } of labelled) expect(label.startsWith(shown), `${label}: ${shown}`).toBe(true)
  }
  await page.goto('/')
  for (const item of (await page.getByRole('article').all()).slice(0, 3)) {
    const name = (await item.getByRole('heading').textContent()) ?? ''
    for (const button of [`View Details of ${name}`, `Buy Now, ${name}`]) {
      await expect(item.getByRole('button', { name: button, exact: true })).toBeVisible()
    }
  }
})

test('primary buttons keep a border where the system gives the colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/packages/business-website')
  const borders = await page
    .getByRole('button', { name: 'Buy Now' })
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTop))
  expect(borders.length).toBeGreaterThan(0)
  for (const border of borders) expect(border).toMatch(/^1px solid/)
})

test('the menu of a phone has no barrier that axe finds', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  for (const theme of THEMES) expect(await findBarriers(page, { theme })).toEqual([])
})
