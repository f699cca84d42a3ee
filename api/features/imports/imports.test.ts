import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import { Import as ImportModel, PastOrder } from '../../../db/models/import.ts'
import { User } from '../../../db/models/user.ts'
import { insertPackage, insertUser } from '../../../db/testing/builders.ts'
import type { ImportDetail } from '../../contract/imports.ts'
import type { ImportKind } from '../../rules/import-columns.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { createPublisherHandlers } from '../../workers/publisher-handlers.ts'

const shop = openTestApp({ hasProcessRole: true })
let admin: SignedIn
beforeEach(async () => {
  await rm(join(shop.env.dataDir, 'uploads'), { recursive: true, force: true })
  admin = await signInAsAdmin(shop)
})

const CUSTOMERS = `first_name,last_name,email,phone,country
Grace,Holm,grace@holm.example,+45 33 12 34 56,Denmark
Li,Wei,li@wei.example,,CN
`
const ORDERS = `source,reference,email,package,amount,status,ordered_on
old-shop,A-1,grace@holm.example,business-website,1299.00,completed,2024-03-31
old-shop,A-2,grace@holm.example,Logo and letters,$99.50,Refunded,2023-01-02
`
const NOTHING_WRITTEN = [
  'users',
  'importedUsers',
  'pastOrders',
  'outbox',
  'notifications',
  'webhookDeliveries',
  'orders',
  'invoices',
]

const upload = (kind: ImportKind, file: string | Buffer, fileName = 'old.csv') =>
  admin.browser.call(
    'POST',
    `/api/admin/imports?${new URLSearchParams({ kind, fileName })}`,
    Buffer.from(file),
    {
      'content-type': 'application/octet-stream',
    },
  )
const publish = () => shop.jobs.drain(createPublisherHandlers(shop))
const read = async (id: number) => (await admin.browser.get(`/api/admin/imports/${id}`)).json<ImportDetail>()

async function check(kind: ImportKind, file: string | Buffer): Promise<ImportDetail> {
  const response = await upload(kind, file)
  expect(response.statusCode, response.body).toBe(202)
  await publish()
  return await read(response.json<ImportDetail>().id)
}

async function importFile(kind: ImportKind, file: string): Promise<ImportDetail> {
  const { id, sha256, state } = await check(kind, file)
  expect(state).toBe('checked')
  const response = await admin.browser.post(`/api/admin/imports/${id}/apply`, { sha256 })
  expect(response.statusCode, response.body).toBe(202)
  await publish()
  return await read(id)
}

const count = async (table: string) => Number((await shop.db(table).count({ rows: '*' }))[0]?.rows)
const countAll = async () => Promise.all(NOTHING_WRITTEN.map(count))
const uploads = () => readdir(join(shop.env.dataDir, 'uploads')).catch(() => [])

