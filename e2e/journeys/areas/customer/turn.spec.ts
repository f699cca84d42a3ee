/** The list and the page agree about an order whose work is blocked and about one with a refund request. */
import { expect } from 'playwright/test'
import { Order } from '#db/models/orders/order.ts'
import { insertMessage, insertRefundRequest } from '#db/testing/builders.ts'
import { openDashboard, regionOf } from '#e2e/journeys/support/dashboard.ts'
import { test } from '#e2e/journeys/support/journey.ts'
import { createPaidOrder, createPerson } from '#e2e/journeys/support/people.ts'

test('a question that the team waits for is counted and named before the date stands still', async ({
  page,
  db,
}) => {
  const rohan = await createPerson(db, { firstName: 'Rohan', isStaff: true })
  const user = await createPerson(db)
  const [blocked, refund] = [
    await createPaidOrder(db, { userId: user.id, status: 'processing', packageName: 'Blocked' }),
    await createPaidOrder(db, { userId: user.id, status: 'processing', packageName: 'Delivered' }),
  ]
  await insertMessage(db, { orderId: blocked.id, authorId: rohan.id, authorRole: 'staff', isBlocking: true })
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  await Order.query(db).findById(blocked.id).patch({ questionAt: new Date() })
  await Order.query(db).findById(refund.id).patch({ workState: 'delivered', acceptBy: inTwoDays })
  await openDashboard(page, user)
  await expect(page.getByText('2 orders under way. 2 are waiting for you.')).toBeVisible()
  const recent = regionOf(page, 'Recent Orders')
  await expect(recent.getByRole('link', { name: /^Check the delivery of Delivered/ })).toBeVisible()

  await insertRefundRequest(db, { orderId: refund.id, authorId: user.id })
  await page.reload()
  await expect(page.getByText('2 orders under way. 1 is waiting for you.')).toBeVisible()
  await expect(recent.getByText('Under review')).toBeVisible()
  await expect(recent.getByText('Please check it')).toHaveCount(0)
  await recent.getByRole('link', { name: /^Reply to Rohan about Blocked/ }).click()
  const next = regionOf(page, 'Next step')
  await expect(next.getByRole('heading', { name: 'We need your answer' })).toBeVisible()
  await page.goto(`/dashboard?order=${refund.id}`)
  await expect(next.getByRole('heading', { name: 'You requested a refund' })).toBeVisible()
  await expect(page.getByText(/please check|to check the delivery/i)).toHaveCount(0)
})
