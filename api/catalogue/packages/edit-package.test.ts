import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminPackage, PackageName } from '#api/contract/catalogue/packages.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Package as PackageModel } from '#db/models/catalogue/package.ts'
import { insertOrder, insertPackage } from '#db/testing/builders.ts'
import { toSlug } from './package.ts'

/** Updated by every change, for programs that follow lists. */
const CHANGED = { changedIn: expect.any(String), changedAt: expect.any(Date) }

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

const form = (fields: Record<string, unknown> = {}) => ({
  name: 'Cloud Review',
  price: 1299.5,
  deliveryDays: 5,
  description: 'A look at your cloud.',
  ...fields,
})

const BAD_FIELDS: [string, unknown][] = [
  ['name', undefined],
  ['name', '   '],
  ['name', '\u0000\u200b'],
  ['name', 'x'.repeat(201)],
  ['price', undefined],
  ['price', null],
  ['price', -1],
  ['price', '-1'],
  ['price', 1.005],
  ['price', 'free'],
  ['price', 0.5],
  ['price', '0.99'],
  ['price', ''],
  ['price', 1e12],
  ['price', [7]],
  ['deliveryDays', 0],
  ['deliveryDays', 1.5],
  ['deliveryDays', '7'],
  ['description', ''],
  ['category', 'Gardening'],
  ['imageUrl', 'http://cdn.example/cloud.webp'],
  ['imageUrl', '//evil.example/cloud.webp'],
  ['imageUrl', '/\\evil.example/cloud.webp'],
  ['imageUrl', 'javascript:alert(1)'],
  ['imageUrl', '/%E0%A4%A'],
  ['imageUrl', 'data:image/png;base64,AAAA'],
  ['imageUrl', 'https://cdn.example/"onload='],
  ['features', 'one'],
  ['features', Array(51).fill('line')],
  ['isActive', 'yes'],
  ['includedChanges', -1],
  ['includedChanges', 1.5],
  ['includedChanges', 101],
  ['questions', [{ question: ' ' }]],
  ['questions', [{ question: 'What?', questionType: 'checkbox' }]],
  ['questions', [{ question: 'What?' }, { question: ' What? ' }]],
  ['questions', [{ id: 1, question: 'What?' }]],
]

describe('a new package', () => {
  test('needs a name, a price, and a short description; the rest has defaults', async () => {
    const { deliveryDays: _, ...required } = form()
    const response = await admin.post('/api/admin/packages', required)
    expect(response.statusCode).toBe(201)
    const made = response.json<AdminPackage>()
    expect(made).toEqual({
      id: made.id,
      slug: 'cloud-review',
      name: 'Cloud Review',
      description: 'A look at your cloud.',
      longDescription: '',
      price: 1299.5,
      currency: 'USD',
      category: 'Web Development',
      imageUrl: '/illustrations/web-development.svg',
      imageAlt: '',
      deliveryDays: 7,
      features: [],
      whatYouGet: [],
      whatYouDontGet: [],
      isActive: true,
      includedChanges: null,
      informationRequired: [],
      questions: [],
      reviewSummary: { average: 0, count: 0 },
      version: 1,
    })
    const { questions: __, version: ___, includedChanges: ____, ...shown } = made
    expect((await new Visitor(shop).get(`/api/packages/${made.id}`)).json()).toEqual(shown)
  })

  test('takes everything the form has, blank lines dropped and text trimmed', async () => {
    const response = await admin.post(
      '/api/admin/packages',
      form({
        name: '  Cloud Review ',
        price: '$1,299.50',
        category: 'Cloud Services',
        longDescription: 'Long.',
        imageUrl: 'https://cdn.example/cloud.webp',
        features: ['  One ', '', '   ', 'Two'],
        whatYouGet: ['A report'],
        whatYouDontGet: ['The cloud'],
        isActive: false,
        includedChanges: 2,
        informationRequired: ['Which provider?', ' ', 'What does it cost you?'],
      }),
    )
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      name: 'Cloud Review',
      price: 1299.5,
      category: 'Cloud Services',
      imageUrl: 'https://cdn.example/cloud.webp',
      features: ['One', 'Two'],
      whatYouGet: ['A report'],
      whatYouDontGet: ['The cloud'],
      isActive: false,
      includedChanges: 2,
      informationRequired: ['Which provider?', 'What does it cost you?'],
      questions: [
        { question: 'Which provider?', questionType: 'textarea', required: false },
        { question: 'What does it cost you?' },
      ],
    })
  })

  test('has an address of its own, also when two of one name are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => admin.post('/api/admin/packages', form())))
    expect(made.map((response) => response.json<AdminPackage>().slug).sort()).toEqual([
      ...['cloud-review', 'cloud-review-2', 'cloud-review-3', 'cloud-review-4', 'cloud-review-5'],
    ])
  })

  test('is refused where a value is missing or wrong', async () => {
    for (const [field, value] of BAD_FIELDS) {
      const response = await admin.post('/api/admin/packages', form({ [field]: value }))
      expect(response.statusCode, `${field} = ${JSON.stringify(value)}`).toBe(400)
      const [issue] = response.json<{ issues: { path: string }[] }>().issues
      expect(issue?.path.split('.')[0]).toBe(field)
    }
    expect(await PackageModel.query(shop.db).resultSize()).toBe(0)
  })

  test('ignores unknown fields', async () => {
    const extra = { id: 77, slug: 'mine', priceCents: 1, reviewSummary: { average: 5, count: 99 } }
    const made = (await admin.post('/api/admin/packages', form(extra))).json<AdminPackage>()
    expect(made).toMatchObject({ slug: 'cloud-review', price: 1299.5, reviewSummary: { count: 0 } })
    expect(made.id).not.toBe(77)
  })
})

