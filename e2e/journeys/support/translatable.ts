/** Finds names and codes that a browser's page translation would translate. */
import type { Page } from 'playwright/test'
import { brand } from '#api/content/content.ts'

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
export async function findTranslatable(page: Page): Promise<string[]> {
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
