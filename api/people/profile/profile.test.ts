import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '#api/contract/platform/audit.ts'
import { SignedOut } from '#api/platform/errors.ts'
import { GUEST_PLACEHOLDERS } from '#api/rules/placeholders.ts'
import { fetchList, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { buyerForm, placeModalOrder, signIn, verifyBody } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openActor, openSession } from '#api/testing/sessions.ts'
import { statusOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { Session } from '#db/models/people/session.ts'
import { User } from '#db/models/people/user.ts'
import { GRACE_HOLM, insertOrder, insertPackage, insertUser } from '#db/testing/builders.ts'
import { updateProfile } from './routes.ts'

const shop = openTestApp()

const OLD = 'the-old-password'
const NEW = 'the-new-password'
const insertOwner = async () =>
  insertUser(shop.db, { email: 'owner@example.com', passwordHash: await hashCheaply(OLD) })
const loginWith = async (password: string) =>
  (await new Visitor(shop).post('/api/auth/login', { email: 'owner@example.com', password })).statusCode

/** What the profile's form sends, without a country. */
const { country: _country, ...GRACE } = GRACE_HOLM

/** A second browser with the same cookies. */
function copyOf(visitor: Visitor): Visitor {
  const copy = new Visitor(shop)
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
  return copy
}

describe('changing the password', () => {
  test('keeps this session under a new id and ends every other, the old id too', async () => {
    const owner = await insertOwner()
    const here = await signIn(shop, owner.email, OLD)
    const elsewhere = await signIn(shop, owner.email, OLD)
    const other = await openSession(shop, (await insertUser(shop.db)).id)
    const thief = copyOf(here)
    const changed = await here.put('/api/user/password', { currentPassword: OLD, newPassword: NEW })
    expect(changed.statusCode).toBe(204)
    expect(changed.body).toBe('')
    expect(await statusOf(here)).toBe(200)
    expect(await statusOf(elsewhere)).toBe(401)
    expect(await statusOf(thief)).toBe(401)
    expect(await statusOf(other), 'somebody else').toBe(200)
    expect(here.cookies.get('sid')).not.toBe(thief.cookies.get('sid'))
    expect(await loginWith(NEW)).toBe(200)
    expect(await loginWith(OLD)).toBe(401)
  })

  test('with a wrong current one is refused at that field, and nothing changes', async () => {
    const owner = await insertOwner()
    const here = await openSession(shop, owner.id)
    const elsewhere = await openSession(shop, owner.id)
    const refused = await here.put('/api/user/password', { currentPassword: 'not-it', newPassword: NEW })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      code: 'wrong_password',
      issues: [{ path: 'currentPassword', message: 'Your current password is not correct' }],
    })
    expect(await loginWith(OLD)).toBe(200)
    expect(await statusOf(elsewhere)).toBe(200)
  })

  test.each([
    ['short', 'Password must be at least 6 characters'],
    ['x'.repeat(201), 'Password must be at most 200 characters'],
    ['password', 'This password is too common. Please choose another.'],
    ['Qwerty123', 'This password is too common. Please choose another.'],
  ])('to %s is refused with a reason', async (newPassword, message) => {
    const here = await openSession(shop, (await insertOwner()).id)
    const refused = await here.put('/api/user/password', { currentPassword: OLD, newPassword })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ message, issues: [{ path: 'newPassword', message }] })
    expect(await loginWith(OLD)).toBe(200)
  })

  test('takes one of 200 characters as it is typed, blanks and all', async () => {
    const here = await openSession(shop, (await insertOwner()).id)
    const newPassword = ` ${'ü☃ '.repeat(66)}x`
    expect(newPassword).toHaveLength(200)
    const changed = await here.put('/api/user/password', { currentPassword: OLD, newPassword })
    expect(changed.statusCode).toBe(204)
    expect(await loginWith(newPassword)).toBe(200)
    expect(await loginWith(newPassword.trim())).toBe(401)
  })

  test('twice at once: one change wins, and only its session lives', async () => {
    const owner = await insertOwner()
    const visitors = [await openSession(shop, owner.id), await openSession(shop, owner.id)]
    const responses = await Promise.all(
      visitors.map((visitor, index) =>
        visitor.put('/api/user/password', { currentPassword: OLD, newPassword: `${NEW}-${index}` }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
    const winner = responses.findIndex(({ statusCode }) => statusCode === 204)
    expect(await loginWith(`${NEW}-${winner}`)).toBe(200)
    const statuses = await Promise.all(visitors.map(statusOf))
    expect(statuses[winner]).toBe(200)
    expect(statuses[1 - winner]).toBe(401)
  })

  test('ends a sign-in with the old one that is still in flight', async () => {
    const owner = await insertOwner()
    const thief = new Visitor(shop)
    const change = await shop.db.transaction()
    await User.query(change).findById(owner.id).patch({ passwordHash: 'changed-meanwhile' })
    // The old password is checked before the change commits. Storing the session then waits for the user's row.
    const login = thief.post('/api/auth/login', { email: owner.email, password: OLD })
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) > 0)
    await Session.query(change).where({ userId: owner.id }).delete()
    await change.commit()
    await login
    expect(await statusOf(thief)).toBe(401)
  })

  test('ends the sign-in token of a purchase that nobody has used yet', async () => {
    const pkg = await insertPackage(shop.db)
    const buyer = new Visitor(shop)
    const order = await placeModalOrder(buyer, { packageId: pkg.id, finalAmount: 1299 })
    const paid = await shop.pay(order.razorpayOrderId ?? '')
    const { sessionId } = (await buyer.post('/api/verify-payment', verifyBody(order, paid))).json<{
      sessionId: string
    }>()
    const owner = await signIn(shop, 'grace@example.com', 'a-fine-secret')
    await owner.put('/api/user/password', { currentPassword: 'a-fine-secret', newPassword: NEW })
    expect((await buyer.post('/api/auth/session-login', { sessionId })).statusCode).toBe(401)
  })
})

