/** Two admins edit the same package. Also its card beside the form (docs/product/back-office.md, Two admins at once). */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { Package } from '#db/models/catalogue/package.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { expectToast } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs, adminTest as test } from '#e2e/journeys/support/people.ts'

const unique = () => crypto.randomUUID().slice(0, 8)
/** Inserts an inactive package, so that other journeys do not see it. */
const hiddenPackage = (db: Knex) => insertPackage(db, { name: `Hidden ${unique()}`, isActive: false })
const openPackages = (page: Page, q: string) => page.goto(`/admin?tab=packages&q=${encodeURIComponent(q)}`)
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('the card beside the form shows the package as it is typed, and asks the shop for nothing', async ({
  page,
  db,
  admin: _,
}) => {
  const { name } = await hiddenPackage(db)
  await openPackages(page, name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = dialogOf(page, 'Edit package')
  const card = edit.getByRole('figure')
  await expect(card).toContainText(name)
  await expect(card).toContainText('Not in the shop')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!['/api/events', '/api/messages/unread'].includes(pathname)) asked.push(pathname)
  })
  await edit.getByLabel('Name').fill('Typed name')
  await edit.getByLabel('Price in US dollars').fill('1500')
  await edit.getByLabel('Payment plan').selectOption('50% on ordering, 50% on acceptance')
  await edit.getByLabel('Features').fill('Five pages\nFive pages\nA shop\nA third')
  for (const text of ['Typed name', '$1,500.00', '$750.00 today', 'A shop', 'View all features'])
    await expect(card).toContainText(text)
  await expect(card).not.toContainText('A third')
  await expect(card).not.toContainText('reviews')
  await edit.getByRole('radio', { name: 'WordPress' }).check({ force: true })
  await expect(card.locator('img')).toHaveAttribute('src', '/illustrations/wordpress.svg')
  // A half-typed address is not fetched.
  await edit.getByText('Picture from another address').locator('..').click()
  await edit.getByLabel('Address of the picture').fill('https://cdn')
  await expect(card.locator('img')).toHaveAttribute('src', /^\/illustrations\//)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
})

test('a save over another admin’s says so, keeps what was typed, and replaces theirs only when told to', async ({
  page,
  db,
  admin: _,
  browser,
  expectFault,
}) => {
  expectFault(/409/)
  const { id, name } = await hiddenPackage(db)
  await openPackages(page, name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = dialogOf(page, 'Edit package')
  await edit.getByLabel('Short description').fill('Typed here.')

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signInAs(other, await createPerson(db, { firstName: 'Ole', lastName: 'Berg', isAdmin: true }))
  const saved = await other.request.put(`/api/admin/packages/${id}`, { data: { description: 'By Ole.' } })
  expect(saved.status()).toBe(200)

  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Update Failed', 'Failed to update package')
  const notice = edit.getByRole('alert').filter({ hasText: 'Ole Berg has saved this package' })
  await expect(notice).toBeInViewport()
  await expect(edit.getByLabel('Short description')).toHaveValue('Typed here.')
  const opened = page.waitForEvent('popup')
  await notice.getByRole('link', { name: 'See what changed' }).click()
  const log = await opened
  const row = log.getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Ole Berg')
  await expect(row).toContainText('By Ole.')
  await log.close()
  expect(await Package.query(db).findById(id)).toMatchObject({ description: 'By Ole.' })

  // A third save comes before this admin's.
  await notice.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(notice).toBeHidden()
  await other.request.put(`/api/admin/packages/${id}`, { data: { description: 'By Ole again.' } })
  await elsewhere.close()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Keep my changes' }).click()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Package Updated', name)
  expect(await Package.query(db).findById(id)).toMatchObject({ description: 'Typed here.', version: 4 })
})
