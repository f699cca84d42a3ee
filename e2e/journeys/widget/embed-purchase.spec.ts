/** The purchase in a frame on another website, in a browser that blocks the cookies of third parties. */
import type { Knex } from 'knex'
import { expect, type Frame, type Page } from 'playwright/test'
import { EmbedOrigin } from '../../../db/models/embed-origin.ts'
import { Order } from '../../../db/models/order.ts'
import { insertCoupon } from '../../../db/testing/builders.ts'
import { CHROMIUM_FLAGS, findFullChromium } from '../../support/chromium.ts'
import { ORIGIN } from '../../support/topology.ts'
import { type Buyer, createBuyer, fillForm } from '../support/buyer.ts'
import { type EmbeddingPage, openEmbeddingPage } from '../support/embedding-page.ts'
import { holdCalls, settle, test } from '../support/journey.ts'
import { createPerson, PASSWORD } from '../support/people.ts'

const executablePath = findFullChromium()
test.use({
  launchOptions: {
    args: [...CHROMIUM_FLAGS, '--test-third-party-cookie-phaseout'],
    ...(executablePath && { executablePath }),
  },
})

const SLUG = 'business-website'

let website: EmbeddingPage
test.beforeAll(async ({ db }) => {
  website = await openEmbeddingPage(ORIGIN)
  await EmbedOrigin.query(db).insert({ origin: website.origin })
})
test.afterAll(async ({ db }) => {
  await EmbedOrigin.query(db).where({ origin: website.origin }).delete()
  await website.close()
})

/** Opens the website, and waits until the frame shows its form. */
async function openFrame(page: Page, query = ''): Promise<Frame> {
  await page.goto(website.urlOf(SLUG, query))
  await expect(page.frameLocator('iframe').getByRole('button', { name: /^Pay/ })).toBeVisible()
  const frame = page.frame({ name: 'purchase' })
  if (!frame) throw new Error('The page has no frame')
  return frame
}

const formOf = (frame: Frame) => frame.locator('form').first()
const messagesOf = (page: Page, type: string) =>
  page.evaluate(
    (type) => (Reflect.get(window, 'messages') as { type: string }[]).filter((one) => one.type === type),
    type,
  )

/** Fills the form in and presses Pay. */
async function submit(frame: Frame, buyer = createBuyer()) {
  await fillForm(formOf(frame), buyer)
  await frame.getByRole('button', { name: /^Pay/ }).click()
  return buyer
}
const press = (frame: Frame | Page, button: string) =>
  frame
    .getByRole('dialog', { name: 'Test checkout' })
    .getByRole('button', { name: button, exact: true })
    .click()
const expectPaid = (frame: Frame) => expect(frame.getByRole('heading', { name: /^Paid \$/ })).toBeVisible()
const countOrders = (db: Knex, { email }: Buyer) =>
  Order.query(db).whereRaw(`buyer ->> 'email' = ?`, [email]).resultSize()

test('a visitor buys on another website, and answers the questions in a tab of the shop that is signed in', async ({
  page,
  db,
}) => {
  const frame = await openFrame(page)
  // The browser blocks third-party cookies.
  const cookie = await frame.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: what it does is what is asked
    document.cookie = 'probe=1; SameSite=None; Secure'
    return document.cookie
  })
  expect(cookie).toBe('')

  const buyer = await submit(frame)
  await press(frame, 'Pay')
  const paid = frame.getByRole('heading', { name: /^Paid \$[\d,.]+ · INV-\d+$/ })
  await expect(paid).toBeVisible()
  await expect(frame.getByText(/^Ready by /)).toBeVisible()

  const order = await Order.query(db)
    .whereRaw(`buyer ->> 'email' = ?`, [buyer.email])
    .first()
    .throwIfNotFound()
  expect(order).toMatchObject({ paymentStatus: 'paid', embedOrigin: website.origin })
  expect(await messagesOf(page, 'paid')).toEqual([
    {
      origin: ORIGIN,
      source: 'service-package',
      version: 1,
      type: 'paid',
      orderNumber: order.invoiceNumber,
      package: SLUG,
      amount: (order.amountCents / 100).toFixed(2),
      currency: 'USD',
    },
  ])

  const opened = page.context().waitForEvent('page')
  await frame.getByRole('link', { name: /^Answer the questions/ }).click()
  const tab = await opened
  await tab.waitForURL(`**/dashboard?order=${order.id}**`)
  await expect(tab.getByRole('banner').getByText(`Welcome, ${buyer.firstName}`).first()).toBeVisible()
  await expect(tab.getByRole('heading', { name: new RegExp(order.packageName) }).first()).toBeVisible()
  // Later, the requests of the page would be refused.
  await settle(tab)
  // The link works once: after signing out it asks for the password.
  await tab.getByRole('button', { name: 'Sign Out' }).first().click()
  await tab.waitForURL((url) => url.pathname === '/')
})

