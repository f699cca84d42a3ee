/** Passkeys, an authenticator app and recovery codes: setting up, signing in, proving again, being compulsory, resetting. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import type { User } from '#db/models/people/user.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { adminTest, createPaidOrder, createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import {
  addAuthenticator,
  forgetProofs,
  openSecurity,
  readCode,
  setUpApp,
} from '#e2e/journeys/support/second-factor.ts'
import { openOwnShop, PRODUCTION } from '#e2e/support/own-shop.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const proofOf = (page: Page) => dialogOf(page, 'Confirm it’s you')
const submit = (page: Page) => proofOf(page).getByRole('button', { name: 'Confirm' }).click()

async function openSignIn(page: Page) {
  await page.request.post('/api/auth/logout')
  await page.goto('/about')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  return dialogOf(page, 'Sign In')
}

async function givePassword(page: Page, { email }: User): Promise<void> {
  const dialog = await openSignIn(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

const expectWelcome = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible()

test('a passkey is added, renamed, signs in after the password and without it, and is removed', async ({
  page,
  db,
  expectFault,
}) => {
  test.slow()
  expectFault(/400|401|403/)
  const user = await createPerson(db, { firstName: 'Greta' })
  await addAuthenticator(page)
  await signInAs(page, user)
  await forgetProofs(db, user)
  await page.goto('/dashboard')
  const security = await openSecurity(page)
  await security.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = dialogOf(page, 'Add a passkey')
  await expect(naming.getByLabel('Name')).toBeFocused()
  // One dialog at a time: each takes the place of the one below.
  await expect(security).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(naming.getByText('Enter a name')).toBeVisible()
  await naming.getByLabel('Name').fill('Work laptop')
  await page.keyboard.press('Enter')

  // Without a factor the password is the proof. Then the requested action continues.
  const password = proofOf(page).getByLabel('Your password')
  await expect(password).toBeFocused()
  await expect(naming).toBeHidden()
  await password.fill('not-the-secret')
  await page.keyboard.press('Enter')
  await expect(proofOf(page).getByText('Your current password is not correct')).toBeVisible()
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  const codes = dialogOf(page, 'Save your recovery codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const downloading = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain((await codes.getByRole('listitem').last().textContent()) ?? 'no code')
  await codes.getByRole('button', { name: 'I have saved them' }).click()

  const passkeys = security.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(passkeys).toContainText('not used yet')
  await expect(security).toContainText('10 of 10 left')
  await passkeys.getByRole('button', { name: 'Rename Work laptop' }).click()
  await dialogOf(page, 'Rename the passkey').getByLabel('Name').fill('Home laptop')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Passkey Renamed')
  await expect(passkeys).toContainText('Home laptop')

  await givePassword(page, user)
  await expect(dialogOf(page, 'Sign In')).toBeHidden()
  await expect(proofOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page, 'Sign In').getByLabel('Password')).toBeFocused()
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
  await page.keyboard.press('Enter')
  await proofOf(page).getByRole('button', { name: 'Use Passkey' }).click()
  await expectWelcome(page, 'Greta')

  const signIn = await openSignIn(page)
  await signIn.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectToast(page, 'Logged in successfully')
  await expectWelcome(page, 'Greta')

  await openSecurity(page)
  await expect(security).toContainText('Your account asks for a second step.')
  await expect(passkeys).toContainText('Last used')
  await passkeys.getByRole('button', { name: 'Remove Home laptop' }).click()
  const removal = dialogOf(page, 'Remove ‘Home laptop’?')
  await expect(removal).toContainText('After this, your password alone opens your account.')
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Removed')
  await expect(passkeys).toHaveCount(0)
  await givePassword(page, user)
  await expectWelcome(page, 'Greta')
})

test('a missing or refused passkey shows a message, and the password still signs in', async ({
  page,
  db,
}) => {
  const user = await createPerson(db, { firstName: 'Greta' })
  await addAuthenticator(page)
  const signIn = await openSignIn(page)
  await signIn.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectToast(page, 'Error', 'The passkey wasn’t used. Please try again or choose another method.')
  await signIn.getByLabel('Email').fill(user.email)
  await signIn.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expectWelcome(page, 'Greta')
})

test('an authenticator app is set up by its secret and signs in; a recovery code does so once', async ({
  page,
  db,
  expectFault,
}) => {
  test.slow()
  expectFault(/400|401/)
  const user = await createPerson(db, { firstName: 'Greta' })
  await signInAs(page, user)
  await page.goto('/dashboard')
  const security = await openSecurity(page)
  await security.getByRole('button', { name: 'Set up the app' }).click()
  const setup = dialogOf(page, 'Set up the authenticator app')
  await expect(setup.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await setup.locator('code').textContent()) ?? ''
  const field = setup.getByLabel('6-digit code')
  await field.fill('12345')
  await page.keyboard.press('Enter')
  await expect(setup.getByText('Enter the 6-digit code from the app')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(readCode(secret))
  await page.keyboard.press('Enter')
  const codes = dialogOf(page, 'Save your recovery codes').getByRole('listitem')
  const recoveryCode = (await codes.first().textContent()) ?? ''
  // One stray key does not close the dialog whose codes are shown only once.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert').filter({ hasText: 'It won’t be shown again.' })).toBeVisible()
  await expect(codes.first()).toBeVisible()

  await givePassword(page, user)
  const code = proofOf(page).getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await code.fill('000000')
  await submit(page)
  await expect(proofOf(page).getByText('This code is incorrect. Please try again.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(readCode(secret, 1))
  await submit(page)
  await expectToast(page, 'Logged in successfully')
  await expectWelcome(page, 'Greta')

  for (const isFirst of [true, false]) {
    await givePassword(page, user)
    await proofOf(page).getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(proofOf(page).getByLabel('Recovery code')).toBeFocused()
    await page.keyboard.type(recoveryCode.toUpperCase())
    await page.keyboard.press('Enter')
    if (isFirst) await expectWelcome(page, 'Greta')
    else await expect(proofOf(page).getByText('This code is incorrect. Please try again.')).toBeVisible()
  }
})

adminTest(
  'a refund and an export ask an admin with a factor again, and nothing typed is lost',
  async ({ page, db, admin, expectFault }) => {
    test.slow()
    expectFault(/403/)
    const order = await createPaidOrder(db)
    const customer = await createPerson(db, { firstName: 'Rita' })
    const { secret, recoveryCodes } = await setUpApp(page)

    await forgetProofs(db, admin)
    await page.goto(`/admin?tab=orders&q=${order.invoiceNumber}`)
    await page.getByRole('button', { name: `Refund ${order.invoiceNumber}`, exact: true }).click()
    const refund = dialogOf(page, 'Refund')
    await refund.getByLabel('Amount (USD)').fill('20')
    await refund.getByLabel('Reason').fill('One page fewer than agreed')
    await refund.getByRole('button', { name: 'Refund' }).click()
    await expect(proofOf(page).getByLabel('6-digit code')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(proofOf(page)).toHaveCount(0)
    await expect(refund.getByLabel('Reason')).toHaveValue('One page fewer than agreed')
    await refund.getByRole('button', { name: 'Refund' }).click()
    await proofOf(page).getByLabel('6-digit code').fill(readCode(secret, 1))
    await page.keyboard.press('Enter')
    await expectToast(page, 'Refund Started', '$20.00 is being refunded to the customer.')

    await page.goto(`/admin?tab=users&q=${customer.email}`)
    await forgetProofs(db, admin)
    await page.getByRole('link', { name: 'Export these users as CSV' }).click()
    await proofOf(page).getByRole('button', { name: 'Use a recovery code' }).click()
    await page.keyboard.type(recoveryCodes[0] ?? '')
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(customer.email)
  },
)

adminTest(
  'an admin resets the second factor of somebody who has lost it',
  async ({ page, browser, db, admin: _, expectFault }) => {
    expectFault(/401/)
    const user = await createPerson(db, { firstName: 'Rita' })
    const device = await (await browser.newContext()).newPage()
    await signInAs(device, user)
    await setUpApp(device)
    await page.goto(`/admin?tab=users&q=${user.email}`)
    await page.getByRole('button', { name: /^Account of Rita/ }).click()
    await dialogOf(page, 'Account').getByRole('button', { name: 'Reset second factor' }).click()
    const asking = dialogOf(page, 'Reset the second factor?')
    await expect(asking.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await asking.getByRole('button', { name: 'Reset' }).click()
    await expectToast(page, 'Second Factor Reset')
    expect((await device.request.get('/api/auth/me')).status()).toBe(401)
    await signInAs(device, user)
    await device.context().close()
  },
)

test('in production staff and admins set up a second factor before anything else', async ({
  page,
  expectFault,
}) => {
  test.slow()
  // 503: in production a busy machine sheds calls.
  expectFault(/403|409|503/)
  const shop = await openOwnShop(PRODUCTION)
  try {
    const admin = await createPerson(shop.db, { firstName: 'Ada', isAdmin: true })
    await addAuthenticator(page)
    await page.goto(`${shop.origin}/about`)
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    const signIn = dialogOf(page, 'Sign In')
    await signIn.getByLabel('Email').fill(admin.email)
    await signIn.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 1, name: 'Protect your account first' })
    await expect(heading).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
    await page.goto(`${shop.origin}/dashboard`)
    await expect(heading).toBeVisible()

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const naming = dialogOf(page, 'Add a passkey')
    await naming.getByLabel('Name').fill('Work laptop')
    const saved = dialogOf(page, 'Save your recovery codes').getByRole('button', {
      name: 'I have saved them',
    })
    await expect(async () => {
      if (await naming.isVisible()) await naming.getByLabel('Name').press('Enter', { timeout: 1_000 })
      await expect(saved).toBeVisible()
    }).toPass()
    await saved.click()
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    await dialogOf(page, 'Remove ‘Work laptop’?').getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Error', 'You need a second factor. Add another one first.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectWelcome(page, 'Ada')
    await page.goto(`${shop.origin}/admin`)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await shop.close()
  }
})
