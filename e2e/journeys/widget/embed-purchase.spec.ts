/** The purchase in a frame on another website, in a browser that blocks third-party cookies. */
import { expect } from 'playwright/test'
import { Order } from '#db/models/orders/order.ts'
import { createBuyer } from '#e2e/journeys/support/buyer.ts'
import { FULL_CHROMIUM } from '#e2e/journeys/support/full-chromium.ts'
import { settle } from '#e2e/journeys/support/journey.ts'
import { createPerson, PASSWORD } from '#e2e/journeys/support/people.ts'
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
import { CHROMIUM_FLAGS } from '#e2e/support/chromium.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

test.use({
  launchOptions: { ...FULL_CHROMIUM, args: [...CHROMIUM_FLAGS, '--test-third-party-cookie-phaseout'] },
})
// Keeps the tests in one worker, so that only one starts that browser.
test.describe.configure({ mode: 'default' })

test('a visitor buys on another website, and answers the questions in a tab of the shop that is signed in', async ({
  page,
  db,
  website,
}) => {
  const frame = await openFrame(page, website)
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
  await expect
    .poll(() => messagesOf(page, 'paid'))
    .toEqual([
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

  // On another website the same link signs nobody in.
  const answer = frame.getByRole('link', { name: /^Answer the questions/ })
  const link = await answer.getAttribute('href')
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(website.urlOf(SLUG))
  await elsewhere.evaluate((href) => location.assign(href), `${ORIGIN}${link}`)
  await expect(elsewhere.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  expect((await page.context().cookies(ORIGIN)).map(({ name }) => name)).not.toContain('signed_in')
  // What a page was still loading when it closed would never finish.
  await settle(elsewhere)
  await elsewhere.close()

  const opened = page.context().waitForEvent('page')
  await answer.click()
  const tab = await opened
  await tab.waitForURL(`**/dashboard?order=${order.id}**`)
  await expect(tab.getByRole('banner').getByText(`Welcome, ${buyer.firstName}`).first()).toBeVisible()
  await expect(tab.getByRole('heading', { name: new RegExp(order.packageName) }).first()).toBeVisible()
  // Waits, because later the page's requests would be refused.
  await settle(tab)
  // The link signs in only once. After a sign-out it asks for the password.
  await tab.getByRole('button', { name: 'Sign Out' }).first().click()
  await tab.waitForURL((url) => url.pathname === '/')
})

test('a buyer with an account signs in, in a tab of the shop, and goes on with the package there', async ({
  page,
  db,
  expectFault,
  website,
}) => {
  expectFault(/status of 409/)
  const { email } = await createPerson(db, {})
  const frame = await openFrame(page, website)
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
  website,
}) => {
  expectFault(/status of 400/)
  const frame = await openFrame(page, website)
  const buyer = await submit(frame)
  await press(frame, 'Simulate a decline')
  const goOn = async () => {
    const opened = page.context().waitForEvent('page')
    await frame.getByRole('button', { name: 'Continue in a window' }).click()
    return await opened
  }
  // A buyer who closes the window goes on in the frame.
  await (await goOn()).close()
  await expect(frame.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(frame.getByRole('button', { name: /^Pay/ })).toBeEnabled()
  const other = await goOn()
  await expect(frame.getByText('Your purchase continues in a new window')).toBeVisible()
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
  await expect.poll(() => messagesOf(page, 'paid')).toHaveLength(1)
  const tab = page.context().waitForEvent('page')
  await frame.getByRole('link', { name: /^Answer the questions/ }).click()
  await expect((await tab).getByRole('banner').getByText(`Welcome, ${buyer.firstName}`).first()).toBeVisible()
})
