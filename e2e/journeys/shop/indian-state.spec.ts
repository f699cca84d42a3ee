/** The state of an Indian address, which decides the tax on the invoice. */
import { expect } from 'playwright/test'
import { createBuyer, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import { checkoutOf, test } from '#e2e/journeys/support/journey.ts'
import { findOrders } from '#e2e/support/database.ts'

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
