import { beforeEach, describe, expect, test } from 'vitest'
import { Review } from '../../../db/models/order-work/review.ts'
import {
  Category,
  PackagePreview as PreviewModel,
  PackageVersion as VersionModel,
} from '../../../db/models/package.ts'
import { insertPackage } from '../../../db/testing/builders.ts'
import type { AuditEntry } from '../../contract/audit.ts'
import {
  type AdminPackage,
  type PackagePreview,
  type PackageVersion,
  type PreviewMade,
  VERSIONS_A_PAGE,
} from '../../contract/packages.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'

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
const restore = ({ id }: { id: number }, version: number, expectedVersion: number, by = ada) =>
  by.browser.post(`/api/admin/packages/${id}/restore`, { version, expectedVersion })
async function historyOf({ id }: { id: number }, query = ''): Promise<PackageVersion[]> {
  return (await ada.browser.get(`/api/admin/packages/${id}/versions${query}`)).json()
}

describe('the history of a package', () => {
  test('has each save with who made it and what it changed, the last one first', async () => {
    const item = await make({ features: ['One', 'Two'] })
    await save(item, { name: 'Cloud Audit', price: '900', features: ['Two', 'Three'] }, ole.browser)
    await save(item, { questions: [{ question: 'Which cloud?', questionType: 'text', required: true }] })
    const [third, second, first, ...others] = await historyOf(item)
    expect(others).toEqual([])
    expect(third).toMatchObject({
      version: 3,
      savedBy: { firstName: 'Ada', lastName: 'Minh' },
      changes: [{ field: 'questions', from: [], to: ['Which cloud? (text, required)'] }],
      restoring: [],
    })
    expect(second).toMatchObject({
      version: 2,
      savedBy: { firstName: 'Ole', lastName: 'Berg' },
      restoredFrom: null,
      changes: [
        { field: 'name', from: 'Cloud Review', to: 'Cloud Audit' },
        { field: 'features', from: ['One', 'Two'], to: ['Two', 'Three'] },
        { field: 'price', from: '1299.50', to: '900.00' },
      ],
    })
    expect(first).toMatchObject({ version: 1, changes: [] })
    expect(first?.restoring.map(({ field }) => field)).toEqual(['name', 'features', 'price', 'questions'])
  })

  test('of a package that is older than the history begins with how it was', async () => {
    const item = await insertPackage(shop.db)
    expect(await historyOf(item)).toEqual([])
    await save(item, { name: 'Larger Website' })
    expect(await historyOf(item)).toMatchObject([
      { version: 2, changes: [{ field: 'name', from: 'Business Website', to: 'Larger Website' }] },
      { version: 1, savedBy: null, savedAt: item.updatedAt.toISOString() },
    ])
  })

  test('knows no save that changed nothing', async () => {
    const item = await make()
    const { version } = (await save(item, { ...form })).json<AdminPackage>()
    expect(version).toBe(1)
    expect(await historyOf(item)).toHaveLength(1)
  })

  test('comes 20 versions at a time', async () => {
    const item = await make()
    for (let count = 1; count <= VERSIONS_A_PAGE + 2; count += 1) await save(item, { name: `Name ${count}` })
    const newest = await historyOf(item)
    expect(newest.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index))
    // The last version of the page is compared with the one before it.
    expect(newest.at(-1)?.changes).toEqual([{ field: 'name', from: 'Name 2', to: 'Name 3' }])
    const older = await historyOf(item, '?before=4')
    expect(older.map(({ version }) => version)).toEqual([3, 2, 1])
  })

  test('is never rewritten', async () => {
    await make()
    const rows = shop.db('package_versions')
    await expect(rows.clone().update({ savedBy: ole.user.id })).rejects.toThrow('append-only')
    await expect(rows.clone().delete()).rejects.toThrow('append-only')
  })

  test('is lost together with a save that fails', async () => {
    const item = await make()
    const refused = await save(item, { name: 'Other', questions: [{ id: 999_999, question: 'Whose?' }] })
    expect(refused.statusCode).toBe(400)
    expect(await VersionModel.query(shop.db)).toHaveLength(1)
  })
})

