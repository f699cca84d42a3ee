import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Search {
  /** What is read: a page behind an open dialog is a screen of its own. */
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
    // A transition starts with the frame that is drawn next, and half of one is no colour of the theme.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
  const axe = new AxeBuilder({ page })
    .include(part)
    .withTags(TAGS)
    .disableRules([...rulesOff])
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
