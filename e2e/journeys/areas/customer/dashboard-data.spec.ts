/** The calls of the customer's area, what it shows if they fail, and who may see the responses. */

import { chromium } from 'playwright'
import { expect, type Page } from 'playwright/test'
import { OrderAnswer } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { createOrder, historyOf, openDashboard, regionOf } from '#e2e/journeys/support/dashboard.ts'
import { FULL_CHROMIUM } from '#e2e/journeys/support/full-chromium.ts'
import { expectToast, holdCalls, setHidden, settle, test } from '#e2e/journeys/support/journey.ts'
import { createPerson, PASSWORD } from '#e2e/journeys/support/people.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const questionsOf = (page: Page) => page.getByRole('dialog', { name: 'Package Information Requirements' })

async function signIn(page: Page, { email }: User): Promise<void> {
  // Works even if a toast covers the button.
  await page.getByRole('button', { name: 'Sign In' }).first().dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('orders are requested once: not again on focus or with time, and after a failure only by Try again', async ({
  page,
  db,
  expectFault,
}) => {
  const user = await createPerson(db)
  await createOrder(db, user)
  let asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // New messages arrive by the event stream (docs/product/order.md, Live events).
    const isLive = ['/api/events', '/api/messages/unread'].includes(pathname)
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !isLive) asked.push(pathname)
  })
  await page.clock.install()
  await openDashboard(page, user)
  await expect(historyOf(page)).toContainText('1 order')
  await page.evaluate(() => {
    for (const type of ['focus', 'online']) dispatchEvent(new Event(type))
  })
  for (const isHidden of [true, false]) await setHidden(page, isHidden)
  await page.clock.runFor('10:00')
  expect(asked.toSorted()).toEqual(['/api/auth/me', '/api/orders'])

  asked = []
  expectFault(/ERR_FAILED/)
  await page.route('**/api/orders', (route) => route.abort())
  await page.reload()
  const history = historyOf(page)
  await expect(history.getByRole('alert')).toContainText('Your orders didn’t load')
  await page.clock.runFor('10:00')
  expect(asked.filter((path) => path === '/api/orders')).toHaveLength(1)
  await page.unroute('**/api/orders')
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect(history).toContainText('1 order')
  expect(asked.filter((path) => path === '/api/orders')).toHaveLength(2)
})

test('what was asked for while the page was in the background comes when it is looked at', async ({
  page,
  db,
}) => {
  const user = await createPerson(db)
  await createOrder(db, user)
  const answer = await holdCalls(page, '**/api/auth/me')
  await openDashboard(page, user)
  await expect(page.locator('astro-island[client=only]:not([ssr])')).toBeAttached()
  await setHidden(page, true)
  answer()
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible()
  await expect(historyOf(page)).toHaveCount(0)
  await setHidden(page, false)
  await expect(historyOf(page)).toContainText('1 order')
})