test('a declined card is said in place, nothing typed is lost, and the next try pays the same order', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/status of 400/)
  const frame = await openFrame(page)
  const buyer = await submit(frame)
  await press(frame, 'Decline')
  const notice = frame.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(notice).toBeFocused()
  await expect(frame.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(frame.getByLabel('Password')).toHaveValue(buyer.password)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await press(frame, 'Pay')
  await expectPaid(frame)
  expect(await countOrders(db, buyer)).toBe(1)
  expect(await messagesOf(page, 'paid')).toHaveLength(1)
})

test('a checkout that was closed, or lost the network, can be tried again in place', async ({
  page,
  expectFault,
}) => {
  expectFault(/status of 400|ERR_/)
  const frame = await openFrame(page)
  await submit(frame)
  await press(frame, 'Close')
  await expect(frame.getByText('Payment was cancelled. You can try again anytime.')).toBeVisible()
  await frame.getByRole('button', { name: 'Try again' }).click()
  await press(frame, 'Drop the network')
  await expect(frame.getByRole('alert').filter({ hasText: 'Payment Failed' })).toBeVisible()
  expect(await messagesOf(page, 'paid')).toEqual([])
})

test('a payment whose verification is lost is checked: the buyer is told not to pay twice, then that it is paid', async ({
  page,
  expectFault,
}) => {
  expectFault(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  await page.route('**/api/verify-payment', (route) => route.abort())
  const frame = await openFrame(page)
  await submit(frame)
  await press(frame, 'Pay')
  await expect(
    frame.getByText(/We are checking your payment for order INV-\d+.* Please do not pay again\./),
  ).toBeVisible()
  await expect(frame.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await page.unroute('**/api/verify-payment')
  await page.clock.runFor('00:15')
  await expectPaid(frame)
  await expect(frame.getByRole('link', { name: /^Answer the questions/ })).toHaveAttribute('href', /token=/)
})

test('a coupon that the website names is applied, and its price is paid', async ({ page, db }) => {
  const { code } = await insertCoupon(db, { code: `FRAME${Date.now()}`, discountHundredths: 5000 })
  const frame = await openFrame(page, `coupon=${code}`)
  await expect(frame.getByText('Coupon Applied Successfully!')).toBeVisible()
  const price = await frame.getByRole('button', { name: /^Pay/ }).textContent()
  await submit(frame)
  await press(frame, 'Pay')
  await expect(frame.getByRole('heading', { name: price?.replace('Pay', 'Paid') ?? '' })).toBeVisible()
})

test('a buyer with an account signs in, in a tab of the shop, and goes on with the package there', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/status of 409/)
  const { email } = await createPerson(db, {})
  const frame = await openFrame(page)
  await submit(frame, { ...createBuyer(), email, password: 'not-the-one-of-the-account' })
  await expect(frame.getByText(/This email already has an account\./)).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await frame
    .locator('[id$="-error"]')
    .getByRole('link', { name: /^Sign in/ })
    .click()
  const tab = await opened
  const dialog = tab.getByRole('dialog', { name: 'Sign In' })
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(tab).toHaveURL(/\/checkout\?packageId=/)
  await expect(tab.getByRole('button', { name: /^Pay/ })).toBeVisible()
})

test('a purchase goes on in a window of its own, with all that was typed, and the frame shows its end', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/status of 400/)
  const frame = await openFrame(page)
  const buyer = await submit(frame)
  await press(frame, 'Decline')
  const opened = page.context().waitForEvent('page')
  await frame.getByRole('button', { name: 'Continue in a window' }).click()
  const other = await opened
  await expect(frame.getByText('Your purchase goes on in a window')).toBeVisible()
  await expect(other.getByLabel('Password')).toHaveValue(buyer.password)
  await other.getByRole('button', { name: /^Pay/ }).click()
  const closed = other.waitForEvent('close')
  await press(other, 'Pay')
  await closed
  await expectPaid(frame)
  expect(await countOrders(db, buyer)).toBe(1)
  expect(await Order.query(db).whereRaw(`buyer ->> 'email' = ?`, [buyer.email])).toMatchObject([
    { embedOrigin: website.origin },
  ])
  expect(await messagesOf(page, 'paid')).toHaveLength(1)
  const tab = page.context().waitForEvent('page')
  await frame.getByRole('link', { name: /^Answer the questions/ }).click()
  await expect((await tab).getByRole('banner').getByText(`Welcome, ${buyer.firstName}`).first()).toBeVisible()
})

