/** Placeholders for data that a guest was not asked for are never shown as facts. Also common passwords, in all forms. */
import { expect, type Locator, type Page } from 'playwright/test'
import { PASSWORD_TOO_COMMON } from '#api/rules/password-rules.ts'
import { GUEST_PLACEHOLDERS } from '#api/rules/placeholders.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { receiveMails } from '#e2e/journeys/support/mailbox.ts'
import { createGuest, createPaidOrder, createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { findUser, getPackage } from '#e2e/support/database.ts'

const PLACEHOLDERS = [GUEST_PLACEHOLDERS.company, GUEST_PLACEHOLDERS.address, GUEST_PLACEHOLDERS.zipCode]
const COMMON = 'Password1'

async function expectNoPlaceholders(part: Locator): Promise<void> {
  for (const placeholder of PLACEHOLDERS) await expect(part).not.toContainText(placeholder)
}

test('a guest’s dashboard says what an invoice lacks, and the profile asks for it', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/400 .*profile/)
  const guest = await createGuest(db)
  await signInAs(page, guest)
  await page.goto('/dashboard')
  const profile = page.getByRole('region', { name: 'Profile Information' })
  await expect(profile).toContainText(
    'For your invoices we still need your address, city, country and ZIP/PIN code.',
  )
  await expectNoPlaceholders(page.getByRole('main'))
  await profile.getByRole('button', { name: 'Manage Profile' }).click()
  for (const label of ['Company', 'Job title', 'Address', 'City', 'State', 'ZIP/PIN code'])
    await expect(profile.getByLabel(label)).toHaveValue('')
  const country = profile.getByLabel('Country')
  await expect(country.locator('option:checked')).toHaveText('Select a country')

  await profile.getByLabel('Phone').fill('abcdefghij')
  await profile.getByLabel('Address').fill('Bredgade 12')
  await profile.getByLabel('City').fill('Copenhagen')
  await country.selectOption({ label: 'Denmark' })
  await profile.getByLabel('Postal code').fill('1260')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(profile.getByLabel('Phone')).toHaveAccessibleDescription('Please enter a valid phone number')
  await expect(profile.getByLabel('Phone')).toBeFocused()
  await profile.getByLabel('Phone').fill('+45 33 12 34 56')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile Updated')
  await expect(profile).toContainText('Bredgade 12, Copenhagen, 1260, Denmark')
  await expect(profile).not.toContainText('For your invoices')
  expect(await findUser(db, guest.email)).toMatchObject({ country: 'DK', company: '' })
})

test('neither checkout, admin area, staff area nor a mail to staff shows a guest’s placeholders', async ({
  page,
  db,
}) => {
  const guest = await createGuest(db)
  const order = await createPaidOrder(db, { userId: guest.id })
  const staff = await createPerson(db, { isStaff: true })
  await signInAs(page, guest)
  await page.goto(`/checkout?packageId=${order.packageId}`)
  await expect(page.getByRole('region', { name: 'Billing Details' })).toContainText(guest.email)
  await expectNoPlaceholders(page.getByRole('main'))
  await signInAs(page, await createPerson(db, { isAdmin: true }))
  const assigned = await page.request.post('/api/admin/staff-assignments', {
    data: { staffId: staff.id, orderId: order.id },
  })
  expect(assigned.status()).toBe(201)
  for (const tab of ['users', 'orders']) {
    await page.goto(`/admin?tab=${tab}&q=${encodeURIComponent(guest.email)}`)
    await expect(page.getByRole('main')).toContainText(guest.email)
    await expectNoPlaceholders(page.getByRole('main'))
  }
  await signInAs(page, staff)
  await page.goto(`/staff?order=${order.id}`)
  await expect(page.getByRole('main')).toContainText(guest.email)
  await expectNoPlaceholders(page.getByRole('main'))
  const [mail] = await receiveMails(db, { kind: 'assignment', to: staff.email })
  for (const placeholder of PLACEHOLDERS) expect(`${mail?.html}${mail?.text}`).not.toContain(placeholder)
})

async function expectTooCommon(part: Page | Locator, label: string): Promise<void> {
  // The label may end with the star of a required field.
  const password = part.getByLabel(new RegExp(`^${label}\\W*$`))
  await password.fill(COMMON)
  await expect(password).toHaveAccessibleDescription(new RegExp(PASSWORD_TOO_COMMON))
}

test('a common password is named at its field while it is typed: on the checkout, on the dashboard, and in the back office', async ({
  page,
  db,
}) => {
  test.slow()
  const { id } = await getPackage(db, 'site-audit')
  await page.goto(`/checkout?packageId=${id}`)
  await expectTooCommon(page.getByRole('main'), 'Password')
  await signInAs(page, await createPerson(db))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectTooCommon(page.getByRole('dialog'), 'New password')
  await signInAs(page, await createPerson(db, { isAdmin: true }))
  await page.goto('/admin?tab=staff')
  await page.getByRole('button', { name: 'Add Staff' }).click()
  await expectTooCommon(page.getByRole('dialog', { name: 'Add Staff' }), 'Password')
})
