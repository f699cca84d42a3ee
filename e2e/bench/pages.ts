/** Measures the pages as a phone on slow 4G loads them: largest paint, layout shift, requests and bytes over the network. */
import { type Browser, chromium, type Page } from 'playwright'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { CHROMIUM_FLAGS, findFullChromium } from '#e2e/support/chromium.ts'
import { median } from '#e2e/support/wrk.ts'
import type { Bench } from './figures.ts'
import { type Visit, visit } from './page-visit.ts'
import { openShop } from './starts.ts'

const section = 'pages'
const ROUNDS = 3
const SHIFTED_AT_MOST = 0.01
type Role = keyof typeof DEMO_ACCOUNTS
/** Limits of the largest paint are multiples of this static page's in the same run. */
const REFERENCE = '/contact'
const PAGES: { path: string; as?: Role; painted?: number; requests?: number; kibibytes?: number }[] = [
  { path: REFERENCE },
  { path: '/', painted: 1.15, requests: 14, kibibytes: 200 },
  { path: '/about' },
  { path: '/privacy-policy' },
  { path: '/packages/seo-foundations', painted: 1.4 },
  { path: '/checkout?packageId=1', painted: 2 },
  { path: '/dashboard', as: 'customer', painted: 2 },
  { path: '/staff', as: 'staff', painted: 2.1 },
  // Their largest paint is data, not the first parts: it waits for the area's scripts.
  { path: '/admin', as: 'admin', painted: 4.5 },
  { path: '/admin?tab=orders', as: 'admin', painted: 5.5 },
]

async function signIn(browser: Browser, origin: string, role: Role) {
  const context = await browser.newContext({ baseURL: origin })
  try {
    const response = await context.request.post('/api/auth/login', { data: DEMO_ACCOUNTS[role] })
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
  const args = [...CHROMIUM_FLAGS, AS_WITHOUT_DEBUGGER]
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
  const rounds = isQuick ? 1 : ROUNDS
  let referenceMs = Number.NaN
  const atMost = (most: number | undefined) => (most === undefined ? {} : { budget: { atMost: most } })
  try {
    for (const { path, as, painted, requests, kibibytes } of isQuick ? PAGES.slice(0, 2) : PAGES) {
      const storageState = as && (await signIn(browser, shop.origin, as))
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round += 1)
        visits.push(await visit(browser, `${shop.origin}${path}`, { storageState }))
      const [first] = visits
      if (!first) throw new Error('A page is visited at least once')
      // The fastest round counts, because other work on the machine only slows it.
      const paintedMs = Math.min(...visits.map(({ lcpMs }) => lcpMs))
      if (path === REFERENCE) referenceMs = paintedMs
      const total = Object.values(first.bytes).reduce((sum, bytes) => sum + bytes, 0) / 1024
      const kinds = Object.entries(first.bytes).map(([kind, bytes]) => `${kind} ${(bytes / 1024).toFixed(1)}`)
      const largest = `${Math.round(paintedMs)} ms; ${first.largest.slice(0, 40)}`
      const add = (what: string) => ({ section, name: `${path}, ${what}` })
      figures.add({
        ...add(`largest paint beside ${REFERENCE}`),
        ...{ value: paintedMs / referenceMs, unit: '×', note: largest },
        ...atMost(painted),
      })
      const shift = median(visits.map(({ cls }) => cls))
      figures.add({ ...add('layout shift'), value: shift, unit: '', ...atMost(SHIFTED_AT_MOST) })
      figures.add({ ...add('requests'), value: first.requests, unit: 'requests', ...atMost(requests) })
      const note = kinds.join(', ')
      figures.add({ ...add('everything'), value: total, unit: 'KiB', note, ...atMost(kibibytes) })
    }
    const openedMs: number[] = []
    for (let round = 0; round < rounds; round += 1)
      openedMs.push((await visit(browser, `${shop.origin}/`, { interact: openPurchase })).interactionMs)
    const name = 'opening the purchase form: interaction to next paint'
    figures.add({ section, name, value: median(openedMs), unit: 'ms' })
  } finally {
    await browser.close()
    await shop.stop()
  }
}
