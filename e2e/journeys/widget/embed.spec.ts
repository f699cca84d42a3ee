/**
 * The widget on a page of another website (docs/embedding.md). Most tests replace the shop's frame with a minimal page.
 * embed-purchase.spec.ts buys with third-party cookies blocked.
 */
import type { Knex } from 'knex'
import { expect, type Frame, type Page } from 'playwright/test'
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import {
  type HostPage,
  type HostWebsite,
  openHostWebsite,
  strictPolicy,
} from '#e2e/journeys/support/host-website.ts'
import { holdCalls, settle, test } from '#e2e/journeys/support/journey.ts'
import { findOrders } from '#e2e/support/database.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

const SLUG = 'business-website'
const SCRIPT = `<script async src="${ORIGIN}/embed.js"></script>`
const BUTTON = `<service-package name="${SLUG}"></service-package>`
const SALE = { orderNumber: 'INV-7', package: SLUG, amount: '1299.00', currency: 'USD' }
/** The CSS of docs/embedding.md that reserves space for the widget. */
const ROOM =
  'service-package { display: block; min-height: 44px } service-package[view] { min-height: 500px }'

const websites: HostWebsite[] = []
test.afterEach(async ({ db }) => {
  for (const website of websites.splice(0)) {
    await website.close()
    await EmbedOrigin.query(db).where({ origin: website.origin }).delete()
  }
})

interface Visit extends Partial<HostPage> {
  /** Whether the page's origin is on the shop's list. */
  isAllowed?: boolean
  /** Whether the frame is the shop's, not the minimal page. */
  isReal?: boolean
}

