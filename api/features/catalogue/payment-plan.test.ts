import { beforeEach, expect, test } from 'vitest'
import { insertPackage } from '../../../db/testing/builders.ts'
import type { Package } from '../../contract/catalogue.ts'
import type { AdminPackage, PackageVersion } from '../../contract/packages.ts'
import { type SignedIn, signInAsAdmin } from '../../testing/back-office.ts'
import { addTotp, insertOwner } from '../../testing/second-factor.ts'
import { FOUR_CURRENCIES, sellIn } from '../../testing/sell-in.ts'
import { openSession } from '../../testing/sessions.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

sellIn(FOUR_CURRENCIES)
const shop = openTestApp()
const visitor = new Visitor(shop)
let admin: SignedIn
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
})

const HALVES = [
  { label: 'On ordering', share: 50, due: 'purchase' },
  { label: 'On acceptance', share: 50, due: 'accepted' },
]
const form = { name: 'Cloud Review', price: 1299, description: 'A look at your cloud.' }
const make = async (fields: object = {}) =>
  (await admin.browser.post('/api/admin/packages', { ...form, ...fields })).json<AdminPackage>()
const save = ({ id }: { id: number }, body: object) => admin.browser.put(`/api/admin/packages/${id}`, body)
const show = async ({ id }: { id: number }) => (await visitor.get(`/api/packages/${id}`)).json<Package>()

test('the catalogue shows the parts of a price in each currency, but where one would be too small', async () => {
  const item = await make({ paymentPlan: HALVES, prices: { JPY: 195_999, INR: 1 } })
  expect((await show(item)).paymentPlan).toEqual([
    { ...HALVES[0], amounts: { USD: 649.5, JPY: 97_999 } },
    { ...HALVES[1], amounts: { USD: 649.5, JPY: 98_000 } },
  ])
})

test('a package without a plan says nothing of one', async () => {
  expect(await show(await make())).not.toHaveProperty('paymentPlan')
  expect(await show(await insertPackage(shop.db))).not.toHaveProperty('paymentPlan')
})

test('a plan that a save does not name stays, and null takes it away', async () => {
  const item = await make({ paymentPlan: HALVES })
  expect((await save(item, { name: 'Cloud Audit' })).json()).toHaveProperty('paymentPlan')
  expect((await save(item, { paymentPlan: null })).json()).not.toHaveProperty('paymentPlan')
})

test('a plan that is none is refused at its field', async () => {
  const uneven = [HALVES[0], { ...HALVES[1], share: 49 }]
  const refused = await save(await make(), { paymentPlan: uneven })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({
    issues: [{ path: 'paymentPlan', message: 'The shares must add up to 100' }],
  })
})

test('a plan changes only with a fresh proof, as the price does', async () => {
  const item = await make({ paymentPlan: HALVES })
  const { user, browser } = await insertOwner(shop, { isAdmin: true })
  await addTotp(browser)
  const late = await openSession(shop, user.id, { provedAt: `now() - interval '10 minutes'` })
  const refused = await late.put(`/api/admin/packages/${item.id}`, { paymentPlan: null })
  expect(refused.json()).toMatchObject({ code: 'proof_needed' })
  expect((await late.put(`/api/admin/packages/${item.id}`, { paymentPlan: HALVES })).statusCode).toBe(200)
})

test('the history tells the plan without its amounts, and a version brings it back', async () => {
  const item = await make({ paymentPlan: HALVES })
  await save(item, { price: 1399 })
  await save(item, { paymentPlan: null })
  const list = await admin.browser.get(`/api/admin/packages/${item.id}/versions`)
  const [newest, priced] = list.json<PackageVersion[]>()
  expect(priced?.changes.map(({ field }) => field)).toEqual(['price'])
  expect(newest?.changes).toEqual([
    { field: 'paymentPlan', from: ['On ordering: 50%, purchase', 'On acceptance: 50%, accepted'], to: [] },
  ])
  const path = `/api/admin/packages/${item.id}/restore`
  const restored = await admin.browser.post(path, { version: 1, expectedVersion: 3 })
  expect(restored.json<AdminPackage>().paymentPlan).toMatchObject(HALVES)
  expect(await shop.db('packages').where({ id: item.id }).pluck('payment_plan')).toEqual([HALVES])
})
