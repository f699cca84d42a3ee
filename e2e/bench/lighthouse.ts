/**
 * `npm run lighthouse`: every public page of a fresh shop, as a phone on a slow network sees it. Ends with 1 where a page
 * scores less than it must. Paths as arguments measure those alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { chromium } from 'playwright'
import { removeEmbeddedPostgres } from '../../db/embedded.ts'
import { ROOT } from '../../db/testing/node-process.ts'
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts'
import { startDemo } from '../support/demo.ts'

const DATA_DIR = join(ROOT, '.data', 'lighthouse')
const SHOP_PORT = 4395
const DEBUGGING_PORT = 4396
const ORIGIN = `http://localhost:${SHOP_PORT}`
const SITE_DIR = join(ROOT, '.data', 'lighthouse-site')
const PAGES = [
  '/',
  '/about',
  '/contact',
  '/terms-of-service',
  '/privacy-policy',
  '/communication-policy',
  '/refund-policy',
  '/shipping-policy',
  '/accessibility-statement',
  '/packages/seo-foundations',
]
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
/** The best run counts, because the machine may be busy with other things. */
const TRIES = 3

type Category = keyof typeof LEAST
type Scores = Record<Category, number>
const CATEGORIES = Object.keys(LEAST) as Category[]

const say = (line: string) => process.stdout.write(`${line}\n`)

async function measure(path: string): Promise<{ scores: Scores; result: RunnerResult }> {
  const result = await lighthouse(`${ORIGIN}${path}`, {
    port: DEBUGGING_PORT,
    onlyCategories: CATEGORIES,
    logLevel: 'error',
  })
  if (!result) throw new Error(`Lighthouse has no result for ${path}`)
  const score = (category: Category) => Math.round((result.lhr.categories[category]?.score ?? 0) * 100)
  const scores = Object.fromEntries(CATEGORIES.map((category) => [category, score(category)])) as Scores
  return { scores, result }
}

const isEnough = (scores: Scores) => CATEGORIES.every((category) => scores[category] >= LEAST[category])

/** @returns whether the page is as good as it must be */
async function judge(path: string): Promise<boolean> {
  let best = await measure(path)
  for (let tries = 1; tries < TRIES && best.scores.performance < LEAST.performance; tries++) {
    const next = await measure(path)
    if (next.scores.performance > best.scores.performance) best = next
  }
  const { scores, result } = best
  const vital = (id: string) => (result.lhr.audits[id]?.displayValue ?? '').replace(/\s/g, ' ').padStart(9)
  const figures = CATEGORIES.map((category) => String(scores[category]).padStart(15)).join('')
  const vitals = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(vital)
  say(`${path.padEnd(28)}${figures}${vitals.join('')}`)
  if (!isEnough(scores)) sayFaults(result)
  return isEnough(scores)
}

function sayFaults({ lhr }: RunnerResult): void {
  const counted = new Set(
    CATEGORIES.flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => id),
  )
  for (const { id, score, title, displayValue = '' } of Object.values(lhr.audits)) {
    if (counted.has(id) && score !== null && score < 0.9) say(`    ✘ ${id}: ${title} ${displayValue}`)
  }
}

const executablePath = findChromium()
const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'))
await removeEmbeddedPostgres(DATA_DIR)
const shop = await startDemo({ port: SHOP_PORT, publicOrigin: ORIGIN, dataDir: DATA_DIR, siteDir: SITE_DIR })
const browser = await chromium.launchPersistentContext(profile, {
  args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${DEBUGGING_PORT}`],
  ...(executablePath && { executablePath }),
})
try {
  const paths = process.argv.length > 2 ? process.argv.slice(2) : PAGES
  say(`${''.padEnd(28)}${CATEGORIES.map((name) => name.padStart(15)).join('')}      LCP      TBT      CLS`)
  for (const path of paths) if (!(await judge(path))) process.exitCode = 1
  say(process.exitCode ? '✘ A page is not good enough' : '✔ Every page is good enough')
} finally {
  await browser.close()
  await rm(profile, { recursive: true, force: true })
  await shop.terminate()
}