/** Opens a page of another website with a strict policy. Its events are recorded for {@link readEvents}. */
async function visit(
  page: Page,
  db: Knex,
  {
    isAllowed = true,
    body = BUTTON,
    head = SCRIPT,
    css = '',
    policy = strictPolicy(ORIGIN),
    isReal = false,
  }: Visit = {},
) {
  const website = await openHostWebsite({
    '/': { body: `<main><h1>A partner</h1>${body}</main>`, head, css, policy },
  })
  websites.push(website)
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    for (const name of ['opened', 'paid', 'closed'])
      document.addEventListener(`service-package:${name}`, (event) =>
        heard.push([name, (event as CustomEvent).detail]),
      )
  })
  if (isAllowed) await EmbedOrigin.query(db).insert({ origin: website.origin })
  if (!isReal)
    await page.route(`${ORIGIN}/embed/*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: MINIMAL_FRAME }),
    )
  // Does not wait for the script, which a test may block.
  await page.goto(website.origin, { waitUntil: 'domcontentloaded' })
  return website.origin
}

const readEvents = (page: Page) => page.evaluate(() => Reflect.get(window, 'heard') as unknown)

/** A minimal page that reports that it is ready, and records the messages that it gets. */
const MINIMAL_FRAME = `<!doctype html><html lang="en"><title>Frame</title><h1 tabindex="-1">Your order</h1><label>Name <input></label><script>
  const received = []
  const host = new URLSearchParams(location.search).get('host')
  const send = (message) => parent.postMessage({ source: 'service-package', version: 1, ...message }, host)
  addEventListener('message', ({ data, origin }) => {
    received.push([origin, data])
    if (data.type === 'show') send({ type: 'opened', package: '${SLUG}' })
  })
  addEventListener('keydown', ({ key }) => key === 'Escape' && send({ type: 'close' }))
  Object.assign(window, { received, send })
  send({ type: 'ready' })
</script></html>`

async function findFrame(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().startsWith(`${ORIGIN}/embed/`))
  await expect.poll(() => find()?.url()).toBeTruthy()
  const frame = find()
  if (!frame) throw new Error('There is no frame')
  await frame.waitForFunction(() => document.readyState === 'complete')
  return frame
}

const send = (frame: Frame, message: object) =>
  frame.evaluate((said) => (Reflect.get(window, 'send') as (said: object) => void)(said), message)
const readReceived = (frame: Frame) => frame.evaluate(() => Reflect.get(window, 'received') as unknown)

const buttonOf = (page: Page) => page.locator('service-package').getByRole('link', { name: 'Buy Now' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Buy from / })

test('two lines of code are enough: the button opens the purchase over the page, which gets the sale and no more', async ({
  page,
  db,
}) => {
  const origin = await visit(page, db)
  await buttonOf(page).click()
  await expect(dialogOf(page)).toBeVisible()
  const frame = await findFrame(page)
  expect(new URL(frame.url()).searchParams.get('host')).toBe(origin)
  await expect.poll(() => readEvents(page)).toEqual([['opened', { package: SLUG }]])
  expect(await readReceived(frame)).toEqual([
    [origin, { source: 'service-package', version: 1, type: 'show' }],
  ])

  await send(frame, { type: 'paid', ...SALE, email: 'buyer@example.com', fullName: 'A Buyer' })
  await expect.poll(() => readEvents(page)).toContainEqual(['paid', SALE])
  await send(frame, { type: 'close' })
  await expect(dialogOf(page)).toBeHidden()
  expect(await readEvents(page)).toEqual([
    ['opened', { package: SLUG }],
    ['paid', SALE],
    ['closed', { package: SLUG }],
  ])
  // The next purchase uses a new frame, which loads when the button gets the focus.
  await expect(buttonOf(page)).toBeFocused()
  await expect.poll(async () => readReceived(await findFrame(page))).toEqual([])
})

test('a visitor buys on a page with a strict policy, from a card, in the form of the shop', async ({
  page,
  db,
}) => {
  await visit(page, db, {
    isReal: true,
    body: `<h2>Offers</h2><service-package view="card" name="${SLUG}" theme="dark" accent="#0f766e"></service-package>`,
  })
  await page.getByRole('link', { name: 'Buy Now, Business Website' }).click()
  const frame = page.frameLocator('service-package iframe')
  const heading = frame.getByRole('heading', { name: 'Get Started with Business Website' })
  await expect(heading).toBeFocused()
  const buyer = createBuyer()
  await fillForm(frame.locator('form').first(), buyer)
  // The closed dialog keeps what was typed.
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(frame.getByLabel('Email')).toHaveValue(buyer.email)
  await frame.getByRole('button', { name: 'Pay $1,299.00' }).click()
  await frame
    .getByRole('dialog', { name: 'Test checkout' })
    .getByRole('button', { name: 'Pay', exact: true })
    .click()
  await expect(frame.getByRole('heading', { name: /^Paid \$/ })).toBeVisible()
  const [order] = await findOrders(db, buyer.email)
  await expect
    .poll(() => readEvents(page))
    .toContainEqual(['paid', { ...SALE, orderNumber: order?.invoiceNumber }])
  expect(JSON.stringify(await readEvents(page))).not.toContain(buyer.email)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
})

test('a script of the page opens the purchase and gets the sale, or nothing', async ({ page, db }) => {
  await visit(page, db)
  await buttonOf(page).waitFor()
  const open = () =>
    page.evaluate(() => (document.querySelector('service-package') as unknown as { open(): unknown }).open())
  const nothing = open()
  await findFrame(page)
  await expect.poll(() => readEvents(page)).toHaveLength(1)
  await page.keyboard.press('Escape')
  expect(await nothing).toBeUndefined()
  const sale = open()
  await expect(dialogOf(page)).toBeVisible()
  const frame = await findFrame(page)
  await send(frame, { type: 'paid', ...SALE })
  await send(frame, { type: 'close' })
  expect(await sale).toEqual(SALE)
})

test('the focus moves in, returns, and what was typed is still there; Escape, the backdrop and the frame close it', async ({
  page,
  db,
}) => {
  await visit(page, db, { body: `${BUTTON}<p><a href="#">Elsewhere</a></p>` })
  await buttonOf(page).focus()
  const close = {
    escape: () => page.keyboard.press('Escape'),
    ground: () => page.mouse.click(5, 5),
    frame: async () => send(await findFrame(page), { type: 'close' }),
  }
  for (const way of Object.values(close)) {
    await page.keyboard.press('Enter')
    await expect(dialogOf(page)).toBeVisible()
    const frame = await findFrame(page)
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('service-package')
    await expect.poll(() => frame.evaluate(() => document.hasFocus())).toBe(true)
    // The page behind is inert and does not scroll.
    const elsewhere = page.getByText('Elsewhere')
    await elsewhere.evaluate((link) => link.focus())
    await expect(elsewhere).not.toBeFocused()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
    await way()
    await expect(dialogOf(page)).toBeHidden()
    await expect(buttonOf(page)).toBeFocused()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
  }
})

test('nothing but the script is loaded until a pointer is over the button; then the frame is, hidden and not counted', async ({
  page,
  db,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(page, db, { body: `<p>First</p>${BUTTON}` })
  await buttonOf(page).waitFor()
  await settle(page)
  expect(asked).toEqual(['/', '/.css', '/embed.js'])
  await buttonOf(page).hover()
  const frame = await findFrame(page)
  await settle(page)
  expect(asked.slice(3)).toEqual([
    expect.stringMatching(/^\/_astro\/[0-9a-f]+\.js$/),
    '/api/embed/origin',
    `/embed/${SLUG}`,
  ])
  expect(await readReceived(frame)).toEqual([])
  await expect(dialogOf(page)).toBeHidden()
  await buttonOf(page).click()
  await expect.poll(() => readEvents(page)).toEqual([['opened', { package: SLUG }]])
  expect(asked).toHaveLength(6)
})

test('a card and a grid show what is sold, and only a page that has one loads what draws them', async ({
  page,
  db,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await visit(page, db, {
    body: `<service-package view="card" name="${SLUG}"></service-package>
      <service-package view="grid" name="site-audit, ${SLUG}"></service-package>
      <service-package view="grid" category="Mobile Apps"></service-package>
      <service-package view="grid" limit="4"></service-package>`,
  })
  const [card, list, category, all] = await page.locator('service-package').all()
  if (!card || !list || !category || !all) throw new Error('There are no elements')
  await expect(card.getByRole('heading', { name: 'Business Website' })).toBeVisible()
  await expect(card.getByText('$1,299.00')).toBeVisible()
  await expect(card.getByText('12 business days')).toBeVisible()
  await expect(card.getByRole('img', { name: /^Rated [\d.]+ out of 5$/ })).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(card.getByRole('link', { name: 'Buy Now, Business Website' })).toBeVisible()
  const picture = card.locator('img')
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)

  await expect(list.getByRole('heading')).toHaveText(['Website and SEO Audit', 'Business Website'])
  await expect(category.getByRole('article').first()).toContainText('Mobile Apps')
  await expect(category.getByRole('article')).toHaveCount(
    await category.getByText('Mobile Apps', { exact: true }).count(),
  )
  await expect(all.getByRole('article')).toHaveCount(4)
  expect(scripts.filter((url) => url.includes('/_astro/'))).toHaveLength(1)

  await list.getByRole('link', { name: 'Buy Now, Website and SEO Audit' }).click()
  expect(new URL((await findFrame(page)).url()).pathname).toBe('/embed/site-audit')
})

test('an uploaded picture comes in the size of the card, with its text', async ({ page, db }) => {
  await page.route('**/api/packages', async (route) => {
    const response = await route.fetch()
    const json = ((await response.json()) as { slug: string }[]).map((item) => ({
      ...item,
      imageUrl: `/pictures/${'a'.repeat(32)}-1280.webp`,
      imageAlt: 'Two people at a desk',
    }))
    await route.fulfill({ response, json })
  })
  const picture = `${ORIGIN}/pictures/*`
  await page.route(picture, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  const asked = page.waitForRequest(picture)
  await visit(page, db, { body: `<service-package view="card" name="${SLUG}"></service-package>` })
  expect((await asked).url()).toMatch(/-640\.webp$/)
  await expect(page.getByRole('img', { name: 'Two people at a desk' })).toBeVisible()
})

test('the link inside the element stays until the script runs, and where cards cannot be read', async ({
  page,
  db,
  expectFault,
}) => {
  const link = `<a href="${ORIGIN}/packages/${SLUG}">Our site package</a>`
  const sendScript = await holdCalls(page, '**/embed.js')
  await page.route('**/api/packages', (route) => route.abort())
  expectFault(/ERR_FAILED/)
  await visit(page, db, {
    body: `<service-package name="${SLUG}">${link}</service-package>
      <service-package view="card" name="${SLUG}">${link}</service-package>
      <service-package view="card" name="${SLUG}"></service-package>`,
  })
  await expect(page.getByRole('link', { name: 'Our site package' })).toHaveCount(2)
  const failed = page.waitForEvent('requestfailed')
  sendScript()
  await failed
  await expect(buttonOf(page)).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Our site package' })).toHaveCount(1)
})

