import { beforeEach, expect, test } from 'vitest'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import type { AuditEntry } from '#api/contract/platform/audit.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { insertPackage } from '#db/testing/builders.ts'

const shop = openTestApp()
let ada: SignedIn
let ole: SignedIn
beforeEach(async () => {
  ada = await signInAsAdmin(shop)
  ole = await signInAs(shop, { firstName: 'Ole', lastName: 'Berg', isAdmin: true })
})

const form = { name: 'Cloud Review', price: 1299.5, description: 'A look at your cloud.', deliveryDays: 5 }

async function make(fields: object = {}): Promise<AdminPackage> {
  return (await ada.browser.post('/api/admin/packages', { ...form, ...fields })).json()
}
const save = ({ id }: { id: number }, body: object, browser: Visitor = ada.browser) =>
  browser.put(`/api/admin/packages/${id}`, body)
async function logOf({ id }: { id: number }): Promise<AuditEntry[]> {
  return (await ada.browser.get(`/api/admin/audit-log?subject=package&subjectId=${id}`)).json()
}

test('the audit log has each save with who made it and every field that it changed, from what to what', async () => {
  const item = await make({ features: ['One', 'Two'] })
  await save(item, { name: 'Cloud Audit', price: '900', features: ['Two', 'Three'] }, ole.browser)
  await save(item, { questions: [{ question: 'Which cloud?', questionType: 'text', required: true }] })
  const everything = {
    description: 'A look again.',
    longDescription: 'Long.',
    deliveryDays: 6,
    includedChanges: 2,
    category: 'Mobile Apps',
    imageUrl: 'https://cdn.example/a.webp',
    imageAlt: 'A cloud',
    whatYouGet: ['A report'],
    whatYouDontGet: ['A cloud'],
    isActive: false,
  }
  await save(item, everything)
  const [fourth, third, second, first, ...others] = await logOf(item)
  expect(others).toEqual([])
  expect(first).toMatchObject({ action: 'created', actor: { firstName: 'Ada' } })
  expect(second).toMatchObject({
    action: 'updated',
    actor: { firstName: 'Ole', lastName: 'Berg' },
    changes: [
      { field: 'name', from: 'Cloud Review', to: 'Cloud Audit' },
      { field: 'features', from: ['One', 'Two'], to: ['Two', 'Three'] },
      { field: 'price', from: '1299.50', to: '900.00' },
    ],
  })
  expect(third).toMatchObject({
    actor: { firstName: 'Ada' },
    changes: [{ field: 'questions', from: [], to: ['Which cloud? (text, required)'] }],
  })
  expect(fourth?.changes).toHaveLength(Object.keys(everything).length)
  for (const [field, to] of Object.entries(everything))
    expect(fourth?.changes.find((change) => change.field === field)).toMatchObject({ to })
})

test('a save that changes nothing counts no version and is in no log', async () => {
  const item = await make()
  expect((await save(item, { ...form })).json()).toMatchObject({ version: 1 })
  expect(await logOf(item)).toHaveLength(1)
  expect((await save(item, { name: 'Other' })).json()).toMatchObject({ version: 2 })
})

test('a save that fails counts no version and is in no log', async () => {
  const item = await make()
  const refused = await save(item, { name: 'Other', questions: [{ id: 999_999, question: 'Whose?' }] })
  expect(refused.statusCode).toBe(400)
  expect(await logOf(item)).toHaveLength(1)
  expect(await shop.db('packages').where({ id: item.id }).first()).toMatchObject({ version: 1 })
})

test('a save over that of somebody else is refused, with their name and the version that is there now', async () => {
  const item = await make()
  await save(item, { name: 'Other' }, ole.browser)
  const refused = await save(item, { description: 'Mine.', expectedVersion: item.version })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'changed_meanwhile',
    message: 'Ole Berg has saved this package since you opened it.',
    version: 2,
  })
  expect(await logOf(item)).toHaveLength(2)
  expect((await save(item, { description: 'Mine.', expectedVersion: 2 })).statusCode).toBe(200)
})

test('of a package of which the log says nothing, it is somebody who has saved it', async () => {
  const item = await insertPackage(shop.db, { version: 2 })
  const refused = await save(item, { name: 'Other', expectedVersion: 1 })
  expect(refused.json()).toMatchObject({
    message: 'Someone has saved this package since you opened it.',
    version: 2,
  })
})

test('of two admins who edit the same state of a package, the second save is refused and changes nothing', async () => {
  const item = await make()
  const saves = await Promise.all([
    save(item, { name: 'Ada’s', expectedVersion: item.version }, ada.browser),
    save(item, { name: 'Ole’s', expectedVersion: item.version }, ole.browser),
  ])
  expect(saves.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const won = saves.find(({ statusCode }) => statusCode === 200)?.json<AdminPackage>()
  const [today] = (await ada.browser.get('/api/admin/packages')).json<AdminPackage[]>()
  expect(today).toEqual(won)
  expect(today?.version).toBe(2)
})