test('an order that does not load says so, and comes with Try again', async ({ page, db, expectFault }) => {
  const user = await createPerson(db)
  const order = await createOrder(db, user)
  expectFault(/ERR_FAILED/)
  // Live events would reload the order.
  await page.route('**/api/events', (route) => route.abort())
  await page.route(`**/api/orders/${order.id}`, (route) => route.abort())
  await openDashboard(page, user, `?order=${order.id}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This order didn’t load')
  await page.unroute(`**/api/orders/${order.id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText(order.packageName)
})

test('questions or answers that fail to load are not shown as missing, and can be loaded again', async ({
  page,
  db,
  expectFault,
}) => {
  const user = await createPerson(db)
  await createOrder(db, user)
  expectFault(/ERR_FAILED/)
  await page.route('**/questions*', (route) => route.abort())
  await openDashboard(page, user)
  await page.getByRole('button', { name: /^Questions about/ }).click()
  const dialog = questionsOf(page)
  await expect(dialog).toContainText('No specific questions configured for this package.')
  await expect(dialog).toContainText('If you expected some')
  await page.unroute('**/questions*')
  await page.route('**/answers', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('Your answers didn’t load')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await page.unroute('**/answers')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText(/^0 of \d answered$/)).toBeVisible()
})

test('the typed text stays if answers or profile cannot be saved', async ({ page, db, expectFault }) => {
  const user = await createPerson(db)
  await createOrder(db, user)
  expectFault(/500/)
  const refuse = '**/{answers,profile}'
  await page.route(refuse, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
  )
  await openDashboard(page, user)
  await page.getByRole('button', { name: /^Questions about/ }).click()
  const dialog = questionsOf(page)
  const answer = dialog.getByRole('textbox').first()
  await answer.fill('example.com')
  await dialog.getByRole('button', { name: 'Save 1 answer' }).click()
  await expectToast(page, 'Submission Failed', 'Failed to submit responses. Please try again.')
  await expect(answer).toHaveValue('example.com')
  await page.keyboard.press('Escape')

  const profile = regionOf(page, 'Profile Information')
  await profile.getByRole('button', { name: 'Manage Profile' }).click()
  await profile.getByLabel('Company').fill('Rowe')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Error', 'Failed to update profile. Please try again.')
  await expect(profile.getByLabel('Company')).toHaveValue('Rowe')
  await page.unroute(refuse)
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile Updated', 'Your profile has been updated successfully')
})

test('nothing is typed while answers are on their way, and an answer changed elsewhere stays', async ({
  page,
  db,
}) => {
  const user = await createPerson(db)
  const order = await createOrder(db, user)
  await openDashboard(page, user)
  await page.getByRole('button', { name: /^Questions about/ }).click()
  const dialog = questionsOf(page)
  const [first, second] = [dialog.getByRole('textbox').nth(0), dialog.getByRole('textbox').nth(1)]
  await first.fill('example.com')
  const answer = await holdCalls(page, '**/answers')
  await dialog.getByRole('button', { name: 'Save 1 answer' }).click()
  await expect(second).toHaveAttribute('readonly')
  answer()
  await expect(second).not.toHaveAttribute('readonly')

  const { questionId } = await OrderAnswer.query(db).findOne({ orderId: order.id }).throwIfNotFound()
  const elsewhere = { data: { answers: { [questionId]: 'example.org' } } }
  expect((await page.request.post(`/api/orders/${order.id}/answers`, elsewhere)).status()).toBe(200)
  await second.fill('A shop')
  await dialog.getByRole('button', { name: /^(Save 1 answer|Submit Responses)$/ }).click()
  const listSaved = async () =>
    (await OrderAnswer.query(db).where({ orderId: order.id })).map((row) => row.answer).toSorted()
  await expect.poll(listSaved).toEqual(['A shop', 'example.org'])
})

test('the next user in the same tab sees nothing of the one before', async ({ page, db, expectFault }) => {
  const first = await createPerson(db, { firstName: 'Greta', company: 'First Company' })
  const second = await createPerson(db, { firstName: 'Hugo', company: 'Second Company' })
  const order = await createOrder(db, first)
  await openDashboard(page, first)
  await expect(historyOf(page)).toContainText('1 order')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.waitForURL('/')
  await expect(page.getByText('First Company')).toHaveCount(0)
  await signIn(page, second)
  await expect(heading(page)).toHaveText('Welcome, Hugo')
  await expect(historyOf(page)).toContainText('Your orders and invoices will appear here.')
  await expect(page.locator('body')).not.toContainText(/First Company|Greta/)

  expectFault(/404/)
  await page.goto(`/dashboard?order=${order.id}`)
  await expect(heading(page)).toHaveText('Order not found')
})

test('a page from the browser’s back-forward cache shows nothing of the user before', async ({ db }) => {
  const first = await createPerson(db, { firstName: 'Greta' })
  const second = await createPerson(db, { firstName: 'Hugo' })
  // Playwright disables this cache by default.
  const browser = await chromium.launch({
    ...FULL_CHROMIUM,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    // A browser short of memory drops the page from its cache. Then the test starts again from the beginning.
    await expect(async () => {
      const page = await browser.newPage({ baseURL: ORIGIN })
      await page.addInitScript(() => {
        addEventListener(
          'pageshow',
          ({ persisted }) => persisted && sessionStorage.setItem('wasCached', 'yes'),
        )
      })
      await openDashboard(page, first)
      await expect(heading(page)).toHaveText('Welcome, Greta')
      await page.goto('/about')
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await signIn(page, second)
      await expect(heading(page)).toHaveText('Welcome, Hugo')
      await page.evaluate(() => history.go(-2))
      // Repeated if the page reloads during the evaluation.
      await expect(async () => {
        expect(await page.evaluate(() => sessionStorage.getItem('wasCached'))).toBe('yes')
      }).toPass({ timeout: 10_000 })
      await expect(heading(page)).toHaveText('Welcome, Hugo')
      await expect(page.getByText('Greta')).toHaveCount(0)
    }).toPass()
  } finally {
    await browser.close()
  }
})

test('signing out before the session has loaded stays signed out', async ({ page, db }) => {
  const customer = await createPerson(db, { firstName: 'Greta' })
  await openDashboard(page, customer)
  await expect(heading(page)).toHaveText('Welcome, Greta')
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    await isReleased
    await route.fulfill({ response })
  })
  const asked = page.waitForRequest('**/api/auth/me')
  await page.goto('/about')
  await asked
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible()
  const answered = page.waitForResponse('**/api/auth/me')
  release()
  await (await answered).finished()
  await settle(page)
  await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible()
  await expect(page.getByText('Greta')).toHaveCount(0)
})