const NOT_SHOWN: Record<string, { isAllowed?: boolean; spoil?: (page: Page) => Promise<unknown> }> = {
  'on an origin that is not allowed': { isAllowed: false },
  'where the shop does not say whether the page may show the purchase': {
    spoil: (page) => page.route('**/api/embed/origin', () => {}),
  },
  'where the file of the purchase is blocked': {
    spoil: (page) => page.route('**/_astro/*.js', (route) => route.abort()),
  },
  'where the file of the purchase stalls': {
    spoil: async (page) => {
      await page.clock.install()
      await page.route('**/_astro/*.js', () => {})
    },
  },
}
for (const [where, { isAllowed, spoil }] of Object.entries(NOT_SHOWN)) {
  test(`${where}, the button is a link to the shop, and no frame is asked for`, async ({
    page,
    db,
    expectFault,
  }) => {
    expectFault(/ERR_FAILED/)
    const frames: string[] = []
    page.on('request', (request) => request.url().includes('/embed/b') && frames.push(request.url()))
    await spoil?.(page)
    await visit(page, db, { ...(isAllowed !== undefined && { isAllowed }) })
    await buttonOf(page).click()
    if (where.endsWith('stalls')) await page.clock.runFor(10_000)
    await page.waitForURL(`${ORIGIN}/packages/${SLUG}`, { waitUntil: 'commit' })
    expect(frames).toEqual([])
  })
}