describe('a common password', () => {
  const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...form } = buyerForm()
  const message = 'This password is too common. Please choose another.'

  test.each<[where: string, send: (browser: Visitor) => ReturnType<Visitor['post']>, path: string]>([
    [
      'an account is made',
      (browser) => browser.post('/api/auth/register', { ...form, password: '123456' }),
      'password',
    ],
    [
      'a purchase would make one',
      async (browser) => {
        const { id: packageId } = await insertPackage(shop.db)
        const userData = buyerForm({ password: 'PASSWORD1' })
        return browser.post('/api/create-order', { packageId, finalAmount: 1299, userData })
      },
      'userData.password',
    ],
    [
      'an admin makes one',
      (browser) => browser.post('/api/admin/users', { ...form, password: 'iloveyou' }),
      'password',
    ],
  ])('is refused where %s', async (_where, send, path) => {
    const { browser: admin } = await signInAsAdmin(shop)
    const refused = await send(admin)
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { issues: [{ path, message }] }])
    expect(await User.query(shop.db).resultSize()).toBe(1)
  })

  test('still opens an old account that has it', async () => {
    const passwordHash = await hashCheaply('sunshine')
    await insertUser(shop.db, { email: 'owner@example.com', passwordHash })
    expect(await loginWith('sunshine')).toBe(200)
  })
})

describe('the e-mail', () => {
  const profile = (email: string, more: object = {}) => ({ ...GRACE, email, ...more })

  test('changed by a stolen session needs the current password', async () => {
    const owner = await insertOwner()
    const thief = await openSession(shop, owner.id)
    for (const more of [{}, { currentPassword: 'not-it' }, { currentPassword: '' }]) {
      const refused = await thief.put('/api/user/profile', profile('thief@example.com', more))
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ issues: [{ path: 'currentPassword' }] })
    }
    expect((await User.query(shop.db).findById(owner.id))?.email).toBe('owner@example.com')
  })

  test('may be changed with it, once it is confirmed, and its case changes without', async () => {
    const owner = await insertOwner()
    const here = await openSession(shop, owner.id)
    expect((await here.put('/api/user/profile', profile('OWNER@example.com'))).statusCode).toBe(200)
    const changed = await here.put('/api/user/profile', profile('new@example.com', { currentPassword: OLD }))
    expect(changed.json()).toMatchObject({ email: 'OWNER@example.com', firstName: 'Grace' })
  })

  test('of somebody else is refused, whatever its case', async () => {
    await insertUser(shop.db, { email: 'Other@Example.com' })
    const here = await openSession(shop, (await insertOwner()).id)
    const refused = await here.put(
      '/api/user/profile',
      profile('oTHER@example.COM', { currentPassword: OLD }),
    )
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'email_taken', issues: [{ path: 'email' }] })
  })
})

const NAMES = { firstName: 'Iben', lastName: 'Holm', email: 'iben@example.com' }

const PROFILE = { ...GRACE, ...NAMES }

const signInGuest = () => signInAs(shop, { ...NAMES, ...GUEST_PLACEHOLDERS })

