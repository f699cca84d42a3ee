/** A word of 120 letters in any typed text widens no screen. The API's responses are changed on the way to each state of `screens/`. */
import { expect, type Page, type Route } from 'playwright/test'
import { WIDTHS } from '#e2e/journeys/support/axe.ts'
import { test } from '#e2e/journeys/support/journey.ts'
import { ACCOUNT } from './screens/account.ts'
import { ADMIN_LISTS } from './screens/admin-lists.ts'
import { ADMIN_ORDERS } from './screens/admin-orders.ts'
import { ADMIN_PACKAGES } from './screens/admin-packages.ts'
import { CREDENTIALS } from './screens/credentials.ts'
import { DELIVERY } from './screens/delivery.ts'
import { MAILED_LINKS } from './screens/mailed-links.ts'
import { OFFERS } from './screens/offers.ts'
import { OPERATIONS } from './screens/operations.ts'
import { REQUESTS } from './screens/requests.ts'
import { SHOP } from './screens/shop.ts'
import { STAFF } from './screens/staff.ts'

const { 'the policies': _, 'the pages around the packages': __, ...ofShop } = SHOP
const SCREENS = {
  ...ofShop,
  ...MAILED_LINKS,
  ...ACCOUNT,
  ...STAFF,
  ...DELIVERY,
  ...CREDENTIALS,
  ...REQUESTS,
  ...ADMIN_LISTS,
  ...ADMIN_ORDERS,
  ...ADMIN_PACKAGES,
  ...OPERATIONS,
  ...OFFERS,
}

const WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(3).slice(0, 120)
/** Fields of the API's responses whose texts people type. */
const TYPED =
  /^(firstName|lastName|company|jobTitle|address|city|zipCode|name|packageName|title|description|longDescription|text|body|message|note|comment|customerName|customerCompany|customerRole|question|answer|fileName|label|reason|subject|reference|byName|author|customer|userName|staffName|line|value|detail|details|reply|shortDescription|agenda|couponCode)$/
const LISTS = /^(features|whatYouGet|whatYouDontGet)$/

function lengthen(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => lengthen(each, LISTS.test(key) ? 'text' : ''))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, lengthen(each, name)]))
  return typeof value === 'string' && value !== '' && TYPED.test(key) ? `${value} ${WORD}` : value
}

async function lengthenResponse(route: Route): Promise<void> {
  const response = await route.fetch()
  if (!response.headers()['content-type']?.includes('json') || !response.ok())
    return route.fulfill({ response })
  await route.fulfill({ response, json: lengthen(await response.json()) })
}

/** @returns how far the page or an open dialog scrolls sideways, and the elements that stick out; '' if none does */
const measure = (page: Page) =>
  page.evaluate(() => {
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
  })

/** Measures each width once scripts have adapted the page to it. @returns a line for each width at which the page is too wide */
async function findWidened(page: Page, state: string, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths.toReversed()) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => measure(page), { timeout: ADAPTS_WITHIN_MS })
      .toBe('')
      .catch(async () => faults.push(`${state} at ${width}: ${await measure(page)}`))
  }
  return faults
}

const ADAPTS_WITHIN_MS = 15_000
/** The time limit for reaching a state. A state that is not reached takes all of it. */
const REACHED_WITHIN_MS = 5_000
test.use({ actionTimeout: 4_000 })

for (const [name, listStates] of Object.entries(SCREENS)) {
  test(`${name}: a long word widens nothing`, async ({ page, db, expectFault }) => {
    test.setTimeout(600_000)
    expectFault(/./)
    const ends: (() => PromiseLike<unknown>)[] = []
    const states = await listStates({ page, db, expectFault, afterwards: (end) => ends.push(end) })
    await page.route(/\/api\/(?!events|uploads)/, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      // The browser may have left the page meanwhile.
      await lengthenResponse(route).catch(() => undefined)
    })
    const faults: string[] = []
    let reached = 0
    for (const { name: state, reach, widths = WIDTHS } of states) {
      await page.goto('about:blank')
      await page.setViewportSize({ width: Math.max(...widths), height: 900 })
      const late = new Promise<false>((done) => setTimeout(done, REACHED_WITHIN_MS, false))
      const isReached = await Promise.race([
        reach().then(
          () => true,
          () => false,
        ),
        late,
      ])
      // The steps to a state may look for a text that was lengthened. Then the page is measured as it is.
      if (isReached) reached += 1
      faults.push(...(await findWidened(page, state, widths)))
    }
    for (const end of ends) await end()
    expect(faults.join('\n')).toBe('')
    // In a list of one or two states, this may be so for all.
    if (states.length > 2) expect(reached).toBeGreaterThan(0)
  })
}

test('the page of a package with a long word in its name, its category and a question widens nothing', async ({
  page,
}) => {
  await page.goto('/packages/business-website')
  const replaced = await page.evaluate((word) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let count = 0
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (/reviews?$/.test(text.data.trim())) continue
      const isTyped = /^(Business Website|Web Development)$/.test(text.data.trim())
      if (!isTyped && !text.parentElement?.closest('summary, blockquote, h1')) continue
      text.data += ` ${word}`
      count += 1
    }
    return count
  }, WORD)
  expect(replaced).toBeGreaterThan(5)
  expect(await findWidened(page, 'the page', WIDTHS)).toEqual([])
})
