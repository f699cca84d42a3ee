/** A package paid in two halves, with a coupon, from the checkout to its second invoice. */
import { expect } from 'playwright/test'
import { Invoice } from '#db/models/money/invoice.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertCoupon, insertDelivery } from '#db/testing/builders.ts'
import { checkoutOf, expectToast, holdCalls, offerPackage, test } from '#e2e/journeys/support/journey.ts'
import { createPerson, signInAs } from '#e2e/journeys/support/people.ts'
import { describeOrders, findOrders } from '#e2e/support/database.ts'

test.use({ viewport: { width: 375, height: 812 } })

test('half and half to the end, at 375 px and with a coupon', async ({ page, db }) => {
  const { code } = await insertCoupon(db)
  const buyer = await createPerson(db, { email: `half-${crypto.randomUUID()}@example.com` })
  await signInAs(page, buyer)
  const item = await offerPackage(page, db, {
    name: 'Half and Half',
    paymentPlan: [
      { label: 'On ordering', share: 50, due: 'purchase' },
      { label: 'On acceptance', share: 50, due: 'accepted' },
    ],
  })
  await page.goto(`/checkout?packageId=${item.id}`)
  const inInstalments = page.getByRole('radio', { name: / today, / })
  const atOnce = page.getByRole('radio', { name: /^Pay in full now/ })
  await expect(inInstalments).toBeChecked()
  await expect(page.getByText('$649.50 today, $649.50 when you accept the work')).toBeVisible()
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('$519.60 today, $519.60 when you accept the work')).toBeVisible()
  await atOnce.check()
  await expect(page.getByRole('button', { name: 'Pay $1,039.20', exact: true })).toBeVisible()
  await inInstalments.check()
  const leave = await holdCalls(page, '**/dashboard')
  await page.getByRole('button', { name: 'Pay $519.60 today' }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  const cover = page.getByRole('dialog', { name: /^Paid \$519\.60/ })
  await expect(cover).toContainText('Then $519.60 when you accept the work')
  leave()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Pay $519.60 when you accept the work', { exact: true })).toBeVisible()
  await item.$query(db).patch({ isActive: false })
  const total = 'instalment_paid, 103920'
  expect(await describeOrders(db, buyer.email)).toEqual([`pending, ${total}, captured 51960, ${code}`])

  const [order] = await findOrders(db, buyer.email)
  if (!order) throw new Error('There is no order')
  const acceptBy = new Date(Date.now() + 7 * 24 * 3_600_000)
  const work = { status: 'processing', workState: 'delivered', acceptBy } as const
  await Order.query(db).findById(order.id).patch(work)
  await insertDelivery(db, { orderId: order.id, authorId: buyer.id })
  await page.goto(`/dashboard?order=${order.id}`)
  await expect(page.getByRole('region', { name: 'Payment received' })).toContainText('Paid $519.60')
  await expect(page.getByText('$519.60 is due when you accept.')).toBeVisible()
  await page.getByRole('button', { name: 'Accept and pay $519.60' }).click()
  const accepting = page.getByRole('dialog', { name: 'Accept and pay $519.60?' })
  await expect(accepting).toContainText('$519.60 is then due, and the payment opens right away.')
  await accepting.getByRole('button', { name: 'Accept and pay $519.60' }).click()
  // The acceptance is stored before the payment. Closing the payment leaves the amount due.
  await checkoutOf(page).getByRole('button', { name: 'Close' }).click()
  await expectToast(page, 'Thank you')
  await expect(page.getByRole('heading', { name: 'Delivery accepted, thank you' })).toBeVisible()
  expect(await describeOrders(db, buyer.email)).toEqual([`completed, ${total}, captured 51960, ${code}`])
  await page.getByRole('button', { name: 'Pay $519.60', exact: true }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Payment Received')
  await expect(page.getByRole('region', { name: 'Payment received' })).toContainText('Paid $519.60')
  await expect(page.getByRole('button', { name: /^Accept/ })).toHaveCount(0)
  expect(await describeOrders(db, buyer.email)).toEqual([
    `completed, paid, 103920, captured 51960 + 51960, ${code}`,
  ])
  await expect.poll(() => Invoice.query(db).where({ orderId: order.id }).resultSize()).toBe(2)
})
