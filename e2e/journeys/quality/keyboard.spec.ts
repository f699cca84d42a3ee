/** The shop without a pointer: buying by keyboard alone, and stopping moving text. */
import { expect, type Locator, type Page } from 'playwright/test'
import { createBuyer, DETAILS } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, test } from '#e2e/journeys/support/journey.ts'

/** More than the most Tab presses between two controls of a journey. */
const MOST_TABS = 80

/** Presses Tab until the wanted control has the focus, which must be visible. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let i = 0; i < MOST_TABS; i++) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) {
      const isMarked = await wanted.evaluate((element) => {
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        return element.matches(':focus-visible') && (outlineStyle !== 'none' || boxShadow !== 'none')
      })
      expect(isMarked, 'the focus can be seen').toBe(true)
      return
    }
    await page.keyboard.press(key)
  }
  throw new Error(`${wanted} cannot be reached by ${key}`)
}

test('a package is ordered by keyboard alone', async ({ page }) => {
  test.slow()
  const buyer = createBuyer()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')

  const buy = page.getByRole('article').first().getByRole('button', { name: 'Buy Now' })
  await tabTo(page, buy)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Get Started with / })
  await expect(dialog).toBeVisible()

  // Escape closes the dialog, and the focus returns.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(buy).toBeFocused()
  // The button ignores presses while it is busy.
  await expect(buy).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()

  const values: Record<string, string> = {
    'First name': buyer.firstName,
    Email: buyer.email,
    Password: buyer.password,
    Country: 'Denmark',
    ...DETAILS,
  }
  const left = new Set(Object.keys(values))
  for (let i = 0; i < MOST_TABS && left.size > 0; i++) {
    await page.keyboard.press('Tab')
    for (const label of left) {
      const field = dialog.getByLabel(label)
      // Some labels appear only after the country is chosen.
      if ((await field.count()) === 0) continue
      if (!(await field.evaluate((element) => element.matches(':focus')))) continue
      await page.keyboard.type(values[label] ?? '')
      left.delete(label)
      break
    }
  }
  expect([...left]).toEqual([])
  await expect(dialog.getByLabel('Country')).toHaveValue('DK')

  await tabTo(page, dialog.getByRole('button', { name: /^Pay/ }))
  await page.keyboard.press('Enter')
  const pay = checkoutOf(page).getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeVisible()
  await tabTo(page, pay)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible()
})

test('everything that moves can be stopped by keyboard, and does not move with reduced motion', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const shown = page.locator('rotating-frames [data-frame=shown]')
  const texts = async () => (await shown.allTextContents()).join('|')

  const first = await texts()
  await page.clock.runFor(4000)
  expect(await texts()).not.toBe(first)

  for (const subject of ['taglines', 'highlights']) {
    const pause = page.getByRole('button', { name: `Pause ${subject}` })
    await pause.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Resume ${subject}` })).toBeFocused()
  }
  await page.locator('body').press('Escape')
  await page.getByRole('searchbox', { name: 'Search packages' }).focus()
  const paused = await texts()
  await page.clock.runFor(30_000)
  expect(await texts()).toBe(paused)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  const still = await texts()
  await page.clock.runFor(30_000)
  expect(await texts()).toBe(still)
})
