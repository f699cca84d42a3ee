/** The purchase frame on another website: what does not depend on cookies. embed-purchase.spec.ts has the rest. */
import { expect } from 'playwright/test'
import { insertCoupon } from '#db/testing/builders.ts'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { openEmbeddingPage } from '#e2e/journeys/support/embedding-page.ts'
import { holdCalls, settle } from '#e2e/journeys/support/journey.ts'
import {
  countOrders,
  expectPaid,
  messagesOf,
  openFrame,
  press,
  SLUG,
  submit,
  test,
} from '#e2e/journeys/support/purchase-frame.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

// Keeps the tests in one worker, so that only one opens the website.
test.describe.configure({ mode: 'default' })

test('on a phone a declined card is said in place, nothing typed is lost or cut off, and the next try pays the same order', async ({
  page,
  db,
  expectFault,
  website,
}) => {
  expectFault(/status of 400/)
  await page.setViewportSize({ width: 320, height: 640 })
  const frame = await openFrame(page, website)
  const expectFits = async () =>
    expect(
      await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0)
  await expectFits()
  const buyer = await submit(frame)
  await press(frame, 'Simulate a decline')
  const notice = frame.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(notice).toBeFocused()
  await expect(frame.getByRole('button', { name: 'Continue in a window' })).toBeInViewport()
  await expectFits()
  await expect(frame.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(frame.getByLabel('Password')).toHaveValue(buyer.password)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await press(frame, 'Pay')
  await expectPaid(frame)
  await expectFits()
  const { height } = (await frame.getByRole('link', { name: /^Answer the questions/ }).boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)
  expect(await countOrders(db, buyer)).toBe(1)
  await expect.poll(() => messagesOf(page, 'paid')).toHaveLength(1)
})

test('opened again it asks for the password, but does not take the focus', async ({ page, website }) => {
  const typed = await openFrame(page, website)
  await fillForm(typed.locator('form').first(), createBuyer())
  const frame = await openFrame(page, website)
  const password = frame.getByLabel('Password')
  await expect(password).toHaveAccessibleDescription('We don’t keep passwords. Please enter it again.')
  await expect(password).not.toBeFocused()
})

test('a checkout that was closed, or lost the network, can be tried again in place', async ({
  page,
  expectFault,
  website,
}) => {
  expectFault(/status of 400|ERR_/)
  const frame = await openFrame(page, website)
  await submit(frame)
  await press(frame, 'Close')
  await expect(frame.getByText('Payment was cancelled. You can try again anytime.')).toBeVisible()
  await frame.getByRole('button', { name: 'Try again' }).click()
  await press(frame, 'Simulate a network error')
  await expect(frame.getByRole('alert').filter({ hasText: 'Payment Failed' })).toBeVisible()
  expect(await messagesOf(page, 'paid')).toEqual([])
})

test('the price of the website’s coupon is paid; where the verification is lost, the buyer is told not to pay twice, then that it is paid', async ({
  page,
  db,
  expectFault,
  website,
}) => {
  expectFault(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  await page.route('**/api/verify-payment', (route) => route.abort())
  const { code } = await insertCoupon(db, { code: `FRAME${Date.now()}`, discountHundredths: 5000 })
  const frame = await openFrame(page, website, `coupon=${code}`)
  await expect(frame.getByText('Coupon Applied Successfully!')).toBeVisible()
  const price = await frame.getByRole('button', { name: /^Pay/ }).textContent()
  await submit(frame)
  await press(frame, 'Pay')
  await expect(
    frame.getByText(/We’re checking your payment for order INV-\d+.* Please do not pay again\./),
  ).toBeVisible()
  await expect(frame.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await page.unroute('**/api/verify-payment')
  await page.clock.runFor('00:15')
  await expect(frame.getByRole('heading', { name: price?.replace('Pay', 'Paid') ?? '' })).toBeVisible()
  await expect(frame.getByRole('link', { name: /^Answer the questions/ })).toHaveAttribute('href', /token=/)
})

test('in a dialog of the website, which alone can show it, Close and Escape ask it to close, and stop a purchase before its checkout', async ({
  page,
  website,
}) => {
  const frame = await openFrame(page, website, 'view=dialog')
  // A message as the website would send it, but from the frame itself.
  await frame.evaluate(() =>
    window.postMessage({ source: 'service-package', version: 1, type: 'show' }, location.origin),
  )
  await page.evaluate((shop) => {
    for (const message of ['show', { type: 'show' }, { source: 'service-package', version: 2, type: 'show' }])
      window.frames[0]?.postMessage(message, shop)
  }, ORIGIN)
  await settle(page)
  expect(await messagesOf(page, 'opened')).toEqual([])
  await page.evaluate((shop) => {
    window.frames[0]?.postMessage({ source: 'service-package', version: 1, type: 'show' }, shop)
  }, ORIGIN)
  await expect(frame.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => messagesOf(page, 'opened')).toMatchObject([{ package: SLUG }])
  await frame.getByRole('button', { name: 'Close' }).click()
  await frame.getByLabel('First name').press('Escape')
  await expect.poll(() => messagesOf(page, 'close')).toHaveLength(2)

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
  await expect.poll(() => messagesOf(page, 'close')).toHaveLength(4)
})

test('a website that is not on the list gets no frame', async ({ page, expectFault, website }) => {
  expectFault(/frame-ancestors|Framing/)
  const stranger = await openEmbeddingPage(ORIGIN)
  await page.goto(stranger.urlOf(SLUG))
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
  // Naming an allowed website does not help.
  await page.goto(
    `${stranger.origin}/?${new URLSearchParams({ slug: `${SLUG}?host=${website.origin}`, query: '' })}`,
  )
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
  await stranger.close()
})
