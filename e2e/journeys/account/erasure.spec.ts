/** Erasing a customer, by themselves on the dashboard or by an admin. */
import { expect, type Page } from 'playwright/test'
import { User } from '#db/models/people/user.ts'
import { createOrder, openDashboard, regionOf } from '#e2e/journeys/support/dashboard.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { adminTest, createPaidOrder, createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Erase My Account' })

async function openDialog(page: Page): Promise<void> {
  await regionOf(page, 'Profile Information').getByRole('button', { name: 'Erase My Account' }).click()
}

test('a customer reads what goes and what stays, gives the password, and ends on the home page, signed out', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/400|401/)
  const user = await createPerson(db, { firstName: 'Greta' })
  await createOrder(db, user, { status: 'completed' })
  await openDashboard(page, user)
  await openDialog(page)
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('as tax law requires')
  const erase = dialog.getByRole('button', { name: 'Erase My Account' })
  await erase.click()
  await expect(dialog).toContainText('Enter your current password')
  await dialog.getByLabel('Current password').fill('a-wrong-guess')
  await erase.click()
  await expect(dialog).toContainText('Your current password is not correct')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await erase.click()

  await page.waitForURL('/')
  await expectToast(page, 'Account Erased', 'Your data has been deleted. We’ve emailed you a confirmation.')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await User.query(db).findById(user.id)).toMatchObject({ firstName: 'Former', phone: '' })
  const again = { email: user.email, password: PASSWORD }
  expect((await page.request.post('/api/auth/login', { data: again })).status()).toBe(401)
})

test('a customer with open orders is told which, each linked, and no more than three', async ({
  page,
  db,
}) => {
  const user = await createPerson(db)
  await createOrder(db, user, { status: 'completed' })
  const open = []
  for (let made = 0; made < 5; made++) open.unshift(await createOrder(db, user, { status: 'processing' }))
  const [first, second, third] = open.map(({ invoiceNumber }) => invoiceNumber)
  await openDashboard(page, user)
  await openDialog(page)
  await expect(dialogOf(page)).toContainText(
    `We’re still working on ${first}, ${second}, ${third} and 2 more. You can`,
  )
  await expect(dialogOf(page).getByLabel('Current password')).toHaveCount(0)
  await dialogOf(page).getByRole('link', { name: second }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(open[1]?.packageName ?? '')
  await page.waitForURL(`/dashboard?order=${open[1]?.id}`)
})

adminTest('an admin erases a customer after typing their e-mail', async ({ page, db, browser, admin: _ }) => {
  const user = await createPerson(db, { firstName: 'Greta', lastName: 'Erased' })
  const order = await createPaidOrder(db, { userId: user.id, status: 'completed' })
  const device = await (await browser.newContext()).newPage()
  await signInAs(device, user)
  await page.goto(`/admin?tab=users&q=${user.email}`)
  const row = page.getByRole('row').filter({ hasText: user.email })
  await row.getByRole('button', { name: /^Account of Greta/ }).click()
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Erase customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase customer' })
  const erase = dialog.getByRole('button', { name: 'Erase Customer' })
  await dialog.getByLabel('Account email').fill('somebody.else@example.com')
  await erase.click()
  await expect(dialog).toContainText('This isn’t the account’s email')
  await dialog.getByLabel('Account email').fill(user.email)
  await erase.click()
  await expectToast(
    page,
    'Customer Erased',
    "Greta Erased's data has been deleted. They get a confirmation email.",
  )
  await expect(row).toHaveCount(0)
  await page.goto(`/admin?tab=users&q=erased-${user.id}@invalid`)
  const erased = page.getByRole('row').filter({ hasText: 'Former customer' })
  await expect(erased).toContainText('Erased')
  await expect(erased.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
  expect((await device.request.get('/api/auth/me')).status()).toBe(401)
  await device.context().close()

  // Their orders stay in the list. It does not offer their invoices, which the call would refuse.
  await page.goto(`/admin?tab=orders&q=${order.invoiceNumber}`)
  const kept = page.getByRole('row').filter({ hasText: order.invoiceNumber })
  const nobody = 'Former customer Erased, no invoice available'
  await expect(kept.getByRole('cell', { name: nobody })).toBeVisible()
  await kept.getByRole('link', { name: order.invoiceNumber }).click()
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Their personal data was erased')
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Invoices/ })).toHaveCount(0)
  expect((await page.request.get(`/api/admin/orders/${order.id}/invoices`)).status()).toBe(404)
})