describe('a file', () => {
  test('is checked first, and nothing of it is written', async () => {
    const before = await countAll()
    const found = await check('customers', CUSTOMERS)
    expect(found).toMatchObject({ state: 'checked', newRows: 2, existingRows: 0, faultyRows: 0, progress: 2 })
    expect(await countAll()).toEqual(before)
  })

  test('is applied as it was checked: customers who cannot sign in, and nobody hears of it', async () => {
    const before = await countAll()
    expect(await importFile('customers', CUSTOMERS)).toMatchObject({
      state: 'applied',
      newRows: 2,
      links: { unsent: 2, waiting: 0, sent: 0 },
    })
    await shop.finishJobs()
    const [users, imported, ...others] = await countAll()
    expect([users, imported]).toEqual([(before[0] ?? 0) + 2, 2])
    expect(others).toEqual(before.slice(2))
    expect(await User.query(shop.db).findOne({ email: 'grace@holm.example' })).toMatchObject({
      firstName: 'Grace',
      country: 'DK',
      phone: '+45 33 12 34 56',
      company: '',
      taxId: null,
      passwordHash: 'none',
      emailVerifiedAt: null,
      isAdmin: false,
      isStaff: false,
    })
    const login = { email: 'grace@holm.example', password: 'none-at-all' }
    expect((await admin.browser.post('/api/auth/login', login)).statusCode).toBe(401)
    expect(await uploads()).toEqual([])
  })

  test('changes nothing the second time', async () => {
    await insertPackage(shop.db, { slug: 'business-website' })
    for (const [kind, file] of [
      ['customers', CUSTOMERS],
      ['orders', ORDERS],
    ] as const) {
      expect(await importFile(kind, file)).toMatchObject({ newRows: 2, existingRows: 0 })
      const before = await countAll()
      expect(await check(kind, file)).toMatchObject({ newRows: 0, existingRows: 2, faultyRows: 0 })
      expect(await importFile(kind, file)).toMatchObject({ newRows: 0, existingRows: 2 })
      expect(await countAll()).toEqual(before)
    }
  })

  test('never changes an account that exists, whoever it is', async () => {
    const staff = await insertUser(shop.db, {
      email: 'Grace@Holm.example',
      firstName: 'Gracia',
      isStaff: true,
    })
    expect(await importFile('customers', CUSTOMERS)).toMatchObject({ newRows: 1, existingRows: 1 })
    expect(await User.query(shop.db).findById(staff.id)).toEqual(staff)
    expect(await shop.db('importedUsers').where({ userId: staff.id })).toEqual([])
  })

  test('makes nobody staff or admin', async () => {
    for (const column of ['is_admin', 'isAdmin', 'role', 'password_hash']) {
      expect(await check('customers', CUSTOMERS.replace('country', column))).toMatchObject({
        state: 'refused',
        refusal: expect.stringContaining(`There is no column ‘${column}’. The columns are first_name,`),
      })
    }
  })

  test('is not applied after it was changed, or by another hash', async () => {
    const { id, sha256 } = await check('customers', CUSTOMERS)
    const other = await admin.browser.post(`/api/admin/imports/${id}/apply`, { sha256: 'ab'.repeat(32) })
    expect([other.statusCode, other.json().code]).toEqual([409, 'import_changed'])
    const [name = ''] = await uploads()
    await writeFile(join(shop.env.dataDir, 'uploads', name), CUSTOMERS.replace('Li', 'Ada'))
    expect((await admin.browser.post(`/api/admin/imports/${id}/apply`, { sha256 })).statusCode).toBe(202)
    await publish()
    expect(await read(id)).toMatchObject({
      state: 'refused',
      refusal: expect.stringContaining('not the one'),
    })
    expect(await User.query(shop.db).findOne({ email: 'li@wei.example' })).toBeUndefined()
  })

  test('is applied once, and what is not checked is not applied', async () => {
    const { id, sha256 } = await importFile('customers', CUSTOMERS)
    const again = await admin.browser.post(`/api/admin/imports/${id}/apply`, { sha256 })
    expect([again.statusCode, again.json().code]).toEqual([409, 'import_not_checked'])
  })

  test('that fails halfway leaves nothing, and the next try does all of it', async () => {
    const { id, sha256 } = await check('customers', manyCustomers(1200))
    await admin.browser.post(`/api/admin/imports/${id}/apply`, { sha256 })
    await shop.db.raw(
      `ALTER TABLE users ADD CONSTRAINT broken CHECK (email <> 'customer-1100@example.com') NOT VALID`,
    )
    await publish()
    await shop.db.raw('ALTER TABLE users DROP CONSTRAINT broken')
    expect(await read(id)).toMatchObject({ state: 'applying', progress: 1000 })
    expect(await count('importedUsers')).toBe(0)
    await shop
      .db('jobs.job')
      .where({ name: 'import' })
      .update({ startAfter: new Date(0) })
    await publish()
    expect(await read(id)).toMatchObject({ state: 'applied', newRows: 1200 })
  })

  test('is recorded with who, what and how much; its name stands where it can be emptied', async () => {
    const { id, sha256 } = await importFile('customers', CUSTOMERS)
    const [entry] = await AuditEntry.query(shop.db).where({ subject: 'import' }).withGraphFetched('details')
    expect(entry).toMatchObject({ actorId: admin.user.id, action: 'created', subjectId: id })
    expect(entry?.changes).toEqual([
      { field: 'kind', from: null, to: 'customers' },
      { field: 'sha256', from: null, to: sha256 },
      { field: 'created', from: null, to: 2 },
      { field: 'existing', from: null, to: 0 },
      { field: 'leftOut', from: null, to: 0 },
    ])
    expect(entry?.details?.changes).toEqual([{ field: 'fileName', from: null, to: 'old.csv' }])
  })

  test('of more than 20 MB is refused, and nothing of it stays', async () => {
    const response = await upload('customers', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))
    expect([response.statusCode, response.json().message]).toEqual([
      413,
      'The file has more than 20 MB. Please split it into several files.',
    ])
    expect(await uploads()).toEqual([])
  })
})

