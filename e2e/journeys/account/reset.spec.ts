/** A forgotten password, from the sign-in dialog and the mail to a new one. */

import { expect, type Page } from 'playwright/test'
import { Passkey } from '#db/models/people/second-factor.ts'
import { createBuyer } from '#e2e/journeys/support/buyer.ts'
import { expectToast, test } from '#e2e/journeys/support/journey.ts'
import { findLink, receiveMails } from '#e2e/journeys/support/mailbox.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { openForgottenPassword } from '#e2e/journeys/support/sign-in.ts'

const ANSWER =
  'If an account has this email, we have sent a link to set a new password. It works once, for 30 minutes.'

async function ask(page: Page, email: string): Promise<void> {
  const dialog = await openForgottenPassword(page)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(ANSWER)).toBeVisible()
}

test('a forgotten password is set anew by the mail’s link, once, and every other device is signed out', async ({
  page,
  browser,
  db,
  expectFault,
}) => {
  expectFault(/400|401/)
  const user = await createPerson(db, { email: createBuyer('Nora').email })
  const elsewhere = await (await browser.newContext()).newPage()
  await signInAs(elsewhere, user)

  await page.goto('/about')
  const dialog = await openForgottenPassword(page)
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(user.email.toUpperCase())
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(dialog.getByText(ANSWER)).toBeVisible()

  const [mail] = await receiveMails(db, { kind: 'password_reset', to: user.email })
  const link = findLink(mail as never, '/reset-password')
  expect(link).toMatch(/^\/reset-password#token=[\w-]{43}$/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  // The secret is in the fragment, which this link must not replace.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await expect(page).toHaveURL(link)

  const submit = page.getByRole('button', { name: 'Set New Password' })
  const fill = async (first: string, second: string) => {
    await page.getByLabel('New password', { exact: true }).fill(first)
    await page.getByLabel('Repeat new password').fill(second)
    await submit.click()
  }
  await fill('short', 'short')
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await fill('brand-new-secret', 'brand-new-sekret')
  await expect(page.getByText('The passwords don’t match')).toBeVisible()
  await expect(page.getByLabel('Repeat new password')).toBeFocused()
  const error = page.locator('#newPassword-error')
  await page.getByLabel('New password', { exact: true }).fill('password1')
  await expect(error).toHaveText('This password is too common. Please choose another.')
  await fill('password1', 'password1')
  // The message only appears as the error, not also as advice.
  await expect(error).toHaveText('This password is too common. Please choose another.')
  await expect(page.getByText('This password is too common. Please choose another.')).toHaveCount(1)
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await fill('brand-new-secret', 'brand-new-secret')

  await expectToast(
    page,
    'Password Changed',
    'Sign in with your new password. All devices have been signed out.',
  )
  expect(new URL(page.url()).hash).toBe('')
  // The token was sent only in the call that uses it.
  expect(asked.filter((url) => url.includes(link.slice(-20)))).toEqual([])
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await expect(signIn.getByRole('textbox', { name: 'Email' })).toHaveValue(user.email)
  await expect(signIn.getByLabel('Password')).toBeFocused()
  expect((await elsewhere.request.get('/api/auth/me')).status()).toBe(401)
  await signIn.getByLabel('Password').fill('brand-new-secret')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await elsewhere.context().close()
})

test('a passkey that the owner did not add is removed together with the new password', async ({
  page,
  db,
}) => {
  const { id: userId, email } = await createPerson(db, {
    email: createBuyer('Nora').email,
    factors: ['passkey'],
  })
  for (const name of ['My laptop', 'Phone of a stranger']) {
    const credentialId = Buffer.from(`${userId} ${name}`).toString('base64url')
    await Passkey.query(db).insert({
      userId,
      name,
      credentialId,
      publicKey: Buffer.of(1),
      counter: 0,
      backedUp: false,
      transports: [],
    })
  }
  await page.goto('/about')
  await ask(page, email)
  const [mail] = await receiveMails(db, { kind: 'password_reset', to: email })
  await page.goto(findLink(mail as never, '/reset-password'))
  const factors = page.getByRole('group', { name: 'Other ways to sign in to this account' })
  await expect(factors.getByRole('checkbox')).toHaveCount(2)
  await factors.getByRole('checkbox', { name: /Phone of a stranger.*I didn’t add this/ }).check()
  await page.getByLabel('New password', { exact: true }).fill('brand-new-secret')
  await page.getByLabel('Repeat new password').fill('brand-new-secret')
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expectToast(
    page,
    'Password Changed',
    'Sign in with your new password. All devices have been signed out.',
  )
  expect((await Passkey.query(db).where({ userId })).map(({ name }) => name)).toEqual(['My laptop'])
})

test('the way back leads to the sign-in with what was typed, and a closed dialog opens there again', async ({
  page,
}) => {
  await page.goto('/about')
  const dialog = await openForgottenPassword(page)
  await dialog.getByRole('textbox', { name: 'Email' }).fill('clara@example.com')
  await dialog.getByRole('button', { name: 'Back to sign-in' }).click()
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await expect(signIn.getByRole('textbox', { name: 'Email' })).toHaveValue('clara@example.com')
  await signIn.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Reset Your Password' }).getByRole('textbox', { name: 'Email' }),
  ).toHaveValue('clara@example.com')
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await expect(signIn.getByLabel('Password')).toBeVisible()
})

test('an incomplete link says so and leads to a new one, and so does the mail about a new sign-in', async ({
  page,
}) => {
  const email = page
    .getByRole('dialog', { name: 'Reset Your Password' })
    .getByRole('textbox', { name: 'Email' })
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await page.getByRole('button', { name: 'Request a new link' }).click()
  await expect(email).toBeFocused()
  await page.goto('/#forgot-password')
  await expect(email).toBeFocused()
})
