/** Calls that need a fresh proof of identity, such as changing rights, refunds and exports. */

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nameCalls } from '#api/testing/call-names.ts'
import {
  addPasskey,
  addTotp,
  askToSign,
  givePassword,
  insertOwner,
  PASSWORD,
  totpCode,
} from '#api/testing/second-factor.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusOf } from '#api/testing/statuses.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { Passkey } from '#db/models/people/second-factor.ts'
import { Session } from '#db/models/people/session.ts'
import type { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()

const OLD_PROOF = { provedAt: `now() - interval '10 minutes'` }
/** Somebody with an authenticator app and a fresh proof, and a session of theirs in which the proof is old. */
async function insertLate(fields: Partial<User> = {}) {
  const owner = await insertOwner(shop, fields)
  await addTotp(owner.browser)
  return { ...owner, late: await openSession(shop, owner.user.id, OLD_PROOF) }
}
const codeIn = async (response: Promise<{ statusCode: number; json: () => { code?: string } }>) => {
  const { statusCode, json } = await response
  return statusCode < 300 ? statusCode : json().code
}
const isProved = async (browser: Visitor) =>
  (await browser.get('/api/user/second-factor')).json<{ isProved: boolean }>().isProved

const ASKED_AGAIN = nameCalls({
  DELETE: `admin/users/:id/second-factor admin/users/:id/sessions admin/webhook-endpoints/:id`,
  GET: `accounts/invoices.csv accounts/orders.csv accounts/refunds.csv admin/coupons.csv
    admin/invoices.csv admin/orders.csv admin/registrations.csv admin/users.csv
    admin/users/:id/data user/data`,
  PATCH: `admin/coupons/:id admin/users/:id admin/webhook-endpoints/:id`,
  POST: `admin/coupons admin/money-without-order/:id/refunds
    admin/orders/:id/instalments/:position/transfer
    admin/orders/:id/instalments/:position/write-off admin/orders/:id/refunds
    admin/orders/:id/transfer admin/refunds/:id/transfers admin/users admin/users/:id/erasure
    admin/webhook-endpoints admin/webhook-endpoints/:id/secret user/erasure`,
  PUT: `admin/users/:id/disabled user/password`,
})

test.each(ASKED_AGAIN)(
  'rights, refunds, exports and webhooks are refused with an old proof %s',
  async (call) => {
    const { user, browser } = await insertOwner(shop, { isAdmin: true })
    await addTotp(browser)
    const [method = '', url = ''] = call.split(' ')
    const path = url.replace(':id', '999999')
    const send = (visitor: Visitor) =>
      visitor.call(method as 'GET', path, method === 'GET' ? undefined : { reason: 'x' })
    const late = await openSession(shop, user.id, OLD_PROOF)
    const never = await openSession(shop, user.id)
    for (const visitor of [late, never]) expect(await codeIn(send(visitor))).toBe('proof_needed')
    // With a fresh proof, or without a factor as in the demo, the call asks for none.
    const withoutFactor = await openSession(shop, (await insertUser(shop.db, { isAdmin: true })).id)
    for (const visitor of [browser, withoutFactor]) {
      expect(await codeIn(send(visitor))).not.toBe('proof_needed')
    }
  },
)

describe('a change that not every save makes needs a fresh proof', () => {
  test('another address, beside the password; not the rest of the profile', async () => {
    const { user, browser, late } = await insertLate()
    const profile = { ...pickBuyer(user), lastName: 'Holm', currentPassword: PASSWORD }
    expect(await codeIn(late.put('/api/user/profile', profile))).toBe(200)
    const moved = { ...profile, email: 'mine@example.com' }
    expect(await codeIn(late.put('/api/user/profile', moved))).toBe('proof_needed')
    expect(await OutboxMessage.query(shop.db).where({ kind: 'confirm_email' })).toEqual([])
    expect(await codeIn(browser.put('/api/user/profile', moved))).toBe(200)
  })

  test('a price or whether a package is sold; not its texts', async () => {
    const { browser, late } = await insertLate({ isAdmin: true })
    const { id, priceCents } = await insertPackage(shop.db)
    const url = `/api/admin/packages/${id}`
    expect(await codeIn(late.put(url, { description: 'New words.', price: priceCents / 100 }))).toBe(200)
    for (const sale of [{ price: 1 }, { isActive: false }]) {
      expect(await codeIn(late.put(url, sale))).toBe('proof_needed')
    }
    expect(await codeIn(browser.put(url, { price: 1 }))).toBe(200)
    expect(await Package.query(shop.db).findById(id)).toMatchObject({ priceCents: 100, isActive: true })
  })
})

test('other calls are not asked again', async () => {
  const { late } = await insertLate({ isAdmin: true, isStaff: true })
  const reads = shop.app.routeTable.filter(
    ({ method, url, access }) => method === 'GET' && !url.includes(':') && access !== 'public',
  )
  for (const { url } of reads.filter((route) => !ASKED_AGAIN.includes(`GET ${route.url}`))) {
    // `q` is for the search; other calls ignore it. The event stream is refused if the process does not listen, as here.
    const expected = url === '/api/events' ? 404 : 200
    expect((await late.get(`${url}?q=anna`)).statusCode, url).toBe(expected)
  }
})

describe('a proof', () => {
  test('is given by a code, a passkey or a recovery code, in this session alone', async () => {
    const { user, browser } = await insertOwner(shop)
    const { secret, recoveryCodes } = await addTotp(browser)
    const { device } = await addPasskey(shop, browser)
    const prove: ((visitor: Visitor) => Promise<object>)[] = [
      async () => ({ method: 'totp', code: totpCode(secret, 1) }),
      async () => ({ method: 'recovery_code', code: recoveryCodes[0] }),
      async (visitor) => ({
        method: 'passkey',
        response: device.sign(await askToSign(visitor, '/api/user/proof/options')),
      }),
    ]
    for (const makeBody of prove) {
      const [here, elsewhere] = [
        await openSession(shop, user.id, OLD_PROOF),
        await openSession(shop, user.id, OLD_PROOF),
      ]
      expect(await codeIn(here.get('/api/user/data'))).toBe('proof_needed')
      const proved = await here.post('/api/user/proof', await makeBody(here))
      expect(proved.statusCode).toBe(204)
      expect(await codeIn(here.get('/api/user/data'))).toBe(200)
      expect(await codeIn(elsewhere.get('/api/user/data'))).toBe('proof_needed')
    }
  })

  test('is no password where there is a factor, and no factor where there is none', async () => {
    const { user, browser } = await insertOwner(shop)
    const body = { method: 'password', currentPassword: PASSWORD }
    const bare = await openSession(shop, user.id)
    expect((await bare.get('/api/user/second-factor')).json()).toMatchObject({ proofs: ['password'] })
    expect(await codeIn(bare.post('/api/user/proof', { ...body, currentPassword: 'not-it-at-all' }))).toBe(
      'wrong_password',
    )
    expect(await codeIn(bare.post('/api/user/proof', { method: 'totp', code: '123456' }))).toBe('wrong_code')
    expect(await isProved(bare)).toBe(false)
    expect(await codeIn(bare.post('/api/user/proof', body))).toBe(204)
    expect(await isProved(bare)).toBe(true)
    await addTotp(browser)
    const late = await openSession(shop, user.id, OLD_PROOF)
    expect((await late.get('/api/user/second-factor')).json()).toMatchObject({
      proofs: ['totp', 'recovery_code'],
    })
    expect(await codeIn(late.post('/api/user/proof', body))).toBe('proof_needed')
    expect(await isProved(late)).toBe(false)
  })

  test('is what signing in was, for ten minutes', async () => {
    const { user } = await insertOwner(shop)
    const { browser } = await givePassword(shop, user)
    expect(await isProved(browser)).toBe(true)
    await Session.query(shop.db).patch({ provedAt: new Date(Date.now() - 10 * 60_000) })
    expect(await isProved(browser)).toBe(false)
  })

  test('is needed for every change of factors, by a stolen session without the password, too', async () => {
    const { user, browser } = await insertOwner(shop)
    const thief = await openSession(shop, user.id)
    const changes = shop.app.routeTable.filter(
      ({ method, url }) => method !== 'GET' && /^\/api\/user\/(passkeys|totp|recovery-codes)/.test(url),
    )
    expect(changes).toHaveLength(8)
    const tryAll = async (visitor: Visitor) => {
      for (const { method, url } of changes) {
        const sent = visitor.call(method as 'POST', url.replace(':id', '1'), {})
        expect(await codeIn(sent), url).toBe('proof_needed')
      }
    }
    await tryAll(thief)
    await addPasskey(shop, browser)
    await tryAll(await openSession(shop, user.id, OLD_PROOF))
  })
})

/** Turns production mode on without the rest of its configuration. */
beforeAll(() => {
  shop.env.isProduction = true
})

const isUpload = (url: string) => url === '/api/admin/pictures'

describe.each(['isStaff', 'isAdmin'] as const)(
  'without a factor, in production, an account with %s',
  (flag) => {
    let browser: Visitor
    beforeEach(async () => {
      ;({ browser } = await insertOwner(shop, { [flag]: true }))
    })

    test('may set one up and sign out, and nothing else', async () => {
      const open: string[] = []
      for (const { method, url, access } of shop.app.routeTable) {
        if (access === 'public') continue
        const path = url.replaceAll(/:\w+/g, '1')
        // Each call gets its own session, because signing out ends it.
        const { id } = (await browser.get('/api/auth/me')).json()
        const one = await openSession(shop, id)
        const headers = { 'content-type': `application/${isUpload(url) ? 'octet-stream' : 'json'}` }
        const response = await one.call(method as 'GET', path, method === 'GET' ? undefined : {}, headers)
        if (response.body.includes('second_factor_required')) expect(response.statusCode).toBe(403)
        else open.push(`${method} ${url}`)
      }
      const mayStill = nameCalls({
        DELETE: `user/passkeys/:id user/totp`,
        GET: `auth/me user/second-factor`,
        PATCH: `user/passkeys/:id`,
        POST: `auth/logout auth/reset-password coupons/generate user/passkeys user/passkeys/options
          user/proof user/proof/options user/recovery-codes user/totp user/totp/confirm
          verify-payment`,
      })
      expect(open.sort()).toEqual(mayStill)
    })

    test('may do its work as soon as it has one, and keeps the last', async () => {
      const status = async () => (await browser.get('/api/user/second-factor')).json()
      expect(await status()).toMatchObject({ isRequired: true, factors: [] })
      await addTotp(browser)
      expect((await browser.get('/api/orders')).statusCode).toBe(200)
      const refused = await browser.call('DELETE', '/api/user/totp')
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_second_factor'])
      const { id } = await addPasskey(shop, browser)
      expect((await browser.call('DELETE', '/api/user/totp')).statusCode).toBe(204)
      expect((await browser.call('DELETE', `/api/user/passkeys/${id}`)).statusCode).toBe(409)
      expect(await status()).toMatchObject({ factors: ['passkey'], totp: null })
      expect(await Passkey.query(shop.db).resultSize()).toBe(1)
    })
  },
)

test('whoever has an address of the demo in production needs one, too', async () => {
  const { email } = DEMO_ACCOUNTS.admin
  const { browser } = await insertOwner(shop, { email, isAdmin: true })
  expect((await browser.get('/api/admin/users')).json()).toMatchObject({ code: 'second_factor_required' })
})

test('customers work without, and may remove theirs', async () => {
  const { browser: customer } = await insertOwner(shop)
  expect((await customer.get('/api/orders')).statusCode).toBe(200)
  await addTotp(customer)
  expect((await customer.call('DELETE', '/api/user/totp')).statusCode).toBe(204)
})

test('an admin takes the factors from somebody who has lost them: audited, mailed, signed out', async () => {
  const { user: admin, browser } = await insertOwner(shop, { isAdmin: true })
  await addTotp(browser)
  const lost = await insertOwner(shop, { isStaff: true, email: 'lost@shop.example' })
  await addTotp(lost.browser)
  await addPasskey(shop, lost.browser)
  const path = `/api/admin/users/${lost.user.id}/second-factor`
  expect((await lost.browser.call('DELETE', path)).statusCode).toBe(403)
  expect((await browser.call('DELETE', path)).statusCode).toBe(204)
  expect(await statusOf(lost.browser)).toBe(401)
  const { browser: again, response } = await givePassword(shop, lost.user)
  expect(response.statusCode).toBe(200)
  // In production they must set one up again first.
  expect((await again.get('/api/staff/assignments')).json()).toMatchObject({ code: 'second_factor_required' })
  const entry = await AuditEntry.query(shop.db).findOne({ actorId: admin.id, subjectId: lost.user.id })
  expect(entry?.changes).toEqual([{ field: 'secondFactor', from: null, to: 'reset' }])
  const notices = await OutboxMessage.query(shop.db).where({ kind: 'account_notice' })
  expect(notices.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ userId: lost.user.id, event: 'second_factor_reset' }),
  )
  const own = await browser.call('DELETE', `/api/admin/users/${admin.id}/second-factor`)
  expect([own.statusCode, own.json().code]).toEqual([409, 'own_account'])
})

test('who is given a right in production sets up a factor first', async () => {
  const { browser } = await insertOwner(shop, { isAdmin: true })
  await addTotp(browser)
  const { id } = await insertUser(shop.db)
  await browser.patch(`/api/admin/users/${id}`, { isStaff: true })
  const promoted = await openSession(shop, id)
  expect((await promoted.get('/api/orders')).json()).toMatchObject({ code: 'second_factor_required' })
})