test('a guest’s account keeps the stand-ins as its data', async () => {
  const guest = new Visitor(shop)
  const form = { ...NAMES, phone: '+45 33 12 34 56', password: 'a-fine-secret', ...GUEST_PLACEHOLDERS }
  expect((await guest.post('/api/auth/register', form)).statusCode).toBe(201)
  expect((await guest.get('/api/auth/me')).json()).toMatchObject(GUEST_PLACEHOLDERS)
})

test('a customer changes the country with the rest of the profile', async () => {
  const { browser, user } = await signInGuest()
  const changed = await browser.put('/api/user/profile', { ...PROFILE, country: 'DK' })
  expect(changed.json()).toMatchObject({ country: 'DK', city: 'Copenhagen' })
  expect(await User.query(shop.db).findById(user.id)).toMatchObject({ country: 'DK' })
})

test('a profile without a country leaves it as it is, but makes no fact of a guest’s', async () => {
  const { browser } = await signInGuest()
  expect((await browser.put('/api/user/profile', PROFILE)).json()).toMatchObject({ country: '' })
  await browser.put('/api/user/profile', { ...PROFILE, country: 'DK' })
  expect((await browser.put('/api/user/profile', PROFILE)).json()).toMatchObject({ country: 'DK' })
})

test.each([
  ['country', 'ZZZZZ', 'Please select a country'],
  ['phone', 'abcdefghij', 'Please enter a valid phone number'],
])(
  'a %s such as %s is refused at its field, in the profile and in an admin’s form',
  async (field, value, message) => {
    const { browser } = await signInGuest()
    const admin = await signInAsAdmin(shop)
    const refusal = { code: 'invalid_input', issues: [{ path: field, message }] }
    const profile = await browser.put('/api/user/profile', { ...PROFILE, [field]: value })
    expect(profile.json()).toMatchObject(refusal)
    const made = await admin.browser.post('/api/admin/users', {
      ...PROFILE,
      email: 'noor@shop.example',
      [field]: value,
    })
    expect(made.json()).toMatchObject(refusal)
    expect((await browser.put('/api/user/profile', { ...PROFILE, [field]: '' })).statusCode).toBe(200)
  },
)

test('what was stored before the rules is still read, also by an order', async () => {
  const { browser, user } = await signInAs(shop, { ...PROFILE, country: 'ZZZZZ', phone: 'abcdefghij' })
  const pkg = await insertPackage(shop.db)
  expect((await browser.get('/api/auth/me')).json()).toMatchObject({ country: 'ZZZZZ', phone: 'abcdefghij' })
  const order = await browser.post('/api/create-order', {
    packageId: pkg.id,
    userId: user.id,
    finalAmount: 1299,
  })
  expect(order.statusCode).toBe(201)
})

test('no list, file or history of the admins shows the stand-ins as facts', async () => {
  const { browser, user } = await signInGuest()
  const pkg = await insertPackage(shop.db)
  await insertOrder(shop.db, { packageId: pkg.id, userId: user.id })
  await browser.put('/api/user/profile', { ...PROFILE, country: 'DK' })
  await User.query(shop.db).findById(user.id).patch(GUEST_PLACEHOLDERS)
  const admin = (await signInAsAdmin(shop)).browser
  for (const file of ['users', 'orders']) {
    const csv = (await admin.get(`/api/admin/${file}.csv`)).body
    expect(csv).toContain(NAMES.email)
    expect(csv, file).not.toContain(GUEST_PLACEHOLDERS.company)
  }
  const { rows } = await fetchList<AuditEntry>(admin, '/api/admin/audit-log?subject=user&action=updated')
  expect(rows[0]?.changes).toContainEqual({ field: 'company', from: '', to: 'Holm & Sons' })
})

test('an erased account gets nothing back by a profile that was sent before the erasure', async () => {
  const { user } = await signInGuest()
  const owner = await openActor(shop.db, user.id)
  const { browser: admin } = await signInAsAdmin(shop)
  expect((await admin.post(`/api/admin/users/${user.id}/erasure`)).statusCode).toBe(204)
  await expect(updateProfile(shop, user, PROFILE, owner)).rejects.toBeInstanceOf(SignedOut)
  const change = User.query(shop.db).findById(user.id).patch({ firstName: 'Iben' })
  await expect(change).rejects.toThrow('users_erased_check')
})

test('a profile that was sent before a change of address was confirmed does not make the former address a verified one', async () => {
  const { user } = await signInGuest()
  const confirmed = { email: 'mine@example.com', emailVerifiedAt: new Date() }
  await User.query(shop.db).findById(user.id).patch(confirmed)
  expect(await updateProfile(shop, user, PROFILE, await openActor(shop.db, user.id))).toMatchObject(confirmed)
})
