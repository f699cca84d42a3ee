/** What a phone on slow 4G sees of the pages: painted when, blocked how long, how much of it over the wire. */
import { chromium, type Page } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts'
import { median } from '../support/load.ts'
import type { Bench } from './bench.ts'
import type { Figure, Figures, Unit } from './figures.ts'
import { type Visit, visit } from './page-visit.ts'
import { openShop } from './site.ts'

/** Sizes only, because they are the same on every machine; times are only shown. */
interface Budget {
  kibibytes?: number
  requests?: number
}

const ROUNDS = 3
const SHIFTED_AT_MOST = 0.01
const POLICIES = [
  ...['/terms-of-service', '/privacy-policy', '/communication-policy', '/refund-policy'],
  ...['/shipping-policy', '/accessibility-statement'],
]
const PAGES: Record<string, Budget> = {
  '/': { kibibytes: 200, requests: 14 },
  '/about': {},
  ...Object.fromEntries(POLICIES.map((path) => [path, {}])),
}

async function openPurchase(page: Page): Promise<void> {
  const buy = page.getByRole('article').first().getByRole('button', { name: 'Buy Now' })
  await buy.scrollIntoViewIfNeeded()
  await page.waitForTimeout(1_000)
  await buy.tap()
  await page.getByRole('dialog').waitFor()
}

/**
 * With a debugger attached, which Playwright is, V8 parses a program again at its first error, and React throws one when
 * it starts: 40 ms in one task. With this flag V8 collects those positions when it first parses.
 */
const AS_WITHOUT_LISTENER = '--js-flags=--no-enable-lazy-source-positions'

export async function measurePages({ figures, isQuick }: Bench): Promise<void> {
  const shop = await openShop()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: [...CHROMIUM_FLAGS, AS_WITHOUT_LISTENER],
    ...(executablePath && { executablePath }),
  })
  try {
    for (const [path, budget] of isQuick ? [] : Object.entries(PAGES)) {
      const visits: Visit[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        visits.push((await visit(browser, `${shop.origin}${path}`)).visit)
      }
      report(figures, path, visits, budget)
    }
    const opened: number[] = []
    for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1) {
      const { visit: home, interactionMs } = await visit(browser, `${shop.origin}/`, openPurchase)
      if (isQuick) report(figures, '/', [home], {})
      opened.push(interactionMs)
    }
    figures.add({
      section: 'pages',
      name: 'opening the purchase modal: interaction to next paint',
      value: median(opened),
      unit: 'ms',
    })
  } finally {
    await browser.close()
    await shop.stop()
  }
}

function report(figures: Figures, path: string, visits: Visit[], budget: Budget): void {
  const of = (pick: (visit: Visit) => number) => median(visits.map(pick))
  const add = (name: string, value: number, unit: Unit, rest: Pick<Figure, 'budget' | 'note'> = {}) =>
    figures.add({ section: 'pages', name: `${path}, ${name}`, value, unit, ...rest })
  const atMost = (most: number | undefined) => (most === undefined ? {} : { budget: { atMost: most } })
  const [first] = visits
  if (!first) throw new Error('A page is visited at least once')
  const firstPaintMs = of(({ fcpMs }) => fcpMs)
  const largestPaintMs = of(({ lcpMs }) => lcpMs)
  const layoutShift = of(({ cls }) => cls)
  const blockedMs = of((visited) => visited.blockedMs)
  add('first paint', firstPaintMs, 'ms')
  add('largest paint', largestPaintMs, 'ms', { note: first.largest.slice(0, 40) })
  add('layout shift', layoutShift, '', atMost(SHIFTED_AT_MOST))
  add('blocked', blockedMs, 'ms')
  add('requests', first.requests, 'requests', atMost(budget.requests))
  const kibibytesOf = (bytes: number) => Math.round(bytes / 102.4) / 10
  const kinds = Object.entries(first.bytes).map(([kind, bytes]) => `${kind} ${kibibytesOf(bytes)}`)
  const total = Object.values(first.bytes).reduce((sum, bytes) => sum + bytes, 0)
  add('everything', kibibytesOf(total), 'KiB', { ...atMost(budget.kibibytes), note: kinds.join(', ') })
}
