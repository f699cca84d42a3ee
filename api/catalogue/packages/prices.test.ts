import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { currencies } from '#api/content/content.ts'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import type { AuditEntry } from '#api/contract/platform/audit.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { addTotp, insertOwner } from '#api/testing/second-factor.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Package as PackageModel } from '#db/models/catalogue/package.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { listCategories } from './category.ts'

sellIn(FOUR_CURRENCIES)
const shop = openTestApp()
let admin: SignedIn
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
})

const form = { name: 'Cloud Review', price: 1299, description: 'A look at your cloud.' }
const make = async (fields: object = {}) =>
  (await admin.browser.post('/api/admin/packages', { ...form, ...fields })).json<AdminPackage>()
const save = ({ id }: { id: number }, body: object) => admin.browser.put(`/api/admin/packages/${id}`, body)

test('a package has a price in each currency that an admin gives it', async () => {
  const item = await make({ prices: { INR: '109,900', JPY: 195_999, EUR: null } })
  expect(item).toMatchObject({ price: 1299, currency: 'USD', prices: { INR: 109_900, JPY: 195_999 } })
  expect(await PackageModel.query(shop.db).findById(item.id)).toMatchObject({
    otherPrices: { INR: 10_990_000, JPY: 195_999 },
  })
})

test('prices that a save does not name stay, and null takes one away', async () => {
  const item = await make({ prices: { INR: 109_900, JPY: 195_999 } })
  const saved = await save(item, { prices: { INR: null, EUR: '1199.50' } })
  expect(saved.json()).toMatchObject({ prices: { EUR: 1199.5, JPY: 195_999 } })
  expect((await save(item, { name: 'Cloud Audit' })).json()).toMatchObject({ prices: { EUR: 1199.5 } })
})

test.each([
  ['GBP', 999, 'Besides USD, the shop sells in INR, EUR, JPY'],
  ['USD', 999, 'Besides USD, the shop sells in INR, EUR, JPY'],
  ['JPY', 99, 'Price must be 0 or at least ¥100, the minimum for card payments'],
  ['JPY', '1299.50', 'Price must be a whole amount, such as 1299'],
  ['INR', '0.99', 'Price must be 0 or at least ₹1.00, the minimum for card payments'],
  ['EUR', 'free', 'Enter a price, such as 1299.50'],
])('a price of %s %s is refused at its field', async (code, price, message) => {
  const item = await make({ prices: { INR: 109_900 } })
  const refused = await save(item, { prices: { [code]: price } })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ issues: [{ path: `prices.${code}`, message }] })
})

test('a price in another currency changes only with a fresh proof, as the price does', async () => {
  const item = await make({ prices: { INR: 109_900 } })
  const { user, browser } = await insertOwner(shop, { isAdmin: true })
  await addTotp(browser)
  const late = await openSession(shop, user.id, { provedAt: `now() - interval '10 minutes'` })
  const refused = await late.put(`/api/admin/packages/${item.id}`, { prices: { INR: 9_900 } })
  expect(refused.json()).toMatchObject({ code: 'proof_needed' })
  const same = await late.put(`/api/admin/packages/${item.id}`, { prices: { INR: 109_900 } })
  expect(same.json()).toMatchObject({ prices: { INR: 109_900 } })
})

test('the audit log tells the prices', async () => {
  const item = await make({ prices: { INR: 109_900 } })
  await save(item, { prices: { INR: null, JPY: 195_999 } })
  const changes = [{ field: 'prices', from: ['INR 109900.00'], to: ['JPY 195999'] }]
  const [entry] = (await admin.browser.get('/api/admin/audit-log?subject=package')).json<AuditEntry[]>()
  expect(entry).toMatchObject({ action: 'updated', changes })
  await save(item, { prices: { JPY: null } })
  const [last] = (await admin.browser.get('/api/admin/audit-log?subject=package')).json<AuditEntry[]>()
  expect(last).toMatchObject({ changes: [{ field: 'prices', from: ['JPY 195999'], to: [] }] })
})

test('the form is told today’s rate where there is one', async () => {
  const rates = await admin.browser.get('/api/admin/price-rates')
  expect(rates.json()).toEqual({ INR: shop.env.usdInrRate })
})

test('a category has a lowest price in a currency where each of its packages has one in it', async () => {
  const category = 'Mobile Apps'
  await insertPackage(shop.db, { category, priceCents: 9_900, otherPrices: { EUR: 9_900, JPY: 9_900 } })
  await insertPackage(shop.db, { category, priceCents: 5_000, otherPrices: { EUR: 4_900 } })
  await insertPackage(shop.db, { category, priceCents: 100, otherPrices: {}, isActive: false })
  const [shown] = (await admin.browser.get('/api/categories')).json<object[]>()
  expect(shown).toMatchObject({ fromPrice: 50, currency: 'USD', fromPrices: { EUR: 49 } })
  expect(shown).not.toHaveProperty('fromPrices.JPY')
})

test('a category’s lowest price is in the default currency, or in an older one where it has none in that yet', async () => {
  const category = 'Mobile Apps'
  onTestFinished(() => void Object.assign(currencies, FOUR_CURRENCIES))
  currencies.default = 'SGD'
  await insertPackage(shop.db, { category, priceCents: 5_000 })
  const read = async () => (await listCategories(shop.db)).find(({ name }) => name === category)
  expect(await read()).toMatchObject({ fromPrice: 50, currency: 'USD' })
  await insertPackage(shop.db, { category, priceCents: 9_900, currency: 'SGD' })
  await insertPackage(shop.db, { category, priceCents: 7_900, currency: 'SGD' })
  expect(await read()).toMatchObject({ fromPrice: 79, currency: 'SGD' })
})

const visitor = new Visitor(shop)

const HALVES = [
  { label: 'On ordering', share: 50, due: 'purchase' },
  { label: 'On acceptance', share: 50, due: 'accepted' },
]

const show = async ({ id }: { id: number }) => (await visitor.get(`/api/packages/${id}`)).json<Package>()

test('the catalogue shows the instalments of a price in each currency, but where one would be too small', async () => {
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

test('the audit log tells the plan without its amounts', async () => {
  const item = await make({ paymentPlan: HALVES })
  await save(item, { price: 1399 })
  await save(item, { paymentPlan: null })
  const list = await admin.browser.get('/api/admin/audit-log?subject=package')
  const [newest, priced] = list.json<AuditEntry[]>()
  expect(priced?.changes.map(({ field }) => field)).toEqual(['price'])
  expect(newest?.changes).toEqual([
    { field: 'paymentPlan', from: ['On ordering: 50%, purchase', 'On acceptance: 50%, accepted'], to: [] },
  ])
})
