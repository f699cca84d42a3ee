/** Orders that need an admin's attention, and the list of orders: saved filters, several orders at once, density. */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import type { Order } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { insertAssignment, insertPackage, insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'

const DAY_MS = 86_400_000

async function openAdmin(page: Page, query = ''): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: DEMO_ACCOUNTS.admin })
  expect(response.status()).toBe(200)
  await page.goto(`/admin${query}`)
}

/** Inserts paid orders of an inactive package without questions. */
async function createOrders(db: Knex, count: number, fields: Partial<Order> = {}): Promise<Order[]> {
  const { id: packageId } = await insertPackage(db, { isActive: false })
  const orders: Order[] = []
  for (let number = 0; number < count; number += 1) {
    orders.push(await insertPaidOrder(db, { packageId, ...fields }))
  }
  return orders
}

async function assign(db: Knex, order: Order, status: StaffAssignment['status'] = 'assigned') {
  const staff = await insertUser(db, { isStaff: true })
  await insertAssignment(db, { orderId: order.id, staffId: staff.id, assignedById: staff.id, status })
}

const rowOf = (page: Page, order: Order) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: order.invoiceNumber, exact: true }) })
const groupOf = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Needs attention' }).getByRole('region', { name: label, exact: true })

/** Older than the orders of other journeys, so that it is among the first three. */
const LONG_AGO = { createdAt: new Date('2020-01-02T10:00:00Z'), promisedAt: new Date('2020-01-20T10:00:00Z') }

test('what waits for an admin is on the first screen, and each kind leads to its list and its orders', async ({
  page,
  db,
}) => {
  const [unassigned] = await createOrders(db, 1, LONG_AGO)
  const [closing] = await createOrders(db, 1, LONG_AGO)
  if (!unassigned || !closing) throw new Error('No orders')
  await assign(db, closing, 'completed')
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(page)
  for (const [label, order] of [
    ['Overdue', unassigned],
    ['Unassigned', unassigned],
    ['Ready to close', closing],
  ] as const) {
    const group = groupOf(page, label)
    await expect(group.getByRole('link', { name: order.invoiceNumber, exact: true })).toBeInViewport()
    expect(await group.getByRole('listitem').count()).toBeLessThanOrEqual(3)
    await expect(group.getByRole('link', { name: /^Show all: / })).toBeInViewport()
  }
  await expect(
    groupOf(page, 'Overdue').getByRole('link', { name: closing.invoiceNumber, exact: true }),
  ).toHaveCount(0)
  const shown = Number(
    await groupOf(page, 'Ready to close').getByRole('heading').locator('span').last().textContent(),
  )

  await expect(page.getByRole('figure', { name: /^Revenue by day/ })).toBeInViewport({ ratio: 0.3 })
  await groupOf(page, 'Ready to close')
    .getByRole('link', { name: /^Show all: Ready to close, / })
    .click()
  await expect(page).toHaveURL(/attention=readyToClose/)
  await expect(rowOf(page, closing)).toContainText('Ready to close')
  await expect(page.getByRole('region', { name: 'Orders' }).locator('header').getByRole('status')).toHaveText(
    new RegExp(`^${shown} orders? found$`),
  )
  await page.getByLabel(`Status of ${closing.invoiceNumber}`).selectOption('completed')
  await expectToast(page, 'Order Updated')
  await page.goto('/admin')
  await expect(groupOf(page, 'Unassigned')).toBeVisible()
  await expect(page.getByRole('link', { name: closing.invoiceNumber, exact: true })).toHaveCount(0)
  await groupOf(page, 'Overdue').getByRole('link', { name: unassigned.invoiceNumber, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`order=${unassigned.id}`))
  await page.goto(`/admin?tab=orders&q=${unassigned.invoiceNumber}`)
  await expect(rowOf(page, unassigned)).toContainText('Overdue')
  await expect(rowOf(page, unassigned)).toContainText('Unassigned')
})

