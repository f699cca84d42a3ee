/**
 * The shop of another company in another country: it is built, it sells, and nothing of the default company is left in its
 * pages, mails, invoice, pictures, structured data or output. What is looked for comes from the default content folder.
 */
import { glob, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BrowserContext, expect, type Page } from 'playwright/test'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { DEFAULT_CONTENT_DIR, readContent } from '../../../api/content/read-content.ts'
import type { Package } from '../../../api/contract/catalogue.ts'
import type { Content } from '../../../api/contract/content.ts'
import type { Overview } from '../../../api/contract/overview.ts'
import { listIdentity } from '../../../api/testing/identity.ts'
import { DEMO_ACCOUNTS } from '../../../db/seeds/accounts.ts'
import { NodeProcess } from '../../../db/testing/node-process.ts'
import { ANOTHER_ORIGIN, type AnotherShop, openAnotherShop } from '../../support/another-company.ts'
import { findBarriers, WIDTHS } from '../../support/axe.ts'
import { createBuyer, fillGuestForm, openFilledPurchase } from '../../support/buyer.ts'
import { checkoutOf, expectToast, settle, test } from '../../support/journey.ts'
import { readPdf, readPdfOperators } from '../../support/pdf.ts'
import { SITE_DIR } from '../../support/topology.ts'

const OWNER = 'ada@lindvik.test'
const SLUG = 'business-website'
/** Shorter texts, such as a service's title, are words that any company uses. */
const SENTENCE_LENGTH = 30
/** A picture of the default company has more of its accent. */
const SMALL_SHARE = 0.0005
/** Of a colour's channels, of 255: pictures are stored with a palette. */
const NEARLY = 6

const old = readContent(DEFAULT_CONTENT_DIR)
const colors = Object.values(old.colors.accent)
let shop: AnotherShop

// One shop for all of them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  // The site is built in this time, beside all other journeys.
  test.setTimeout(180_000)
  shop = await openAnotherShop()
})
test.afterAll(async () => {
  await shop.process.terminate()
})

/** Every text of a value, such as a part of the folder. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

const { home, about, contact } = old.pages
/** Shorter than a sentence, and what this company alone says. */
const HEADINGS = [
  home.heading.join(' '),
  ...home.heading,
  about.officesTitle,
  contact.officesTitle,
  contact.supportTitle,
]

function listOldWords(): string[] {
  const { logo, policies, story, ...rest } = old
  const paragraphs = [story, ...policies].flatMap(({ text }) => text.split('\n\n'))
  const sentences = [...listTexts(rest), ...paragraphs].filter((text) => text.length >= SENTENCE_LENGTH)
  return [
    ...listIdentity(old),
    ...sentences,
    ...HEADINGS,
    old.calendar.timeZone,
    ...old.calendar.holidays.map(({ name }) => name),
  ]
}

/** Colours as style sheets, drawings and scripts write them. */
const OLD_COLORS = colors.flatMap((color) => {
  const channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
  return [
    `#${color.slice(1)}`,
    `%23${color.slice(1)}`,
    channels.join(' '),
    channels.join(','),
    channels.join(', '),
  ]
})
const OLD_WORDS = listOldWords()
/** In what people read, words that a script may have for reasons of its own. */
const OLD_SIGNS = [new RegExp(`\\b${old.brand.foundedYear}\\b`), new RegExp(`\\b${old.calendar.zoneName}\\b`)]

/** Whole words alone: Holi is in every holiday. */
function findWords(text: string, olds: readonly string[]): string[] {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ')
  return olds.filter((old) => {
    const word = RegExp.escape(old.toLowerCase().replaceAll(/\s+/g, ' ').trim())
    return new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(plain)
  })
}

const findColors = (text: string) => OLD_COLORS.filter((color) => text.toUpperCase().includes(color))

/** A page without its scripts, styles and drawings; its structured data stays. */
const readable = (html: string) =>
  html.replaceAll(/<script(?![^>]*ld\+json)[^>]*>.*?<\/script>|<style[^>]*>.*?<\/style>|<svg.*?<\/svg>/gs, '')

