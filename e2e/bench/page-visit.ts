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
const QUIET_FOR_MS = 2_500
/** A new window of Chromium first loads pages of its own, such as its address bar's list, which would slow the visit. */
const WINDOW_SETTLES_MS = 1_500

interface Vitals {
  lcpMs: number
  /** Tag and class of the largest painted element. */
  largest: string
  cls: number
  /** The longest time from an interaction to the next paint. */
  interactionMs: number
}

export interface Visit extends Vitals {
  requests: number
  /** Bytes over the network with headers, by type of resource. */
  bytes: Record<string, number>
}

/** Runs in the page before its scripts: records the web vitals. */
function observe(): void {
  const vitals: Vitals = { lcpMs: 0, largest: '', cls: 0, interactionMs: 0 }
  Object.assign(window, { vitals })
  const watch = (type: string, take: (entry: PerformanceEntry) => void, options = {}) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take))
    observer.observe({ type, buffered: true, ...options })
  }
  watch('largest-contentful-paint', (entry) => {
    const { startTime, element } = entry as PerformanceEntry & { element?: Element }
    vitals.lcpMs = startTime
    vitals.largest = element ? `${element.tagName}.${element.className}` : ''
  })
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) vitals.cls += shift.value
  })
  const takeEvent = (entry: PerformanceEntry & { interactionId?: number }) => {
    if (entry.interactionId) vitals.interactionMs = Math.max(vitals.interactionMs, entry.duration)
  }
  watch('event', takeEvent, { durationThreshold: 16 })
}

interface VisitOptions {
  /** Runs after the page is idle. */
  interact?: (page: Page) => Promise<void>
  /** Cookies and storage of the visitor; unset: a new visitor. */
  storageState?: BrowserContextOptions['storageState']
}

export async function visit(
  browser: Browser,
  url: string,
  { interact, storageState }: VisitOptions = {},
): Promise<Visit> {
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
    const loaded = traffic()
    await interact?.(page)
    if (interact) await page.waitForTimeout(1_000)
    return { ...(await page.evaluate(() => Reflect.get(window, 'vitals') as Vitals)), ...loaded }
  } finally {
    await context.close()
  }
}

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
