/** Coupons in the purchase modal: every toast, the panel, the totals, and an order that costs nothing. */
import type { Locator } from 'playwright/test'
import { expect } from 'playwright/test'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Payment } from '#db/models/money/payment.ts'
import { insertCoupon } from '#db/testing/builders.ts'
import { createBuyer, fillForm, openFilledPurchase } from '#e2e/journeys/support/buyer.ts'
import {
  checkoutOf,
  expectToast,
  holdCalls,
  openPurchase,
  test,
  toastOf,
} from '#e2e/journeys/support/journey.ts'
import { describeOrders, findOrders } from '#e2e/support/database.ts'

const SLUG = 'wordpress-website'
const INVALID = 'The coupon code is invalid or has expired'

function totalOf(dialog: Locator): Locator {
  return dialog.getByRole('region', { name: 'Order summary' }).getByRole('definition').last()
}

test('a blank or unknown code is refused, and so is one when the API does not respond', async ({
  page,
  expectFault,
}) => {
  expectFault(/404 .*coupons\/validate/)
  expectFault(/ERR_FAILED .*coupons\/validate/)
  const dialog = await openPurchase(page, SLUG)
  const field = dialog.getByLabel('Coupon code')
  const apply = dialog.getByRole('button', { name: 'Apply' })

  await field.fill('   ')
  await expect(apply).toBeDisabled()
  await field.press('Enter')
  await expectToast(page, 'Invalid Coupon', 'Please enter a coupon code')

  await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await field.fill('NO-SUCH-CODE')
  await apply.click()
  await expectToast(page, 'Invalid Coupon', INVALID)
  await expect(field).toHaveAccessibleDescription(INVALID)
  await expect(totalOf(dialog)).toHaveText('$899.00')

  await page.route('**/api/coupons/validate', (route) => route.abort())
  await apply.click()
  await expectToast(page, 'Coupon Error', 'Failed to validate coupon code')
  await expect(apply).toBeEnabled()
})

test('a percentage is applied, removed, applied again, and charged', async ({ page, db }) => {
  const buyer = createBuyer()
  const dialog = await openPurchase(page, SLUG)
  const field = dialog.getByLabel('Coupon code')
  const apply = dialog.getByRole('button', { name: 'Apply' })
  await fillForm(dialog, buyer)

  await field.fill('  welcome10 ')
  const asked = page.waitForRequest('**/api/coupons/validate')
  await apply.click()
  expect((await asked).postDataJSON()).toMatchObject({ code: 'WELCOME10' })
  await expectToast(page, 'Coupon Applied!', '10% discount applied. You save $89.90')
  await expect(field).toHaveValue('WELCOME10')
  await expect(field).not.toBeEditable()
  await expect(apply).toHaveCount(0)
  const panel = dialog.locator('div', { has: page.getByText('Coupon Applied Successfully!') }).last()
  await expect(panel.getByText('WELCOME10')).toBeVisible()
  await expect(panel.getByText('10% off')).toBeVisible()
  await expect(panel).toContainText('You save $89.90')
  await expect(dialog.getByRole('term').filter({ hasText: 'Discount' })).toHaveText('Discount')
  await expect(totalOf(dialog)).toHaveText('$809.10')

  await dialog.getByRole('button', { name: 'Remove coupon' }).click()
  await expectToast(page, 'Coupon Removed', 'Discount has been removed from your order')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(apply).toBeDisabled()
  await expect(totalOf(dialog)).toHaveText('$899.00')

  // The coupon is typed but not applied. Submitting the form applies it.
  await field.fill('WELCOME10')
  await dialog.getByRole('button', { name: 'Pay $899.00' }).click()
  await expectToast(page, 'Order Created', 'Proceeding to payment of $809.10 ($89.90 discount applied)...')
  await expect(checkoutOf(page)).toContainText('$809.10')
  expect(await describeOrders(db, buyer.email)).toEqual([
    'pending, unpaid, 80910, captured nothing, WELCOME10',
  ])
})

test('a fixed amount is taken off', async ({ page }) => {
  const dialog = await openPurchase(page, SLUG)
  const field = dialog.getByLabel('Coupon code')

  await field.fill('TAKE50')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expectToast(page, 'Coupon Applied!', 'You save $50.00')
  await expect(totalOf(dialog)).toHaveText('$849.00')
})

test('an order that costs nothing is placed without the checkout, and the cover says so', async ({
  page,
  db,
}) => {
  const buyer = createBuyer()
  const before = await Coupon.query(db).findOne({ code: 'ONHOUSE' })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const dialog = await openFilledPurchase(page, SLUG, buyer)
  await dialog.getByLabel('Coupon code').fill('ONHOUSE')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expectToast(page, 'Coupon Applied!', '100% discount applied. You save $899.00')
  await expect(dialog.getByText('Secure payment via')).toHaveCount(0)
  await expect(dialog.getByText('By paying you accept our')).toBeVisible()
  const said = page.evaluate(() => {
    const toaster = document.querySelector('shop-toaster [role=status]') ?? document.body
    return new Promise<string>((resolve) => {
      const seen = new MutationObserver(() => {
        if (!toaster.textContent?.trim() || toaster.textContent.includes('Coupon Applied!')) return
        seen.disconnect()
        resolve(toaster.textContent)
      })
      seen.observe(toaster, { childList: true, subtree: true })
    })
  })
  const leave = await holdCalls(page, '**/dashboard')
  await dialog.getByRole('button', { name: 'Place order' }).click()
  const cover = page.getByRole('dialog', { name: /^Order placed · INV-\d+$/ })
  await expect(cover).toBeVisible()
  // A scrollbar's place beside the cover is white as well.
  const ground = await cover.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(page.locator('html')).toHaveCSS('background-color', ground)
  // The dialog itself has the focus, so that a screen reader says its title once.
  await expect(cover).toBeFocused()
  // A modal dialog, so that nothing behind it can be bought.
  await expect(page.locator('dialog:modal').filter({ hasText: 'Order placed' })).toBeVisible()
  expect(await said).toContain('Payment Successful!')
  await expectToast(
    page,
    'Payment Successful!',
    'Thank you for purchasing WordPress Website. You can now access your dashboard.',
  )
  leave()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('region', { name: 'Recent Orders' })).toContainText('WordPress Website')
  await page.goto(`/dashboard?order=${(await findOrders(db, buyer.email))[0]?.id}`)
  await expect(page.getByRole('region', { name: 'Billing' })).toContainText('PaymentNothing to pay')

  expect(scripts.filter((url) => url.includes('checkout.js'))).toEqual([])
  expect(await describeOrders(db, buyer.email)).toEqual(['pending, paid, 0, captured 0, ONHOUSE'])
  const [order] = await findOrders(db, buyer.email)
  expect(await Payment.query(db).findOne({ orderId: order?.id })).toMatchObject({ provider: 'none' })
  expect(await Coupon.query(db).findOne({ code: 'ONHOUSE' })).toMatchObject({
    usedCount: (before?.usedCount ?? 0) + 1,
  })
})

test('a total that is too small for a card is refused before Pay', async ({ page, db }) => {
  const coupon = await insertCoupon(db, { discountType: 'fixed', discountHundredths: 89_850 })
  const dialog = await openPurchase(page, SLUG)
  await dialog.getByLabel('Coupon code').fill(coupon.code)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Card payments start at $1.00.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Pay $0.50' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Remove coupon' }).click()
  await expect(dialog.getByRole('button', { name: 'Pay $899.00' })).toBeEnabled()
})
