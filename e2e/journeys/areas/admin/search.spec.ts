/** The search of the whole admin area. */
import { expect, type Page } from 'playwright/test'
import { insertUser } from '#db/testing/builders.ts'
import { createPaidOrder, adminTest as test } from '#e2e/journeys/support/people.ts'

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const optionOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name: 'Search' }).getByRole('option', { name })
const openSearch = (page: Page) =>
  page.getByRole('button', { name: 'Search orders, people, packages' }).click()
/** A name that no other journey has. */
const unique = () => `Tanaka${crypto.randomUUID().slice(0, 8)}`

test('by keyboard alone: the shortcut, the arrows, Enter before the results, Escape', async ({
  page,
  db,
  admin: _,
}) => {
  const order = await createPaidOrder(db)
  const person = await insertUser(db, { firstName: 'Mei', lastName: unique(), company: 'Sakura' })
  await page.goto('/admin?tab=coupons')
  await expect(page.getByRole('heading', { name: 'Coupons' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.type(order.invoiceNumber)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin?order=${order.id}`)

  // The arrow keys move through all groups and start again after the last result.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(person.lastName)
  const found = optionOf(page, new RegExp(person.lastName))
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\?user=\d+$/)
  await expect(page.getByRole('heading', { name: new RegExp(person.lastName) })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText(person.email)
  await page.getByRole('button', { name: /^Coupon for/ }).click()
  const coupon = page.getByRole('dialog', { name: 'New coupon' })
  await expect(coupon.getByLabel('For one customer (email)')).toHaveValue(person.email)
  await coupon.getByLabel('Code').fill(`for-${Date.now()}`)
  await coupon.getByLabel('Discount (%)').fill('10')
  await coupon.getByRole('button', { name: 'Create Coupon' }).click()
  await expect(page.getByRole('region', { name: 'Personal coupons' })).toContainText('10% off')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('staf')
  await expect(optionOf(page, /./).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(optionOf(page, /^Staff$/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Staff Assignments' })).toBeVisible()
})

test('a package is found and opens for editing, once', async ({ page, admin: _ }) => {
  await page.goto('/admin')
  await openSearch(page)
  await fieldOf(page).fill('site and seo audit')
  await optionOf(page, /^Website and SEO Audit/).click()
  const dialog = page.getByRole('dialog', { name: /Edit/ })
  await expect(dialog.getByLabel('Name')).toHaveValue('Website and SEO Audit')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Website and SEO Audit' })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('the search says when it finds nothing and when it fails', async ({ page, admin: _, expectFault }) => {
  await page.goto('/admin')
  await openSearch(page)
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(optionOf(page, 'Unmatched payments')).toBeVisible()
  await fieldOf(page).fill('example')
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ results/)
  await fieldOf(page).fill('no such thing')
  await expect(dialog.getByRole('status')).toHaveText('Nothing found')
  await expect(dialog.getByText('No results for ‘no such thing’')).toBeVisible()
  expectFault(/ERR_FAILED/)
  await page.route('**/api/admin/search?*', (route) => route.abort())
  await fieldOf(page).fill('anything')
  await expect(dialog.getByRole('status')).toHaveText(/^The search failed/)
})
