import { beforeEach, describe, expect, test } from 'vitest'
import type { Category, Package } from '#api/contract/catalogue/catalogue.ts'
import type { AdminCategory, AdminPackage } from '#api/contract/catalogue/packages.ts'
import type { AuditEntry } from '#api/contract/platform/audit.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Category as CategoryModel } from '#db/models/catalogue/package.ts'
import { insertPackage } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
const visitor = new Visitor(shop)
let admin: SignedIn
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
})

const TRAINING = { name: 'Training', description: 'Courses.', imageUrl: '/illustrations/wordpress.svg' }
const URL = '/api/admin/categories'
const create = (body: object) => admin.browser.post(URL, body)
const all = async () => (await admin.browser.get(URL)).json<AdminCategory[]>()
const names = async () => (await all()).map(({ name }) => name)
const shown = async () => (await visitor.get('/api/categories')).json<Category[]>()
const idOf = async (name: string) =>
  (await CategoryModel.query(shop.db).findOne({ name }).throwIfNotFound()).id
const change = async (name: string, body: object) => admin.browser.put(`${URL}/${await idOf(name)}`, body)
const remove = async (name: string) => admin.browser.call('DELETE', `${URL}/${await idOf(name)}`)
const entries = async () =>
  (await admin.browser.get('/api/admin/audit-log?subject=category')).json<AuditEntry[]>()

test('a shop begins with five categories, each with a picture and a text', async () => {
  expect(await names()).toEqual([
    ...['Web Development', 'Mobile Apps', 'Cloud Services', 'SEO & Marketing', 'Business Consulting'],
  ])
  for (const category of await all()) {
    expect(category).toMatchObject({
      description: expect.stringMatching(/.\.$/),
      imageUrl: expect.stringMatching(/^\/illustrations\/[a-z-]+\.svg$/),
      isHidden: false,
      formerNames: [],
      packageCount: 0,
    })
  }
})

test('visitors see the categories with packages in the shop, each with its lowest price', async () => {
  await insertPackage(shop.db, { category: 'Mobile Apps', priceCents: 129_950 })
  await insertPackage(shop.db, { category: 'Mobile Apps', priceCents: 99_900 })
  await insertPackage(shop.db, { category: 'Mobile Apps', priceCents: 100, isActive: false })
  await insertPackage(shop.db, { category: 'Cloud Services', isActive: false })
  expect(await shown()).toEqual([
    {
      name: 'Mobile Apps',
      description: 'iPhone and Android apps, from sketch to store.',
      imageUrl: '/illustrations/mobile-apps.svg',
      imageAlt: '',
      isHidden: false,
      formerNames: [],
      fromPrice: 999,
      currency: 'USD',
    },
  ])
})

describe('a new category', () => {
  test('is the last, takes packages and gives its picture to those that have none', async () => {
    const made = await create(TRAINING)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toEqual({
      id: expect.any(Number),
      ...TRAINING,
      imageAlt: '',
      isHidden: false,
      formerNames: [],
      packageCount: 0,
    })
    expect((await names()).at(-1)).toBe('Training')
    const body = { name: 'Course', description: 'A day.', price: 99, category: 'Training' }
    const response = await admin.browser.post('/api/admin/packages', body)
    expect(response.json()).toMatchObject({ category: 'Training', imageUrl: TRAINING.imageUrl })
  })

  test.each([
    ['name', ' '],
    ['name', 'x'.repeat(61)],
    ['description', ''],
    ['description', 'x'.repeat(201)],
    ['imageUrl', ''],
    ['imageUrl', '//evil.example/picture.svg'],
    ['isHidden', 'yes'],
  ])('needs a name, a text and a picture: %s %j is refused', async (field, value) => {
    const response = await create({ ...TRAINING, [field]: value })
    expect([response.statusCode, response.json()]).toMatchObject([400, { issues: [{ path: field }] }])
    expect(await names()).toHaveLength(5)
  })

  test('has a name that no other has, whatever its case, also when two are made at once', async () => {
    const taken = await create({ ...TRAINING, name: 'mobile apps' })
    expect(taken.statusCode).toBe(409)
    expect(taken.json()).toMatchObject({
      code: 'name_taken',
      issues: [{ path: 'name', message: 'A category with this name already exists' }],
    })
    const made = await Promise.all([create(TRAINING), create(TRAINING), create(TRAINING)])
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  })
})

