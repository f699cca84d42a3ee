/** Measures the pages as a phone on slow 4G loads them: paint times, blocking time, bytes over the network. */
import { type Browser, chromium, type Page } from 'playwright'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { CHROMIUM_FLAGS, findFullChromium } from '#e2e/support/chromium.ts'
import { median } from '#e2e/support/load.ts'
import type { Bench } from './bench.ts'
import type { Figure, Figures, Unit } from './figures.ts'
import { type Visit, visit } from './page-visit.ts'
import { openShop } from './site.ts'

/** Budgets of sizes, which are the same on every machine. Paint times are compared with REFERENCE instead. */
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

const ROLES = { customer: DEMO_ACCOUNTS.customer, staff: DEMO_ACCOUNTS.staff, admin: DEMO_ACCOUNTS.admin }
/** Limits of the largest paint are multiples of this static page's in the same run. */
const REFERENCE = '/contact'
const PAINTED_AT_MOST: Record<string, { as?: keyof typeof ROLES; atMost: number }> = {
  '/': { atMost: 1.15 },
  '/packages/seo-foundations': { atMost: 1.4 },
  '/checkout?packageId=1': { atMost: 2 },
  '/dashboard': { as: 'customer', atMost: 2 },
  '/staff': { as: 'staff', atMost: 2.1 },
  '/admin': { as: 'admin', atMost: 2.1 },
  '/admin?tab=orders': { as: 'admin', atMost: 2.8 },
}

async function signIn(browser: Browser, origin: string, role: keyof typeof ROLES) {
  const context = await browser.newContext({ baseURL: origin })
  try {
    const { email, password } = ROLES[role]
    const response = await context.request.post('/api/auth/login', { data: { email, password } })
    if (!response.ok()) throw new Error(`The ${role} could not sign in: ${response.status()}`)
    // Visiting a page stores the hint that the visitor is signed in, which everybody who opens an area has.
    const page = await context.newPage()
    await page.goto('/')
    await page.waitForFunction(() => localStorage.getItem('session-hint') !== null)
    return await context.storageState()
  } finally {
    await context.close()
  }
}

/** Measures pages that call the API before they show their main content. */
async function measurePaints(browser: Browser, origin: string, figures: Figures): Promise<void> {
  const paint = async (path: string, as?: keyof typeof ROLES) => {
    const storageState = as && (await signIn(browser, origin, as))
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      visits.push((await visit(browser, `${origin}${path}`, { storageState })).visit)
    // The fastest round counts, because other work on the machine only slows it.
    return { lcpMs: Math.min(...visits.map(({ lcpMs }) => lcpMs)), largest: visits[0]?.largest ?? '' }
  }
  const reference = await paint(REFERENCE)
  for (const [path, { as, atMost }] of Object.entries(PAINTED_AT_MOST)) {
    const { lcpMs, largest } = await paint(path, as)
    figures.add({
      section: 'pages',
      name: `${path}, largest paint beside ${REFERENCE}`,
      value: lcpMs / reference.lcpMs,
      unit: '×',
      budget: { atMost },
      note: `${Math.round(lcpMs)} ms; ${largest.slice(0, 40)}`,
    })
  }
}

async function openPurchase(page: Page): Promise<void> {
  const buy = page.getByRole('article').first().getByRole('button', { name: 'Buy Now' })
  await buy.scrollIntoViewIfNeeded()
  await page.waitForTimeout(1_000)
  await buy.tap()
  await page.getByRole('dialog').waitFor()
}

/**
 * With a debugger attached, as Playwright is, V8 parses a script again at its first error. React throws an error when it starts,
 * which would cost 40 ms. With this flag V8 collects the positions when it first parses.
 */
const AS_WITHOUT_DEBUGGER = '--js-flags=--no-enable-lazy-source-positions'

export async function measurePages({ figures, isQuick }: Bench): Promise<void> {
  const shop = await openShop({ hasPast: !isQuick })
  const executablePath = findFullChromium()
  const browser = await chromium.launch({
    args: [...CHROMIUM_FLAGS, AS_WITHOUT_DEBUGGER],
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
    if (!isQuick) {
      // Another website (api/demo/blog/) with the button, card and grid of the widget, before anybody uses them.
      const blog = `http://127.0.0.1:${Number(new URL(shop.origin).port) + 1}/`
      report(figures, 'a blog with the widget', [(await visit(browser, blog)).visit], {})
      await measurePaints(browser, shop.origin, figures)
    }
    const opened: number[] = []
    for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1) {
      const { visit: home, interactionMs } = await visit(browser, `${shop.origin}/`, {
        interact: openPurchase,
      })
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
