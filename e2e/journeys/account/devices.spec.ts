/** The devices of an account: its owner signs out one or all others; an admin signs out all and disables the account. */
import { type Browser, expect, type Page } from 'playwright/test'
import type { User } from '#db/models/people/user.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { adminTest, createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'

/** Opens the dashboard on another device of the user. */
async function openDevice(browser: Browser, user: User, userAgent: string): Promise<Page> {
  const context = await browser.newContext({ userAgent })
  const page = await context.newPage()
  await signInAs(page, user)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  return page
}

/** Reloads the page, and expects that the session has ended. */
async function expectSignedOut(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toHaveCount(0)
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1'

test('a customer sees each device, signs one out, then all others, and stays signed in here', async ({
  page,
  browser,
  db,
  expectFault,
}) => {
  expectFault(/401/)
  const user = await createPerson(db, { firstName: 'Greta' })
  const firefox = await openDevice(browser, user, FIREFOX)
  const phone = await openDevice(browser, user, IPHONE)
  await signInAs(page, user)
  await page.goto('/dashboard')

  const open = page.getByRole('button', { name: 'Signed-In Devices' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Signed-In Devices' })
  const devices = dialog.getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(devices.filter({ hasText: 'Firefox on Linux' })).toContainText('127.0.0.1')

  await dialog.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await expectToast(page, 'Signed Out', 'Firefox on Linux has been signed out.')
  await expect(devices).toHaveCount(2)
  await expectSignedOut(firefox)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Welcome, Greta' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Sign out all others' }).click()
  await expectToast(page, 'Signed Out', 'Every other device has been signed out.')
  await expect(devices).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
  await expectSignedOut(phone)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome, Greta' })).toBeVisible()
  await firefox.context().close()
  await phone.context().close()
})

adminTest(
  'an admin signs a customer out everywhere, disables the account and enables it again',
  async ({ page, browser, db, admin: _, expectFault }) => {
    expectFault(/401|403/)
    const user = await createPerson(db, { firstName: 'Greta', lastName: `Disabled${crypto.randomUUID()}` })
    const device = await openDevice(browser, user, FIREFOX)
    await page.goto(`/admin?tab=users&q=${user.email}`)
    const row = page.getByRole('row').filter({ hasText: user.email })
    const open = row.getByRole('button', { name: /^Account of Greta/ })
    const dialog = page.getByRole('dialog', { name: 'Account' })
    await open.click()
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expectToast(page, 'User Signed Out', `Greta ${user.lastName} has been signed out everywhere.`)
    await expectSignedOut(device)

    await signInAs(device, user)
    await device.goto('/dashboard')
    await dialog.getByLabel('Disabled').check()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'User Updated', `Greta ${user.lastName}'s account is now disabled.`)
    await expect(row).toContainText('Disabled')
    await expectSignedOut(device)

    await device.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    const signIn = device.getByRole('dialog', { name: 'Sign In' })
    await signIn.getByLabel('Email').fill(user.email)
    await signIn.getByLabel('Password').fill(PASSWORD)
    await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
    // A toast with the same text may still be shown.
    await expect(
      signIn.locator('form').getByText('This account has been disabled. Please contact us.'),
    ).toBeVisible()

    await open.click()
    await dialog.getByLabel('Disabled').uncheck()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'User Updated', `Greta ${user.lastName}'s account is now enabled.`)
    await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(device.getByRole('heading', { name: 'Welcome, Greta' })).toBeVisible()
    await device.context().close()
  },
)
