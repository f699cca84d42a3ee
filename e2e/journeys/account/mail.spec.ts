/** Mails as their recipients use them, and the admins' log of them. */

import { expect } from 'playwright/test'
import { brand } from '#api/content/content.ts'
import { createBuyer, fillForm } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, expectToast, openPurchase, test, watchContext } from '#e2e/journeys/support/journey.ts'
import { findLink, receiveMails } from '#e2e/journeys/support/mailbox.ts'
import { createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import { describeOrders, findOrders } from '#e2e/support/database.ts'

test('the mail about a declined card leads back to that very order, which is paid from another device', async ({
  page,
  browser,
  db,
  expectFault,
}) => {
  test.slow()
  expectFault(/400/)
  const buyer = createBuyer('Rosa')
  const form = await openPurchase(page, 'seo-foundations')
  await fillForm(form, buyer)
  await form.getByRole('button', { name: /^Pay/ }).click()
  await checkoutOf(page).getByRole('button', { name: 'Simulate a decline' }).click()
  await page.waitForURL('**/payment-failed?**')

  const [mail] = await receiveMails(db, { kind: 'payment_failed', to: buyer.email })
  const link = findLink(mail as never, '/checkout')
  const another = await browser.newContext({ viewport: { width: 375, height: 800 } })
  await watchContext(another)
  const phone = await another.newPage()
  await phone.goto(link)
  const [order] = await findOrders(db, buyer.email)
  await expect(phone.getByText(`INV-${order?.id}`)).toBeVisible()
  await expect(phone.getByText(buyer.email)).toBeVisible()
  const password = phone.getByLabel('Choose a password')
  await password.fill('short')
  await phone.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(phone.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('chosen-on-the-phone')
  await phone.getByRole('button', { name: /^Pay \$/ }).click()
  await checkoutOf(phone).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(phone, 'Payment Successful', 'Your order has been confirmed!')
  await phone.waitForURL('**/dashboard', { waitUntil: 'commit' })
  const paid = await describeOrders(db, buyer.email)
  expect(paid).toEqual([expect.stringMatching(/^pending, paid, (\d+), captured \1$/)])

  await receiveMails(db, { kind: 'order_confirmation', to: buyer.email })
  await receiveMails(db, { kind: 'welcome', to: buyer.email })
  await phone.goto(link)
  await expect(phone.getByText('This order is already paid')).toBeVisible()
  await another.close()
})

test('the dashboard asks for an address that nobody has confirmed, and the link of the mail confirms it', async ({
  page,
  db,
  expectFault,
}) => {
  const user = await createPerson(db, { email: createBuyer('Ines').email, emailVerifiedAt: null })
  await signInAs(page, user)
  await page.goto('/dashboard')
  const notice = page.getByRole('region', { name: 'Your email address' })
  await expect(notice.getByText('Please confirm your email address')).toBeVisible()
  await notice.getByRole('button', { name: 'Resend link' }).click()
  await expectToast(page, 'Link Sent')
  const [mail] = await receiveMails(db, { kind: 'confirm_email', to: user.email })
  const link = findLink(mail as never, '/confirm-email')

  await page.request.post('/api/auth/logout')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Sign in to confirm your address' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(user.email)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Open your dashboard' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await expect(notice).toHaveCount(0)

  expectFault(/400/)
  await page.goto('/about')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'The address couldn’t be confirmed' })).toBeVisible()
})

test('an admin finds a mail in the log and sends it again', async ({ page, db }) => {
  test.slow()
  const { email } = await createPerson(db, { email: createBuyer('Olga').email })
  await page.request.post('/api/auth/forgot-password', { data: { email } })
  await receiveMails(db, { kind: 'password_reset', to: email })
  await signInAs(page, await createPerson(db, { isAdmin: true }))
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Activity/ }).click()
  await page.getByRole('link', { name: /^Emails/ }).click()
  const log = page.getByRole('region', { name: 'Emails' })
  await log.getByRole('searchbox').fill(email)
  await expect(log.getByRole('status').first()).toHaveText('1 email found')
  await expect(log.getByText(`Reset your ${brand.name} password`)).toBeVisible()
  await log.getByRole('button', { name: `More for Password reset to ${email}` }).click()
  await log.getByRole('button', { name: `Send again: Password reset to ${email}` }).click()
  await expectToast(page, 'Email Queued')
  const mails = await receiveMails(db, { kind: 'password_reset', to: email, count: 2 })
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2)
  await page.reload()
  await expect(log.getByRole('status').first()).toHaveText('2 emails found')
})
