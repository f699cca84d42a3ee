import type { BrowserContext, Page } from 'playwright/test'

/**
 * Changes the nodes like Chrome's page translation: some time after the load, it replaces every present and later text with
 * `<font><font>text</font></font>`. The words stay the same, so that a journey still finds them. Shadow roots are not changed.
 */
export async function translatePages(context: BrowserContext, afterMs: number): Promise<void> {
  await context.addInitScript((afterMs) => {
    const translated = new WeakSet<Node>()
    const shown = new Map<Element, Node>()
    const UNTOUCHED = 'script, style, textarea, font, noscript, [translate=no], [translate=no] *'
    const translate = (text: Node) => {
      const { parentNode, parentElement, nodeValue } = text
      if (!parentNode || !nodeValue?.trim() || translated.has(text)) return
      if (parentElement?.matches(UNTOUCHED)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      const other = document.createTextNode(nodeValue)
      for (const node of [text, other]) translated.add(node)
      inner.append(other)
      outer.append(inner)
      parentNode.replaceChild(outer, text)
      shown.set(outer, text)
    }
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) translate(text)
    }
    const start = () => {
      document.documentElement.classList.add('translated-ltr')
      translateAll(document.body)
      document.documentElement.dataset.translated = ''
      const observer = new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === 'characterData') translate(target)
          for (const node of addedNodes)
            if (node.nodeType === Node.TEXT_NODE) translate(node)
            else translateAll(node)
        }
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      Reflect.set(window, 'showOriginal', () => {
        observer.disconnect()
        for (const [outer, text] of shown) {
          outer.replaceWith(text)
          translated.delete(text)
        }
        shown.clear()
        Reflect.set(window, 'translateAgain', start)
      })
    }
    addEventListener('load', () => setTimeout(start, afterMs))
  }, afterMs)
}

/** Ends the translation of the open page, as Chrome's 'Show original' does. */
export const showOriginal = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(window, 'showOriginal')?.())

/** Translates a page anew whose original was shown, and what it shows from now on. */
export const translateAgain = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(window, 'translateAgain')?.())
