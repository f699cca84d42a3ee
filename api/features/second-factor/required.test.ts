/** Staff, accountants and admins in production need a second factor. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { Passkey } from '../../../db/models/second-factor.ts'
import { DEMO_ACCOUNTS } from '../../../db/seeds/accounts.ts'
import { insertUser } from '../../../db/testing/builders.ts'
import { addPasskey, addTotp, givePassword, insertOwner } from '../../testing/second-factor.ts'
import { openSession } from '../../testing/sessions.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'

const shop = openTestApp()
/** Switches production on without the rest of its configuration. */
beforeAll(() => {
  shop.env.isProduction = true
})

const statusOf = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).statusCode

const isUpload = (url: string) => ['/api/admin/pictures', '/api/admin/imports'].includes(url)

describe.each(['isStaff', 'isAdmin', 'isAccountant'] as const)(
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
        // Each with a session of its own, which signing out ends.
        const { id } = (await browser.get('/api/auth/me')).json()
        const one = await openSession(shop, id)
        const headers = { 'content-type': `application/${isUpload(url) ? 'octet-stream' : 'json'}` }
        const response = await one.call(method as 'GET', path, method === 'GET' ? undefined : {}, headers)
        if (response.body.includes('second_factor_required')) expect(response.statusCode).toBe(403)
        else open.push(`${method} ${url}`)
      }
      expect(open.sort()).toEqual([
        'DELETE /api/user/passkeys/:id',
        'DELETE /api/user/totp',
        'GET /api/auth/me',
        'GET /api/user/second-factor',
        'PATCH /api/user/passkeys/:id',
        'POST /api/auth/logout',
        'POST /api/auth/reset-password',
        'POST /api/coupons/generate',
        'POST /api/user/passkeys',
        'POST /api/user/passkeys/options',
        'POST /api/user/proof',
        'POST /api/user/proof/options',
        'POST /api/user/recovery-codes',
        'POST /api/user/totp',
        'POST /api/user/totp/confirm',
        'POST /api/verify-payment',
      ])
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
  // In production they have to set one up again first.
  expect((await again.get('/api/staff/assignments')).json()).toMatchObject({
    code: 'second_factor_required',
  })
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
