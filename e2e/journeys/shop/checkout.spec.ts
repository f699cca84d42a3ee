/** The checkout page for guests and for customers: its fields, its refusals, and the stored orders. */
import type { Knex } from 'knex'
import type { Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { Session } from '#db/models/people/session.ts'
import type { User } from '#db/models/people/user.ts'
import { insertCoupon } from '#db/testing/builders.ts'
import { createBuyer, fillGuestForm, typeGuestForm } from '#e2e/journeys/support/buyer.ts'
import {
  checkoutOf,
  expectRedirect,
  expectToast,
  holdCalls,
  settle,
  test,
} from '#e2e/journeys/support/journey.ts'
import { createPerson, PASSWORD, signInAs } from '#e2e/journeys/support/people.ts'
import { signInOf } from '#e2e/journeys/support/sign-in.ts'
import { describeOrders, findOrders, findUser, getPackage } from '#e2e/support/database.ts'

const SLUG = 'cloud-review'
const PRICE_CENTS = 45_000
const PAY = 'Pay $450.00'

/** Opens the checkout for a customer without orders. */
async function openSignedIn(page: Page, db: Knex): Promise<User> {
  const { id } = await getPackage(db, SLUG)
  const user = await createPerson(db)
  await signInAs(page, user)
  await page.goto(`/checkout?packageId=${id}`)
  return user
}

test('a guest pays, gets an account and sees the order', async ({ page, db }) => {
  const buyer = createBuyer()
  const { id, name } = await getPackage(db, SLUG)
  await page.goto(`/checkout?packageId=${id}`)
  await typeGuestForm(page.getByRole('main').locator('form'), buyer)
  await expect(page.getByText('Secure payment via Razorpay')).toBeVisible()
  await page.getByRole('button', { name: PAY }).click()
  await expectToast(page, 'Payment Initiated')
  await expect(checkoutOf(page)).toContainText('$450.00')
  await expectRedirect(page, {
    cause: () => checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click(),
    toast: ['Payment Successful', 'Your order has been confirmed!'],
    pauseMs: 2000,
    url: '/dashboard',
  })
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText(name)

  expect(await describeOrders(db, buyer.email)).toEqual([
    `pending, paid, ${PRICE_CENTS}, captured ${PRICE_CENTS}`,
  ])
  expect(await findUser(db, buyer.email)).toMatchObject({
    company: 'Guest Purchase',
    jobTitle: 'Customer',
    country: 'IN',
    zipCode: '000000',
  })
})

test('a guest sees what is missing and that an e-mail has an account, and the form stays filled in', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = { ...createBuyer(), email: 'customer@example.com' }
  expectFault(/409 .*register/)
  const { id } = await getPackage(db, SLUG)
  await page.goto(`/checkout?packageId=${id}`)
  const form = page.getByRole('main').locator('form')
  await page.getByRole('button', { name: PAY }).click()
  await expectToast(page, 'Please fill in all required fields')
  await expect(form.getByLabel('First name')).toBeFocused()
  for (const message of [
    'First name must be at least 2 characters',
    'Last name must be at least 2 characters',
    'Please enter a valid email address',
    'Please enter a valid phone number',
    'Password must be at least 6 characters',
  ]) {
    await expect(form.getByText(message)).toBeVisible()
  }

  await fillGuestForm(form, buyer)
  await page.getByRole('button', { name: PAY }).click()
  await expectToast(page, 'Payment Failed', 'An account with this email already exists. Please sign in.')
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'This email already has an account. Sign in to continue. Your order stays as it is.',
  )
  await expect(form.getByLabel('First name')).toHaveValue(buyer.firstName)
  await expect(form.getByLabel('Password')).toHaveValue(buyer.password)
  await expect(page.getByRole('button', { name: PAY })).toBeEnabled()
})

