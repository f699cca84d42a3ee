/** An admin's uploaded picture appears in the static pages without the API: real builds, a real nginx, a browser. */
import { cp, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import pino from 'pino'
import { type Browser, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Publisher } from '#api/catalogue/publishing/publisher.ts'
import type { UploadedPicture } from '#api/contract/catalogue/packages.ts'
import { seedRules } from '#api/demo/seed-rules.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { createWorkerHandlers } from '#api/worker-handlers.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { seedDemoBasics } from '#db/seeds/demo.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { CHROMIUM_FLAGS, findChromium } from '#e2e/support/chromium.ts'
import { ORIGIN, SITE_DIR } from '#e2e/support/topology.ts'

const OWN_SITE_DIR = resolve(ROOT, '.data', 'uploads-site')
const PATH = '/packages/business-website'
const ALT = 'Two people at a desk'
const SEVERAL_BUILDS_MS = 1_200_000

vi.setConfig({ testTimeout: SEVERAL_BUILDS_MS, hookTimeout: SEVERAL_BUILDS_MS })

const shop = openTestApp({ seed: (db) => seedDemoBasics(db, seedRules) })
let nginx: Nginx
let browser: Browser

beforeAll(async () => {
  ensureNginx()
  await rm(OWN_SITE_DIR, { recursive: true, force: true })
  // Starts from the journeys' build.
  await cp(SITE_DIR, OWN_SITE_DIR, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  // Nothing listens on the ports of the API, because no page needs it.
  nginx = await Nginx.start({ upstreamPorts: [9, 9], siteDir: OWN_SITE_DIR, dataDir: shop.env.dataDir })
  const executablePath = findChromium()
  browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
})
afterAll(async () => {
  await browser?.close()
  await nginx?.stop()
  await rm(OWN_SITE_DIR, { recursive: true, force: true })
})

/** Makes a picture with soft shapes and grain, like a photo. */
async function takePhoto(): Promise<Buffer> {
  const size = { width: 3000, height: 2250 }
  const grain = {
    ...size,
    channels: 3,
    background: 'grey',
    noise: { type: 'gaussian', mean: 128, sigma: 18 },
  } as const
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="2250"><rect width="3000" height="2250" fill="#d98f6c"/>
    <circle cx="2150" cy="760" r="210" fill="#fff3dd"/><path d="M0 1500 L500 950 L1400 760 L3000 1600 V2250 H0Z" fill="#4a4660"/></svg>`
  return sharp(Buffer.from(shapes))
    .blur(3)
    .composite([{ input: await sharp({ create: grain }).png().toBuffer(), blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

test('a picture that is uploaded and saved is in the static page in the right size, small and without layout shift', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  const type = { 'content-type': 'application/octet-stream' }
  const sent = await admin.call('POST', '/api/admin/pictures', await takePhoto(), type)
  await shop.jobs.drain(createWorkerHandlers(shop))
  const { id: pictureId } = sent.json<UploadedPicture>()
  const { imageUrl } = (await admin.get(`/api/admin/pictures/${pictureId}`)).json<UploadedPicture>()
  const { id } = await Package.query(shop.db).findOne({ slug: 'business-website' }).throwIfNotFound()
  const publisher = new Publisher({
    db: shop.db,
    databaseUrl: shop.dbUrl,
    jobs: shop.jobs,
    log: pino({ level: 'silent' }),
    publicOrigin: ORIGIN,
    siteDir: OWN_SITE_DIR,
  })
  try {
    const saved = await admin.put(`/api/admin/packages/${id}`, { imageUrl, imageAlt: ALT })
    expect(saved.statusCode, saved.body).toBe(200)
    const read = async () => (await fetch(`${nginx.url}${PATH}`)).text()
    await expect.poll(read, { timeout: 600_000, interval: 200 }).toContain(ALT)
  } finally {
    await publisher.close()
  }

  const html = await (await fetch(`${nginx.url}${PATH}`)).text()
  const shared = `${ORIGIN}${imageUrl?.replace('-1280.webp', '-shared.jpg')}`
  expect(html).toContain(`<meta property="og:image" content="${shared}">`)
  expect(html).toContain(`"image":"${ORIGIN}${imageUrl}"`)

  expect(await view('/', { width: 412 })).toMatchObject({ file: '320.avif', isLight: true, isStill: true })
  expect(await view('/', { width: 1440 })).toMatchObject({ file: '640.avif', isLight: true, isStill: true })
  expect(await view(PATH, { width: 412 })).toMatchObject({ file: '640.avif', isLight: true, isStill: true })
  expect(await view(PATH, { width: 1440 })).toMatchObject({ file: '960.avif', isLight: true, isStill: true })
})

/** Visits the page as a new visitor and scrolls to the picture. */
async function view(path: string, { width }: { width: number }) {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  const readShift = await recordShift(page)
  await page.goto(`${nginx.url}${path}`)
  const image = page.getByAltText(ALT).first()
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const source = await image.evaluate((element) => (element as HTMLImageElement).currentSrc)
  const bytes = (await (await fetch(source)).arrayBuffer()).byteLength
  const shift = await readShift()
  await context.close()
  return { file: source.split('-').at(-1), isLight: bytes <= 100_000, isStill: shift <= 0.01, bytes, shift }
}

async function recordShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let score = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) score += Reflect.get(entry, 'value') as number
      Object.assign(window, { score })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (Reflect.get(window, 'score') as number | undefined) ?? 0)
}
