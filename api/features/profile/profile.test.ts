import { expect, test } from 'vitest'
import { User } from '../../../db/models/user.ts'
import { insertOrder, insertPackage } from '../../../db/testing/builders.ts'
import { SignedOut } from '../../base/errors.ts'
import type { AuditEntry } from '../../contract/audit.ts'
import { GUEST } from '../../rules/placeholders.ts'
import { fetchList, signInAs, signInAsAdmin } from '../../testing/back-office.ts'
import { openActor } from '../../testing/sessions.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'
import { updateProfile } from './profile.ts'

const shop = openTestApp()

const NAMES = { firstName: 'Iben', lastName: 'Holm', email: 'iben@example.com' }
const PROFILE = {
  ...NAMES,
  phone: '+45 33 12 34 56',
  company: 'Holm & Sons',
  jobTitle: 'Owner',
  address: 'Bredgade 12',
  city: 'Copenhagen',
  state: 'Hovedstaden',
  zipCode: '1260',
  taxId: '',
}

const signInGuest = () => signInAs(shop, { ...NAMES, ...GUEST })

test('a guest’s account keeps the stand-ins as its data', async () => {
  const guest = new Visitor(shop)
  const form = { ...NAMES, phone: '+45 33 12 34 56', password: 'a-fine-secret', ...GUEST }
  expect((await guest.post('/api/auth/register', form)).statusCode).toBe(201)
  expect((await guest.get('/api/auth/me')).json()).toMatchObject(GUEST)
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
  await User.query(shop.db).findById(user.id).patch(GUEST)
  const admin = (await signInAsAdmin(shop)).browser
  for (const file of ['users', 'orders']) {
    const csv = (await admin.get(`/api/admin/${file}.csv`)).body
    expect(csv).toContain(NAMES.email)
    expect(csv, file).not.toContain(GUEST.company)
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