test('in frames of a hostile page, or in a sandbox, nobody sees the purchase, and the page gets no message', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/frame-ancestors|Framing|sandbox/i)
  const frameOf = (src: string) => `<iframe width="600" height="400" src="${src}"></iframe>`
  const inSandbox = (src: string) =>
    `<iframe sandbox="allow-scripts allow-forms" srcdoc='${frameOf(src)}'></iframe>`
  const partner = await visit(page, db, { isReal: true })
  const purchase = `${ORIGIN}/embed/${SLUG}?host=${partner}`
  const hostile = await openHostWebsite({
    '/': { body: frameOf(partner) + frameOf(purchase) + inSandbox(purchase) },
  })
  // A website on the list, but with the purchase in a sandbox.
  const careless = await openHostWebsite({ '/': { body: inSandbox(purchase) } })
  websites.push(hostile, careless)
  await EmbedOrigin.query(db).insert({ origin: careless.origin })
  await page.addInitScript(() => {
    const received: unknown[] = []
    Object.assign(window, { received })
    addEventListener('message', ({ data }) => received.push(data))
  })
  const refused = () => page.frames().filter((frame) => frame.url().startsWith('chrome-error:')).length
  const shown = () => page.frames().filter((frame) => frame.url().startsWith(`${ORIGIN}/embed/`))

  await page.goto(hostile.origin)
  await expect.poll(refused).toBe(2)
  const inside = page.frameLocator(`iframe[src="${partner}"]`)
  await inside.getByRole('link', { name: 'Buy Now' }).click()
  await expect(inside.getByRole('link', { name: 'Continue in the shop' })).toBeVisible()
  expect(refused()).toBe(3)
  expect(shown()).toEqual([])
  expect(await page.evaluate(() => Reflect.get(window, 'received') as unknown)).toEqual([])

  await page.goto(careless.origin)
  await expect.poll(refused).toBe(1)
  expect(shown()).toEqual([])
})

