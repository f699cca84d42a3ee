import { beforeEach, describe, expect, test } from 'vitest'
import { foldText } from '#api/rules/text/fold-text.ts'
import { fetchList, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { User } from '#db/models/people/user.ts'
import {
  insertAssignment,
  insertOffer,
  insertOrder,
  insertPackage,
  insertRegistration,
  insertReview,
  insertUser,
  OFFER_CONTENT,
} from '#db/testing/builders.ts'
import { rowContainsWord } from './search.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

/** Stored text, and searches that find it. */
const ALIKE = [
  ['Müller', 'muller'],
  ['Muller', 'MÜLLER'],
  ['Größe', 'GROSSE'],
  ['GRÖẞE', 'grosse'],
  ['O’Brien', "o'brien"],
  ["O'Brien", 'O’BRIEN'],
  ['O´Brien', "O'Brien"],
  ['D`Angelo', 'dʼangelo'],
  ['Élodie', 'elodie'],
  ['E\u0301lodie', 'élodie'],
  ['Łódź', 'lodz'],
  ['Đặng', 'dang'],
  ['Søren', 'soren'],
  ['Ærø', 'aero'],
  ['Œuvre', 'oeuvre'],
  ['İstanbul', 'istanbul'],
  ['Diyarbakır', 'DIYARBAKIR'],
  ['ＡＣＭＥ１２', 'acme12'],
  ['ﬁnance', 'finance'],
  ['Nguyễn', 'nguyen'],
  ['Παπαδόπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ'],
  ['Фёдоров', 'ФЕДОРОВ'],
  ['Anne‑Marie', 'anne-marie'],
  ['Андреи\u0306', 'АНДРЕЙ'],
  ['Ǿrsted', 'orsted'],
  ['\u1112\u1161\u11ab국', '한국'],
] as const

test.each(ALIKE)('%s is found by %s where rows are read one by one', async (stored, typed) => {
  const { rows } = await shop.db.raw<{ rows: unknown[] }>(
    `SELECT ${rowContainsWord('one.text')} AS found FROM (SELECT CAST(:stored AS text) AS text) one`,
    { stored, word: typed },
  )
  expect(rows).toEqual([{ found: true }])
})

test('a restore, which has no search path, folds texts in its indexes', async () => {
  await shop.db.transaction(async (trx) => {
    await trx.raw(`SET LOCAL search_path = ''`)
    const { rows } = await trx.raw(`SELECT public.fold_text('Müller & Söhne') AS folded`)
    expect(rows).toEqual([{ folded: 'muller & sohne' }])
  })
})

test.each(ALIKE)('%s is found by %s, in the database as in the browser', async (stored, typed) => {
  await insertUser(shop.db, { lastName: stored })
  const { rows } = await fetchList<{ lastName: string }>(
    admin,
    `/api/admin/users?q=${encodeURIComponent(typed)}`,
  )
  expect(rows.map(({ lastName }) => lastName)).toEqual([stored])
  expect(foldText(stored)).toContain(foldText(typed))
})

describe('in every list', () => {
  const NAMES = { firstName: 'Zoë', lastName: 'O’Müller', company: 'Größe & Łódź' }

  async function fill(): Promise<void> {
    const pkg = await insertPackage(shop.db, { name: 'Café Überblick' })
    const user = await insertUser(shop.db, { ...NAMES, email: 'zoe@shop.example', isStaff: true })
    await insertRegistration(shop.db, pkg.id, NAMES)
    const order = await insertOrder(shop.db, { packageId: pkg.id, userId: user.id, reference: 'Größe-7' })
    await insertAssignment(shop.db, { orderId: order.id, staffId: user.id, assignedById: user.id })
    await insertOffer(shop.db, { content: { ...OFFER_CONTENT, ...NAMES, title: 'Café Überblick' } })
    await insertReview(shop.db, { orderId: order.id, packageId: pkg.id, customerName: 'Zoë O’Müller' })
    await shop.db('outbox').insert({
      kind: 'welcome',
      payload: {},
      messageId: '9f4a1a52-2a0d-4f0b-8f69-1c2f3f6a7b81',
      subject: 'Welcome, Zoë O’Müller',
    })
    await shop
      .db('notifications')
      .insert({ kind: 'order_paid', key: 'order_paid:1', title: 'Zoë O’Müller paid', path: '/admin' })
    await shop.db('audit_log').insert({
      actorId: 1,
      action: 'created',
      subject: 'package',
      subjectId: pkg.id,
      subjectLabel: 'Café Überblick',
      changes: '[]',
    })
  }

  test.each([
    ['users', "zoe o'muller grosse lodz"],
    ['registrations', "zoe o'muller grosse lodz"],
    ['orders', "zoe o'muller cafe uberblick"],
    ['orders', 'GROSSE-7'],
    ['packages', 'CAFE uberblick'],
    ['staff-assignments', "o'muller uberblick"],
    ['offers', "zoe o'muller uberblick"],
    ['reviews', "o'muller uberblick"],
    ['mails', "o'muller"],
    ['notifications', "zoe o'muller"],
    ['audit-log', 'cafe uberblick'],
  ])('%s: %s', async (name, words) => {
    await fill()
    const of = (q: string) => fetchList(admin, `/api/admin/${name}?q=${encodeURIComponent(q)}`)
    expect((await of(words)).rows).toHaveLength(1)
    expect((await of(`${words} nobodyhasthis`)).rows).toEqual([])
  })

  test('and the search of the whole area', async () => {
    await fill()
    const found = (await admin.get(`/api/admin/search?q=${encodeURIComponent("zoe o'muller")}`)).json()
    expect([found.orders.length, found.people.length]).toEqual([1, 1])
    expect((await admin.get('/api/admin/search?q=uberblick')).json().packages).toHaveLength(1)
  })
})

test.each(['%', '_', '\\', '％', '＿', '＼'])('%s is no placeholder', async (sign) => {
  await insertUser(shop.db, { company: 'abc' })
  await insertUser(shop.db, { company: `a${sign}c` })
  const { rows } = await fetchList<{ company: string }>(
    admin,
    `/api/admin/users?q=${encodeURIComponent(`a${sign}c`)}`,
  )
  expect(rows.map(({ company }) => company)).toEqual([`a${sign}c`])
})

const NAMES = ['elodie', 'Elodie', 'Élodie', 'Emma', 'Øyvind', 'Žana', 'Zoe', 'Zoë', 'Анна']

test.each([
  ['users', ['firstName', 'lastName', 'company']],
  ['registrations', ['firstName', 'lastName', 'company']],
  ['orders', ['packageName']],
  ['packages', ['name']],
  ['staff', ['firstName']],
])('the list of %s is sorted by %j as people sort', async (name, columns) => {
  const pkg = await insertPackage(shop.db, { name: 'None' })
  for (const text of NAMES.toReversed()) {
    const fields = { firstName: text, lastName: text, company: text }
    if (name === 'registrations') await insertRegistration(shop.db, pkg.id, fields)
    else if (name === 'orders') await insertOrder(shop.db, { packageId: pkg.id, packageName: text })
    else if (name === 'packages') await insertPackage(shop.db, { name: text })
    else await insertUser(shop.db, { ...fields, isStaff: true })
  }
  for (const column of columns) {
    const read = async (sort: string) => {
      const { rows } = await fetchList<Record<string, string>>(admin, `/api/admin/${name}?sort=${sort}`)
      return rows.flatMap((row) => (NAMES.includes(row[column] ?? '') ? [row[column]] : []))
    }
    expect(await read(column)).toEqual(NAMES)
    expect(await read(`-${column}`)).toEqual(NAMES.toReversed())
  }
})

describe('an index serves', () => {
  /** @returns the plans of all statements of a call, with full table scans made expensive */
  async function explain(path: string, settings = ''): Promise<string> {
    const statements: { sql: string; bindings: readonly never[] }[] = []
    const record = (statement: (typeof statements)[number]) => statements.push(statement)
    shop.db.on('query', record)
    const response = await admin.get(path)
    shop.db.off('query', record)
    expect(response.statusCode, response.body).toBe(200)
    return shop.db.transaction(async (trx) => {
      await trx.raw(`SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; ${settings}`)
      const plans: string[] = []
      for (const { sql, bindings } of statements.filter(({ sql }) => /^select/i.test(sql))) {
        const { rows } = await trx.raw(`EXPLAIN ${sql.replaceAll(/\$\d+/g, '?')}`, bindings)
        plans.push(...rows.flatMap((row: Record<string, string>) => Object.values(row)))
      }
      return plans.join('\n')
    })
  }

  test.each([
    ['/api/admin/users?q=müller', ['users_folded_idx']],
    ['/api/admin/registrations?q=müller', ['registrations_folded_idx']],
    ['/api/admin/orders?q=müller', ['orders_folded_idx', 'orders_folded_reference_idx', 'users_folded_idx']],
    ['/api/coupons?exitOffers=included&q=müller', ['coupons_folded_idx']],
    ['/api/admin/staff-assignments?q=müller', ['orders_folded_idx', 'users_folded_idx']],
    ['/api/admin/audit-log?q=müller', ['audit_log_folded_idx', 'users_folded_idx']],
    ['/api/admin/mails?q=müller', ['outbox_folded_idx']],
  ])('the search %s: %j', async (path, indexes) => {
    // In a small table a full scan of another index would cost the same.
    const plan = await explain(path, 'SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off')
    for (const index of indexes) expect(plan).toContain(index)
  })

  test.each([
    ['/api/admin/users?sort=firstName', 'users_by_first_name_idx'],
    ['/api/admin/users?sort=-lastName', 'users_by_last_name_idx'],
    ['/api/admin/users?sort=company', 'users_by_company_idx'],
    ['/api/admin/registrations?sort=-firstName', 'registrations_by_first_name_idx'],
    ['/api/admin/registrations?sort=lastName', 'registrations_by_last_name_idx'],
    ['/api/admin/registrations?sort=company', 'registrations_by_company_idx'],
    ['/api/admin/orders?sort=packageName', 'orders_by_package_name_idx'],
  ])('the order of a long list, %s: %s', async (path, index) => {
    const { id: packageId } = await insertPackage(shop.db)
    const order = await insertOrder(shop.db, { packageId })
    const registration = await insertRegistration(shop.db, packageId)
    const { id: _, ...user } = await insertUser(shop.db)
    // More matches than are found first and then sorted.
    const many = Array.from({ length: 1_001 }, (_, number) => number)
    if (path.includes('users')) {
      await User.query(shop.db).insert(many.map((number) => ({ ...user, email: `${number}@shop.example` })))
    } else if (path.includes('orders')) {
      const { id: _, invoiceNumber: __, receipt: ___, ...copied } = order
      await Order.query(shop.db).insert(many.map(() => copied))
    } else {
      const { id: _, ...copied } = registration
      await Registration.query(shop.db).insert(many.map(() => copied))
    }
    // The first rows of the index are the first of the list: no sort step.
    expect(await explain(path)).toMatch(new RegExp(`Limit .*\\n *->  Index .*${index}`))
  })
})