describe('a renamed category', () => {
  test('takes its packages along, and every name it had leads on to it', async () => {
    const item = await insertPackage(shop.db, { category: 'Mobile Apps' })
    expect((await change('Mobile Apps', { name: 'Apps' })).statusCode).toBe(200)
    await change('Apps', { name: 'App Development' })
    expect((await visitor.get(`/api/packages/${item.id}`)).json<Package>().category).toBe('App Development')
    expect(await shown()).toMatchObject([{ name: 'App Development', formerNames: ['Apps', 'Mobile Apps'] }])

    // A form opened before the change still sends the old name.
    const saved = await admin.browser.put(`/api/admin/packages/${item.id}`, { category: 'Mobile Apps' })
    expect(saved.json<AdminPackage>().category).toBe('App Development')
  })

  test('may take an earlier name again, of its own or of another, which then leads nowhere else', async () => {
    await insertPackage(shop.db, { category: 'Mobile Apps' })
    await change('Mobile Apps', { name: 'Apps' })
    await change('Apps', { name: 'Mobile Apps' })
    expect((await shown())[0]?.formerNames).toEqual(['Apps'])
    await create({ ...TRAINING, name: 'Apps' })
    expect((await shown())[0]?.formerNames).toEqual([])
    expect((await change('Mobile Apps', { name: 'apps' })).json()).toMatchObject({ code: 'name_taken' })
  })
})

test('a category is moved to any place, behind the end it is the last, and the others close up', async () => {
  await change('Business Consulting', { position: 0 })
  expect((await names())[0]).toBe('Business Consulting')
  await change('Business Consulting', { position: 99 })
  await change('Cloud Services', { position: 1 })
  expect(await names()).toEqual([
    ...['Web Development', 'Cloud Services', 'Mobile Apps', 'SEO & Marketing', 'Business Consulting'],
  ])
  const stored = await CategoryModel.query(shop.db).orderBy('position')
  expect(stored.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
  expect((await change('Cloud Services', { position: -1 })).statusCode).toBe(400)
})

test('a hidden category says so, and its packages stay in the shop', async () => {
  await insertPackage(shop.db, { category: 'Mobile Apps' })
  await change('Mobile Apps', { isHidden: true })
  expect(await shown()).toMatchObject([{ name: 'Mobile Apps', isHidden: true }])
  expect((await visitor.get('/api/packages')).json()).toHaveLength(1)
})

describe('deleting a category', () => {
  test('is refused while it has packages, inactive ones too, with what to do instead', async () => {
    await insertPackage(shop.db, { category: 'Mobile Apps', isActive: false })
    const refused = await remove('Mobile Apps')
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'has_packages',
      message: 'Mobile Apps has 1 package. Move them to another category first, or hide this one instead.',
    })
    expect(await names()).toHaveLength(5)
  })

  test('forgets its names, and the others close up', async () => {
    await change('Web Development', { name: 'Web' })
    expect((await remove('Web')).statusCode).toBe(204)
    const stored = await CategoryModel.query(shop.db).orderBy('position')
    expect(stored.map(({ position }) => position)).toEqual([0, 1, 2, 3])
    const body = { name: 'Site', description: 'A site.', price: 99, category: 'Web Development' }
    expect((await admin.browser.post('/api/admin/packages', body)).json()).toMatchObject({
      issues: [{ message: expect.stringMatching(/^Category must be one of Mobile Apps, Cloud/) }],
    })
    expect((await admin.browser.call('DELETE', `${URL}/999999`)).statusCode).toBe(404)
    expect((await admin.browser.put(`${URL}/999999`, { name: 'X' })).statusCode).toBe(404)
  })

  test('leaves no package without a category where one is made at the same moment', async () => {
    const body = { name: 'Site', description: 'A site.', price: 99, category: 'Mobile Apps' }
    const [deleted, made] = await Promise.all([
      remove('Mobile Apps'),
      admin.browser.post('/api/admin/packages', body),
    ])
    expect([
      [204, 400],
      [409, 201],
    ]).toContainEqual([deleted.statusCode, made.statusCode])
  })

  test('leaves nothing but the message where none is left', async () => {
    for (const name of await names()) await remove(name)
    const body = { name: 'Site', description: 'A site.', price: 99 }
    expect((await admin.browser.post('/api/admin/packages', body)).json()).toMatchObject({
      issues: [{ path: 'category', message: 'There is no category yet. Add one first.' }],
    })
  })
})

test('every change of a category is in the audit log', async () => {
  await create(TRAINING)
  await change('Training', { name: 'Courses', position: 0, isHidden: true })
  await change('Courses', { name: 'Courses' })
  await remove('Courses')
  const [removed, changed, created, ...others] = await entries()
  expect(others).toEqual([])
  expect(created).toMatchObject({ action: 'created', subjectLabel: 'Training', actor: { id: admin.user.id } })
  expect(changed).toMatchObject({
    action: 'updated',
    subjectLabel: 'Courses',
    changes: [
      { field: 'name', from: 'Training', to: 'Courses' },
      { field: 'isHidden', from: false, to: true },
      { field: 'place', from: 6, to: 1 },
    ],
  })
  expect(removed).toMatchObject({ action: 'removed', subjectLabel: 'Courses' })
})
