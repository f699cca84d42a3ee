import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'
import { brand } from '#api/content/content.ts'
import { survey } from './survey.ts'

/** The minified file: a page takes half as long to read it as `axe.source`. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Part {
  /** Selector of the part to check. The page behind an open dialog is another screen. */
  part?: string
  /** A rule of axe that reports a false fault there. */
  without?: string
}

/** Those whose verdict depends on colours, sizes and places; that of the others on what assistive technology is told. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

/**
 * The rules of looks alone where the page's last check of this part was told the same.
 * @returns a line for each barrier that axe finds in `part`, once its colours are those of `theme`
 */
export async function findBarriers(
  page: Page,
  { part = 'html', without, theme = 'light' }: Part & { theme?: 'light' | 'dark' } = {},
): Promise<string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue
    await frame.evaluate(SOURCE)
    await frame.evaluate(() => {
      // Colours change at once: a transition starts with a later frame, or with the first look at what was off the screen.
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
    // Those of the widget, whose styles the page's do not reach.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
  })
  const isKnown = await Promise.all(page.frames().map((frame) => frame.evaluate(survey, part)))
  const ofLooks = RULES_OF_LOOKS.filter((rule) => rule !== without)
  const options: RunOptions = {
    // Frames are not compared: they get all rules.
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

/** Those of selectors (docs/product/shop.md, Form rules), whatever their values come from. */
const findEmptyOptions = (page: Page) =>
  page
    .locator('select option')
    .evaluateAll((options) =>
      options
        .filter((option) => (option as HTMLOptionElement).value === '')
        .map((option) => `an option without a value: ${option.textContent}`),
    )

/** Enough for a slow machine. */
const ADAPTS_WITHIN_MS = 10_000

export interface CheckOptions extends Part {
  /** For a state that exists only at some widths, such as the menu of a phone. */
  widths?: readonly number[]
}

/**
 * Checks from the widest on that nothing scrolls sideways, and with axe the light theme at the widest and the dark one at
 * the narrowest: contrast does not change with the width, nor structure with the theme.
 * @returns a line for each fault
 */
export async function findFaults(
  page: Page,
  { part = 'main', without, widths = WIDTHS }: CheckOptions = {},
): Promise<string[]> {
  const faults: string[] = []
  const checkTheme = (theme: 'light' | 'dark') => findBarriers(page, { part, without, theme })
  const widest = Math.max(...widths)
  for (const width of widths.toReversed()) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 })
    const sideways = await page.evaluate(async (giveUpAfterMs) => {
      const measure = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      const startedAt = performance.now()
      // At least until scripts have begun to adapt the page to the width; a long list takes its time.
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
  }
  faults.push(...(await checkTheme('dark')))
  return faults
}

/** Of the shop's own documents, of the provider, of coupons (those of the demo, of the tests' builders and for one customer) and keys. */
const CODES = [
  brand.name,
  String.raw`INV-\d+`,
  String.raw`(?:CN-)?\d\d(?:-\d\d|\d\d)-\d{6}`,
  String.raw`(?:pay|rfnd|whsec|shop_live)_\w{4,}`,
  String.raw`#\d+`,
  'WELCOME10|TAKE50|ONHOUSE|CODE[A-Z0-9]{4,}',
]
const PATTERN = `(?:^|[^\\w@/.&])(?:${CODES.join('|')})(?!\\w)`

/** Everywhere in the page, its shadow roots and its frames, but not in the provider's. @returns a line for each */
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
