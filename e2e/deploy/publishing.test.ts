/** An admin's changes appear in the static files, which nginx serves without the API: real builds, a real nginx. */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pino from 'pino'
import { chromium } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { beginBuild } from '#api/catalogue/publishing/build.ts'
import { publish } from '#api/catalogue/publishing/publish.ts'
import { Publisher } from '#api/catalogue/publishing/publisher.ts'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { seedRules } from '#api/demo/seed-rules.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'
import { seedDemoBasics } from '#db/seeds/demo.ts'
import { NodeProcess, ROOT } from '#db/testing/node-process.ts'
import {
  HOSTILE_PACKAGE,
  insertHostileReviews,
  PAYLOADS,
  SCRIPT,
} from '#e2e/journeys/support/hostile-texts.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { CHROMIUM_FLAGS, findChromium } from '#e2e/support/chromium.ts'
import { isLong } from './pace.ts'

const SITE_DIR = resolve(ROOT, '.data', 'publishing-site')
const CDN_DIR = resolve(ROOT, '.data', 'publishing-cdn')
const HOOK = join(ROOT, 'api', 'deploy', 'publish-hook.sh')
const PUBLIC_ORIGIN = 'https://shop.test'
const SLUG = 'business-website'
const NAME = 'Business Website, Renamed'
/** Promised for two otherwise idle cores (docs/performance.md, Publishing). */
const MOST_SECONDS = 30
/** Waits much longer, because other tests run on this machine, too. */
const PUBLISHED = { timeout: 600_000, interval: 200 }
const SEVERAL_BUILDS_MS = 1_200_000

vi.setConfig({ testTimeout: SEVERAL_BUILDS_MS, hookTimeout: SEVERAL_BUILDS_MS })

const shop = openTestApp({ seed: (db) => seedDemoBasics(db, seedRules) })
let nginx: Nginx
/** The paths that the CDN was asked to purge, a list for each request. */
const purged: string[][] = []
let purgeStatus = 500
const cdn = createServer(async (request, response) => {
  purged.push((await Array.fromAsync(request)).join('').trimEnd().split('\n'))
  response.writeHead(purgeStatus).end()
})
/** The slug of a package whose texts contain scripts. */
let hostileSlug = ''

const publishNow = (options = {}) =>
  publish({ db: shop.db, publicOrigin: PUBLIC_ORIGIN, siteDir: SITE_DIR, ...options })
const fileOf = (path: string) => readFile(join(SITE_DIR, 'client', path), 'utf8')
const statusOf = async (path: string) => (await fetch(`${nginx.url}${path}`)).status
const edit = (changes: Partial<Package>) => Package.query(shop.db).where({ slug: SLUG }).patch(changes)

