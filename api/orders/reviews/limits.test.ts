import { expect, test } from 'vitest'
import { signInAs } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { insertPaidOrder } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'on' } })

test('more than ten reviews an hour are too many, over all orders of a customer', async () => {
  const { browser, user } = await signInAs(shop)
  const finished = { userId: user.id, status: 'completed', completedAt: new Date() } as const
  const orders = [await insertPaidOrder(shop.db, finished), await insertPaidOrder(shop.db, finished)]
  const statuses = []
  for (let count = 0; count < 11; count += 1) {
    const body = { rating: 5, comment: 'Good work.', naming: 'full' }
    const { statusCode } = await browser.call('PUT', `/api/orders/${orders[count % 2]?.id}/review`, body)
    statuses.push(statusCode)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})
