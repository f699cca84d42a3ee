import { beforeEach, describe, expect, test } from 'vitest'
import { hashCheaply } from '#api/testing/passwords.ts'
import { statusesOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { PasswordReset } from '#db/models/people/session.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertUser } from '#db/testing/builders.ts'

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
    const ask = (spelling = email) =>
      callFrom('203.0.113.1', '/api/auth/forgot-password', { email: spelling })
    const statuses = await statusesOf(5, (nth) => ask(nth % 2 ? email.toUpperCase() : email))
    expect(statuses, email).toEqual([202, 202, 202, 429, 429])
    const refused = await ask()
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
  }
})

describe('a stranger who asks for links from many addresses keeps the owner from none', () => {
  const PASSWORD = 'a-fine-secret'
  const email = 'flooded@example.com'
  let ownBrowser: Visitor
  beforeEach(async () => {
    await insertUser(shop.db, { email, passwordHash: await hashCheaply(PASSWORD) })
    ownBrowser = new Visitor(shop)
    await ownBrowser.post('/api/auth/login', { email, password: PASSWORD })
  })

  /** @returns how many mails are sent */
  async function countMails(ask: () => Promise<unknown>, times = 1): Promise<number> {
    const countSent = () =>
      OutboxMessage.query(shop.db).where({ kind: 'password_reset', state: 'sent' }).resultSize()
    const before = await countSent()
    for (let nth = 0; nth < times; nth += 1) await ask()
    await shop.finishJobs()
    return (await countSent()) - before
  }
  let host = 0
  const askAsStranger = async () => {
    host += 1
    const asked = await callFrom(`192.0.2.${host}`, '/api/auth/forgot-password', { email })
    expect(asked.statusCode).toBe(202)
  }

  test('the browser that has signed in before has mails of its own', async () => {
    expect(await countMails(askAsStranger, 25)).toBe(20)
    expect(await countMails(() => ownBrowser.post('/api/auth/forgot-password', { email }))).toBe(1)
  })

  test('and any other finds a link in the mailbox that works, because one more goes out every half an hour', async () => {
    expect(await countMails(askAsStranger, 25)).toBe(20)
    const links = () =>
      PasswordReset.query(shop.db).where({ endedAt: null }).where('expiresAt', '>', new Date())
    // No link has ended another.
    expect(await links().resultSize()).toBeGreaterThanOrEqual(20)
    const halfAnHour = `interval '31 minutes'`
    await shop.db.raw(`UPDATE outbox SET created_at = created_at - ${halfAnHour}`)
    await shop.db.raw(`UPDATE password_resets SET expires_at = expires_at - ${halfAnHour}`)
    expect(await links().resultSize()).toBe(0)
    expect(await countMails(askAsStranger)).toBe(1)
    expect(await countMails(askAsStranger)).toBe(0)
  })
})

test('one address can ask for twenty accounts an hour', async () => {
  const ask = (nth: number) =>
    callFrom('198.51.100.7', '/api/auth/forgot-password', { email: `n${nth}@example.com` })
  expect(await statusesOf(22, ask)).toEqual([...Array(20).fill(202), 429, 429])
})

test.each([
  ['/api/auth/reset-password', { token: 'guess', newPassword: 'a-fine-secret' }, 400],
  ['/api/payment-links/open', { token: 'guess' }, 404],
])('links of %s cannot be guessed for long', async (url, body, refused) => {
  const guess = () => callFrom('192.0.2.9', url, body)
  expect(await statusesOf(22, guess)).toEqual([...Array(20).fill(refused), 429, 429])
  // The limit does not affect other visitors.
  expect((await new Visitor(shop).post(url, body)).statusCode).toBe(refused)
})
