/** The ad tracker loads only with consent, and gets the sales (docs/decisions/038-consent-before-an-ad-tracker.md). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from 'playwright/test'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { findBarriers, WIDTHS } from '#e2e/journeys/support/axe.ts'
import { createBuyer, fillGuestForm, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, settle, test } from '#e2e/journeys/support/journey.ts'
import { ANOTHER_ORIGIN, ANOTHER_SITE_DIR } from '#e2e/support/another-company.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'
import { buy, SLUG } from './buy.ts'

/** Replaces Google's tag. It stores data and sends requests, which the shop must allow, prevent or delete. */
const FAKE_TAG = `
  document.cookie = '_ga=GA1.1.1.1;path=/'
  document.cookie = '_gcl_au=1.1.1;path=/'
  localStorage.setItem('_gcl_ls', '{}')
  void fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', mode: 'no-cors' })
  void fetch('https://www.google.com/ccm/collect', { method: 'POST', mode: 'no-cors' })
  new Image().src = 'https://googleads.g.doubleclick.net/pagead/1'
  for (const src of ['https://www.googleadservices.com/pagead/conversion_async.js']) {
    document.head.append(Object.assign(document.createElement('script'), { src }))
  }`

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Cookies for advertising' })
const choose = (page: Page, name: 'Allow' | 'Refuse') =>
  noticeOf(page).getByRole('button', { name, exact: true }).click()

/** @returns the Google URLs that the page requests, as they come */
async function fakeGoogle({ context }: { context: BrowserContext }): Promise<string[]> {
  const asked: string[] = []
  const hosts = /^https:\/\/[^/]*(google|doubleclick)[^/]*\//
  await context.route(hosts, async (route) => {
    const { href, hostname } = new URL(route.request().url())
    asked.push(href)
    const isTag = hostname === 'www.googletagmanager.com'
    await route.fulfill({ contentType: 'text/javascript', body: isTag ? FAKE_TAG : '' })
  })
  return asked
}

const readCookies = async ({ context }: { context: BrowserContext }) =>
  (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('_'))
/** @returns the entries of dataLayer, which the tag reads */
const readDataLayer = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).map((entry) => JSON.stringify([...(entry as unknown[])])))

test('the tracker is not loaded before consent or after a refusal, which is kept; consent loads it on public pages, without secrets', async ({
  page,
  context,
  expectFault,
}) => {
  expectFault(/404.*api\/payment-links\/open/)
  const asked = await fakeGoogle({ context })
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
  expect((await readDataLayer(page)).slice(0, 3).map((told) => JSON.parse(told) as unknown)).toEqual([
    ['consent', 'default', { ...denied, ad_personalization: 'denied' }],
    ['consent', 'update', granted],
    ['set', { page_location: `${ANOTHER_ORIGIN}/about`, page_referrer: '' }],
  ])

  asked.length = 0
  await page.goto(`/packages/${SLUG}?utm_source=ads&email=a%40b.example`)
  await expect.poll(() => asked.length).toBe(5)
  expect((await readDataLayer(page))[2]).toContain(`/packages/${SLUG}?utm_source=ads"`)
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

test('the footer withdraws consent: the tracker stops, its data is deleted', async ({ page, context }) => {
  const asked = await fakeGoogle({ context })
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

/** @returns the entries of dataLayer on all pages, as they come */
async function recordDataLayer({ page }: { page: Page }): Promise<unknown[][]> {
  const told: unknown[][] = []
  await page.exposeFunction('record', (entry: string) => told.push(JSON.parse(entry) as unknown[]))
  await page.addInitScript(() => {
    const record = Reflect.get(window, 'record') as (entry: string) => void
    const queue: unknown[] = []
    queue.push = (entry) => {
      record(JSON.stringify([...(entry as unknown[])]))
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

test('the tracker gets a sale once, with its value and currency, and none without consent', async ({
  page,
  context,
  expectFault,
}) => {
  expectFault(/Transition was skipped. Navigation aborted/)
  await fakeGoogle({ context })
  const told = await recordDataLayer({ page })
  await page.goto('/')
  await choose(page, 'Refuse')
  await buy(page)
  expect(told).toEqual([])
  // The dashboard has loaded its session before the cookies are deleted.
  await settle(page)
  await context.clearCookies()
  await page.goto('/about')
  await page.getByRole('button', { name: 'Cookie choices' }).click()
  await choose(page, 'Allow')
  await page.goto('/')
  await buy(page)
  expect(salesOf(told)).toEqual([SALE])
})

test('the tracker gets a sale on the checkout page', async ({ page, context, expectFault }) => {
  expectFault(/Transition was skipped. Navigation aborted/)
  await fakeGoogle({ context })
  const told = await recordDataLayer({ page })
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

test('the tracker gets a sale that is confirmed on the page of failed payments, and not before', async ({
  page,
  context,
  expectFault,
}) => {
  expectFault(/400 .*verify-payment/)
  expectFault(/Transition was skipped. Navigation aborted/)
  await fakeGoogle({ context })
  await page.clock.install()
  const told = await recordDataLayer({ page })
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
  await expect(page.getByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
  expect(salesOf(told)).toEqual([])
  await page.unroute('**/api/verify-payment')
  await page.clock.runFor(12_000)
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible()
  expect(salesOf(told)).toEqual([SALE])
})

test('a browser with Global Privacy Control refuses the tracker, without a question', async ({
  page,
  context,
}) => {
  const asked = await fakeGoogle({ context })
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
  test(`${width} px: the notice is as easy to refuse as to allow, moves nothing and blocks nothing`, async ({
    page,
    context,
  }) => {
    await fakeGoogle({ context })
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
    // Tab order: skip link, the link of the notice, Refuse, Allow, then the page.
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

test('the default company has no ad tracker: no notice, no host, no word', async () => {
  for (const file of ['index.html', 'privacy-policy.html', 'checkout.html']) {
    const own = await readFile(join(SITE_DIR, 'client', file), 'utf8')
    expect(own, file).not.toMatch(
      /cookie-notice|googletagmanager|google-analytics|Cookie choices|Advertising meas/,
    )
    const theirs = await readFile(join(ANOTHER_SITE_DIR, 'client', file), 'utf8')
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
    const theirs = await readFile(join(ANOTHER_SITE_DIR, 'client', file), 'utf8')
    expect(theirs, file).not.toMatch(/cookie-notice|googletagmanager|google-analytics|Cookie choices/)
  }
})
