import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertUser } from '#db/testing/builders.ts'
import { COLUMNS } from './columns.ts'
import { importCustomers } from './import-customers.ts'

const shop = openTestApp()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(() => rm(folder, { recursive: true }))

const CUSTOMERS = `first_name,last_name,email,phone,country
Grace,Holm,grace@holm.example,+45 33 12 34 56,Denmark
Li,Wei,li@wei.example,,CN
`
const NOTHING_WRITTEN = [
  ...['users', 'auditLog', 'outbox', 'notifications', 'webhookMessages', 'orders', 'invoices'],
]

async function run(file: string | Buffer, isApplied: boolean) {
  const path = join(folder, 'old.csv')
  await writeFile(path, file)
  return await importCustomers(shop.db, { path, isApplied, mostFaults: 50 })
}
const check = (file: string | Buffer) => run(file, false)
const apply = async (file: string | Buffer) => (await run(file, true)).counts
const refusalOf = (file: string | Buffer) =>
  check(file).then(
    () => '',
    ({ message }: Error) => message,
  )

const count = async (table: string) => Number((await shop.db(table).count({ rows: '*' }))[0]?.rows)
const countAll = async () => Promise.all(NOTHING_WRITTEN.map(count))

describe('a file', () => {
  test('is checked, and nothing of it is written', async () => {
    const before = await countAll()
    expect(await check(CUSTOMERS)).toEqual({
      counts: { newRows: 2, existingRows: 0, faultyRows: 0 },
      faults: [],
    })
    expect(await countAll()).toEqual(before)
  })

  test('is applied: customers who cannot sign in, and nobody hears of it', async () => {
    const before = await countAll()
    expect(await apply(CUSTOMERS)).toEqual({ newRows: 2, existingRows: 0, faultyRows: 0 })
    await shop.finishJobs()
    const [users, log, ...others] = await countAll()
    expect([users, log]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1])
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
    expect((await new Visitor(shop).post('/api/auth/login', login)).statusCode).toBe(401)
  })

  test('changes nothing the second time', async () => {
    await apply(CUSTOMERS)
    const before = await User.query(shop.db).orderBy('id')
    expect((await check(CUSTOMERS)).counts).toEqual({ newRows: 0, existingRows: 2, faultyRows: 0 })
    expect(await apply(CUSTOMERS)).toEqual({ newRows: 0, existingRows: 2, faultyRows: 0 })
    expect(await User.query(shop.db).orderBy('id')).toEqual(before)
  })

  test('never changes an account that exists, whoever it is', async () => {
    const staff = await insertUser(shop.db, {
      email: 'Grace@Holm.example',
      firstName: 'Gracia',
      isStaff: true,
    })
    expect(await apply(CUSTOMERS)).toMatchObject({ newRows: 1, existingRows: 1 })
    expect(await User.query(shop.db).findById(staff.id)).toEqual(staff)
  })

  test('makes nobody staff or admin', async () => {
    for (const column of ['is_admin', 'isAdmin', 'role', 'password_hash']) {
      expect(await refusalOf(CUSTOMERS.replace('country', column))).toContain(
        `There is no column ‘${column}’. The columns are first_name,`,
      )
    }
  })

  test('that fails halfway leaves nothing', async () => {
    await shop.db.raw(
      `ALTER TABLE users ADD CONSTRAINT broken CHECK (email <> 'customer-1100@example.com') NOT VALID`,
    )
    await expect(apply(manyCustomers(1200))).rejects.toThrow('broken')
    await shop.db.raw('ALTER TABLE users DROP CONSTRAINT broken')
    expect(await count('users')).toBe(0)
    expect(await apply(manyCustomers(1200))).toMatchObject({ newRows: 1200 })
  })

  test('that two import at once is imported once', async () => {
    const all = await Promise.all([apply(manyCustomers(700)), apply(manyCustomers(700))])
    expect(all.map(({ newRows, existingRows }) => [newRows, existingRows]).toSorted()).toEqual([
      [0, 700],
      [700, 0],
    ])
  })

  test('is recorded with what and how much; its name stands where it can be emptied', async () => {
    await apply(CUSTOMERS)
    const [entry] = await AuditEntry.query(shop.db).where({ subject: 'import' }).withGraphFetched('details')
    expect(entry).toMatchObject({ actorId: null, action: 'created', subjectLabel: 'Import of customers' })
    expect(entry?.changes).toEqual([
      { field: 'sha256', from: null, to: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { field: 'created', from: null, to: 2 },
      { field: 'existing', from: null, to: 0 },
      { field: 'leftOut', from: null, to: 0 },
    ])
    expect(entry?.details?.changes).toEqual([{ field: 'fileName', from: null, to: 'old.csv' }])
  })

  test('of more than 20 MB is refused, and so is one that is not there', async () => {
    expect(await refusalOf(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).toBe(
      'The file has more than 20 MB. Please split it into several files.',
    )
    const none = { path: join(folder, 'none.csv'), isApplied: false, mostFaults: 50 }
    await expect(importCustomers(shop.db, none)).rejects.toThrow('There is no file')
  })
})

test('an imported customer asks for a link by ‘Forgot password?’, chooses a password and signs in', async () => {
  await apply(CUSTOMERS)
  const email = 'Grace@holm.example'
  const visitor = new Visitor(shop)
  expect((await visitor.post('/api/auth/forgot-password', { email })).statusCode).toBe(202)
  await shop.finishJobs()
  const [mail] = await OutboxMessage.query(shop.db)
  expect(mail).toMatchObject({ kind: 'password_reset', state: 'sent', toEmail: 'grace@holm.example' })
  const raw = await readFile(join(shop.mailDir, `${mail?.messageId}.eml`), 'utf8')
  const [, token = ''] = /reset-password#token=3D([\w-]{43})/.exec(raw.replaceAll('=\r\n', '')) ?? []
  const body = { token, newPassword: 'brand-new-secret' }
  expect((await visitor.post('/api/auth/reset-password', body)).statusCode).toBe(200)
  expect((await visitor.post('/api/auth/reset-password', body)).statusCode).toBe(400)
  const login = await new Visitor(shop).post('/api/auth/login', { email, password: body.newPassword })
  expect(login.statusCode).toBe(200)
  expect(await User.query(shop.db).findOne({ email: 'grace@holm.example' })).toMatchObject({
    emailVerifiedAt: expect.any(Date),
  })
})

describe('what is wrong', () => {
  test('is said by row and column, with what is there; the other rows are imported', async () => {
    const file = `${CUSTOMERS}A,Short,no-mail,123,Atlantis\nMei,Tanaka,MEI@teas.example,,\n,,GRACE@holm.example,,\nMei,Again,mei@teas.example,,\ntoo,few\n`
    const found = await check(file)
    expect(found.counts).toEqual({ newRows: 3, existingRows: 0, faultyRows: 4 })
    expect(found.faults).toEqual([
      fault(4, 'first_name', 'A', 'First name must be at least 2 characters'),
      fault(4, 'email', 'no-mail', 'Please enter a valid email address'),
      fault(4, 'phone', '123', 'Please enter a valid phone number'),
      fault(4, 'country', 'Atlantis', 'Please write a country of the list by its name or its code, or OTHER'),
      fault(6, 'first_name', '', 'First name must be at least 2 characters'),
      fault(6, 'last_name', '', 'Last name must be at least 2 characters'),
      fault(7, 'email', 'mei@teas.example', 'The same as in row 5'),
      fault(8, '', '', 'The row does not have as many cells as there are columns'),
    ])
    expect(await apply(file)).toEqual({ newRows: 3, existingRows: 0, faultyRows: 4 })
  })

  test('is listed as far as the caller asks for it, and counted to the end', async () => {
    const rows = manyCustomers(1200).replaceAll('Clara', 'C')
    const { faults, counts } = await check(rows)
    expect(faults.map(({ row }) => row)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2))
    expect(counts).toEqual({ newRows: 0, existingRows: 0, faultyRows: 1200 })
  })
})

