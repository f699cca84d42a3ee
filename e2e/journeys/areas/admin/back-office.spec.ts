/** Admins change packages, staff and assignments, and the audit log records it. */
import type { Knex } from 'knex'
import { expect, type Locator, type Page } from 'playwright/test'
import { Package, PackageQuestion } from '#db/models/catalogue/package.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { insertAssignment, insertPackage } from '#db/testing/builders.ts'
import { expectToast, holdCalls } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson, adminTest as test } from '#e2e/journeys/support/people.ts'

const unique = () => crypto.randomUUID().slice(0, 8)
/** Inserts an inactive package, so that other journeys do not see it. */
const hiddenPackage = (db: Knex, fields: Partial<Package> = {}) =>
  insertPackage(db, { name: `Hidden ${unique()}`, isActive: false, ...fields })

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const openPackages = (page: Page, q: string) => page.goto(`/admin?tab=packages&q=${encodeURIComponent(q)}`)

async function choose(page: Page, { label, text, option }: { label: string; text: string; option: string }) {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  await expect(field).toHaveValue(text)
  const list = page.getByRole('listbox')
  // Before that, the list may show results of an earlier text.
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await list.getByRole('option', { name: option }).click()
  await expect(list).toBeHidden()
}

test('a package is created: errors at its fields, its card as it is typed, and a refusal that loses no input', async ({
  page,
  db,
  admin: _,
  expectFault,
}) => {
  expectFault(/400/)
  const name = `Launch Week ${unique()}`
  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto('/admin?tab=packages')
  await expect(page.getByLabel('Sort by')).toHaveValue('id')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'New package' }).click()
  const dialog = dialogOf(page, 'New package')
  await dialog.getByLabel('Delivery in business days').fill('0')
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Enter a price, such as 1299.50')).toBeVisible()
  await expect(dialog.getByText('Delivery days must be a whole number from 1 to 3650')).toBeVisible()
  await expect(dialog.getByText('Description is required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()

  // An error disappears when its field is changed, and comes back if the new value is wrong, too.
  const days = dialog.getByText('Delivery days must be a whole number from 1 to 3650')
  await dialog.getByLabel('Delivery in business days').fill('5000')
  await expect(days).toBeHidden()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expect(days).toBeVisible()

  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Price in US dollars').fill('1299.5')
  await dialog.getByLabel('Delivery in business days').fill('5')
  await dialog.getByLabel('Category', { exact: true }).selectOption('Cloud Services')
  await dialog.getByLabel('Short description').fill('Live in a week.')
  await dialog.getByLabel('Features').fill('One\n\n  Two  \nThree\n')
  await dialog.getByLabel('What you get').fill('A report')
  await dialog.getByLabel('In the shop').uncheck()
  const card = dialog.getByRole('figure')
  for (const text of [name, '$1,299.50', 'Cloud Services', '5 business days', 'Live in a week.', 'Two']) {
    await expect(card).toContainText(text)
  }
  await expect(card).not.toContainText('Three')

  await dialog.getByText('Picture from another address').locator('..').click()
  await dialog.getByLabel('Address of the picture').fill('http://cdn.example/picture.webp')
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expectToast(page, 'Creation Failed', 'Failed to create package')
  await expect(dialog.getByText('Image URL must start with https://')).toBeVisible()
  await expect(dialog.getByLabel('Address of the picture')).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)

  await dialog.getByRole('radio', { name: 'WordPress' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Create Package' }).click()
  await expectToast(page, 'Package Created', name)
  await expect(dialog).toBeHidden()
  expect(await Package.query(db).findOne({ name })).toMatchObject({
    priceCents: 129_950,
    deliveryDays: 5,
    category: 'Cloud Services',
    imageUrl: '/illustrations/wordpress.svg',
    features: ['One', 'Two', 'Three'],
    whatYouGet: ['A report'],
    whatYouDontGet: [],
    isActive: false,
  })
})

test('a package is edited; leaving with changes asks, and they outlive a reload', async ({
  page,
  db,
  admin: _,
}) => {
  const { id, name } = await hiddenPackage(db)
  await page.goto('/admin?tab=overview')
  await page.getByRole('tab', { name: 'Packages' }).click()
  await page.getByRole('searchbox').fill(name)
  const row = rowOf(page, name)
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = dialogOf(page, 'Edit package')
  await dialog.getByLabel('Price in US dollars').fill('777')
  await page.keyboard.press('Escape')
  await dialogOf(page, 'Discard your changes?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Price in US dollars')).toHaveValue('777')
  await page.goBack()
  await dialogOf(page, 'Discard your changes?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Price in US dollars')).toHaveValue('777')
  await expect(page).toHaveURL(/tab=packages/)

  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog.getByText('Your earlier changes are still here')).toBeVisible()
  await expect(dialog.getByLabel('Price in US dollars')).toHaveValue('777')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Package Updated', name)
  await expect(row).toContainText('$777.00')
  await expect(row.getByRole('button', { name: 'Edit' })).toBeFocused()
  expect(await Package.query(db).findById(id)).toMatchObject({ priceCents: 77_700, name })

  await row.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Name').fill('Something else')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialogOf(page, 'Discard your changes?').getByRole('button', { name: 'Discard changes' }).click()
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
})

