import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'
import { brand } from '#api/content/content.ts'
import { widen } from './long-words.ts'
import { survey } from './survey.ts'

/** The minified file, which a page parses in half the time of `axe.source`. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Part {
  /** Selector of the part to check. The page behind an open dialog is another screen. */
  part?: string
  /** A rule of axe that wrongly reports a fault in this part. */
  without?: string
}

/** Rules about colours, sizes and places. All others only depend on what assistive technology is told. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

/**
 * Runs only RULES_OF_LOOKS if nothing that assistive technology is told has changed since the last check of this part.
 * @returns a line for each barrier that axe finds in `part` in the colours of `theme`
 */
export async function findBarriers(
  page: Page,
  { part = 'html', without, theme = 'light' }: Part & { theme?: 'light' | 'dark' } = {},
): Promise<string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue
    await frame.evaluate(SOURCE)
    await frame.evaluate(() => {
      // Without transitions colours change at once. A transition would start in a later frame, or when its element comes into view.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      ;(window as unknown as { axe: typeof axe }).axe.configure({
        rules: [
          { id: 'color-contrast', selector: '[data-look]' },
          { id: 'target-size', selector: '[data-target]' },
        ],
      })
    })
  }
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    // Ends the widget's transitions, which the style sheet above does not reach.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
  })
  const isKnown = await Promise.all(page.frames().map((frame) => frame.evaluate(survey, part)))
  const ofLooks = RULES_OF_LOOKS.filter((rule) => rule !== without)
  const options: RunOptions = {
    // A page with frames gets all rules.
    runOnly: isKnown.length === 1 && isKnown[0] ? { type: 'rule', values: ofLooks } : TAGS,
    resultTypes: ['violations'],
    ...(without && { rules: { [without]: { enabled: false } } }),
  }
  const { violations } = await page.evaluate(
    ([part, options]) => (window as unknown as { axe: typeof axe }).axe.run(part, options),
    [part, options] as const,
  )
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** A phone, a tablet and a desktop. */
export const WIDTHS = [375, 820, 1440]

/** Finds options without a value (docs/product/shop.md, Form rules), even if their values are computed. */
const findEmptyOptions = (page: Page) =>
  page
    .locator('select option')
    .evaluateAll((options) =>
      options
        .filter((option) => (option as HTMLOptionElement).value === '')
        .map((option) => `an option without a value: ${option.textContent}`),
    )

/** Long enough for a slow machine. */
const ADAPTS_WITHIN_MS = 10_000

export interface CheckOptions extends Part {
  /** The widths of a state that only exists at some, such as a phone's menu. */
  widths?: readonly number[]
  /** What people have typed of what the page shows. */
  typed?: readonly string[]
}

/**
 * Checks from the widest width down that nothing scrolls sideways, with a long word in each typed text neither. axe checks the light theme at the widest and the dark one at
 * the narrowest, because contrast does not change with the width, nor structure with the theme.
 * @returns a line for each fault
 */
export async function findFaults(
  page: Page,
  { part = 'main', without, widths = WIDTHS, typed = [] }: CheckOptions = {},
): Promise<string[]> {
  const faults: string[] = []
  const checkTheme = async (theme: 'light' | 'dark') => {
    // A bar that stays in view may cover part of a target that was scrolled under it.
    await page.evaluate(() => {
      scrollTo({ top: 0, behavior: 'instant' })
      for (const element of document.querySelectorAll('dialog[open] *')) element.scrollTop = 0
    })
    return await findBarriers(page, { part, without, theme })
  }
  const widest = Math.max(...widths)
  for (const width of widths.toReversed()) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 })
    const sideways = await page.evaluate(async (giveUpAfterMs) => {
      const measure = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      const startedAt = performance.now()
      // Waits at least until scripts have begun to adapt the page to the width. A long list takes longer.
      for (let frame = 0; frame < 3 || measure() > 0; frame += 1) {
        if (performance.now() - startedAt > giveUpAfterMs) break
        await new Promise(requestAnimationFrame)
      }
      return measure()
    }, ADAPTS_WITHIN_MS)
    if (sideways > 0) faults.push(`${width}: scrolls ${sideways} px sideways`)
    if (width === widest) {
      faults.push(...(await findEmptyOptions(page)), ...(await checkTheme('light')))
      faults.push(...(await findTranslatable(page)))
    }
    const widened = await widen(page, typed)
    if (widened) faults.push(`${width}: with a long word ${widened}`)
  }
  faults.push(...(await checkTheme('dark')))
  return faults
}

/** Patterns of the shop's document numbers, the provider's ids, coupons (the demo's, the builders', and personal ones) and keys. */
const CODES = [
  brand.name,
  String.raw`INV-\d+`,
  String.raw`(?:CN-)?\d\d(?:-\d\d|\d\d)-\d{6}`,
  String.raw`(?:pay|rfnd|whsec|shop_live)_\w{4,}`,
  String.raw`#\d+`,
  'WELCOME10|TAKE50|ONHOUSE|CODE[A-Z0-9]{4,}',
]
const PATTERN = `(?:^|[^\\w@/.&])(?:${CODES.join('|')})(?!\\w)`

/** Finds translatable codes in the page, its shadow roots and its frames, except the provider's. @returns a line for each */
async function findTranslatable(page: Page): Promise<string[]> {
  const frames = page.frames().filter((frame) => !frame.url().includes('/sandbox'))
  const found = await Promise.all(
    frames.map((frame) =>
      frame.evaluate((pattern) => {
        const UNTOUCHED = 'script, style, textarea, option, noscript, svg, [translate=no], [translate=no] *'
        const code = new RegExp(pattern)
        const lines: string[] = []
        const look = (root: Node) => {
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
          while (walker.nextNode()) {
            const { currentNode: node } = walker
            if (node instanceof Element && node.shadowRoot) look(node.shadowRoot)
            const text = node instanceof Text && !node.parentElement?.matches(UNTOUCHED) ? node.data : ''
            if (code.test(text)) lines.push(`a translation would touch '${text.trim()}'`)
          }
        }
        look(document.body)
        return lines
      }, PATTERN),
    ),
  )
  return [...new Set(found.flat())]
}
