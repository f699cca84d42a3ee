import { beforeEach, expect, test } from 'vitest'
import { Review } from '../../../db/models/order-work/review.ts'
import { PackagePreview as PreviewModel } from '../../../db/models/package.ts'
import { insertPackage } from '../../../db/testing/builders.ts'
import type { PackagePreview, PreviewMade } from '../../contract/packages.ts'
import { signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'

const shop = openTestApp()
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
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