test('an admin who saves a package can save its questions before the list has loaded again', async ({
  page,
  db,
  admin: _,
}) => {
  const item = await hiddenPackage(db)
  await openPackages(page, item.name)
  await expect(rowOf(page, item.name)).toBeVisible()
  // From now on the list's call gets no response.
  await page.route(/\/api\/admin\/packages\?/, () => {})
  await rowOf(page, item.name).getByRole('button', { name: 'Edit' }).click()
  const dialog = dialogOf(page, 'Edit package')
  await dialog.getByLabel('Short description').fill('Saved first.')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)
  await rowOf(page, item.name).getByRole('button', { name: 'Questions' }).click()
  const questions = dialogOf(page, 'Questions')
  await questions.getByLabel('New question').fill('Which colour?')
  await questions.getByRole('button', { name: 'Save Questions' }).click()
  await expect(questions).toHaveCount(0)
  // Opened again while the list is still loading.
  await rowOf(page, item.name).getByRole('button', { name: 'Questions' }).click()
  await expect(questions.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Which colour?')
  await questions.getByLabel('New question').fill('Which font?')
  await questions.getByRole('button', { name: 'Save Questions' }).click()
  await expect(questions).toHaveCount(0)
  expect(await PackageQuestion.query(db).where({ packageId: item.id }).orderBy('position')).toMatchObject([
    { question: 'Which colour?' },
    { question: 'Which font?' },
  ])
})

const questionsIn = (dialog: Locator) =>
  dialog
    .getByRole('textbox', { name: /^Question \d/ })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value))

test('questions are added by Enter, reordered by keyboard and by dragging, and keep their answers', async ({
  page,
  db,
  admin: _,
}) => {
  const item = await hiddenPackage(db)
  const stored = await PackageQuestion.query(db)
    .insert(['First?', 'Second?'].map((question, position) => ({ packageId: item.id, question, position })))
    .returning('*')
  await openPackages(page, item.name)
  await rowOf(page, item.name).getByRole('button', { name: 'Questions' }).click()
  const dialog = dialogOf(page, 'Questions')
  const field = dialog.getByLabel('New question')
  await field.fill('   ')
  await field.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await field.fill('  Third? ')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  expect(await questionsIn(dialog)).toEqual(['First?', 'Second?', 'Third?'])

  const handle = (place: number) => dialog.getByRole('button', { name: `Reorder question ${place}` })
  await handle(3).focus()
  await page.keyboard.press('ArrowUp')
  await expect(handle(2)).toBeFocused()
  await expect(dialog.getByText('Question moved to place 2 of 3')).toBeAttached()
  await page.keyboard.press('Home')
  await expect(handle(1)).toBeFocused()
  expect(await questionsIn(dialog)).toEqual(['Third?', 'First?', 'Second?'])

  const from = await handle(1).boundingBox()
  const to = await handle(3).boundingBox()
  if (!from || !to) throw new Error('The handles are there')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 60, { steps: 12 })
  await page.mouse.up()
  expect(await questionsIn(dialog)).toEqual(['First?', 'Second?', 'Third?'])

  // An error disappears when its field is changed.
  const first = dialog.getByRole('textbox', { name: 'Question 1' })
  await first.fill('')
  await dialog.getByRole('button', { name: 'Save Questions' }).click()
  await expect(dialog.getByText('Question is required')).toBeVisible()
  await first.fill('First?')
  await expect(dialog.getByText('Question is required')).toBeHidden()

  await dialog.getByLabel('Answer to question 1').selectOption('Short answer')
  await dialog.getByLabel('Required, question 2').check()
  await field.fill('Typed, not added?')
  await dialog.getByRole('button', { name: 'Save Questions' }).click()
  await expectToast(page, 'Package Updated')
  const changed = await PackageQuestion.query(db).where({ packageId: item.id }).orderBy('position')
  expect(changed).toMatchObject([
    { id: stored[0]?.id, question: 'First?', questionType: 'text', required: false },
    { id: stored[1]?.id, question: 'Second?', questionType: 'textarea', required: true },
    { question: 'Third?' },
    { question: 'Typed, not added?' },
  ])
})

