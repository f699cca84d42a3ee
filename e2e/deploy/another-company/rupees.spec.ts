/** A buyer in India pays in rupees by UPI, which may be declined, time out or be authorised late, or pays in dollars instead. */
import { expect, type Page } from 'playwright/test'
import { createBuyer, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, test } from '#e2e/journeys/support/journey.ts'
import { ANOTHER_ORIGIN } from '#e2e/support/another-company.ts'
import { SLUG } from './buy.ts'

const SANDBOX = `${ANOTHER_ORIGIN}/sandbox/razorpay`

test.use({ locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
// Tests share the sandbox, and so its faults.
test.describe.configure({ mode: 'serial' })

const press = (page: Page, name: string) =>
  checkoutOf(page).getByRole('button', { name, exact: true }).click()

/** Opens the purchase form and fills it in as a buyer in India. */
async function openForm(page: Page) {
  const dialog = await openFilledPurchase(page, SLUG, createBuyer())
  await dialog.getByLabel('Country').selectOption('IN')
  await dialog.getByLabel('State').fill('Karnataka')
  await dialog.getByLabel('PIN code').fill('560025')
  await expect(dialog.getByText('UPI is usually limited to ₹1,00,000')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Ways to pay' })).toContainText('Netbanking')
  return dialog
}

test('UPI that was declined is paid at the next try, and both stay one order', async ({
  page,
  expectFault,
}) => {
  expectFault(/400 .*\/pay/)
  const dialog = await openForm(page)
  await dialog.getByRole('button', { name: /^Pay ₹1,09,900\.00$/ }).click()
  await expect(checkoutOf(page).getByRole('radio', { name: /^UPI/ })).toBeChecked()
  await expect(checkoutOf(page)).toContainText(/₹1,?09,?900\.00/)
  await press(page, 'Simulate a decline')
  await page.waitForURL('**/payment-failed?reason=payment_failed')
  await page.getByRole('button', { name: 'Pay without filling in the form again' }).click()
  await checkoutOf(page).getByRole('radio', { name: 'Netbanking' }).check()
  await press(page, 'Pay')
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText('Business Website')
})

test('UPI that timed out and is authorised late pays the order, which is not paid twice', async ({
  page,
  expectFault,
}) => {
  expectFault(/40[09] /)
  const dialog = await openForm(page)
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click()
  const refused = page.waitForResponse(/\/sandbox\/razorpay\/pay$/)
  await press(page, 'Simulate a timeout')
  const { error } = await (await refused).json()
  await page.waitForURL('**/payment-failed?reason=payment_failed')
  const answer = (outcome: string) =>
    page.request.post(`${SANDBOX}/bank-answer`, { data: { payment_id: error.metadata.payment_id, outcome } })
  expect((await answer('failed')).status()).toBe(200)
  expect((await answer('authorized')).status()).toBe(200)
  await page.getByRole('button', { name: 'Pay without filling in the form again' }).click()
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible()
})

test('a currency that the provider refuses: dollars instead, the price first, by one click', async ({
  page,
  expectFault,
}) => {
  expectFault(/409 .*create-order/)
  const refuse = (...refusedCurrencies: string[]) =>
    page.request.post(`${SANDBOX}/faults`, { data: { refusedCurrencies } })
  const dialog = await openForm(page)
  await refuse('INR')
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Payments in Indian rupees aren’t possible at the moment. Nothing has been charged. You can pay $1,299.00 in US dollars instead.',
  )
  await refuse()
  await dialog.getByRole('button', { name: 'Pay $1,299.00 in US dollars instead' }).click()
  await expect(checkoutOf(page)).toContainText('$1,299.00')
  await press(page, 'Pay')
  await page.waitForURL('**/dashboard')
})