describe('what is wrong', () => {
  test('is said by row and column, with what is there and an example; the other rows are imported', async () => {
    const file = `${CUSTOMERS}A,Short,no-mail,123,Atlantis\nMei,Tanaka,MEI@teas.example,,\n,,GRACE@holm.example,,\nMei,Again,mei@teas.example,,\ntoo,few\n`
    const found = await check('customers', file)
    expect(found).toMatchObject({ newRows: 3, faultyRows: 4 })
    expect(found.faults).toEqual([
      fault(4, 'first_name', 'A', 'First name must be at least 2 characters', 'Grace'),
      fault(4, 'email', 'no-mail', 'Please enter a valid email address', 'grace@holm.example'),
      fault(4, 'phone', '123', 'Please enter a valid phone number', '+45 33 12 34 56'),
      fault(
        4,
        'country',
        'Atlantis',
        'Please write a country of the list by its name or its code, or OTHER',
        'DK',
      ),
      fault(6, 'first_name', '', 'First name must be at least 2 characters', 'Grace'),
      fault(6, 'last_name', '', 'Last name must be at least 2 characters', 'Holm'),
      fault(7, 'email', 'mei@teas.example', 'The same as in row 5', 'grace@holm.example'),
      fault(8, '', '', 'The row does not have as many cells as there are columns', ''),
    ])
    expect(await importFile('customers', file)).toMatchObject({ newRows: 3, faultyRows: 4 })
  })

  test('is a CSV file in which spreadsheets find no formula', async () => {
    const { id } = await check('customers', `${CUSTOMERS}=1+1,Holm,=cmd()@x,,\n`)
    const { body } = await admin.browser.get(`/api/admin/imports/${id}/faults.csv`)
    expect(body.split('\r\n')[1]).toBe(
      `"4","email","'=cmd()@x","Please enter a valid email address","grace@holm.example"`,
    )
  })

  test('with past orders is said likewise', async () => {
    const rows = [
      ',A-3,grace@holm.example,Site,1,completed,2024-01-01',
      'old,A-4,nobody@holm.example,Site,1,completed,2024-01-01',
      'old,A-5,grace@holm.example,Site,"1299,50",completed,2024-01-01',
      'old,A-6,grace@holm.example,Site,-1,paid,2024-02-30',
      'old,A-7,grace@holm.example,Site,1,pending,2999-01-01',
      'old,A-8,grace@holm.example,Site,1,completed,31.03.2024',
    ]
    await importFile('customers', CUSTOMERS)
    const { faults, newRows } = await check('orders', `${ORDERS}${rows.join('\n')}`)
    expect(newRows).toBe(2)
    expect(faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
      ...['4 source', '5 email', '6 amount', '7 amount', '7 status', '7 ordered_on'],
      ...['8 status', '8 ordered_on', '9 ordered_on'],
    ])
  })
})

const fault = (row: number, column: string, value: string, message: string, example: string) => ({
  row,
  column,
  value,
  message,
  example,
})

function manyCustomers(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) => `Clara,Whitfield,customer-${n + 1}@example.com`)
  return `first_name,last_name,email\n${lines.join('\n')}\n`
}