test('where nothing waits, one line says so', async ({ page }) => {
  const nothing = { total: 0, first: [] }
  await page.route('**/api/admin/attention', (route) =>
    route.fulfill({ json: { orders: [], disputes: nothing, money: nothing, jobs: nothing, mails: nothing } }),
  )
  await openAdmin(page)
  await expect(page.getByText('Nothing needs your attention')).toBeVisible()
  await expect(page.getByText('Total Revenue')).toBeVisible()
})

test('several orders are assigned and get a status at once, and the status can be undone', async ({
  page,
  db,
}) => {
  const staff = await createPerson(db, { isStaff: true, jobTitle: `Engineer ${crypto.randomUUID()}` })
  const orders = await createOrders(db, 3)
  const [first, second, third] = orders as [Order, Order, Order]
  const mails = () =>
    OutboxMessage.query(db)
      .where({ kind: 'status_changed' })
      .whereRaw(`payload ->> 'orderId' = ANY(?)`, [orders.map(({ id }) => String(id))])
      .resultSize()
  await openAdmin(page, `?tab=orders&packageId=${first.packageId}`)
  await page.getByLabel(`Select ${first.invoiceNumber}`).check()
  await page.getByLabel(`Select ${second.invoiceNumber}`).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 2 orders' })
  await dialog.getByRole('combobox').fill(staff.email)
  // The list shows everybody until the search responds.
  await dialog.getByRole('option').filter({ hasText: staff.jobTitle }).click()
  await dialog.getByRole('button', { name: 'Assign 2 orders' }).click()
  await expect(page.getByText('2 assigned')).toBeFocused()
  await expect(rowOf(page, first)).toContainText(staff.firstName)
  expect(await StaffAssignment.query(db).where({ staffId: staff.id }).resultSize()).toBe(2)

  await page.getByLabel(`Status of ${third.invoiceNumber}`).selectOption('completed')
  await expectToast(page, 'Order Updated')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Change status' }).click()
  const status = page.getByRole('dialog', { name: 'Change status of 3 orders' })
  await status.getByLabel('New status').selectOption('completed')
  await status.getByRole('button', { name: 'Change status of 3 orders' }).click()
  await expect(
    page.getByText(`2 changed, 1 failed: ${third.invoiceNumber} (already has this status)`),
  ).toBeVisible()
  await expect(page.getByLabel(`Status of ${first.invoiceNumber}`)).toHaveValue('completed')
  expect(await mails()).toBe(3)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('2 undone')).toBeFocused()
  await expect(page.getByLabel(`Status of ${first.invoiceNumber}`)).toHaveValue('pending')
  await expect(page.getByLabel(`Status of ${third.invoiceNumber}`)).toHaveValue('completed')
  expect(await mails()).toBe(1)
})

test('a filter is saved under a name, comes back after a reload, is another admin’s never, and is removed', async ({
  page,
  db,
}) => {
  const [order] = (await createOrders(db, 1)) as [Order]
  const views = page.getByRole('navigation', { name: 'Saved filters' })
  await openAdmin(page, '?tab=orders')
  // Only what waits, with its number.
  const unassigned = views.getByRole('link', { name: /^Unassigned/ })
  await expect(unassigned).toHaveText(/^Unassigned[1-9]/)
  for (const text of (await views.getByRole('link').allTextContents()).slice(1))
    expect(text).toMatch(/[1-9]\d*\+?$/)
  await expect(views.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: 'Save filter' })).toHaveCount(0)
  await page.goto(`/admin?tab=orders&packageId=${order.packageId}&sort=amount`)
  await page.getByRole('button', { name: 'Save filter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save filter' })
  await dialog.getByLabel('Name').fill('My package')
  await dialog.getByRole('button', { name: 'Save filter' }).click()
  const own = views.getByRole('link', { name: 'My package' })
  await expect(own).toHaveAttribute('aria-current', 'true')
  await page.goto('/admin?tab=orders')
  await own.click()
  await expect(page).toHaveURL(new RegExp(`packageId=${order.packageId}&sort=amount`))
  await expect(rowOf(page, order)).toBeVisible()

  const other = await createPerson(db, { isAdmin: true })
  await signInAs(page, other)
  await page.goto('/admin?tab=orders')
  await expect(views.getByRole('link', { name: 'All', exact: true })).toBeVisible()
  await expect(own).toHaveCount(0)
  await openAdmin(page, '?tab=orders')
  await page.getByRole('button', { name: 'Remove filter My package' }).click()
  await expect(own).toHaveCount(0)
  await page.reload()
  await expect(views.getByRole('link', { name: 'All', exact: true })).toBeVisible()
  await expect(own).toHaveCount(0)
})