const fault = (row: number, column: string, value: string, message: string) => ({
  row,
  column,
  value,
  message,
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
    expect(await check(file)).toEqual({ counts: { newRows: 2, existingRows: 0, faultyRows: 0 }, faults: [] })
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
    expect(await refusalOf(file)).toMatch(new RegExp(`^Row ${row} `))
  })

  test('counts rows likewise where a cell is wrong', async () => {
    const file = `\r\n${CUSTOMERS}\r\n"Ada\nMaria",Minh,ada@shop.example,,\nA,Short,short@shop.example,,\n,,,,,extra\n`
    const { faults } = await check(file)
    expect(faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
      ...['6 first_name', '7 first_name', '8 '],
    ])
  })

  test('knows countries as people write them, and a state of India by its name', async () => {
    const people = ['UK', 'USA', 'Türkiye', 'Czech Republic', 'Kenya', 'India', 'India', 'India', 'Denmark']
    const states = ['', '', '', '', '', 'महाराष्ट्र', 'Maharastra', '', 'Maharastra']
    const rows = people.map((country, n) => `Ada,Minh,ada-${n}@x.example,${country},${states[n]}`)
    const file = `first_name,last_name,email,country,state\n${rows.join('\n')}`
    const { faults, counts } = await check(file)
    expect(counts.newRows).toBe(7)
    expect(faults.map(({ row, message }) => `${row} ${message}`)).toEqual([
      '6 Please write a country of the list by its name or its code, or OTHER',
      '8 This is not a state of India. Did you mean Maharashtra?',
    ])
    await apply(file)
    const imported = await User.query(shop.db).whereLike('email', 'ada-%').orderBy('email')
    expect(imported.map(({ country }) => country)).toEqual(['GB', 'US', 'TR', 'CZ', 'IN', 'IN', 'DK'])
    expect(imported[4]?.state).toBe('महाराष्ट्र')
  })

  test('leaves out columns whose heading is a hyphen', async () => {
    const file = 'first_name,-,last_name,email, - \nGrace,VIP,Holm,grace@holm.example,Mrs\n'
    expect((await check(file)).counts).toMatchObject({ newRows: 1, faultyRows: 0 })
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
    await expect(apply(file)).rejects.toThrow(words)
    expect(await countAll()).toEqual(before)
  })

  test('does not bring down what it is stored in', async () => {
    const file = `${CUSTOMERS}Nul\u0000,By\u0000te,nul@x.example,,\nBell\u0007,Rung,bell@x.example,,\n__proto__,constructor,proto@x.example,,\n`
    expect(await apply(file)).toMatchObject({ newRows: 5, faultyRows: 0 })
  })
})

test('docs/importing.md describes the columns that a file may have', async () => {
  const rows = (await readFile('docs/importing.md', 'utf8')).matchAll(/^\| `(\w+)` \| (yes \|)?/gm)
  const described = [...rows].map(([, name, isRequired]) => ({ name, isRequired: isRequired !== undefined }))
  expect(described).toEqual(COLUMNS.map(({ name, isRequired }) => ({ name, isRequired })))
})