/** @param isRead by people; in scripts the year of foundation is just a number */
function expectNothingOld(text: string, where: string, { isRead = true } = {}): void {
  const signs = isRead ? OLD_SIGNS.filter((sign) => sign.test(readable(text))) : []
  expect.soft([...findWords(text, OLD_WORDS), ...findColors(text), ...signs], where).toEqual([])
}

/** @returns the share of the picture that has one of the colours */
async function measureShare(file: string, of: string[]): Promise<number> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const wanted = of.map((color) =>
    [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)),
  )
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const isWanted = wanted.some((channels) =>
      channels.every((channel, index) => Math.abs(channel - (data[at + index] ?? 0)) <= NEARLY),
    )
    if (isWanted) count += 1
  }
  return count / (info.width * info.height)
}

/** The steps that pictures use on a large scale. */
const strong = ({ accent }: Content['colors']) => [accent[500], accent[700]]

async function listFiles(dir: string, pattern: string): Promise<string[]> {
  return await Array.fromAsync(glob(pattern, { cwd: join(dir, 'client') }))
}
const TEXTS = '**/*.{html,css,js,svg,xml,txt,json,webmanifest}'

test('no file of its site has a word or a colour of the default company', async () => {
  const files = await listFiles(shop.siteDir, TEXTS)
  expect(files).toEqual(
    expect.arrayContaining(['index.html', 'about.html', 'logo.svg', 'manifest.webmanifest']),
  )
  for (const file of files) {
    const text = await readFile(join(shop.siteDir, 'client', file), 'utf8')
    expectNothingOld(text, file, { isRead: !/\.(js|css)$/.test(file) })
  }

  const home = await readFile(join(shop.siteDir, 'client', 'index.html'), 'utf8')
  expect(home).toContain(`| ${shop.content.brand.name}</title>`)
  expect(home).toContain(shop.content.pages.home.eyebrow)
  // The same search finds the default company on its own pages.
  const own = await readFile(join(SITE_DIR, 'client', 'contact.html'), 'utf8')
  expect(findWords(own, listIdentity(old)).length).toBeGreaterThan(10)
  expect(findColors(own).length).toBeGreaterThan(3)
  for (const sign of OLD_SIGNS) expect(readable(own)).toMatch(sign)
})

test('its pictures have its colours and no other', async () => {
  const files = await listFiles(shop.siteDir, '**/*.png')
  expect(files).toEqual(expect.arrayContaining(['icon-192.png', 'apple-touch-icon.png', 'og/home.png']))
  for (const file of files) {
    const own = join(shop.siteDir, 'client', file)
    expect.soft(await measureShare(own, strong(old.colors)), file).toBeLessThan(SMALL_SHARE)
    expect.soft(await measureShare(own, strong(shop.content.colors)), file).toBeGreaterThan(SMALL_SHARE)
    // The same measure finds the default company's accent in its own picture.
    const theirs = join(SITE_DIR, 'client', file)
    expect.soft(await measureShare(theirs, strong(old.colors)), file).toBeGreaterThan(SMALL_SHARE)
  }
})

/** The words that a picture for sharing draws: each says them in its description. */
async function readWords(file: string): Promise<string> {
  const { xmp } = await sharp(file).metadata()
  return /<rdf:li[^>]*>(.*)<\/rdf:li>/s.exec(xmp?.toString('utf8') ?? '')?.[1] ?? ''
}

/** The corner of a picture for sharing that has the logo and the name, as pixels. */
const readHead = (file: string) =>
  sharp(file).extract({ left: 60, top: 60, width: 600, height: 80 }).raw().toBuffer()

test('its pictures for sharing draw its own words and its own logo', async () => {
  const files = await listFiles(shop.siteDir, 'og/*.png')
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const [own, theirs] = [shop.siteDir, SITE_DIR].map((dir) => join(dir, 'client', file)) as [string, string]
    const words = await readWords(own)
    expect.soft(words.split('\n'), file).toContain(shop.content.brand.name)
    expectNothingOld(words, file)
    // The same search finds the default company in its own picture.
    expect.soft(findWords(await readWords(theirs), OLD_WORDS), file).toContain(old.brand.name)
    expect.soft((await readHead(own)).equals(await readHead(theirs)), file).toBe(false)
  }
  expect(await readWords(join(shop.siteDir, 'client', 'og', 'home.png'))).toContain(
    shop.content.pages.home.heading.join(' '),
  )
})

