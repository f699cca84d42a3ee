import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestApp } from '#api/testing/test-app.ts'
import { buildWorld, openBrowser } from '#api/testing/world.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'on' } })

test('more than 60 messages an hour are refused in words, to that person alone', async () => {
  const world = await buildWorld(shop.db)
  const customer = await openBrowser(shop, world, 'customer')
  const send = (browser = customer, text = 'Hello') =>
    browser.post(`/api/orders/${world.order.id}/messages`, { text, key: randomUUID() })
  // Calls refused for another reason do not count.
  for (let count = 0; count < 60; count += 1) expect((await send(customer, '')).statusCode).toBe(400)
  for (let count = 0; count < 60; count += 1) expect((await send()).statusCode).toBe(201)
  const refused = await send()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().message).toBe(
    'You have written 60 messages within an hour. Please try again in 60 minutes.',
  )
  expect((await send(await openBrowser(shop, world, 'staff'))).statusCode).toBe(201)
})