test('messages of other windows, versions and shapes are ignored', async ({ page, db }) => {
  await visit(page, db)
  await buttonOf(page).click()
  const frame = await findFrame(page)
  await expect.poll(() => readEvents(page)).toHaveLength(1)
  const head = { source: 'service-package', version: 1 }
  const paid = { ...head, type: 'paid', ...SALE }
  // The message comes from the page itself, then from a window of the shop other than the purchase frame.
  await page.evaluate((message) => postMessage(message, '*'), paid)
  const nested = frame.evaluate((message) => {
    const inner = document.createElement('iframe')
    inner.srcdoc = '<p>nested</p>'
    document.body.append(inner)
    return new Promise<void>((done) => {
      inner.onload = () => {
        // The script has the shop's origin, but runs in another window than the frame.
        inner.contentWindow?.setTimeout(() => {
          const script = inner.contentDocument?.createElement('script')
          if (!script) return
          script.textContent = `top.postMessage(${JSON.stringify(message)}, '*')`
          inner.contentDocument?.body.append(script)
          done()
        })
      }
    })
  }, paid)
  await nested
  for (const message of [{ ...paid, version: 2 }, { ...head, type: 'resize', height: 1e9 }, null]) {
    await sendRaw(frame, message)
  }
  await send(frame, { type: 'resize', height: 333 })
  await expect.poll(() => dialogOf(page).evaluate((dialog) => dialog.clientHeight)).toBe(333)
  expect(await readEvents(page)).toEqual([['opened', { package: SLUG }]])
  await expect(dialogOf(page)).toBeVisible()
})

test('messages of the frame are ignored once it has left the shop', async ({ page, db }) => {
  const elsewhere = 'https://evil.example/'
  await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }))
  await visit(page, db, { policy: '' })
  await buttonOf(page).click()
  const frame = await findFrame(page)
  await expect.poll(() => readEvents(page)).toHaveLength(1)
  await frame.evaluate((url) => location.assign(url), elsewhere)
  await frame.waitForURL(elsewhere)
  await sendRaw(frame, { source: 'service-package', version: 1, type: 'paid', ...SALE })
  await sendRaw(frame, { source: 'service-package', version: 1, type: 'close' })
  await settle(page)
  expect(await readEvents(page)).toEqual([['opened', { package: SLUG }]])
  await expect(dialogOf(page)).toBeVisible()
})

const sendRaw = (frame: Frame, message: unknown) =>
  frame.evaluate((said) => parent.postMessage(said, '*'), message)

test('a second script, elements added later, changed and removed while open are all fine', async ({
  page,
  db,
}) => {
  await visit(page, db, { head: SCRIPT + SCRIPT.replace('embed.js', 'embed.js?again') })
  await expect(buttonOf(page)).toHaveCount(1)
  await page.evaluate((slug) => {
    const added = document.createElement('service-package')
    added.setAttribute('label', 'Added')
    document.body.append(added)
    added.setAttribute('name', slug)
    added.setAttribute('coupon', 'WELCOME10')
  }, SLUG)
  const added = page.getByRole('link', { name: 'Added' })
  await expect(added).toHaveAttribute('href', `${ORIGIN}/packages/${SLUG}`)
  await added.click()
  expect(new URL((await findFrame(page)).url()).searchParams.get('coupon')).toBe('WELCOME10')
  await expect(dialogOf(page)).toBeVisible()
  const closed = page.evaluate(
    () =>
      new Promise((done) => {
        const [, element] = document.querySelectorAll('service-package')
        element?.addEventListener('service-package:closed', () => done('closed'))
        element?.remove()
      }),
  )
  expect(await closed).toBe('closed')
  await expect(dialogOf(page)).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
  await buttonOf(page).click()
  await expect(dialogOf(page)).toBeVisible()
})

