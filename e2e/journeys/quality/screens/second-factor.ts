import { expect } from 'playwright/test'
import { createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import { addAuthenticator, openSecurity, setUpApp } from '#e2e/journeys/support/second-factor.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'
import { dialog, next, type Screens } from './state.ts'

export const SECOND_FACTOR: Screens = {
  'second factors': async ({ page, db, expectFault }) => {
    expectFault(/400|401|403/)
    const user = await createPerson(db, { firstName: 'Greta' })
    const withApp = await createPerson(db)
    await signInAs(page, withApp)
    await setUpApp(page)
    await signInAs(page, user)
    await addAuthenticator(page)
    const open = async () => {
      await page.goto('/dashboard')
      return await openSecurity(page)
    }
    const nameOf = () => page.getByRole('dialog', { name: 'Add a passkey', exact: true }).getByLabel('Name')
    const givePassword = async (email: string) => {
      await page.context().clearCookies()
      await page.goto('/about')
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
      await signInOf(page).getByLabel('Email').fill(email)
      await signInOf(page).getByLabel('Password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await expect(proof).toBeVisible()
      return proof
    }
    return [
      dialog('the set-up of an app, with its error', async () => {
        await (await open()).getByRole('button', { name: 'Set up the app' }).click()
        const setup = page.getByRole('dialog', { name: 'Set up the authenticator app' })
        await expect(setup.getByRole('img', { name: 'QR code' })).toBeVisible()
        await setup.getByLabel('6-digit code').fill('12345')
        await page.keyboard.press('Enter')
        await expect(setup.getByText('Enter the 6-digit code from the app')).toBeVisible()
      }),
      next('the name of a passkey, with its error', async () => {
        await (await openSecurity(page)).getByRole('button', { name: 'Add a passkey' }).click()
        await expect(nameOf()).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(page.getByText('Enter a name')).toBeVisible()
      }),
      dialog('the recovery codes', async () => {
        await (await open()).getByRole('button', { name: 'Add a passkey' }).click()
        await nameOf().fill('Work laptop')
        await page.keyboard.press('Enter')
        const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
        await expect(codes.getByRole('listitem')).toHaveCount(10)
      }),
      dialog('what an account has', async () => {
        const security = await open()
        await expect(security.getByRole('list', { name: 'Passkeys' })).toContainText('Work laptop')
        await expect(security).toContainText('10 of 10 left')
      }),
      dialog('the step after the password, by passkey', async () => {
        const proof = await givePassword(user.email)
        await expect(proof.getByRole('button', { name: 'Use Passkey' })).toBeVisible()
      }),
      dialog('the step after the password, with a wrong code', async () => {
        const proof = await givePassword(withApp.email)
        await proof.getByLabel('6-digit code').fill('000000')
        await proof.getByRole('button', { name: 'Confirm' }).click()
        await expect(proof.getByText('This code is incorrect. Please try again.')).toBeVisible()
      }),
      {
        name: 'where an area asks for a factor first',
        reach: async () => {
          // The error that staff without a second factor get in production.
          const json = { code: 'second_factor_required', message: 'Please set up a second factor first' }
          await page.route('**/api/staff/**', (route) => route.fulfill({ status: 403, json }))
          await signInAs(page, await createPerson(db, { isStaff: true }))
          await page.goto('/staff')
          await expect(page.getByRole('heading', { name: 'Protect your account first' })).toBeVisible()
          await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
        },
      },
    ]
  },
}