describe('a version that is restored', () => {
  test('brings back texts, price, lists and questions as a new version, and the audit log says so', async () => {
    const questions = [{ question: 'Which cloud?', questionType: 'text', required: true }]
    const item = await make({ features: ['One'], longDescription: 'Long.', questions })
    await save(item, { name: 'Other', price: 5, features: [], longDescription: '', questions: [] })
    const restored = await restore(item, 1, 2)
    expect(restored.statusCode).toBe(200)
    expect(restored.json()).toEqual({ ...item, version: 3 })
    expect(await historyOf(item)).toMatchObject([
      { version: 3, restoredFrom: 1, savedBy: { firstName: 'Ada' } },
      { version: 2 },
      { version: 1, restoring: [] },
    ])
    const [entry] = (await ada.browser.get('/api/admin/audit-log')).json<AuditEntry[]>()
    expect(entry).toMatchObject({ action: 'updated', subject: 'package', actor: { firstName: 'Ada' } })
  })

  test('leaves it in the shop or out of it, as it is today', async () => {
    const item = await make({ isActive: false })
    await save(item, { name: 'Other', isActive: true })
    expect((await restore(item, 1, 2)).json()).toMatchObject({ name: 'Cloud Review', isActive: true })
  })

  test('in a category that was renamed since goes into that one; of one that is gone it is refused', async () => {
    const item = await make({ category: 'Mobile Apps' })
    await save(item, { category: 'Cloud Services' })
    const { id } = await Category.query(shop.db).findOne({ name: 'Mobile Apps' }).throwIfNotFound()
    await ada.browser.put(`/api/admin/categories/${id}`, { name: 'Apps' })
    expect((await restore(item, 1, 2)).json()).toMatchObject({ category: 'Apps' })
    await save(item, { category: 'Cloud Services' })
    await ada.browser.call('DELETE', `/api/admin/categories/${id}`)
    const refused = await restore(item, 1, 4)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toMatch(/^Category must be one of /)
  })

  test('is refused when somebody has saved since, or where there is no such version', async () => {
    const item = await make()
    await save(item, { name: 'Other' }, ole.browser)
    const refused = await restore(item, 1, 1)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'changed_meanwhile',
      message: 'Ole Berg has saved this package since you opened it.',
    })
    expect((await restore(item, 7, 2)).statusCode).toBe(404)
    expect(await historyOf(item)).toHaveLength(2)
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

describe('a preview of a package', () => {
  let admin: Visitor

  beforeEach(() => {
    admin = ada.browser
  })

  const preview = async (id: number | undefined, body: object) => {
    const path = id === undefined ? 'package-previews' : `packages/${id}/preview`
    return admin.post(`/api/admin/${path}`, body)
  }

  const read = (id: number) => admin.get(`/api/admin/package-previews/${id}`)

  test('a preview shows a package as it would be saved, and saves nothing', async () => {
    const stored = await insertPackage(shop.db, { isActive: false })
    await Review.query(shop.db).insert({
      packageId: stored.id,
      customerName: 'Ole',
      rating: 4,
      comment: 'Good.',
    })
    const changes = { name: ' Larger Website ', price: '$1,500', features: ['One', ''], imageUrl: '' }
    const made = (await preview(stored.id, changes)).json<PreviewMade>()
    const { item, reviews } = (await read(made.id)).json<PackagePreview>()
    expect(item).toMatchObject({
      id: stored.id,
      slug: stored.slug,
      name: 'Larger Website',
      price: 1500,
      features: ['One'],
      imageUrl: '/illustrations/web-development.svg',
      description: stored.description,
      reviewSummary: { average: 4, count: 1 },
    })
    expect(reviews).toMatchObject([{ customerName: 'Ole' }])
    expect(await shop.db('packages').first()).toEqual(stored)
    for (const table of ['package_versions', 'audit_log']) expect(await shop.db(table)).toEqual([])
  })

  test('a new package is previewed before there is one', async () => {
    const made = await preview(undefined, { name: 'Cloud Review', price: 99, description: 'A look.' })
    expect(made.statusCode).toBe(201)
    const { item } = (await read(made.json<PreviewMade>().id)).json<PackagePreview>()
    expect(item).toMatchObject({ name: 'Cloud Review', slug: 'cloud-review', questions: [] })
    expect(await shop.db('packages')).toEqual([])
  })

  test('a saved package is previewed as it is where nothing is changed', async () => {
    const stored = await insertPackage(shop.db, { isActive: false })
    const { id } = (await preview(stored.id, {})).json<PreviewMade>()
    expect((await read(id)).json()).toMatchObject({ item: { name: stored.name, isActive: false } })
  })

  test('what could not be saved cannot be previewed, and the same is said about it', async () => {
    const stored = await insertPackage(shop.db)
    for (const body of [{ name: ' ' }, { imageUrl: 'javascript:alert(1)' }, { category: 'Gardening' }]) {
      const refused = await preview(stored.id, body)
      expect(refused.statusCode).toBe(400)
      const saved = await admin.put(`/api/admin/packages/${stored.id}`, body)
      expect(refused.json().issues).toEqual(saved.json().issues)
    }
    expect((await preview(999_999, {})).statusCode).toBe(404)
    expect(await PreviewModel.query(shop.db)).toEqual([])
  })

  test('a preview is there for an hour, and goes with the next one', async () => {
    const stored = await insertPackage(shop.db)
    const { id } = (await preview(stored.id, {})).json<PreviewMade>()
    await shop.db('package_previews').update({ createdAt: new Date(Date.now() - 3_601_000) })
    expect((await read(id)).statusCode).toBe(404)
    const next = (await preview(stored.id, {})).json<PreviewMade>()
    expect(await PreviewModel.query(shop.db).select('id')).toMatchObject([{ id: next.id }])
  })
})