async function buy(page: Page): Promise<void> {
  const dialog = await openFilledPurchase(page, SLUG, createBuyer())
  await dialog.getByRole('button', { name: /Pay/ }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

test.describe('in a browser', () => {
  test.use({ baseURL: ANOTHER_ORIGIN })

  test('it sells, and its mails and its invoice are its own', async ({ page, expectFault }) => {
    // The browser's message when the next step interrupts the fade between two pages.
    expectFault(/Transition was skipped. Navigation aborted/)
    const { brand } = shop.content
    await buy(page)
    expectNothingOld(await page.content(), 'dashboard')

    const started = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /^Download the invoice of order/ })
      .first()
      .click()
    const download = await started
    await expectToast(page, 'Invoice Downloaded')
    expect(download.suggestedFilename()).toMatch(/^Lindvik-Invoice-\d+\.pdf$/)
    const path = await download.path()
    const text = await readPdf(path)
    for (const fact of [
      brand.legalName,
      'Example Kai 7',
      '5003 Bergen',
      'Norway',
      `MVA ${brand.taxNumber}`,
    ]) {
      expect(text).toContain(fact)
    }
    expectNothingOld(text, 'invoice')
    const drawn = await readPdfOperators(path)
    expect(drawn.toUpperCase()).toContain(shop.content.colors.accent[700])
    expectNothingOld(drawn, 'invoice')

    await expect
      .poll(() =>
        readdir(shop.mailDir).then(
          (files) => files.length,
          () => 0,
        ),
      )
      .toBeGreaterThan(1)
    const logo = await readFile(join(shop.contentDir, 'logo.png'))
    for (const file of await readdir(shop.mailDir)) {
      const mail = await PostalMime.parse(await readFile(join(shop.mailDir, file)))
      expect(mail.from).toEqual({ name: brand.name, address: brand.sender.address })
      expect(mail.text).toContain('Example Kai 7, 5003 Bergen, Norway')
      expect(mail.html).toContain(shop.content.colors.accent[700])
      expectNothingOld(JSON.stringify({ ...mail, attachments: [] }), `mail: ${mail.subject}`)
      expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(logo)).toBe(true)
    }
  })

  test('its first start shows a shop that lives', async ({ page }) => {
    await page.request.post('/api/auth/login', { data: DEMO_ACCOUNTS.admin })
    const figures = (await (await page.request.get('/api/admin/overview')).json()) as Overview
    expect(figures.totalOrders).toBeGreaterThan(50)
    expect(figures.revenue.week.filter(({ payments }) => payments > 0).length).toBeGreaterThan(9)
    await page.goto('/admin?tab=orders')
    await expect(page.getByRole('row').filter({ hasText: 'INV-' }).first()).toBeVisible()
  })

  test('what it draws on demand and what it prints are its own', async ({ page }) => {
    await page.goto(`/packages/${SLUG}`)
    await expect(page).toHaveTitle(new RegExp(`\\| ${shop.content.brand.name}$`))
    expectNothingOld(await page.content(), 'package')
    for (const path of ['/sitemap.xml', '/api/packages', '/api/openapi.json', '/.well-known/security.txt']) {
      expectNothingOld(await (await page.request.get(path)).text(), path)
    }
    expect(shop.process.output).toContain('The shop is open')
    expectNothingOld(shop.process.output, 'output')
  })

  test('its command line prints nothing of the default company', async () => {
    for (const words of [
      'help',
      'migrations',
      'doctor',
      `mail test ${OWNER}`,
      `admin create ${OWNER} --another`,
    ]) {
      const command = NodeProcess.spawn({
        args: ['api/shop.ts', ...words.split(' ')],
        env: {
          PUBLIC_ORIGIN: ANOTHER_ORIGIN,
          CONTENT_DIR: shop.contentDir,
          DATA_DIR: dirname(shop.mailDir),
          SITE_DIR: shop.siteDir,
        },
      })
      await command.untilExit()
      expect(command.output, words).toMatch(/Usage|✔|\d{4}-/)
      expectNothingOld(command.output, words)
    }
  })
})

