import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Search {
  /** The part to check, because the page behind an open dialog is a screen of its own. */
  part?: string
  theme?: 'light' | 'dark'
  rulesOff?: readonly string[]
}

/** @returns a line for each barrier that axe finds in `part`, once its colours are those of `theme` */
export async function findBarriers(
  page: Page,
  { part = 'html', theme = 'light', rulesOff = [] }: Search = {},
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    // Waits for transitions to end: they start with the next frame, and their colours are not the theme's.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
  const axe = new AxeBuilder({ page })
    // There are no frames of other sites, so axe need not open a page for each result.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(part)
    .withTags(TAGS)
    .disableRules([...rulesOff])
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** A phone, a tablet and a desktop. */
const WIDTHS = [375, 820, 1440]
/** Contrast does not change with the width. */
const STRUCTURE_ONLY = ['color-contrast']

/**
 * Checks three widths. axe runs in both themes on a phone and once more on a desktop, or in one theme: the
 * light one on a desktop, the dark one on a phone.
 * @returns a line for each fault
 */
export async function findFaults(
  page: Page,
  { part = 'main', theme }: { part?: string; theme?: 'light' | 'dark' } = {},
): Promise<string[]> {
  const faults: string[] = []
  for (const width of theme === 'light' ? WIDTHS : WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 900 })
    const sideways = await page.evaluate(async () => {
      // Waits until scripts have adapted the page to the width.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      return document.documentElement.scrollWidth - document.documentElement.clientWidth
    })
    if (sideways > 0) faults.push(`${width}: scrolls ${sideways} px sideways`)
    if (theme === undefined && width > 1000)
      faults.push(...(await findBarriers(page, { part, rulesOff: STRUCTURE_ONLY })))
  }
  for (const each of theme === undefined ? (['light', 'dark'] as const) : [theme]) {
    faults.push(...(await findBarriers(page, { part, theme: each })))
  }
  return faults
}