test('a customer pays with a coupon; a declined card leaves the order open for the next one', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/400 .*\/pay|409 .*create-order/)
  const coupon = await insertCoupon(db, { discountHundredths: 1250, usageLimit: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  const buyer = await openSignedIn(page, db)
  await expect(page.getByText('$450.00').first()).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 720 })
  const billing = page.getByRole('region', { name: 'Billing Details' })
  await expect(billing).toContainText(buyer.email)
  await expect(billing).toContainText('18 Calvert Avenue, London, Greater London, E2 7JP, United Kingdom')
  await page.getByLabel('Coupon code').fill(coupon.code)
  await page.getByLabel('Coupon code').press('Enter')
  await expectToast(page, 'Coupon Applied!', '12.5% discount applied. You save $56.25')
  await page.getByRole('button', { name: 'Pay $393.75' }).click()
  await checkoutOf(page).getByRole('button', { name: 'Simulate a decline' }).click()

  await expectToast(
    page,
    'Payment Failed',
    'Your payment has been declined by the bank. Try another card or payment method.',
  )
  await page.getByRole('button', { name: 'Pay $393.75' }).click()
  await checkoutOf(page).getByRole('button', { name: 'Close' }).click()
  await expectToast(page, 'Payment Cancelled', 'Payment was cancelled. You can try again anytime.')
  expect(await describeOrders(db, buyer.email)).toEqual([
    `pending, unpaid, 39375, captured nothing, ${coupon.code}`,
  ])

  await page.getByRole('button', { name: 'Pay $393.75' }).click()
  const leave = await holdCalls(page, '**/dashboard')
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  // The cover shows the discounted price until the page leaves.
  await expect(page.getByRole('dialog', { name: /^Paid \$393\.75 · INV-\d+$/ })).toBeVisible()
  await expectToast(page, 'Payment Successful', 'Your order has been confirmed!')
  leave()
  await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
  const paid = `pending, paid, 39375, captured 39375, ${coupon.code}`
  expect(await describeOrders(db, buyer.email)).toEqual([paid])

  // Buying the same package again within a day needs a confirmation, which is one click.
  const [first] = await findOrders(db, buyer.email)
  await page.goto(`/checkout?packageId=${first?.packageId}`)
  await page.getByRole('button', { name: PAY }).click()
  await expect(
    page.getByText(`You bought this just now (${first?.invoiceNumber}). Buy it again?`),
  ).toBeVisible()
  expect(await describeOrders(db, buyer.email)).toEqual([paid])
  await page.getByRole('button', { name: 'Buy again for $450.00' }).click()
  await expect(checkoutOf(page)).toContainText('$450.00')
  expect(await findOrders(db, buyer.email)).toHaveLength(2)
})

test('an unverified payment disables Pay and is confirmed later', async ({ page, db, expectFault }) => {
  expectFault(/400 .*verify-payment/)
  await page.route('**/api/verify-payment', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'verification_failed', message: 'Payment verification failed' },
    }),
  )
  await page.clock.install()
  const buyer = await openSignedIn(page, db)
  await page.getByRole('button', { name: PAY }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Payment Verification Failed', 'Please contact support.')
  const [order] = await findOrders(db, buyer.email)
  await expect(page.getByText(`We’re checking your payment for order INV-${order?.id}`)).toBeVisible()
  await expect(page.getByRole('button', { name: PAY })).toBeDisabled()
  await expect(page.getByText('Processing...')).toHaveCount(0)
  await expect
    .poll(() => describeOrders(db, buyer.email))
    .toEqual([`pending, paid, ${PRICE_CENTS}, captured ${PRICE_CENTS}`])

  // After some seconds the page asks again for the verification.
  await page.unroute('**/api/verify-payment')
  const leave = await holdCalls(page, '**/dashboard')
  await page.clock.runFor(12_000)
  await expectToast(page, 'Payment Successful', 'Your order has been confirmed!')
  await expect(page.getByRole('dialog', { name: `Paid $450.00 · ${order?.invoiceNumber}` })).toBeVisible()
  leave()
  await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
})

test('a session that ended meanwhile is named, and the order is sent once the customer has said so again', async ({
  page,
  db,
  expectFault,
}) => {
  expectFault(/401/)
  const buyer = await openSignedIn(page, db)
  await expect(page.getByRole('region', { name: 'Billing Details' })).toBeVisible()
  const endSession = async () => {
    // A call that is still on its way would notice before Pay does.
    await settle(page)
    await Session.query(db).where({ userId: buyer.id }).patch({ revokedAt: new Date() })
  }
  await endSession()
  await page.getByRole('button', { name: PAY }).click()
  const dialog = signInOf(page)
  await expect(dialog).toContainText('You were signed out. Sign in to continue')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Continue?' })
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('region', { name: 'Billing Details' })).toBeVisible()
  expect(await findOrders(db, buyer.email)).toEqual([])

  await endSession()
  await page.getByRole('button', { name: PAY }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expectToast(page, 'You were signed out', 'Sign in to continue. Nothing was sent.')
  await expect(page.getByText('Your session has ended, and nothing has been charged.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('button', { name: PAY })).toBeEnabled()
  expect(await findOrders(db, buyer.email)).toEqual([])
})
