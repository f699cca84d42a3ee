/** Every way in which a purchase in the modal can end: the messages, the next page, and the stored order. */
import type { Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { insertCoupon } from '#db/testing/builders.ts'
import { createBuyer, DETAILS, fillForm, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import {
  checkoutOf,
  expectPurchase,
  expectRedirect,
  expectToast,
  holdCalls,
  offerPackage,
  test,
  toastOf,
} from '#e2e/journeys/support/journey.ts'
import { describeOrders, findOrders, findUser } from '#e2e/support/database.ts'

const SLUG = 'site-audit'
const PRICE_CENTS = 9900
const CHECKOUT_SCRIPT = '**/v1/checkout.js'

const press = (button: string) => (page: Page) =>
  checkoutOf(page).getByRole('button', { name: button, exact: true }).click()

interface Ending {
  name: string
  /** Runs before the buyer presses Pay. */
  arrange?: (page: Page) => Promise<unknown>
  /** Runs in the checkout, if it opens. */
  act?: (page: Page) => Promise<unknown>
  toast: [title: string, description: string]
  pauseMs: number
  reason: string
  /** The reason as the last page shows it. */
  words: string
  /** The explanation beside a reason that is only a code. */
  explanation?: string
  fault?: RegExp
}

const ENDINGS: Ending[] = [
  {
    name: 'closing the checkout cancels the payment',
    act: press('Close'),
    toast: ['Payment Cancelled', 'Payment was cancelled. You can try again anytime.'],
    pauseMs: 1500,
    reason: 'cancelled',
    words: 'The payment was cancelled.',
  },
  {
    name: 'a fault on the way to the bank is a network error',
    act: press('Simulate a network error'),
    toast: [
      'Payment Failed',
      'Your payment could not be completed due to a temporary technical issue. Try again later.',
    ],
    pauseMs: 2000,
    reason: 'network_error',
    words: 'A network error occurred during payment processing.',
    fault: /400 .*\/pay/,
  },
  {
    name: 'a checkout that does not load is not available',
    arrange: (page) => page.route(CHECKOUT_SCRIPT, (route) => route.abort()),
    toast: [
      'Payment Gateway Error',
      'Payment gateway is not available. Please try again later or contact support.',
    ],
    pauseMs: 2000,
    reason: 'gateway_error',
    words: 'gateway_error',
    explanation: 'The payment window couldn’t be opened.',
    fault: /ERR_FAILED .*checkout\.js/,
  },
]

for (const { name, arrange, act, toast, pauseMs, reason, words, explanation, fault } of ENDINGS) {
  test(name, async ({ page, db, expectFault }) => {
    const buyer = createBuyer()
    if (fault) expectFault(fault)
    await arrange?.(page)
    const dialog = await openFilledPurchase(page, SLUG, buyer)
    const pay = dialog.getByRole('button', { name: 'Pay $99.00' })
    if (act) {
      await pay.click()
      await expect(checkoutOf(page)).toBeVisible()
    }
    await expectRedirect(page, {
      cause: () => (act ? act(page) : pay.click()),
      toast,
      pauseMs,
      url: `/payment-failed?reason=${reason}`,
    })
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(page.locator('[data-reason]')).toHaveText(words)
    if (explanation) await expect(page.getByText(explanation)).toBeVisible()
    await expect(page.locator('[data-charge]')).toContainText('You have not been charged.')
    await expect(page.locator('[data-bought]')).toHaveText(/^\s*Website and SEO Audit\s*\$99\.00\s*$/)
    await expect(page.getByRole('button', { name: 'Pay without filling in the form again' })).toBeVisible()

    expect(await describeOrders(db, buyer.email)).toEqual([
      `pending, unpaid, ${PRICE_CENTS}, captured nothing`,
    ])
    expect(await findUser(db, buyer.email)).toBeUndefined()
  })
}

test('a payment made thanks the buyer, empties the form and leads to the dashboard, signed in', async ({
  page,
  db,
}) => {
  const buyer = createBuyer()
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expectToast(page, 'Order Created', 'Proceeding to payment of $99.00...')
  await expect(checkoutOf(page)).toContainText(buyer.email)
  await expectRedirect(page, {
    cause: async () => {
      await press('Pay')(page)
      await expect(dialog).toHaveCount(0)
    },
    toast: [
      'Payment Successful!',
      'Thank you for purchasing Website and SEO Audit. You can now access your dashboard.',
    ],
    pauseMs: 2000,
    url: '/dashboard',
  })
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText('Website and SEO Audit')

  expect(await describeOrders(db, buyer.email)).toEqual([
    `pending, paid, ${PRICE_CENTS}, captured ${PRICE_CENTS}`,
  ])
  expect(await findUser(db, buyer.email)).toMatchObject({
    firstName: buyer.firstName,
    company: DETAILS.Company,
    country: 'DK',
  })
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('buyer-draft'))).not.toContain(buyer.email)
})

