import type { Knex } from 'knex'
import { expect, type Locator, type Page } from 'playwright/test'
import { TOTAL_COUNT_HEADER } from '#api/rules/list-total.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Order, OrderAnswer } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { expectToast, setHidden, test } from '#e2e/journeys/support/journey.ts'
import { createPerson, PASSWORD } from '#e2e/journeys/support/people.ts'
import { dropOverviewFigures, getPackage } from '#e2e/support/database.ts'

const SLUG = 'site-audit'
const TABS = ['Overview', 'Users', 'Orders', 'Registrations', 'Coupons', 'Packages', 'Staff']
/** A part for codes and names that no other journey has. */
const unique = () => crypto.randomUUID().slice(0, 8).toUpperCase()

async function signIn(page: Page, account: { email: string; password: string } = DEMO_ACCOUNTS.admin) {
  const response = await page.request.post('/api/auth/login', { data: account })
  expect(response.status()).toBe(200)
}

async function openAdmin(page: Page, query = ''): Promise<void> {
  await signIn(page)
  await page.goto(`/admin${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
}

async function createOrder(db: Knex, fields: Partial<Order> = {}): Promise<Order> {
  const { id: packageId } = await getPackage(db, SLUG)
  return insertPaidOrder(db, { packageId, ...fields })
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const countOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title }).locator('header').getByRole('status')
const pagesOf = (page: Page) => page.getByRole('navigation', { name: /^Pages of / })
const cells = (page: Page, column: number): Locator => page.locator(`tbody tr > td:nth-child(${column})`)

test.describe('who gets in', () => {
  test('an admin whose right is taken away is told so at the next call', async ({
    page,
    db,
    expectFault,
  }) => {
    expectFault(/403/)
    const other = await createPerson(db, { isAdmin: true })
    await signIn(page, { email: other.email, password: PASSWORD })
    await page.goto('/admin')
    await expect(page.getByText('Total Revenue')).toBeVisible()
    await other.$query(db).patch({ isAdmin: false })
    const denied = page.getByRole('heading', { level: 1, name: 'Access Denied' })
    // The response of a call in progress may have closed the area already.
    await page.getByRole('tab', { name: 'Users' }).or(denied).click()
    await expect(denied).toBeFocused()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('Logout shows a message and leads home; a failure shows one too', async ({ page, expectFault }) => {
    expectFault(/Failed to load resource/)
    await openAdmin(page)
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await page.context().route('**/api/auth/logout*', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectToast(page, 'Logout failed', 'There was an error logging out')
    await expect(page.getByText('Admin Dashboard')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible()
    // The sign-out has not reached the API: no page shows the account, and the next page repeats the call.
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    expect((await page.request.get('/api/auth/me')).status()).toBe(200)
    await page.context().unroute('**/api/auth/logout*')
    await page.reload()
    await expect.poll(async () => (await page.request.get('/api/auth/me')).status()).toBe(401)
    await openAdmin(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectToast(page, 'Logged out successfully')
    await page.waitForURL((url) => url.pathname === '/')
    expect((await page.request.get('/api/auth/me')).status()).toBe(401)
  })
})

test('the tabs have addresses and are one stop of the keyboard, moved through by arrows', async ({
  page,
}) => {
  await openAdmin(page, '?tab=orders')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(page.getByRole('tab')).toHaveText(TABS)
  await expect(tab('Orders')).toHaveAttribute('aria-selected', 'true')
  await tab('Orders').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Registrations')).toBeFocused()
  await expect(page).toHaveURL(/\?tab=registrations$/)
  await expect(page.getByRole('tabpanel', { name: 'Registrations' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(tab('Staff')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Overview')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/\?tab=overview$/)
  await expect(page.locator('[role=tab][tabindex="0"]')).toHaveText(['Overview'])
  await tab('Users').click()
  await page.reload()
  await expect(tab('Users')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')
})

/** Adds an order, because without one there are no charts. */
async function sellSomething(db: Knex): Promise<void> {
  await createOrder(db, { status: 'completed' })
  await dropOverviewFigures(db)
}

test('a bar of a chart shows its figure under the pointer', async ({ page, db }) => {
  await sellSomething(db)
  await openAdmin(page)
  const chart = page.getByRole('figure', { name: 'Orders by status' })
  const figure = chart.locator('p').filter({ hasText: 'Completed' })
  await expect(figure).toBeHidden()
  await figure.locator('..').hover()
  await expect(figure).toBeVisible()
  await expect(figure).toHaveText(/^Completed[\d,]+$/)
  await expect(chart.getByRole('listitem').filter({ hasText: /^Completed: [\d,]+$/ })).toHaveCount(1)
})

test('the overview says what is still to be paid, but not that nothing is', async ({ page }) => {
  let outstanding = '250.00'
  await page.route('**/api/admin/overview', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), outstanding } })
  })
  await openAdmin(page)
  const link = page.getByRole('link', { name: /still to be paid$/ })
  await expect(link).toHaveText('$250.00 still to be paid')
  await expect(link).toHaveAttribute('href', '?tab=orders&paymentStatus=instalment_paid')
  outstanding = '0.00'
  await page.reload()
  await expect(page.getByRole('figure', { name: 'Revenue by day, the last 30 days' })).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('the overview shows four totals, and each chart’s figures as a table', async ({ page, db }) => {
  await sellSomething(db)
  await openAdmin(page)
  const totalOf = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
  await expect(totalOf('Total Revenue')).toHaveText(/^\$[\d,]+\.\d\d$/)
  for (const name of ['Total Customers', 'Total Orders', 'Registrations'])
    await expect(totalOf(name)).toHaveText(/^[\d,]+$/)
  const monthsOf = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[last()]')
  await expect(monthsOf('Total Revenue')).toHaveText(/^\w{3,4} \$[\d,.]+\w{3,4} \$[\d,.]+$/)
  for (const name of ['Total Customers', 'Total Orders', 'Registrations'])
    await expect(monthsOf(name)).toHaveText(/^\w{3,4} [\d,]+[A-Z]\w{2,3} [\d,]+$/)
  await expect(page.getByText(/^Figures as of \d/)).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Revenue by day, the last 30 days' })).toBeVisible()
  await page.getByRole('radio', { name: 'Month' }).check()
  await expect(page.getByRole('figure', { name: 'Revenue by month, the last 12 months' })).toBeVisible()
  await page.getByText('Show as a table: Revenue by month').click()
  const table = page.getByRole('table', { name: /^Revenue by month/ })
  await expect(table.getByRole('row')).toHaveCount(13)
  await page.getByText('Show as a table: Orders by status').click()
  await expect(page.getByRole('table', { name: 'Orders by status' })).toContainText('Completed')
})

test('a list with more than 10,000 rows names no last page, and goes on while its pages are full', async ({
  page,
  db,
}) => {
  const company = `Vast ${unique()}`
  for (let n = 0; n < 30; n += 1) await insertUser(db, { company })
  await page.route(/\/api\/admin\/users\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), [TOTAL_COUNT_HEADER]: '10000+' } })
  })
  await openAdmin(page, `?tab=users&size=25&q=${company}`)
  await expect(countOf(page, 'Users')).toHaveText('10,000+ users found')
  await expect(pagesOf(page)).toContainText('1–25 of 10,000+')
  await expect(pagesOf(page)).not.toContainText('1 of')
  await expect(page.getByRole('button', { name: 'Last page' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(pagesOf(page)).toContainText('26–30 of 10,000+')
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')
})

test('the rows of the first screen are drawn first, then all of them', async ({ page, db }) => {
  const company = `Long ${unique()}`
  for (let n = 0; n < 30; n += 1) await insertUser(db, { company })
  await page.addInitScript(() => {
    const drawn: number[] = []
    Object.assign(window, { drawn })
    new MutationObserver(() => {
      const { length } = document.querySelectorAll('table:not([inert]) tbody tr')
      if (length > 0 && drawn.at(-1) !== length) drawn.push(length)
    }).observe(document, { childList: true, subtree: true })
  })
  await openAdmin(page, `?tab=users&q=${company}`)
  await expect(countOf(page, 'Users')).toHaveText('30 users found')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'drawn'))).toEqual([25, 30])
})

test('a list is searched, sorted, filtered and paged by its address', async ({ page, db }) => {
  const company = `Acme ${unique()}`
  for (let n = 0; n < 30; n += 1) {
    await insertUser(db, {
      company,
      firstName: 'Pat',
      lastName: `Number${n}`,
      isStaff: n < 4,
      email: `${String(n).padStart(2, '0')}-${unique()}@example.com`,
    })
  }
  await openAdmin(page, '?tab=users&size=25')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(company)
  await expect(countOf(page, 'Users')).toHaveText('30 users found')
  await expect(pagesOf(page)).toContainText('1–25 of 30')
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(cells(page, 2).first()).toContainText(/^00-/)
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending')
  await expect(cells(page, 2).first()).toContainText(/^29-/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(pagesOf(page)).toContainText('26–30 of 30')
  await expect(cells(page, 2)).toHaveCount(5)
  await expect(page).toHaveURL(/sort=-email.*page=2|page=2.*sort=-email/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(company)
  await expect(cells(page, 2).first()).toContainText(/^04-/)
  await page.getByLabel('Role').selectOption('Staff')
  await expect(countOf(page, 'Users')).toHaveText('4 users found')
  await page.goBack()
  await expect(pagesOf(page)).toContainText('26–30 of 30')
  await page.goto(`/admin?tab=users&size=25&q=${company}&page=99`)
  await expect(pagesOf(page)).toContainText('26–30 of 30')
  await expect(page).toHaveURL(/page=2$/)
  await page.getByRole('searchbox').fill('nobody has this')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(cells(page, 2)).toHaveCount(25)
})

test('an account becomes staff and a customer again; a refusal of the server is shown', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/409/)
  const { id, email, lastName } = await insertUser(db, { firstName: 'Rita', lastName: `Rao${unique()}` })
  await openAdmin(page, `?tab=users&q=${email}`)
  const open = rowOf(page, email).getByRole('button', { name: /^Account of Rita/ })
  const dialog = page.getByRole('dialog', { name: 'Account' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await open.click()
  await expect(dialog).toContainText('Saving signs them out')
  await dialog.getByLabel('Staff').check()
  await save.click()
  await expectToast(page, 'User Updated', `Rita ${lastName} is now staff.`)
  await expect(open).toBeFocused()
  await expect(rowOf(page, email)).toContainText('Staff')
  expect(await User.query(db).findById(id)).toMatchObject({ isStaff: true, isAdmin: false })

  await open.click()
  await dialog.getByLabel('Staff').uncheck()
  const message = 'You cannot remove the rights of the last admin'
  await page.route(`**/api/admin/users/${id}`, (route) =>
    route.fulfill({ status: 409, json: { code: 'last_admin', message } }),
  )
  await save.click()
  await expectToast(page, 'Update Failed', message)
  await page.unroute(`**/api/admin/users/${id}`)
  await save.click()
  await expectToast(page, 'User Updated', `Rita ${lastName} is now a customer.`)
  await expect(rowOf(page, email)).toContainText('Customer')
  await page.goto(`/admin?view=audit&q=${email}`)
  await expect(page.getByText('2 entries found')).toBeVisible()
})

test('a list that does not load says so, and loads again on demand', async ({ page, expectFault }) => {
  expectFault(/Failed to load resource/)
  await page.route('**/api/admin/registrations?*', (route) => route.abort())
  await openAdmin(page, '?tab=registrations')
  await expect(page.getByText('The registrations didn’t load')).toBeVisible()
  await page.unroute('**/api/admin/registrations?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(countOf(page, 'Registrations')).toHaveText(/^[\d,]+ registrations?$/)
})

test('an order’s status is set, recorded in its history, and reset if it is refused', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/Failed to load resource/)
  const accepted = { policy: 'refund-policy', version: '2024-01-01', sha256: 'c0ffee' } as const
  const order = await createOrder(db, {
    acceptedPolicies: [{ ...accepted, acceptedAt: new Date().toISOString() }],
  })
  await openAdmin(page, `?tab=orders&q=${order.invoiceNumber}`)
  const status = page.getByLabel(`Status of ${order.invoiceNumber}`)
  await status.selectOption('processing')
  await expectToast(
    page,
    'Order Updated',
    `${order.invoiceNumber} is now in process. The customer is emailed in 10 seconds.`,
  )
  await page.reload()
  await expect(status).toHaveValue('processing')
  await page.route('**/status', (route) => route.abort())
  await status.selectOption('completed')
  await expectToast(page, 'Failed to update order status')
  await expect(status).toHaveValue('processing')
  expect(await Order.query(db).findById(order.id)).toMatchObject({ status: 'processing' })
  await page.getByRole('link', { name: order.invoiceNumber }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText('Status: Pending → In Process')
  await expect(history).toContainText('by Asha Mathur')
  await history.getByText('Policies accepted').click()
  await expect(history.getByText('Refund Policy, version of 1 Jan 2024')).toBeVisible()
  await expect(history).toContainText('SHA-256 c0ffee')
})

test('a customer’s answers are shown, or a message for none and for a failure', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/Failed to load resource/)
  const order = await createOrder(db)
  await openAdmin(page, `?tab=orders&q=${order.invoiceNumber}`)
  const view = page.getByRole('button', { name: `View Answers of ${order.invoiceNumber}` })
  await view.click()
  await expectToast(page, 'No Answers Found', 'No questionnaire responses found for this order.')
  const question = await PackageQuestion.query(db).findOne({ packageId: order.packageId }).throwIfNotFound()
  await OrderAnswer.query(db).insert({
    orderId: order.id,
    questionId: question.id,
    question: question.question,
    answer: '<b>Blue</b>\nand green',
  })
  await view.click()
  const dialog = page.getByRole('dialog', { name: 'Customer Answers' })
  await expect(dialog).toContainText(question.question)
  await expect(dialog.getByRole('definition')).toHaveText('<b>Blue</b>\nand green')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.route('**/answers', (route) => route.abort())
  await view.click()
  await expectToast(page, 'Error', 'Failed to fetch customer answers.')
})

test('a coupon is created, with errors at its fields, changed and deactivated', async ({
  page,
  expectFault,
}) => {
  expectFault(/409/)
  const code = `E2E-${unique()}`
  await openAdmin(page, '?tab=coupons')
  await page.getByRole('button', { name: 'New coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'New coupon' })
  const save = dialog.getByRole('button', { name: 'Create Coupon' })
  await save.click()
  await expect(dialog.getByText('Use 3 to 50 letters, digits, hyphens or underscores')).toBeVisible()
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await dialog.getByLabel('Code').fill('welcome10')
  await dialog.getByLabel(/^Discount/).fill('12.5')
  await dialog.getByLabel('Usage limit').fill('3')
  await dialog.getByLabel('Package').selectOption({ label: 'Online Store' })
  await dialog.getByLabel('New customers only').check()
  await save.click()
  await expect(dialog.getByText('A coupon with this code already exists')).toBeVisible()
  await expect(dialog.getByLabel(/^Discount/)).toHaveValue('12.5')
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByLabel('Code').press('Enter')
  await expectToast(page, 'Coupon Created', code)
  await expect(dialog).toHaveCount(0)
  const row = rowOf(page, code)
  await expect(row).toContainText('Online Store · new customers')
  await expect(row).toContainText('12.5%')
  await expect(row).toContainText('0 / 3')
  await row.getByRole('button', { name: `Edit ${code}` }).click()
  await page.getByRole('dialog', { name: 'Edit coupon' }).getByLabel('Usage limit').fill('')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Coupon Updated')
  await expect(row).toContainText('0 / ∞')
  await row.getByRole('button', { name: `Deactivate ${code}` }).click()
  await expect(row).toContainText('Inactive')
  // The button was disabled during the call. Now it has the focus again.
  await expect(row.getByRole('button', { name: `Activate ${code}` })).toBeFocused()
  const used = await page.request.post('/api/coupons/validate', { data: { code } })
  expect(used.status()).toBe(404)
  await row.getByRole('button', { name: `Activate ${code}` }).click()
  await expect(row).toContainText('Active')
})

test('a tab refreshes every 30 seconds while it is visible, not under a dialog and not behind another page', async ({
  page,
}) => {
  await page.clock.install()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/coupons?')) calls.push(request.url())
  })
  let responses = 0
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/coupons?')) responses += 1
  })
  // Also waits for the responses, because the list does not refresh while a request is running.
  const expectCalls = async (count: number) => {
    await expect.poll(() => [calls.length, responses]).toEqual([count, count])
    await makeRoundTrip(page)
  }
  await openAdmin(page, '?tab=coupons')
  await expect(countOf(page, 'Coupons')).toHaveText(/coupons?$/)
  // Stops the clock. Until now the tab may have refreshed.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await expect.poll(() => responses).toBe(calls.length)
  await makeRoundTrip(page)
  const before = calls.length
  await page.clock.runFor(30_000)
  await expectCalls(before + 1)
  await page.clock.runFor(30_000)
  await expectCalls(before + 2)
  await page.getByRole('button', { name: 'New coupon' }).click()
  await page.clock.runFor(62_000)
  expect(calls.length).toBe(before + 2)
  await page.keyboard.press('Escape')
  await page.clock.runFor(2_000)
  await expectCalls(before + 3)
  await setHidden(page, true)
  await page.clock.runFor(62_000)
  expect(calls.length).toBe(before + 3)
  await setHidden(page, false)
  await expectCalls(before + 4)
})

/** Resolves once the page has handled all earlier responses. */
const makeRoundTrip = (page: Page) => page.evaluate(async () => (await fetch('/robots.txt')).text())
