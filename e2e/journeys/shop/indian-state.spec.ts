/** The state of an Indian address, which decides the tax on the invoice. */
import { expect } from 'playwright/test'
import { createBuyer, fillGuestForm, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, expectToast, test } from '#e2e/journeys/support/journey.ts'
import { findOrders, getPackage } from '#e2e/support/database.ts'

const PAY = { name: /^Pay / }

test('the purchase form refuses a misspelt state with the nearest name, and asks about a PIN code once', async ({
  page,
  db,
}) => {
  const buyer = createBuyer()
  const dialog = await openFilledPurchase(page, 'site-audit', buyer)
  await dialog.getByLabel('Country').selectOption('IN')
  const state = dialog.getByLabel('State')
  const pin = dialog.getByLabel('PIN code')
  const proposed = state.evaluate((input: HTMLInputElement) =>
    Array.from(input.list?.options ?? [], ({ value }) => value),
  )
  expect(await proposed).toContain('Maharashtra')
  await state.fill('Maharastra')
  await pin.fill('411001')
  await dialog.getByRole('button', PAY).click()
  await expect(state).toBeFocused()
  await expect(state).toHaveAccessibleDescription(/Did you mean Maharashtra\?$/)
  expect(await findOrders(db, buyer.email)).toEqual([])

  await state.fill('J&K')
  await expect(state).toHaveAccessibleDescription('')
  await dialog.getByRole('button', PAY).click()
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAccessibleDescription(
    /PIN code 411001 is in Maharashtra, not in Jammu and Kashmir\./,
  )
  await dialog.getByRole('button', PAY).click()
  await expect(checkoutOf(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  expect((await findOrders(db, buyer.email)).map(({ buyer }) => buyer.state)).toEqual(['J&K'])
})

test('billing details refuse it likewise, and take a state in its own script', async ({ page, db }) => {
  const buyer = createBuyer()
  const { id } = await getPackage(db, 'site-audit')
  await page.goto(`/checkout?packageId=${id}`)
  await fillGuestForm(page.getByRole('main').locator('form'), buyer)
  await page.getByRole('button', PAY).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
  const [order] = await findOrders(db, buyer.email)
  await page.goto(`/dashboard?order=${order?.id}`)
  await page.getByRole('button', { name: 'Complete billing details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Billing details' })
  await dialog.getByLabel('Country').selectOption('IN')
  await dialog.getByLabel('Address').fill('12 MG Road')
  await dialog.getByLabel('City').fill('Pune')
  await dialog.getByLabel('PIN code').fill('411001')
  await dialog.getByLabel('State').fill('Mumbai')
  await dialog.getByRole('button', { name: 'Issue new invoice' }).click()
  await expect(dialog.getByLabel('State')).toHaveAccessibleDescription(/Did you mean Maharashtra\?$/)
  await dialog.getByLabel('State').fill('राजस्थान')
  await dialog.getByRole('button', { name: 'Issue new invoice' }).click()
  await expect(dialog.getByLabel('PIN code')).toHaveAccessibleDescription(
    /is in Maharashtra, not in Rajasthan/,
  )
  await dialog.getByLabel('State').fill('महाराष्ट्र')
  await dialog.getByRole('button', { name: 'Issue new invoice' }).click()
  await expectToast(page, 'New Invoice Issued')
})