test('a buyer who closes that window goes on in the frame', async ({ page, expectFault }) => {
  expectFault(/status of 400/)
  const frame = await openFrame(page)
  const buyer = await submit(frame)
  await press(frame, 'Decline')
  const opened = page.context().waitForEvent('page')
  await frame.getByRole('button', { name: 'Continue in a window' }).click()
  await (await opened).close()
  await expect(frame.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(frame.getByRole('button', { name: /^Pay/ })).toBeEnabled()
})

test('in a dialog of the website, Close and Escape ask it to close, and stop a purchase before its checkout', async ({
  page,
}) => {
  const frame = await openFrame(page, 'view=dialog')
  expect(await messagesOf(page, 'opened')).toEqual([])
  await page.evaluate((shop) => {
    window.frames[0]?.postMessage({ source: 'service-package', version: 1, type: 'show' }, shop)
  }, ORIGIN)
  await expect(frame.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => messagesOf(page, 'opened')).toMatchObject([{ package: SLUG }])
  await frame.getByRole('button', { name: 'Close' }).click()
  await frame.getByLabel('First name').press('Escape')
  expect(await messagesOf(page, 'close')).toHaveLength(2)

  const letGo = await holdCalls(page, '**/api/create-order')
  await submit(frame)
  await expect(frame.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await frame.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => messagesOf(page, 'close')).toHaveLength(3)
  letGo()
  await frame.getByRole('button', { name: /^Pay / }).click()
  await press(frame, 'Pay')
  await expectPaid(frame)
  await frame.getByRole('button', { name: 'Done' }).click()
  expect(await messagesOf(page, 'close')).toHaveLength(4)
})

test('a message from anybody but the website around the frame does nothing', async ({ page }) => {
  const frame = await openFrame(page, 'view=dialog')
  // A message like those of the website, but from the frame itself.
  await frame.evaluate(() =>
    window.postMessage({ source: 'service-package', version: 1, type: 'show' }, location.origin),
  )
  await page.evaluate((shop) => {
    for (const message of ['show', { type: 'show' }, { source: 'service-package', version: 2, type: 'show' }])
      window.frames[0]?.postMessage(message, shop)
  }, ORIGIN)
  await settle(page)
  expect(await messagesOf(page, 'opened')).toEqual([])
})

test('on a phone nothing is cut off, and all of it can be pressed', async ({ page, expectFault }) => {
  expectFault(/status of 400/)
  await page.setViewportSize({ width: 320, height: 640 })
  const frame = await openFrame(page)
  const expectFits = async () =>
    expect(
      await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0)
  await expectFits()
  await submit(frame)
  await press(frame, 'Decline')
  await expect(frame.getByRole('button', { name: 'Continue in a window' })).toBeInViewport()
  await expectFits()
  await frame.getByRole('button', { name: 'Try again' }).click()
  await press(frame, 'Pay')
  await expectPaid(frame)
  await expectFits()
  const { height } = (await frame.getByRole('link', { name: /^Answer the questions/ }).boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)
})

test('a website that is not on the list gets no frame', async ({ page, expectFault }) => {
  expectFault(/frame-ancestors|Framing/)
  const stranger = await openEmbeddingPage(ORIGIN)
  await page.goto(stranger.urlOf(SLUG))
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
  // The name of an allowed website does not help.
  await page.goto(
    `${stranger.origin}/?${new URLSearchParams({ slug: `${SLUG}?host=${website.origin}`, query: '' })}`,
  )
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
  await stranger.close()
})

test('a link on another website signs nobody in, even with a token that is good', async ({
  page,
  context,
}) => {
  const frame = await openFrame(page)
  await submit(frame)
  await press(frame, 'Pay')
  const link = await frame.getByRole('link', { name: /^Answer the questions/ }).getAttribute('href')
  const tab = await context.newPage()
  await tab.goto(website.urlOf(SLUG))
  await tab.evaluate((href) => location.assign(href), `${ORIGIN}${link}`)
  await expect(tab.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  expect((await context.cookies(ORIGIN)).map(({ name }) => name)).not.toContain('signed_in')
})