describe('a file of any making', () => {
  const [, ...rows] = CUSTOMERS.trim().split('\n')
  const utf16 = Buffer.from(`\uFEFF${CUSTOMERS}`, 'utf16le')
  test.each([
    ['with a byte order mark', `\uFEFF${CUSTOMERS}`],
    ['with semicolons', CUSTOMERS.replaceAll(',', ';')],
    ['with tabs', CUSTOMERS.replaceAll(',', '\t')],
    ['with Windows line ends', CUSTOMERS.replaceAll('\n', '\r\n')],
    ['with old Mac line ends', CUSTOMERS.replaceAll('\n', '\r')],
    ['without a last line end', CUSTOMERS.trim()],
    ['with empty lines and rows', CUSTOMERS.replaceAll('\n', '\n\n,,,,\n')],
    ['with quotes', `"First Name","LAST-NAME","E-mail",Phone,Country\n${rows.join('\n')}`],
    ['with separators in cells', CUSTOMERS.replace('Holm', '"Holm, of ""Copenhagen"", DK"')],
    [
      'with line breaks in cells',
      CUSTOMERS.replace('country', 'country,address')
        .replace('Denmark', 'Denmark,"Bredgade 12\nof ""Copenhagen"", DK"')
        .replace('CN', 'CN,'),
    ],
    ['with the guards of exports', CUSTOMERS.replace('+45', "'+45")],
    ['with formulas', CUSTOMERS.replace('Grace', '"=HYPERLINK(""http://x"")"')],
    [
      'in UTF-16, as Excel’s Unicode text',
      Buffer.from(`\uFEFF${CUSTOMERS.replaceAll(',', '\t')}`, 'utf16le'),
    ],
    ['in UTF-16 of the other order', Buffer.from(`\uFEFF${CUSTOMERS}`, 'utf16le').swap16()],
    ['after a line that names its separator', `sep=;\r\n${CUSTOMERS.replaceAll(',', ';')}`],
    ['after such a line and a mark', `\uFEFFSEP=\t\n${CUSTOMERS.replaceAll(',', '\t')}`],
    ['with a separator that only such a line names', `sep=|\n${CUSTOMERS.replaceAll(',', '|')}`],
    ['after blank lines, with semicolons', `\r\n;;;;\r\n${CUSTOMERS.replaceAll(',', ';')}`],
    ['with columns that have no heading', CUSTOMERS.replaceAll('\n', ',,\n').replaceAll(/^/gm, ',')],
    ['with empty cells after the last heading', CUSTOMERS.trim().replaceAll(/\n(.*)/g, '\n$1,,,')],
    [
      'with commas in a heading in quotes',
      CUSTOMERS.replaceAll(',', ';').replace('email', '"e\u002Dmail"').replace('phone', '"-"'),
    ],
    ['with emoji', CUSTOMERS.replace('Grace', '👩🏽‍🚀👩🏽‍🚀')],
  ])('%s is read', async (_, file) => {
    expect(await check('customers', file)).toMatchObject({
      state: 'checked',
      newRows: 2,
      faultyRows: 0,
      refusal: null,
    })
  })

  const BAD = '"x"y'
  test.each([
    ['as the first', `${CUSTOMERS}Good,Two,two@x.example,,\n${BAD},,,,\n`, 5],
    ['after blank lines', `\n\n${CUSTOMERS}\n,,,,\n${BAD},,,,\n`, 8],
    ['after a cell of several lines', `${CUSTOMERS}"Good\nand\nbig",Two,two@x.example,,\n${BAD},,,,\n`, 5],
    ['after a line that names its separator', `sep=,\n${CUSTOMERS}${BAD},,,,\n`, 4],
    ['in the headings', `\n${BAD},last_name,email\n`, 2],
    ['far behind', `${manyCustomers(3000)}${BAD},Last,last@x.example\n`, 3002],
    ['that never ends', `${CUSTOMERS}\n"Ada,Minh,ada@shop.example,,\n${'x,'.repeat(20_000)}`, 5],
  ])('names the row of a fault %s as a spreadsheet shows it', async (_, file, row) => {
    const { refusal } = await check('customers', file)
    expect(refusal).toMatch(new RegExp(`^Row ${row} `))
  })

  test('counts rows likewise where a cell is wrong', async () => {
    const file = `\r\n${CUSTOMERS}\r\n"Ada\nMaria",Minh,ada@shop.example,,\nA,Short,short@shop.example,,\n,,,,,extra\n`
    const { faults } = await check('customers', file)
    expect(faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
      ...['6 first_name', '7 first_name', '8 '],
    ])
  })

  test('knows countries as people write them, and a state of India by its name', async () => {
    const people = ['UK', 'USA', 'Türkiye', 'Czech Republic', 'Kenya', 'India', 'India', 'India', 'Denmark']
    const states = ['', '', '', '', '', 'महाराष्ट्र', 'Maharastra', '', 'Maharastra']
    const rows = people.map((country, n) => `Ada,Minh,ada-${n}@x.example,${country},${states[n]}`)
    const file = `first_name,last_name,email,country,state\n${rows.join('\n')}`
    const { faults, newRows } = await check('customers', file)
    expect(newRows).toBe(7)
    expect(faults.map(({ row, message }) => `${row} ${message}`)).toEqual([
      '6 Please write a country of the list by its name or its code, or OTHER',
      '8 This is no state of India. Did you mean Maharashtra?',
    ])
    await importFile('customers', file)
    const imported = await User.query(shop.db).whereLike('email', 'ada-%').orderBy('email')
    expect(imported.map(({ country }) => country)).toEqual(['GB', 'US', 'TR', 'CZ', 'IN', 'IN', 'DK'])
    expect(imported[4]?.state).toBe('महाराष्ट्र')
  })

  test('leaves out columns whose heading is a hyphen', async () => {
    const file = 'first_name,-,last_name,email, - \nGrace,VIP,Holm,grace@holm.example,Mrs\n'
    expect(await check('customers', file)).toMatchObject({ state: 'checked', newRows: 1, faultyRows: 0 })
  })

  test.each([
    ['empty', '', 'The file is empty'],
    ['blank', '\n\n\n', 'The file is empty'],
    ['no CSV at all', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0xd8]), 'not UTF-8'],
    ['in Latin-1', Buffer.from(CUSTOMERS.replace('Holm', 'Høm'), 'latin1'), 'not UTF-8'],
    ['in UTF-16 without a mark', utf16.subarray(2), 'not UTF-8'],
    ['cut off in a character', Buffer.from(`${CUSTOMERS}ø`).subarray(0, -1), 'not UTF-8'],
    [
      'without a required column',
      CUSTOMERS.replace('email', 'phone').replace('phone,phone', 'phone,company'),
      'email is missing',
    ],
    ['in UTF-16 that is cut off', utf16.subarray(0, -1), 'not UTF-8'],
    ['with a column twice', CUSTOMERS.replace('phone', 'E-Mail'), 'email is there twice'],
    ['without headings', rows.join('\n'), 'There is no column ‘Grace’'],
    ['with an open quote', `${CUSTOMERS}"Ada,Minh,ada@shop.example,,\n${'x,'.repeat(20_000)}`, 'not closed'],
    ['with a quote inside a cell', `${CUSTOMERS}A"da,Minh,ada@shop.example,,\n`, 'cannot be read'],
    ['with text after a quote', `${CUSTOMERS}"Ada"x,Minh,ada@shop.example,,\n`, 'cannot be read'],
    ['with a row without end', `${CUSTOMERS}${'x'.repeat(100_000)}`, 'too long'],
    ['with too many rows', manyCustomers(50_001), 'more than 50,000 rows'],
  ])('%s is refused with words for people', async (_, file, words) => {
    const before = await countAll()
    const { state, refusal } = await check('customers', file)
    expect([state, refusal]).toEqual(['refused', expect.stringContaining(words)])
    expect(await countAll()).toEqual(before)
    expect(await uploads()).toEqual([])
  })

  test('does not bring down what it is stored in', async () => {
    const file = `${CUSTOMERS}Nul\u0000,By\u0000te,nul@x.example,,\nBell\u0007,Rung,bell@x.example,,\n__proto__,constructor,proto@x.example,,\n`
    expect(await check('customers', file)).toMatchObject({ state: 'checked', newRows: 5, faultyRows: 0 })
  })
})