test.each([
  ['SEO & Marketing – Café', 'seo-marketing-cafe'],
  ['  --PHP 8.4 Upgrade!--', 'php-8-4-upgrade'],
  ['Straße & GROẞE Łódź, Đà Nẵng, Smørrebrød, Œuvre', 'strasse-grosse-lodz-da-nang-smorrebrod-oeuvre'],
  ['İstanbul ığdır', 'istanbul-igdir'],
  ['O’Brien’s ＳＥＯ ﬁx', 'obriens-seo-fix'],
  ['Облачный аудит', 'oblachnyy-audit'],
  ['Έλεγχος ασφάλειας', 'elegchos-asfaleias'],
  ['云 review 网站', 'yun-review-wang-zhan'],
  ['クラウド移行', 'kuraudo-yi-xing'],
  ['클라우드 이전', 'keullaudeu-ijeon'],
  ['वेबसाइट ऑडिट', 'vebsait-odit'],
  ['موقع', 'mwq'],
  ['🚀', 'rocket'],
  ['???', 'package'],
  [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
  [`${'x'.repeat(78)} y`, `${'x'.repeat(78)}-y`],
  [`${'migration '.repeat(7)}of all databases`, `${'migration-'.repeat(7)}of-all`],
  ['x'.repeat(100), 'x'.repeat(80)],
])('the address of %s is %s', async (name, slug) => {
  expect(await toSlug(name)).toBe(slug)
})

describe('a change of a package', () => {
  test('changes what it names and nothing else; the address stays', async () => {
    const before = await insertPackage(shop.db, { slug: 'business-website' })
    const response = await admin.put(`/api/admin/packages/${before.id}`, {
      name: 'Company Website',
      price: '$99',
    })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ slug: 'business-website', name: 'Company Website', price: 99 })
    const after = await PackageModel.query(shop.db).findById(before.id).throwIfNotFound()
    expect(after).toEqual({
      ...before,
      ...CHANGED,
      version: 2,
      name: 'Company Website',
      priceCents: 9_900,
      updatedAt: after.updatedAt,
    })
  })

  test('that leaves the picture blank shows the category’s', async () => {
    const { id } = await insertPackage(shop.db, { imageUrl: 'https://cdn.example/a.webp' })
    const body = { imageUrl: '', category: 'SEO & Marketing' }
    expect((await admin.put(`/api/admin/packages/${id}`, body)).json()).toMatchObject({
      imageUrl: '/illustrations/seo-marketing.svg',
    })
  })

  test('of its price leaves an old order what it cost', async () => {
    const order = await insertOrder(shop.db)
    await admin.put(`/api/admin/packages/${order.packageId}`, { price: 5, name: 'Renamed' })
    const [listed] = (await admin.get('/api/admin/orders')).json()
    expect(listed).toMatchObject({ amount: '1299.00', packageName: 'Business Website' })
  })

  test('that deactivates it hides it from the shop, not from admins and old orders', async () => {
    const order = await insertOrder(shop.db)
    await admin.put(`/api/admin/packages/${order.packageId}`, { isActive: false })
    const visitor = new Visitor(shop)
    expect((await visitor.get(`/api/packages/${order.packageId}`)).statusCode).toBe(404)
    expect((await visitor.get('/api/packages')).json()).toEqual([])
    expect((await admin.get('/api/admin/packages')).json()).toMatchObject([{ isActive: false }])
    expect((await admin.get('/api/admin/orders')).json()).toMatchObject([{ id: order.id }])
  })

  test('is refused where a value is wrong, and then nothing has changed', async () => {
    const before = await insertPackage(shop.db)
    for (const body of [
      { price: -1 },
      { name: '' },
      { name: null },
      { name: 'New', questions: [{ id: 9, question: 'What?' }] },
    ]) {
      expect((await admin.put(`/api/admin/packages/${before.id}`, body)).statusCode).toBe(400)
    }
    expect(await PackageModel.query(shop.db).findById(before.id)).toEqual(before)
  })
})

test('packages are found by name, filtered by category and sorted by price', async () => {
  await insertPackage(shop.db, { name: 'Online Store', priceCents: 200 })
  await insertPackage(shop.db, { name: 'Site Audit', priceCents: 100, category: 'SEO & Marketing' })
  const names = async (query: string) => {
    const response = await admin.get(`/api/admin/packages?${query}`)
    expect(response.statusCode).toBe(200)
    return response.json<AdminPackage[]>().map(({ name }) => name)
  }
  expect(await names('')).toEqual(['Online Store', 'Site Audit'])
  expect(await names('sort=price')).toEqual(['Site Audit', 'Online Store'])
  expect(await names('q=audit')).toEqual(['Site Audit'])
  expect(await names('category=SEO+%26+Marketing')).toEqual(['Site Audit'])
  await insertPackage(shop.db, { name: 'Old Offer', isActive: false })
  expect(await names('status=inactive')).toEqual(['Old Offer'])
  expect(await names('status=active')).toEqual(['Online Store', 'Site Audit'])
})

test('the names of all packages are there at once, however many, in alphabetical order', async () => {
  const numbers = Array.from({ length: 201 }, (_, index) => String(index).padStart(3, '0'))
  for (const number of numbers.toReversed()) {
    await insertPackage(shop.db, { name: `Package ${number}`, isActive: number !== '007' })
  }
  const response = await admin.get('/api/admin/package-names')
  const names = response.json<PackageName[]>()
  expect(names.map(({ name }) => name)).toEqual(numbers.map((number) => `Package ${number}`))
  expect(names[7]).toEqual({ id: expect.any(Number), name: 'Package 007', isActive: false })
})