test('neither do styles of the page reach the widget, nor the widget’s the page', async ({ page, db }) => {
  const look = async () => {
    const card = page.locator('service-package').getByRole('article')
    await card.waitFor()
    return card.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].map((part) => {
        const { color, font, margin, padding, width, height, textTransform, letterSpacing } =
          getComputedStyle(part)
        return [part.localName, color, font, margin, padding, width, height, textTransform, letterSpacing]
      }),
    )
  }
  const body = `<service-package view="card" name="${SLUG}"></service-package>`
  await visit(page, db, { body })
  const plain = await look()
  await visit(page, db, {
    body,
    css: `* { color: red !important; margin: 9px !important; letter-spacing: 3px; text-transform: uppercase }
      service-package { margin: 0 !important } main, body { margin: 0 !important; padding: 0 8px }
      html { margin: 0 !important; font-size: 30px; line-height: 3 }
      a, p, h3, ul, li, article, img { padding: 20px !important; font: 40px cursive !important }`,
  })
  expect(await look()).toEqual(plain)
  expect(plain.length).toBeGreaterThan(15)
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).color)).toBe(
    'rgb(255, 0, 0)',
  )
})

async function recordShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(async () => {
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
      return (Reflect.get(window, 'shifts') as number[]).splice(0)
    })
}

const VIEWS = `${BUTTON}<service-package view="card" name="${SLUG}"></service-package>
  <service-package view="grid" limit="3"></service-package><p>What comes below</p>`

test('the page does not move when button, card and grid come, where its CSS keeps room', async ({
  page,
  db,
}) => {
  const readShifts = await recordShifts(page)
  const sendScript = await holdCalls(page, '**/embed.js')
  const sendCards = await holdCalls(page, '**/_astro/*.js')
  await visit(page, db, { body: VIEWS, css: ROOM })
  expect(await readShifts()).toEqual([])
  sendScript()
  await expect(buttonOf(page).first()).toBeVisible()
  expect(await readShifts()).toEqual([])
  sendCards()
  await expect(page.getByRole('article')).toHaveCount(4)
  expect(await readShifts()).toEqual([])
})

test('the page does not move when what card and grid show comes, whatever its CSS', async ({ page, db }) => {
  const readShifts = await recordShifts(page)
  const sendPackages = await holdCalls(page, '**/api/packages')
  await visit(page, db, { body: VIEWS })
  await expect(page.locator('[part=placeholder]')).toHaveCount(4)
  await readShifts()
  sendPackages()
  await expect(page.getByRole('article')).toHaveCount(4)
  expect(await readShifts()).toEqual([])
})

test('on a phone buttons are 44 px high, the dialog fills the screen, and nothing scrolls sideways', async ({
  page,
  db,
}) => {
  const [width, height] = [320, 640]
  await page.setViewportSize({ width, height })
  await visit(page, db, { body: `${BUTTON}<service-package view="grid" limit="2"></service-package>` })
  await page.getByRole('article').first().waitFor()
  for (const button of await page.getByRole('link', { name: /^Buy Now/ }).all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBeLessThanOrEqual(0)
  await buttonOf(page).first().click()
  await send(await findFrame(page), { type: 'resize', height: 300 })
  await expect.poll(() => dialogOf(page).boundingBox()).toEqual({ x: 0, y: 0, width, height })
})

test('theme, accent and radius reach the form; the theme is what the page says', async ({ page, db }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit(page, db, {
    body: `<service-package name="a" theme="light" accent="#0f766e" radius="4"></service-package>
      <service-package name="b" theme="dark"></service-package>
      <service-package name="c"></service-package>
      <div class="both"><service-package name="d"></service-package></div>`,
    css: '.both { color-scheme: light dark }',
  })
  const queries: (string | null)[][] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    const asked = page.waitForRequest(`${ORIGIN}/embed/${name}?**`)
    await page.locator(`service-package[name=${name}]`).getByRole('link').hover()
    const { searchParams } = new URL((await asked).url())
    queries.push(['theme', 'accent', 'radius'].map((key) => searchParams.get(key)))
  }
  expect(queries).toEqual([
    ['light', '#0f766e', '4'],
    ['dark', '', ''],
    // This page does not declare a dark colour scheme.
    ['light', '', ''],
    ['dark', '', ''],
  ])
})
