/** A word of 120 letters in any typed text widens no screen. */
import type { Page } from 'playwright/test'

const WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(3).slice(0, 120)
/** Fields of the API's responses whose texts people type. */
const TYPED =
  /^(firstName|lastName|company|jobTitle|address|city|zipCode|name|packageName|title|description|longDescription|text|body|message|note|comment|customerName|customerCompany|customerRole|question|answer|fileName|label|reason|subject|reference|byName|author|customer|userName|staffName|line|value|detail|details|reply|shortDescription|agenda|couponCode)$/
/** Without letters, or a word that the page translates, such as a status. */
const CODE = /^([a-z_]*|\P{L}*)$/u
const LISTS = /^(features|whatYouGet|whatYouDontGet)$/

function listTyped(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => listTyped(each, LISTS.test(key) ? 'text' : ''))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => listTyped(each, name))
  return typeof value === 'string' && TYPED.test(key) && !CODE.test(value) ? [value.trim()] : []
}

/** Records what people have typed, from the responses of the API. @returns a function that returns it, and forgets it */
export function recordTyped(page: Page): () => Promise<string[]> {
  let reading: Promise<string[]>[] = []
  page.on('response', (response) => {
    const isRead =
      /\/api\/(?!events|uploads)/.test(response.url()) &&
      response.ok() &&
      response.request().method() === 'GET' &&
      // Chromium's own request for a stale cached response, which it takes half a minute to end, is of another type.
      response.request().resourceType() === 'fetch' &&
      response.headers()['content-type']?.includes('json')
    // The browser may have left the page meanwhile.
    if (isRead) reading.push(response.json().then(listTyped, () => []))
  })
  return async () => {
    const typed = await Promise.all(reading)
    reading = []
    return [...new Set(typed.flat())]
  }
}

/** Texts that a script shortens, and names that do not break on purpose: a category's, which has room beside a package. */
const KEPT = 'script, style, textarea, noscript, figure [aria-hidden=true] *, [class*="overflow-wrap:normal"]'
/** Long enough for scripts that adapt the page to its contents. */
const ADAPTS_WITHIN_MS = 10_000

/**
 * Puts a long word after each typed text in the page, and takes it out again.
 * @returns how far the page or an open dialog scrolls sideways then, and the elements that stick out; '' if none does
 */
export const widen = (page: Page, typed: readonly string[]): Promise<string> =>
  page.evaluate(
    async ([typed, word, kept, mostMs]) => {
      const whole = new Set(typed)
      // A short text may also stand in a text of the page's own.
      const parts = typed.filter((text) => text.length > 5)
      const isIn = (data: string, part: string) => {
        const at = data.indexOf(part)
        const around = `${data[at - 1] ?? ''}${data[at + part.length] ?? ''}`
        return at >= 0 && !/\p{L}/u.test(around)
      }
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const before: [Text, string][] = []
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        if (text.parentElement?.matches(kept)) continue
        const { data } = text
        const found = whole.has(data.trim()) ? data.trim() : parts.find((part) => isIn(data, part))
        if (!found) continue
        before.push([text, data])
        text.data = data.replace(found, () => `${found} ${word}`)
      }
      if (before.length === 0) return ''
      const measure = () => {
        const { scrollWidth, clientWidth } = document.documentElement
        const wide = [...document.querySelectorAll('dialog[open]')].filter(
          (each) => each.scrollWidth > each.clientWidth + 1,
        )
        if (scrollWidth <= clientWidth && wide.length === 0) return ''
        const out = [...document.querySelectorAll('main *, dialog[open] *, header *')]
          .filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
          .slice(0, 4)
          .map((each) => `${each.localName}.${each.getAttribute('class')}: ${each.textContent?.slice(0, 30)}`)
        return `${scrollWidth - clientWidth} px sideways: ${out.join(' | ')}`
      }
      const startedAt = performance.now()
      let wide = measure()
      while (wide && performance.now() - startedAt < mostMs) {
        await new Promise(requestAnimationFrame)
        wide = measure()
      }
      for (const [text, data] of before) text.data = data
      return wide
    },
    [typed, WORD, KEPT, ADAPTS_WITHIN_MS] as const,
  )
