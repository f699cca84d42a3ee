/** Preview and history of a package (docs/product/back-office.md, Preview of a package, History of a package). */
import type { Knex } from 'knex'
import { expect, type Page } from 'playwright/test'
import { Package } from '../../../db/models/package.ts'
import { insertPackage } from '../../../db/testing/builders.ts'
import { expectToast } from '../support/journey.ts'
import { createPerson, signInAs, adminTest as test } from '../support/people.ts'

const unique = () => crypto.randomUUID().slice(0, 8)
/** Inserts an inactive package, which other journeys do not see. */
const hiddenPackage = (db: Knex) => insertPackage(db, { name: `Hidden ${unique()}`, isActive: false })
const openPackages = (page: Page, q: string) => page.goto(`/admin?tab=packages&q=${encodeURIComponent(q)}`)
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('what is typed about a package is seen as its page and its card, on a phone and a desktop, before it is saved', async ({
  page,
  db,
  admin: _,
  expectFault,
}) => {
  expectFault(/400/)
  const { id, name } = await hiddenPackage(db)
  const typed = `Typed ${unique()}`
  await openPackages(page, name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = dialogOf(page, 'Edit package')
  await edit.getByLabel('Name').fill(typed)
  await edit.getByLabel('Price in US dollars').fill('1500')
  await edit.getByLabel('Long description').fill('First paragraph.\n\nSecond paragraph.')
  await edit.getByText('Picture at another address').locator('..').click()
  await edit.getByLabel('Address of the picture').fill('http://cdn.example/picture.webp')
  await edit.getByRole('button', { name: 'Preview' }).click()
  await expectToast(page, 'Preview Failed', 'Failed to show the package')
  await expect(edit.getByText('Image URL must start with https://')).toBeVisible()
  await edit.getByRole('radio', { name: 'WordPress' }).check({ force: true })
  await edit.getByRole('button', { name: 'Preview' }).click()

  const preview = dialogOf(page, `Preview of ${typed}`)
  const shown = preview.frameLocator('iframe')
  await expect(shown.getByRole('heading', { level: 1, name: typed })).toBeVisible()
  for (const text of ['$1,500.00', 'Second paragraph.', 'Nobody has reviewed this package yet.']) {
    await expect(shown.locator('main').getByText(text).filter({ visible: true }).first()).toBeVisible()
  }
  await expect(shown.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
  await expect(shown.getByText('nothing can be bought')).toBeVisible()
  const widthOf = () => shown.locator('html').evaluate((html) => html.clientWidth)
  await expect.poll(widthOf).toBeGreaterThanOrEqual(1000)
  await preview.getByText('Phone').click()
  await expect.poll(widthOf).toBeLessThanOrEqual(375)
  await preview.getByText('Card').click()
  await expect(shown.getByRole('article').first()).toContainText(typed)
  await expect(shown.getByRole('article').first()).toContainText('$1,500.00')

  await preview.getByRole('button', { name: 'Close' }).click()
  await expect(edit.getByLabel('Name')).toHaveValue(typed)
  expect(await Package.query(db).findById(id)).toMatchObject({ name, priceCents: 129_900, version: 1 })
})

test('a package that is not in the shop is previewed from the list, by admins alone and in no other site’s frame', async ({
  page,
  db,
  admin: _,
  browser,
}) => {
  const { name, slug } = await hiddenPackage(db)
  await openPackages(page, name)
  const drawn = page.waitForResponse(/\/preview\/\d+\/page$/)
  await page.getByRole('button', { name: `Preview of ${name}` }).click()
  const shown = dialogOf(page, `Preview of ${name}`).frameLocator('iframe')
  await expect(shown.getByRole('heading', { level: 1, name })).toBeVisible()
  const response = await drawn
  expect(response.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'SAMEORIGIN' })
  const policy = response.headers()['content-security-policy']
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain("default-src 'self'")
  expect(await response.text()).toContain('<meta name="robots" content="noindex"')

  // The shop has no page of the package, and the preview does not exist for others.
  expect((await page.request.get(`/packages/${slug}`)).status()).toBe(404)
  const stranger = await browser.newContext()
  expect((await stranger.request.get(response.url())).status()).toBe(404)
  const other = await stranger.newPage()
  await signInAs(other, await createPerson(db))
  expect((await stranger.request.get(response.url())).status()).toBe(404)
  await stranger.close()
})

test('questions that are typed are seen on the page before they are saved', async ({
  page,
  db,
  admin: _,
}) => {
  const { name } = await hiddenPackage(db)
  await openPackages(page, name)
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Questions' }).click()
  const dialog = dialogOf(page, 'Questions')
  await dialog.getByLabel('New question').fill('Which colours do you like?')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const shown = dialogOf(page, `Preview of ${name}`).frameLocator('iframe')
  await expect(shown.getByRole('heading', { name: 'What we ask you' })).toBeVisible()
  await expect(shown.getByText('Which colours do you like?').first()).toBeVisible()
  await dialogOf(page, `Preview of ${name}`).getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByRole('textbox', { name: /^Question 1/ })).toHaveValue('Which colours do you like?')
  expect(await db('package_questions').where({ question: 'Which colours do you like?' })).toEqual([])
})

test('each save of a package is a version that says who changed what, and an earlier one is restored', async ({
  page,
  db,
  admin: _,
}) => {
  const { id, name } = await hiddenPackage(db)
  await openPackages(page, name)
  const row = page.getByRole('row').filter({ hasText: name })
  const edit = dialogOf(page, 'Edit package')
  await row.getByRole('button', { name: 'Edit' }).click()
  await edit.getByLabel('Price in US dollars').fill('777')
  await edit.getByLabel('Features').fill('Five pages\nA shop')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Package Updated', name)
  await row.getByRole('button', { name: 'Edit' }).click()
  await edit.getByRole('button', { name: 'History' }).click()
  const history = dialogOf(page, 'History')
  const versions = history.locator('ol > li')
  await expect(versions.first()).toContainText('Version 2')
  await expect(versions.first()).toContainText('Ada')
  for (const text of ['1299.00', '777.00', 'Contact form', 'A shop'])
    await expect(versions.first()).toContainText(text)
  await expect(versions.last()).toContainText('Before the history began')
  await history.getByRole('button', { name: 'Restore version 1' }).click()
  const question = dialogOf(page, 'Restore version 1?')
  await expect(question).toContainText('1299.00')
  await question.getByRole('button', { name: 'Restore this version' }).click()
  await expectToast(page, 'Package Updated', `${name} is as it was in version 1.`)
  await expect(row).toContainText('$1,299.00')
  expect(await Package.query(db).findById(id)).toMatchObject({ priceCents: 129_900, version: 3 })
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
  await elsewhere.close()

  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Update Failed', 'Failed to update package')
  const notice = edit.getByRole('alert').filter({ hasText: 'Ole Berg has saved this package' })
  await expect(notice).toBeInViewport()
  await expect(edit.getByLabel('Short description')).toHaveValue('Typed here.')
  await notice.getByRole('button', { name: 'See what changed' }).click()
  await expect(dialogOf(page, 'History')).toContainText('By Ole.')
  await dialogOf(page, 'History').getByRole('button', { name: 'Done' }).click()
  expect(await Package.query(db).findById(id)).toMatchObject({ description: 'By Ole.' })

  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(notice).toBeHidden()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Package Updated', name)
  expect(await Package.query(db).findById(id)).toMatchObject({ description: 'Typed here.', version: 3 })
})
