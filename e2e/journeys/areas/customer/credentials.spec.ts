/** Credentials move from a message into their box, reach the team, and are deleted with the order. */
import { type Browser, expect, type Page } from 'playwright/test'
import { OrderCredentials } from '#db/models/orders/credentials.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'
import { insertAssignment } from '#db/testing/builders.ts'
import { regionOf } from '#e2e/journeys/support/dashboard.ts'
import { test, watchContext } from '#e2e/journeys/support/journey.ts'
import { endUndo } from '#e2e/journeys/support/operations.ts'
import { createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'

async function openAs(browser: Browser, user: User, path: string): Promise<Page> {
  const context = await browser.newContext()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await watchContext(context)
  const page = await context.newPage()
  await signInAs(page, user)
  await page.goto(path)
  return page
}

const boxOf = (page: Page) => page.getByRole('region', { name: 'Credentials', exact: true })

test('a password in a message is put into the box, shown to staff by a click, and gone with the order', async ({
  page,
  browser,
  db,
}) => {
  const customer = await createPerson(db, { firstName: 'Amara' })
  const staff = await createPerson(db, { firstName: 'Sam', isStaff: true })
  const order = await createPaidOrder(db, { userId: customer.id, status: 'processing' })
  const { id: orderId } = order
  await insertAssignment(db, {
    orderId,
    staffId: staff.id,
    assignedById: staff.id,
    status: 'in_progress',
  })
  await signInAs(page, customer)
  await page.goto(`/dashboard?order=${orderId}`)
  const desk = await openAs(browser, staff, `/staff?order=${orderId}`)
  await expect(boxOf(desk)).toContainText('None yet.')

  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Here it is:\npassword: hunter2')
  await page.getByRole('button', { name: 'Save it as credentials instead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add credentials' })
  await dialog.getByLabel('Address').fill('https://cp.whitfield.example')
  await dialog.getByLabel('Username').fill('amara')
  await dialog.getByRole('button', { name: 'Save credentials' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await dialog.getByLabel('Password', { exact: true }).fill('hunter2')
  await dialog.getByRole('button', { name: 'Save credentials' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(message).toHaveValue('Here it is:')
  await expect(boxOf(page)).toContainText('Hosting')
  await expect(page.getByText('hunter2')).toHaveCount(0)

  const credentials = boxOf(desk)
  await credentials.getByRole('button', { name: 'Show Hosting' }).click()
  await expect(credentials).toContainText('https://cp.whitfield.example')
  await credentials.getByRole('button', { name: 'Copy Password' }).click()
  await expect.poll(() => desk.evaluate(() => navigator.clipboard.readText())).toBe('hunter2')
  await credentials.getByRole('button', { name: 'Hide Hosting' }).click()
  await expect(credentials).not.toContainText('hunter2')
  const shown = { orderId, note: 'Credentials (Hosting) shown', actorId: staff.id }
  expect(await OrderEvent.query(db).where(shown).resultSize()).toBe(1)

  await page.getByRole('button', { name: 'Add credentials' }).click()
  await dialog.getByLabel('What is it for?').selectOption('Domain')
  await dialog.getByLabel('Note').fill('You get an invitation.')
  await dialog.getByRole('button', { name: 'Save credentials' }).click()
  await boxOf(page).getByRole('button', { name: 'Remove Domain' }).click()
  await page
    .getByRole('dialog', { name: /Remove access/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(boxOf(page)).not.toContainText('Domain')

  const admin = await createPerson(db, { firstName: 'Ada', isAdmin: true })
  const office = await openAs(browser, admin, `/admin?order=${orderId}`)
  await expect(boxOf(office)).toContainText('Hosting')
  await expect(regionOf(office, 'History')).toContainText('Credentials (Hosting) shown')
  await office.request.patch(`/api/admin/orders/${orderId}/status`, { data: { status: 'completed' } })
  await expect(boxOf(page)).toHaveCount(0)
  await expect(boxOf(desk)).toContainText('None yet.')
  await endUndo(db, orderId)
  await expect
    .poll(() => OrderCredentials.query(db).where({ orderId }).resultSize(), { timeout: 60_000 })
    .toBe(0)
  await desk.context().close()
  await office.context().close()
})
