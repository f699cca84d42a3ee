import { expect, test } from 'vitest'
import { insertUser } from '../../../db/testing/builders.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } })

const callFrom = (address: string, url: string, payload: object) =>
  shop.app.inject({
    method: 'POST',
    url,
    headers: { origin: shop.env.publicOrigin, 'x-forwarded-for': address },
    payload,
  })

test('a link can be asked for three times in a quarter of an hour, for an account and for none alike', async () => {
  await insertUser(shop.db, { email: 'owner@example.com' })
  for (const email of ['owner@example.com', 'nobody@example.com']) {
    const statuses: number[] = []
    for (let index = 0; index < 5; index += 1) {
      // From any address, in any case: the limit is the account's.
      const asked = await callFrom(`203.0.113.${index}`, '/api/auth/forgot-password', {
        email: index % 2 ? email.toUpperCase() : email,
      })
      statuses.push(asked.statusCode)
      if (asked.statusCode === 429) {
        expect(Number(asked.headers['retry-after'])).toBeGreaterThan(60)
        expect(asked.json()).toMatchObject({ code: 'too_many_requests' })
      }
    }
    expect(statuses, email).toEqual([202, 202, 202, 429, 429])
  }
})

test('one address can ask for twenty accounts an hour', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 22; index += 1) {
    const asked = await callFrom('198.51.100.7', '/api/auth/forgot-password', {
      email: `n${index}@example.com`,
    })
    statuses.push(asked.statusCode)
  }
  expect(statuses).toEqual([...Array(20).fill(202), 429, 429])
})

test.each([
  ['/api/auth/reset-password', { token: 'guess', newPassword: 'a-fine-secret' }, 400],
  ['/api/orders/resume', { token: 'guess' }, 404],
])('links of %s cannot be guessed for long', async (url, body, refused) => {
  const statuses: number[] = []
  for (let index = 0; index < 22; index += 1)
    statuses.push((await callFrom('192.0.2.9', url, body)).statusCode)
  expect(statuses).toEqual([...Array(20).fill(refused), 429, 429])
  // Other visitors are not limited by it.
  expect((await new Visitor(shop).post(url, body)).statusCode).toBe(refused)
})