/** Stands for Google: what its tag would do that the shop must allow, prevent or clear away. */
const STAND_IN = `
  document.cookie = '_ga=GA1.1.1.1;path=/'
  document.cookie = '_gcl_au=1.1.1;path=/'
  localStorage.setItem('_gcl_ls', '{}')
  void fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', mode: 'no-cors' })
  void fetch('https://www.google.com/ccm/collect', { method: 'POST', mode: 'no-cors' })
  new Image().src = 'https://googleads.g.doubleclick.net/pagead/1'
  for (const src of ['https://www.googleadservices.com/pagead/conversion_async.js']) {
    document.head.append(Object.assign(document.createElement('script'), { src }))
  }`

test.describe('its ad tracker', () => {
  test.use({ baseURL: ANOTHER_ORIGIN })
  const noticeOf = (page: Page) => page.getByRole('region', { name: 'Cookies for advertising' })
  const choose = (page: Page, name: 'Allow' | 'Refuse') =>
    noticeOf(page).getByRole('button', { name, exact: true }).click()

  /** @returns the addresses at Google that the page has asked for */
  async function standInForGoogle({ context }: { context: BrowserContext }): Promise<string[]> {
    const asked: string[] = []
    const hosts = /^https:\/\/[^/]*(google|doubleclick)[^/]*\//
    await context.route(hosts, async (route) => {
      const { href, hostname } = new URL(route.request().url())
      asked.push(href)
      const isTag = hostname === 'www.googletagmanager.com'
      await route.fulfill({ contentType: 'text/javascript', body: isTag ? STAND_IN : '' })
    })
    return asked
  }

  const readCookies = async ({ context }: { context: BrowserContext }) =>
    (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('_'))
  /** What the tag was told, as it would read it. */
  const readTold = (page: Page) =>
    page.evaluate(() => (window.dataLayer ?? []).map((entry) => JSON.stringify([...(entry as unknown[])])))

  test('is not loaded before a yes, nor after a no, which stays; a yes loads it on every page, without areas and secrets', async ({
    page,
    context,
    expectFault,
  }) => {
    expectFault(/404.*api\/orders\/resume/)
    const asked = await standInForGoogle({ context })
    await page.goto('/')
    await expect(noticeOf(page)).toBeVisible()
    await settle(page)
    expect(asked).toEqual([])
    expect(await readCookies({ context })).toEqual([])
    await choose(page, 'Refuse')
    await expect(noticeOf(page)).toBeHidden()
    await expect(page.locator('#content')).toBeFocused()
    await page.goto('/about')
    await settle(page)
    await expect(noticeOf(page)).toBeHidden()
    expect(asked).toEqual([])

    await page.getByRole('button', { name: 'Cookie choices' }).click()
    await expect(noticeOf(page)).toContainText('You have refused it.')
    await choose(page, 'Allow')
    await expect(page.getByRole('button', { name: 'Cookie choices' })).toBeFocused()
    await expect.poll(() => asked.length).toBe(5)
    expect(asked[0]).toBe('https://www.googletagmanager.com/gtag/js?id=AW-123456789')
    const denied = { ad_storage: 'denied', ad_user_data: 'denied', analytics_storage: 'denied' }
    const granted = { ad_storage: 'granted', ad_user_data: 'granted', analytics_storage: 'granted' }
    expect((await readTold(page)).slice(0, 3).map((told) => JSON.parse(told) as unknown)).toEqual([
      ['consent', 'default', { ...denied, ad_personalization: 'denied' }],
      ['consent', 'update', granted],
      ['set', { page_location: `${ANOTHER_ORIGIN}/about`, page_referrer: '' }],
    ])

    asked.length = 0
    await page.goto(`/packages/${SLUG}?utm_source=ads&email=a%40b.example`)
    await expect.poll(() => asked.length).toBe(5)
    expect((await readTold(page))[2]).toContain(`/packages/${SLUG}?utm_source=ads"`)
    asked.length = 0
    for (const path of [
      '/dashboard',
      '/admin',
      '/staff',
      '/reset-password?token=x',
      '/confirm-email?token=x',
      '/checkout?order=x',
    ]) {
      await page.goto(path)
      await settle(page)
      expect(await page.content(), path).not.toMatch(/gtag\/js/)
    }
    expect(asked).toEqual([])
  })

  test('is taken back in the footer: it stops, and what it stored goes', async ({ page, context }) => {
    const asked = await standInForGoogle({ context })
    await page.goto('/about')
    await choose(page, 'Allow')
    await expect.poll(() => readCookies({ context })).toEqual(['_ga', '_gcl_au'])
    await page.getByRole('button', { name: 'Cookie choices' }).click()
    await expect(noticeOf(page)).toContainText('You have allowed it.')
    await expect.poll(() => asked.length).toBe(5)
    const loaded = page.waitForEvent('load')
    await choose(page, 'Refuse')
    await loaded
    await settle(page)
    expect(asked).toHaveLength(5)
    expect(await readCookies({ context })).toEqual([])
    expect(await page.evaluate(() => [Object.keys(localStorage), 'gtag' in window])).toEqual([
      ['ad-consent'],
      false,
    ])
    await expect(noticeOf(page)).toBeHidden()
  })

  /** @returns what the tag is told on all pages, as it comes */
  async function listen({ page }: { page: Page }): Promise<unknown[][]> {
    const told: unknown[][] = []
    await page.exposeFunction('hear', (entry: string) => told.push(JSON.parse(entry) as unknown[]))
    await page.addInitScript(() => {
      const hear = Reflect.get(window, 'hear') as (entry: string) => void
      const queue: unknown[] = []
      queue.push = (entry) => {
        hear(JSON.stringify([...(entry as unknown[])]))
        return 0
      }
      Reflect.defineProperty(window, 'dataLayer', { get: () => queue, set: () => {} })
    })
    return told
  }
  const salesOf = (told: unknown[][]) => told.filter(([kind]) => kind === 'event')
  const SALE = [
    'event',
    'conversion',
    {
      send_to: 'AW-123456789/AbC-D_efG',
      transaction_id: expect.stringMatching(/^\d+$/),
      value: 1299,
      currency: 'USD',
    },
  ]

  test('hears of a sale once, with its value and currency, and of none without a yes', async ({
    page,
    context,
    expectFault,
  }) => {
    expectFault(/Transition was skipped. Navigation aborted/)
    await standInForGoogle({ context })
    const told = await listen({ page })
    await page.goto('/')
    await choose(page, 'Refuse')
    await buy(page)
    expect(told).toEqual([])
    // The dashboard has asked who is signed in.
    await settle(page)
    await context.clearCookies()
    await page.goto('/about')
    await page.getByRole('button', { name: 'Cookie choices' }).click()
    await choose(page, 'Allow')
    await page.goto('/')
    await buy(page)
    expect(salesOf(told)).toEqual([SALE])
  })

  test('hears of a sale on the checkout page', async ({ page, context, expectFault }) => {
    expectFault(/Transition was skipped. Navigation aborted/)
    await standInForGoogle({ context })
    const told = await listen({ page })
    await page.goto(`/packages/${SLUG}`)
    await choose(page, 'Allow')
    const packages = (await (await page.request.get('/api/packages')).json()) as Package[]
    await page.goto(`/checkout?packageId=${packages.find(({ slug }) => slug === SLUG)?.id}`)
    await fillGuestForm(page.getByRole('main'), createBuyer())
    await page.getByRole('button', { name: 'Pay $1,299.00' }).click()
    await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/dashboard')
    expect(salesOf(told)).toEqual([SALE])
  })

  test('hears of a sale that is confirmed on the page of failed payments, and not before', async ({
    page,
    context,
    expectFault,
  }) => {
    expectFault(/400 .*verify-payment/)
    expectFault(/Transition was skipped. Navigation aborted/)
    await standInForGoogle({ context })
    await page.clock.install()
    const told = await listen({ page })
    await page.route('**/api/verify-payment', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'verification_failed', message: 'Payment verification failed' },
      }),
    )
    await page.goto('/about')
    await choose(page, 'Allow')
    const dialog = await openFilledPurchase(page, SLUG, createBuyer())
    await dialog.getByRole('button', { name: /Pay/ }).click()
    await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
    expect(salesOf(told)).toEqual([])
    await page.unroute('**/api/verify-payment')
    await page.clock.runFor(12_000)
    await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible()
    expect(salesOf(told)).toEqual([SALE])
  })

  test('is refused by a browser that sends Global Privacy Control, without being asked', async ({
    page,
    context,
  }) => {
    const asked = await standInForGoogle({ context })
    await page.addInitScript(() =>
      Reflect.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    )
    await page.goto('/about')
    await settle(page)
    await expect(noticeOf(page)).toBeHidden()
    await page.getByRole('button', { name: 'Cookie choices' }).click()
    await expect(noticeOf(page)).toContainText('Global Privacy Control')
    await expect(noticeOf(page).getByRole('button')).toHaveText(['Close'])
    await page.keyboard.press('Enter')
    await expect(noticeOf(page)).toBeHidden()
    expect(asked).toEqual([])
  })

  for (const width of WIDTHS) {
    test(`${width} px: its notice is as easy to refuse as to allow, moves nothing and blocks nothing`, async ({
      page,
      context,
    }) => {
      await standInForGoogle({ context })
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/privacy-policy')
      await expect(noticeOf(page)).toBeVisible()
      const [refuse, allow] = await noticeOf(page)
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.map((button) => {
            const { width, height } = button.getBoundingClientRect()
            return [width, height, button.className]
          }),
        )
      expect(refuse).toEqual(allow)
      expect(refuse?.[1]).toBeGreaterThanOrEqual(44)
      await settle(page)
      const [shown, without] = await noticeOf(page).evaluate((notice: HTMLElement) => {
        const measure = () =>
          [...document.querySelectorAll('header, h1, main, footer')].map((part) =>
            JSON.stringify(part.getBoundingClientRect()),
          )
        const shown = measure()
        notice.hidden = true
        const without = measure()
        notice.hidden = false
        return [shown, without]
      })
      expect(shown).toEqual(without)
      // Skip link, then the notice: its link, Refuse, Allow, then the page.
      const stops: (string | undefined)[] = []
      for (let stop = 0; stop < 5; stop += 1) {
        await page.keyboard.press('Tab')
        stops.push(await page.evaluate(() => document.activeElement?.textContent?.trim()))
      }
      expect(stops.slice(0, 4)).toEqual(['Skip to content', 'Privacy policy', 'Refuse', 'Allow'])
      await page.getByRole('link', { name: 'Refund Policy' }).first().click()
      await page.waitForURL('**/refund-policy')
      await expect(noticeOf(page)).toBeVisible()
      for (const theme of ['light', 'dark'] as const)
        expect(await findBarriers(page, { part: 'cookie-notice', theme })).toEqual([])
    })
  }
})

test('the default company has no ad tracker: no notice, no host, no word', async () => {
  for (const file of ['index.html', 'privacy-policy.html', 'checkout.html']) {
    const own = await readFile(join(SITE_DIR, 'client', file), 'utf8')
    expect(own, file).not.toMatch(
      /cookie-notice|googletagmanager|google-analytics|Cookie choices|Advertising meas/,
    )
    const theirs = await readFile(join(shop.siteDir, 'client', file), 'utf8')
    expect(theirs, file).toMatch(/cookie-notice/)
    expect(theirs, file).toMatch(/script-src [^;]*googletagmanager/)
  }
  for (const file of [
    'admin.html',
    'dashboard.html',
    'staff.html',
    'reset-password.html',
    'confirm-email.html',
  ]) {
    const theirs = await readFile(join(shop.siteDir, 'client', file), 'utf8')
    expect(theirs, file).not.toMatch(/cookie-notice|googletagmanager|google-analytics|Cookie choices/)
  }
})
