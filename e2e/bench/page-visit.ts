/** Visits a page with an empty cache, on slow 4G, and with a processor slowed four times. */
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright'

const CPU_SLOWDOWN = 4
/** Lighthouse's mobile connection: 1.6 Mbit/s down, 750 kbit/s up, a round trip of 150 ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638_400 / 8) | 0,
  uploadThroughput: 750_000 / 8,
}
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** Blocking time only counts the part of a task beyond this. */
const LONG_TASK_MS = 50
const QUIET_FOR_MS = 2_500
/** A new window of Chromium first loads pages of its own, such as its address bar's list, which would slow the visit. */
const WINDOW_SETTLES_MS = 1_500

export interface Visit {
  fcpMs: number
  lcpMs: number
  /** Tag and class of the largest painted element. */
  largest: string
  cls: number
  blockedMs: number
  requests: number
  /** Bytes over the network with headers, by type of resource. */
  bytes: Record<string, number>
}

interface Vitals {
  lcp: { startTime: number; element: string }
  cls: number
  tasks: { startTime: number; duration: number }[]
  interactions: number[]
}

/** Runs in the page before its scripts: records the web vitals. */
function observe(): void {
  const vitals: Vitals = { lcp: { startTime: 0, element: '' }, cls: 0, tasks: [], interactions: [] }
  Object.assign(window, { vitals })
  const watch = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    })
  watch('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element?: Element }
    vitals.lcp = {
      startTime: entry.startTime,
      element: element ? `${element.tagName}.${element.className}` : '',
    }
  })
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) vitals.cls += shift.value
  })
  watch('longtask', ({ startTime, duration }) => vitals.tasks.push({ startTime, duration }))
  watch(
    'event',
    (entry) => {
      if ((entry as PerformanceEntry & { interactionId?: number }).interactionId)
        vitals.interactions.push(entry.duration)
    },
    { durationThreshold: 16 },
  )
}

interface VisitOptions {
  /** Runs after the page is idle. Its slowest interaction is returned as `interactionMs`. */
  interact?: (page: Page) => Promise<void>
  /** Cookies and storage of the visitor; unset: a new visitor. */
  storageState?: BrowserContextOptions['storageState']
}

export async function visit(
  browser: Browser,
  url: string,
  { interact, storageState }: VisitOptions = {},
): Promise<{ visit: Visit; interactionMs: number }> {
  const context = await browser.newContext({ ...PHONE, ...(storageState && { storageState }) })
  const page = await context.newPage()
  await page.waitForTimeout(WINDOW_SETTLES_MS)
  await page.addInitScript(observe)
  const cdp = await context.newCDPSession(page)
  const traffic = await countTraffic(cdp)
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(QUIET_FOR_MS)
    const fcpMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    )
    const vitals = await readVitals(page)
    const blockedMs = vitals.tasks
      .filter(({ startTime, duration }) => startTime + duration > fcpMs)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - LONG_TASK_MS), 0)
    const { lcp, cls } = vitals
    const visited = { fcpMs, lcpMs: lcp.startTime, largest: lcp.element, cls, blockedMs, ...traffic() }
    if (!interact) return { visit: visited, interactionMs: Number.NaN }
    await interact(page)
    await page.waitForTimeout(1_000)
    return { visit: visited, interactionMs: Math.max(0, ...(await readVitals(page)).interactions) }
  } finally {
    await context.close()
  }
}

const readVitals = (page: Page) => page.evaluate(() => Reflect.get(window, 'vitals') as Vitals)

async function countTraffic(cdp: CDPSession): Promise<() => Pick<Visit, 'requests' | 'bytes'>> {
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  await cdp.send('Network.enable')
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('data:')) kinds.set(requestId, type.toLowerCase())
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  return () => ({ requests: kinds.size, bytes: { ...bytes } })
}