test('sixteen orders are in view at 1440 × 900, and five on a phone; headings and bulk bar stay', async ({
  page,
  db,
  browser,
}) => {
  const [order] = (await createOrders(db, 20)) as [Order]
  const query = `?tab=orders&packageId=${order.packageId}`
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(page, query)
  await expect(page.locator('tbody tr')).toHaveCount(20)
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()))
  expect(heights.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(16)
  for (const { height } of heights) expect(height).toBeLessThan(38)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  const sticksOut = await page
    .locator('tbody td button')
    .evaluateAll(
      (buttons) =>
        buttons.filter(
          (button) =>
            button.getBoundingClientRect().right > (button.closest('td')?.getBoundingClientRect().right ?? 0),
        ).length,
    )
  expect(sticksOut).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  const tablet = await browser.newPage({
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    isMobile: true,
  })
  await openAdmin(tablet, query)
  await expect(tablet.locator('tbody tr')).toHaveCount(20)
  const { height } = (await tablet.locator('tbody tr').first().boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThanOrEqual(44)

  // The headings and the actions for ticked orders stay in view.
  await tablet.setViewportSize({ width: 820, height: 500 })
  await tablet.getByLabel('Select all on this page').check()
  await tablet.locator('tbody tr').nth(12).scrollIntoViewIfNeeded()
  await expect(tablet.getByRole('columnheader', { name: 'View Answers' })).toBeInViewport()
  await expect(tablet.getByText('20 selected')).toBeInViewport()
  await tablet.close()

  const phone = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await openAdmin(phone, query)
  const rows = phone.getByRole('region', { name: 'Orders' }).getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText(order.packageName)
  for (const shown of [0, 1, 2, 3, 4]) await expect(rows.nth(shown)).toBeInViewport({ ratio: 1 })
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await phone
    .getByLabel(/^Select INV-/)
    .first()
    .check()
  const bar = (await phone.getByRole('button', { name: 'Change status' }).boundingBox()) ?? { y: 0 }
  expect(bar.y).toBeGreaterThan(844 - 100)
  await phone.getByRole('button', { name: 'Filters (1)' }).click()
  await expect(phone.getByLabel('Ordered from')).toBeVisible()
  // A click anywhere on the row opens the order.
  await rows.first().click({ position: { x: 150, y: 14 } })
  await expect(phone).toHaveURL(/order=\d+/)
  await phone.close()
})

test('the refresh after 30 seconds keeps the place: scroll, focus and what is ticked', async ({
  page,
  db,
}) => {
  const orders = await createOrders(db, 30)
  const last = orders[0] as Order
  await page.clock.install()
  await openAdmin(page, `?tab=orders&packageId=${last.packageId}`)
  const select = page.getByLabel(`Select ${last.invoiceNumber}`, { exact: true })
  await select.check()
  const link = page.getByRole('link', { name: last.invoiceNumber, exact: true })
  await link.focus()
  const top = async () => Math.round((await link.boundingBox())?.y ?? 0)
  const before = await top()
  const [added] = await Promise.all([
    insertPaidOrder(db, { packageId: last.packageId, createdAt: new Date(Date.now() + DAY_MS) }),
  ])
  const refreshed = page.waitForResponse(/\/api\/admin\/orders\?/)
  await page.clock.runFor(31_000)
  await refreshed
  await expect(rowOf(page, added)).toHaveCount(1)
  await expect(link).toBeFocused()
  await expect(select).toBeChecked()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2)
})
