/** Calls accept pasted text with invisible characters and variants of letters and digits. */
import { expect, test } from 'vitest'
import { User } from '#db/models/people/user.ts'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'
import { buyerForm, placeModalOrder } from './buyer.ts'
import { openTestApp, Visitor } from './test-app.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'on' } })
const { taxId: _, originalAmount: __, discountAmount: ___, couponCode: ____, ...account } = buyerForm()

test('an account with a domain in Unicode has its ASCII form, and signs in by either', async () => {
  const form = {
    ...account,
    email: ' user@M\u00fcnchen.de\u200b',
    phone: '\u202a+1 602\u2011555\u20110100\u202c',
  }
  const made = await new Visitor(shop).post('/api/auth/register', form)
  expect(made.statusCode, made.body).toBe(201)
  expect(await User.query(shop.db)).toMatchObject([
    { email: 'user@xn--mnchen-3ya.de', phone: '+1 602-555-0100' },
  ])
  for (const email of ['user@m\u00fcnchen.de', 'user@mu\u0308nchen.de', 'USER@xn--mnchen-3ya.de']) {
    const signedIn = await new Visitor(shop).post('/api/auth/login', { email, password: account.password })
    expect([email, signedIn.statusCode]).toEqual([email, 200])
  }
})

test('a code is found however it was pasted, and is no guess', async () => {
  await insertCoupon(shop.db, { code: 'WELCOME10' })
  const { id: packageId } = await insertPackage(shop.db)
  for (let nth = 0; nth < 10; nth += 1)
    for (const code of [
      'WELCOME10\u200b',
      '\uff37\uff25\uff2c\uff23\uff2f\uff2d\uff2510',
      '\u201cwelcome10\u201d',
    ]) {
      const found = await new Visitor(shop).post('/api/coupons/validate', { code, packageId })
      expect([code, found.statusCode], found.body).toEqual([code, 200])
    }
})

test('names keep what belongs to them', async () => {
  const { id: packageId } = await insertPackage(shop.db)
  const names = {
    firstName: '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    lastName: 'Nguye\u0302\u0303n',
  }
  await placeModalOrder(new Visitor(shop), { packageId, finalAmount: 1299, form: names })
  const { buyer } = await shop.db('orders').first()
  expect([buyer.firstName, buyer.lastName]).toEqual([names.firstName, 'Nguy\u1ec5n'])
})