describe('past orders', () => {
  beforeEach(async () => {
    await importFile('customers', CUSTOMERS)
  })

  test('stand apart from orders: no payment, invoice, figure or promise comes of them', async () => {
    const pkg = await insertPackage(shop.db, { slug: 'business-website', name: 'Business Website' })
    const before = await countAll()
    await importFile('orders', ORDERS)
    await shop.finishJobs()
    const after = await countAll()
    expect(after.map((rows, index) => rows - (before[index] ?? 0))).toEqual(
      NOTHING_WRITTEN.map((table) => (table === 'pastOrders' ? 2 : 0)),
    )
    expect(await PastOrder.query(shop.db).orderBy('id')).toMatchObject([
      { packageId: pkg.id, packageName: 'Business Website', amountCents: 129_900, status: 'completed' },
      { packageId: null, packageName: 'Logo and letters', amountCents: 9_950, status: 'refunded' },
    ])
    expect((await admin.browser.get('/api/admin/past-orders?q=letters')).json()).toEqual([
      expect.objectContaining({
        source: 'old-shop',
        reference: 'A-2',
        amount: '99.50',
        orderedOn: '2023-01-02',
        customer: expect.objectContaining({ email: 'grace@holm.example' }),
      }),
    ])
    const { body } = await admin.browser.get('/api/admin/past-orders.csv?q=holm&sort=amount')
    expect(body).toContain(
      '"old-shop","A-2","Grace Holm","grace@holm.example","Logo and letters","99.50","refunded","2023-01-02","USD"',
    )
  })

  test('have their own currency, with as many decimals as it has', async () => {
    const head = 'source,reference,email,package,amount,currency,status,ordered_on'
    const row = (reference: string, amount: string) =>
      `old,${reference},grace@holm.example,Site,${amount},completed,2024-01-01`
    const amounts = ['29500,jpy', '29500.50,JPY', '99.50,SGD', '99.50,', '99.50,ABC']
    const lines = amounts.map((amount, index) => row(`A-${index + 1}`, amount))
    const file = [head, ...lines].join('\n')
    const { faults } = await check('orders', file)
    expect(faults.map(({ row, column }) => `${row} ${column}`)).toEqual(['3 amount', '6 currency'])
    await importFile('orders', file)
    const orders = await PastOrder.query(shop.db).orderBy('id')
    expect(orders.map(({ amountCents, currency }) => [amountCents, currency])).toEqual([
      [29_500, 'JPY'],
      [9_950, 'SGD'],
      [9_950, 'USD'],
    ])
  })

  test('are shown to their customer once the address is verified, and to nobody else', async () => {
    const email = 'stranger@holm.example'
    const { browser, user } = await signInAs(shop, { email, emailVerifiedAt: null })
    await importFile('orders', ORDERS.replaceAll('grace@holm.example', email))
    // The person who made the account may not own its address.
    expect((await browser.get('/api/user/past-orders')).json()).toEqual([])
    expect((await browser.get('/api/user/data')).json().pastOrders).toEqual([])
    await User.query(shop.db).findById(user.id).patch({ emailVerifiedAt: new Date() })
    const own = (await browser.get('/api/user/past-orders')).json()
    expect(own.map(({ reference }: { reference: string }) => reference)).toEqual(['A-1', 'A-2'])
    const data = (await browser.get('/api/user/data')).json()
    expect(data.pastOrders).toMatchObject([{ reference: 'A-1', amount: '1299.00' }, { reference: 'A-2' }])
    const other = await signInAs(shop)
    expect((await other.browser.get('/api/user/past-orders')).json()).toEqual([])
  })
})

test('an import that nobody applies goes with its file after a day, and so do its errors', async () => {
  const { id } = await check('customers', `${CUSTOMERS}A,Short,short@x.example,,\n`)
  const applied = await importFile('customers', `${CUSTOMERS}A,Short,short@x.example,,\n`)
  const old = new Date(Date.now() - 25 * 3_600_000)
  await ImportModel.query(shop.db).patch({ createdAt: old })
  await shop.db('importFaults').update({ createdAt: old })
  await shop.db.transaction((trx) => shop.jobs.send(trx, 'retention', {}))
  await shop.finishJobs()
  expect((await admin.browser.get(`/api/admin/imports/${id}`)).statusCode).toBe(404)
  expect(await read(applied.id)).toMatchObject({ state: 'applied', newRows: 2, faults: [] })
  expect(await count('importFaults')).toBe(0)
  expect(await uploads()).toEqual([])
})