test('a payment that cannot be verified names the order, and the provider’s webhook still completes it', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/400 .*verify-payment/)
  await page.route('**/api/verify-payment', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'verification_failed', message: 'Payment verification failed' },
    }),
  )
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect(checkoutOf(page)).toContainText(buyer.email)
  const [order] = await findOrders(db, buyer.email)
  await expectRedirect(page, {
    cause: () => press('Pay')(page),
    toast: [
      'Payment Verification Failed',
      'Payment was processed but verification failed. Please contact support.',
    ],
    pauseMs: 2000,
    url: `/payment-failed?reason=verification_failed&orderId=${order?.id}`,
  })
  await expect(page.locator('[data-reason]')).toHaveText('verification_failed')
  await expect(page.getByText(`Order reference: #${order?.id}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
  await expect(page.getByText('Please do not pay again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Payment Again' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeHidden()

  await expect
    .poll(() => describeOrders(db, buyer.email))
    .toEqual([`pending, paid, ${PRICE_CENTS}, captured ${PRICE_CENTS}`])
  expect((await findUser(db, buyer.email))?.firstName).toBe(buyer.firstName)

  // After some seconds the page asks again for the verification.
  await page.unroute('**/api/verify-payment')
  await page.clock.runFor(12_000)
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible()
  await expect(page.getByText(`Order ${order?.invoiceNumber} is paid.`)).toBeVisible()
  await page.getByRole('link', { name: 'Open your dashboard' }).click()
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText('Website and SEO Audit')
})

test('an order that the shop cannot make leaves the form as it is, ready for another try', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/503 .*create-order/)
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  await page.route('**/api/create-order', (route) =>
    route.fulfill({ status: 503, json: { code: 'provider_unavailable', message: 'Failed to create order' } }),
  )
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expectToast(page, 'Order Creation Failed', 'Please try again or contact support.')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to create order' })).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(dialog.getByLabel('Company')).toHaveValue(DETAILS.Company)
  await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute('**/api/create-order')

  expect(await findOrders(db, buyer.email)).toEqual([])

  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect(checkoutOf(page)).toContainText(buyer.email)
  expect(await describeOrders(db, buyer.email)).toHaveLength(1)
})

test('an error that only the server can find is shown at its field', async ({ page, db, expectFault }) => {
  const buyer = createBuyer()
  expectFault(/40[09] .*create-order/)
  const dialog = await openFilledPurchase(page, SLUG, { ...buyer, password: 'password1' })
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expectToast(page, 'Order Creation Failed', 'Please try again or contact support.')
  const password = dialog.getByLabel('Password')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/This password is too common/)

  const email = dialog.getByLabel('Email')
  await password.fill(buyer.password)
  await email.fill('customer@example.com')
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(
    'This email already has an account. Sign in or enter its password and try again.',
  )
  await expect(dialog.locator('label', { hasText: 'Email' })).toBeInViewport({ ratio: 1 })
  await dialog
    .getByText('This email already has an account.')
    .locator('xpath=..')
    .getByRole('button', { name: 'Sign in' })
    .click()
  const signInForm = page.getByRole('dialog', { name: 'Sign In' })
  await expect(signInForm.getByLabel('Email')).toHaveValue('customer@example.com')
  await expect(signInForm.getByLabel('Password')).toBeFocused()
  await signInForm.getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByLabel('Company')).toHaveValue(DETAILS.Company)
  await expect(dialog.getByRole('button', { name: 'Pay $99.00' })).toBeEnabled()
  expect(
    await Registration.query(db).where({ company: DETAILS.Company, email: 'customer@example.com' }),
  ).toEqual([])
})

test('a package that has no page yet is sold, a price that changed meanwhile is shown, and two clicks on it make one order', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/409 .*create-order/)
  const item = await offerPackage(page, db, { name: 'Moving Target', priceCents: 50_000 })
  await page.goto('/')
  await page
    .getByRole('article')
    .filter({ hasText: item.name })
    .getByRole('button', { name: 'Buy Now' })
    .click()
  const dialog = await expectPurchase(page)
  await fillForm(dialog, buyer)
  await item.$query(db).patch({ priceCents: 55_000 })
  await dialog.getByRole('button', { name: 'Pay $500.00' }).click()

  await expectToast(page, 'Order Creation Failed', 'Please try again or contact support.')
  await expect(dialog.getByRole('alert').filter({ hasText: 'from $500.00 to $550.00' })).toBeVisible()
  expect(await findOrders(db, buyer.email)).toEqual([])

  await dialog.getByRole('button', { name: 'Pay $550.00' }).dblclick()
  await expect(checkoutOf(page)).toContainText('$550.00')
  await expect(checkoutOf(page)).toHaveCount(1)
  expect(await describeOrders(db, buyer.email)).toEqual(['pending, unpaid, 55000, captured nothing'])
  await item.$query(db).patch({ isActive: false })
})

test('a coupon that is gone meanwhile is taken off, and the buyer decides', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/404 .*coupons\/validate/)
  const coupon = await insertCoupon(db)
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  await dialog.getByLabel('Coupon code').fill(coupon.code)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Coupon Applied Successfully!')).toBeVisible()
  await coupon.$query(db).patch({ status: 'inactive' })
  await dialog.getByRole('button', { name: 'Pay $79.20' }).click()

  await expectToast(page, 'Coupon validation failed during checkout')
  await expect(dialog.getByLabel('Coupon code')).toBeFocused()
  await expect(dialog.getByLabel('Coupon code')).toHaveAccessibleDescription(
    'The coupon code is invalid or has expired',
  )
  await expect(dialog.getByRole('button', { name: 'Pay $99.00' })).toBeEnabled()
  expect(await findOrders(db, buyer.email)).toEqual([])
})

test('Try Payment Again brings the form back and pays the order that is open, with its coupon', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/400 .*\/pay/)
  const coupon = await insertCoupon(db, { usageLimit: 1 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Buy Now, Website and SEO Audit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Get Started with Website and SEO Audit' })
  await fillForm(dialog, buyer)
  await dialog.getByLabel('Coupon code').fill(coupon.code)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByRole('button', { name: 'Pay $79.20' }).click()
  await press('Simulate a decline')(page)
  await page.waitForURL('**/payment-failed?reason=payment_failed')

  await page.getByRole('button', { name: 'Try Payment Again' }).click()
  await expect(dialog).toBeVisible()
  expect(
    await dialog.locator('form').evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form))),
  ).toEqual({
    firstName: buyer.firstName,
    lastName: DETAILS['Last name'],
    email: buyer.email,
    phone: DETAILS.Phone,
    password: '',
    company: DETAILS.Company,
    jobTitle: DETAILS['Job title'],
    taxId: '',
    reference: '',
    country: 'DK',
    address: DETAILS.Address,
    city: DETAILS.City,
    state: DETAILS['State or region'],
    zipCode: DETAILS['Postal code'],
    couponCode: coupon.code,
  })
  await expect(dialog.getByText('Coupon Applied Successfully!')).toBeVisible()
  await dialog.getByLabel('Password').fill(buyer.password)
  await dialog.getByRole('button', { name: 'Pay $79.20' }).click()
  // Keeps the page open, to look at the cover.
  await holdCalls(page, '**/dashboard')
  await press('Pay')(page)
  await expectToast(page, 'Payment Successful!')
  await expect(page.getByRole('dialog', { name: /^Paid \$79\.20 · INV-\d+$/ })).toBeVisible()

  expect(await describeOrders(db, buyer.email)).toEqual([
    `pending, paid, 7920, captured 7920, ${coupon.code}`,
  ])
  expect(await Coupon.query(db).findById(coupon.id)).toMatchObject({ usedCount: 1 })
})

test('a declined card is told in the words of the bank; what is stored is paid without the form, however often it takes', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/400 .*\/pay/)
  const coupon = await insertCoupon(db, { usageLimit: 1 })
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  await dialog.getByLabel('Coupon code').fill(coupon.code)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByRole('button', { name: 'Pay $79.20' }).click()
  await press('Simulate a decline')(page)
  await expectToast(
    page,
    'Payment Failed',
    'Your payment has been declined by the bank. Try another card or payment method.',
  )
  await page.waitForURL('**/payment-failed?reason=payment_failed')
  await expect(page.locator('[data-reason]')).toHaveText(
    'Your payment was declined by the bank or card issuer.',
  )
  await expect(page.locator('[data-charge]')).toContainText('You have not been charged.')
  await expect(page.getByText('Contact your bank')).toBeVisible()

  const pay = page.getByRole('button', { name: 'Pay without filling in the form again' })
  await pay.click()
  await expect(checkoutOf(page)).toContainText('$79.20')
  await expect(checkoutOf(page)).toContainText(buyer.email)
  await press('Close')(page)
  await expectToast(page, 'Payment Cancelled')
  await expect(page).toHaveURL('/payment-failed?reason=cancelled')
  await expect(page.locator('[data-reason]')).toHaveText('The payment was cancelled.')
  await expect(page.getByText('Contact your bank')).toBeHidden()

  const answer = await holdCalls(page, '**/api/orders/*/retry')
  await pay.click()
  await expect(pay).toHaveAttribute('aria-busy', 'true')
  answer()
  // Keeps the page open for now, to look at the cover.
  const leave = await holdCalls(page, '**/dashboard')
  await press('Pay')(page)
  await expectToast(
    page,
    'Payment Successful!',
    'Thank you for purchasing Website and SEO Audit. You can now access your dashboard.',
  )
  await expect(page.getByRole('dialog', { name: /^Paid \$79\.20 · INV-\d+$/ })).toBeVisible()
  leave()
  await page.waitForURL('**/dashboard')
  // Going back must not lead to the page that says that nothing was charged.
  await page.goBack()
  await page.waitForURL(`**/packages/${SLUG}`)
  expect(await describeOrders(db, buyer.email)).toEqual([
    `pending, paid, 7920, captured 7920, ${coupon.code}`,
  ])
})

test('after a fault the page asks the provider before it offers to pay, and a payment that was made is confirmed', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/400 .*\/pay|409 .*retry/)
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expect(checkoutOf(page)).toContainText(buyer.email)
  const [order] = await findOrders(db, buyer.email)
  const answer = await holdCalls(page, '**/api/orders/*/retry')
  await press('Simulate a network error')(page)
  await page.waitForURL('**/payment-failed?reason=network_error')
  await expect(page.locator('[data-charge]')).toHaveText(
    'If the payment went through, we’ll confirm it by email. We refund anything you pay twice.',
  )
  await expect(page.getByRole('button', { name: 'Pay without filling in the form again' })).toBeHidden()
  // The payment was successful after all.
  const paid = { order_id: order?.providerOrderId, outcome: 'success' }
  await page.request.post('/sandbox/razorpay/pay', { data: paid })
  answer()
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible()
  await expect(page.getByText(`Order ${order?.invoiceNumber} is paid.`)).toBeVisible()
  expect(await describeOrders(db, buyer.email)).toEqual([
    `pending, paid, ${PRICE_CENTS}, captured ${PRICE_CENTS}`,
  ])
})

test('going back after a payment that could not be verified confirms that payment and makes no other', async ({
  page,
  db,
  expectFault,
}) => {
  const buyer = createBuyer()
  expectFault(/503 .*verify-payment/)
  await page.route('**/api/verify-payment', (route) =>
    route.fulfill({ status: 503, json: { code: 'provider_unavailable', message: 'Your payment is safe.' } }),
  )
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await press('Pay')(page)
  await page.waitForURL('**/payment-failed?reason=verification_failed&*')
  await page.goBack()
  await page.unroute('**/api/verify-payment')

  const opened: string[] = []
  page.on('request', (request) => opened.push(new URL(request.url()).pathname))
  await dialog.getByLabel('Password').fill(buyer.password)
  await dialog.getByRole('button', { name: 'Pay $99.00' }).click()
  await expectToast(page, 'Payment Successful!')
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText('Website and SEO Audit')
  expect(opened).not.toContain('/api/create-order')
  expect(opened).not.toContain('/sandbox/razorpay/pay')
  expect(await describeOrders(db, buyer.email)).toEqual([
    `pending, paid, ${PRICE_CENTS}, captured ${PRICE_CENTS}`,
  ])
})