test('staff are added, put on an order, reassigned and taken off it, and the log says so', async ({
  page,
  db,
  admin,
  expectFault,
}) => {
  expectFault(/400|409/)
  const order = await createPaidOrder(db)
  const email = `noor-${unique()}@example.com`
  const other = await createPerson(db, { firstName: 'Robin', lastName: `Vale${unique()}`, isStaff: true })
  await page.goto('/admin?tab=staff')

  await page.getByRole('button', { name: 'Add Staff' }).click()
  const dialog = dialogOf(page, 'Add Staff')
  await expect(dialog.getByLabel('Staff', { exact: true })).toBeChecked()
  await expect(dialog.getByLabel('Admin', { exact: true })).not.toBeChecked()
  await dialog.getByLabel('First name').fill('Noor')
  await dialog.getByLabel('Last name').fill('Aziz')
  await dialog.getByLabel('Email').fill(admin.email)
  await dialog.getByLabel('Password').fill('a-fine-secret')
  await dialog.getByRole('button', { name: 'Add Staff' }).click()
  await expectToast(page, 'Creation Failed', 'Failed to create user')
  await expect(dialog.getByText('An account with this email already exists')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('Password')).toHaveValue('a-fine-secret')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add Staff' }).click()
  await expectToast(page, 'User Created')
  await expect(dialog).toBeHidden()
  const noor = await User.query(db).findOne({ email }).throwIfNotFound()
  expect(noor).toMatchObject({ isStaff: true, isAdmin: false })

  const create = page.getByRole('button', { name: 'Create Assignment' })
  await create.click()
  await expectToast(page, 'Selection Required', 'Please select both a staff member and an order')
  await expect(page.getByText('Select a staff member')).toBeVisible()
  const assignNoor = async () => {
    await choose(page, { label: 'Staff member', text: email, option: 'Noor Aziz' })
    // An error disappears when its field is changed.
    await expect(page.getByText('Select a staff member')).toBeHidden()
    await choose(page, { label: 'Order', text: order.invoiceNumber, option: `${order.invoiceNumber} ·` })
    await create.click()
  }
  await assignNoor()
  await expectToast(page, 'Assignment Created')
  await expect(create).toBeFocused()
  await assignNoor()
  await expectToast(page, 'Assignment Failed', 'Failed to assign project to staff member')
  await expect(page.getByText('This staff member is already assigned to this order')).toBeVisible()

  await page.goto(`/admin?tab=staff&assignments=all&assignment-q=${order.invoiceNumber}`)
  const row = rowOf(page, `${order.invoiceNumber} `).filter({
    has: page.getByRole('button', { name: /Reassign/ }),
  })
  await row.getByRole('button', { name: /^Reassign/ }).click()
  await choose(page, { label: 'New staff member', text: other.lastName, option: `Robin ${other.lastName}` })
  await dialogOf(page, 'Reassign').getByRole('button', { name: 'Reassign' }).click()
  await expectToast(page, 'Assignment Updated')
  await expect(row).toContainText(`Robin ${other.lastName}`)
  await row.getByRole('button', { name: /^Unassign/ }).click()
  await dialogOf(page, /^Unassign /)
    .getByRole('button', { name: 'Unassign' })
    .click()
  await expectToast(page, 'Assignment Removed')
  await expect(page.getByText('No assignments match')).toBeVisible()
  expect(await StaffAssignment.query(db).where({ orderId: order.id }).resultSize()).toBe(0)

  await page.goto(`/admin?view=audit&q=${order.invoiceNumber}`)
  await expect(page.getByText('3 entries found')).toBeVisible()
  await expect(rowOf(page, 'Removed')).toContainText(other.email)
  await expect(rowOf(page, 'Changed')).toContainText(email)
  await expect(rowOf(page, 'Created')).toContainText('assigned')
  await page.getByLabel('About').selectOption('Coupons')
  await expect(page.getByText('No entries match')).toBeVisible()
})

test('the first five assignments are shown, and all on demand; the order selector searches behind its first 20', async ({
  page,
  db,
  admin,
}) => {
  const staff = await createPerson(db, { isStaff: true })
  // Searches for a unique name, because INV-2 would also find INV-20.
  const buyer = await createPerson(db, { lastName: `Oldest${Date.now()}` })
  const oldest = await createPaidOrder(db, { userId: buyer.id, createdAt: new Date('2001-01-01') })
  for (let number = 0; number < 21; number += 1) {
    const { id } = await createPaidOrder(db)
    if (number < 6) await insertAssignment(db, { orderId: id, staffId: staff.id, assignedById: admin.id })
  }
  await page.goto('/admin?tab=staff')
  const table = page.getByRole('table', { name: 'Staff Assignments' })
  await expect(table.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(6)
  await page.getByRole('button', { name: 'Show fewer' }).click()
  await expect(table.getByRole('row')).toHaveCount(6)

  const field = page.getByRole('combobox', { name: 'Order' })
  await field.press('ArrowDown')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(20)
  await expect(page.getByText(/^First 20 of [\d,]+\. Type to find others\.$/)).toBeVisible()
  const respond = await holdCalls(page, `**/api/admin/orders?*q=${buyer.lastName}`)
  await field.pressSequentially(buyer.lastName)
  // Before the response the list belongs to the earlier text, so Enter chooses nothing.
  await field.press('Enter')
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(options).toHaveCount(20)
  respond()
  await expect(options).toHaveCount(1)
  await field.press('Enter')
  await expect(field).toHaveValue(new RegExp(`^${oldest.invoiceNumber} ·`))
  await field.press('ArrowDown')
  await field.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
})