beforeAll(async () => {
  ensureNginx()
  await rm(SITE_DIR, { recursive: true, force: true })
  await rm(CDN_DIR, { recursive: true, force: true })
  const begun = await beginBuild({ siteDir: SITE_DIR, publicOrigin: PUBLIC_ORIGIN, isQuick: true })
  await edit({ name: NAME })
  await publishNow({ isQuick: true, begun })
  // Nothing listens on the ports of the API, because no page needs it.
  nginx = await Nginx.start({ upstreamPorts: [9, 9], siteDir: SITE_DIR })
  await new Promise<void>((done) => cdn.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  cdn.close()
  await nginx?.stop()
  await rm(SITE_DIR, { recursive: true, force: true })
  await rm(CDN_DIR, { recursive: true, force: true })
})

test('a quick build has only the pages; the next full one adds compressed files and pictures for sharing', async () => {
  const listExtras = async () =>
    (await readdir(join(SITE_DIR, 'client'), { recursive: true })).filter((name) =>
      /^og\/|^index\.html\.(br|gz)$/.test(name),
    )
  expect(await fileOf('index.html')).toContain(`href="/packages/${SLUG}"`)
  expect(await listExtras()).toEqual([])
  expect(await publishNow({ isQuick: true })).toBeUndefined()
  expect(await publishNow()).toBeDefined()
  expect(await listExtras()).toEqual(
    expect.arrayContaining(['index.html.br', 'index.html.gz', 'og/about.png']),
  )
  expect(await publishNow({ isQuick: true })).toBeUndefined()
})

test('a build that begins before the catalogue is known has all of it', async () => {
  expect(await fileOf(`packages/${SLUG}.html`)).toContain(NAME)
  expect((await readdir(SITE_DIR)).filter((name) => name.startsWith('building-'))).toEqual([])
})

test('a build that ends too early publishes nothing, and whoever waits for it is told', async () => {
  const siteDir = join(SITE_DIR, 'ended')
  const begun = await beginBuild({ siteDir, publicOrigin: PUBLIC_ORIGIN, isQuick: true })
  await begun.discard()
  await expect(publishNow({ siteDir, begun })).rejects.toThrow('The site did not build')
  expect(await readdir(siteDir)).toEqual([])
})

test('every public page is served with the API away, as it was last published', async () => {
  expect(await statusOf('/api/packages')).toBe(503)
  const sitemap = await (await fetch(`${nginx.url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(paths.filter((path) => path.startsWith('/packages/'))).toHaveLength(12)
  for (const path of [...paths, '/checkout', '/payment-failed', '/robots.txt'])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  expect(await statusOf('/packages/none')).toBe(404)
  const home = await (await fetch(nginx.url)).text()
  for (const path of paths.filter((path) => path.startsWith('/packages/')))
    expect(home).toContain(`href="${path}"`)
})

test('the example hook uploads all files to a CDN and purges their URLs; after a failure it does so again', async () => {
  await mkdir(CDN_DIR, { recursive: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'publishing-'))
  await mkdir(join(dataDir, 'pictures'))
  await writeFile(join(dataDir, 'pictures', 'uploaded.webp'), '')
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('CDN_FOLDER', CDN_DIR)
  vi.stubEnv('CDN_PURGE', `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`)
  await expect(publishNow({ hook: HOOK })).rejects.toThrow(/PUBLISH_HOOK ended with \d+: .*500/)
  purgeStatus = 204
  await publishNow({ hook: HOOK })
  expect(purged[1]).toEqual(purged[0])
  expect(purged[1]).toContain('/about')
  expect(await readdir(join(CDN_DIR, 'pictures'))).toEqual(['uploaded.webp'])
})

test('what is saved is in the files: pages, home page and sitemap; what is hidden is gone, from the CDN as well', async () => {
  const { browser } = await signInAsAdmin(shop)
  const publisher = new Publisher({
    db: shop.db,
    databaseUrl: shop.dbUrl,
    jobs: shop.jobs,
    log: pino({ level: 'silent' }),
    publicOrigin: PUBLIC_ORIGIN,
    siteDir: SITE_DIR,
    hook: HOOK,
  })
  try {
    const [hidden] = await Package.query(shop.db).where({ slug: 'site-audit' })
    const category = 'Web Development'
    const fields = { name: 'Ninth Wonder', price: 9, description: 'Seen at once', category }
    expect((await browser.post('/api/admin/packages', fields)).statusCode).toBe(201)
    const hostile = await browser.post('/api/admin/packages', HOSTILE_PACKAGE)
    expect(hostile.statusCode, hostile.body).toBe(201)
    hostileSlug = hostile.json<AdminPackage>().slug
    await insertHostileReviews(shop.db, hostile.json<AdminPackage>().id)
    expect((await browser.put(`/api/admin/packages/${hidden?.id}`, { isActive: false })).statusCode).toBe(200)
    await expect.poll(() => statusOf('/packages/ninth-wonder'), PUBLISHED).toBe(200)
    const findMark = async () => (await OperationMark.query(shop.db).findById('published'))?.details.changes
    await expect.poll(findMark, PUBLISHED).toContain('Ninth Wonder')
  } finally {
    await publisher.close()
  }
  expect(await fileOf('packages/ninth-wonder.html')).toContain('Seen at once')
  expect(await fileOf('index.html')).toContain('href="/packages/ninth-wonder"')
  expect(await fileOf('sitemap.xml')).toContain('/packages/ninth-wonder<')
  expect(await statusOf('/packages/site-audit')).toBe(404)
  expect(await fileOf('index.html')).not.toContain('href="/packages/site-audit"')
  expect(await fileOf('sitemap.xml')).not.toContain('/packages/site-audit<')
  // The edits came within a second and made one build, the third release. Each release is a folder and its description.
  expect(await readdir(join(SITE_DIR, 'releases'))).toHaveLength(6)
  expect(await publishNow({ hook: HOOK })).toBeUndefined()

  expect(purged).toHaveLength(3)
  expect(purged[2]).toEqual(
    expect.arrayContaining(['/', '/packages/site-audit', '/packages/ninth-wonder', '/sitemap.xml']),
  )
  expect(purged[2]).not.toContain('/about')
  expect(await readFile(join(CDN_DIR, 'packages', 'ninth-wonder.html'), 'utf8')).toContain('Seen at once')
  expect(await readdir(join(CDN_DIR, 'packages'))).not.toContain('site-audit.html')
})

test('texts of a published package are shown as text and never run: on its page and in its structured data', async () => {
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage()
    const ran: string[] = []
    page.on('dialog', (dialog) => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    // A script that only the Content-Security-Policy stops is a fault, too.
    page.on(
      'console',
      (message) => /content security policy/i.test(message.text()) && ran.push(message.text()),
    )
    await page.goto(`${nginx.url}/packages/${hostileSlug}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(HOSTILE_PACKAGE.name)
    const shown = await page.locator('main').textContent()
    for (const payload of PAYLOADS) {
      expect(shown).toContain(payload)
      expect(shown, 'its review').toContain(`${payload} ${payload}`)
    }
    const data = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.stringify(JSON.parse(data ?? ''))).toContain(JSON.stringify(SCRIPT).slice(1, -1))
    expect(ran).toEqual([])
  } finally {
    await browser.close()
  }
})

test.runIf(isLong)('what is saved is in the static page within 30 seconds, on two cores', async () => {
  await publishNow()
  const publisher = await NodeProcess.start({
    args: ['api/worker.ts'],
    readyOutput: 'worker works',
    env: { DATABASE_URL: shop.dbUrl, PUBLIC_ORIGIN, SITE_DIR, DATA_DIR: shop.env.dataDir },
  })
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0,1', String(publisher.pid)])
    const savedAtMs = performance.now()
    await edit({ description: 'Within half a minute' })
    await expect.poll(() => fileOf(`packages/${SLUG}.html`), PUBLISHED).toContain('Within half a minute')
    const seconds = (performance.now() - savedAtMs) / 1_000
    process.stdout.write(`Saved, and in the file after ${seconds.toFixed(1)} s\n`)
    expect(seconds).toBeLessThanOrEqual(MOST_SECONDS)
  } finally {
    await publisher.terminate()
  }
})

test('a faulty build changes nothing, and is tried again when the catalogue changes', async () => {
  const before = await readlink(join(SITE_DIR, 'client'))
  // This picture does not exist.
  await edit({ imageUrl: '/illustrations/none.svg' })
  const failing = new Publisher({
    db: shop.db,
    databaseUrl: shop.dbUrl,
    jobs: shop.jobs,
    log: pino({ level: 'silent' }),
    publicOrigin: PUBLIC_ORIGIN,
    siteDir: SITE_DIR,
  })
  const findFailure = async () =>
    (await OperationMark.query(shop.db).findById('publish_failed'))?.details.reason
  try {
    await expect.poll(findFailure, PUBLISHED).toContain('leads to /illustrations/none.svg, which is missing')
    expect(await readlink(join(SITE_DIR, 'client'))).toBe(before)
    expect(await Notification.query(shop.db).where({ kind: 'publish_failed' })).toHaveLength(1)
    await edit({ imageUrl: '/illustrations/web-development.svg' })
    await expect.poll(findFailure, PUBLISHED).toBeUndefined()
  } finally {
    await failing.close()
  }
  expect((await readdir(SITE_DIR)).filter((name) => name.startsWith('building-'))).toEqual([])
})
