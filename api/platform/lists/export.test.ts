import { request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks } from '#api/testing/wait-until.ts'
import {
  insertCoupon,
  insertInvoice,
  insertOrder,
  insertPackage,
  insertRegistration,
  insertUser,
} from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

async function download(path: string): Promise<string[]> {
  const response = await admin.get(path)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.body.startsWith('\uFEFF')).toBe(true)
  const lines = response.body.slice(1).split('\r\n')
  expect(lines.pop()).toBe('')
  return lines
}

const LISTS = ['users', 'orders', 'registrations', 'coupons']

test.each(LISTS)(
  'the %s are a file of that name, with headings even where there are no rows',
  async (name) => {
    const response = await admin.get(`/api/admin/${name}.csv?q=nothing-has-this`)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    )
    expect(await download(`/api/admin/${name}.csv?q=nothing-has-this`)).toHaveLength(1)
  },
)

test.each(LISTS)('the %s refuse a sort or filter of another shape, as the list does', async (name) => {
  for (const query of ['sort=passwordHash', 'q=a&q=b']) {
    const response = await admin.get(`/api/admin/${name}.csv?${query}`)
    expect(response.statusCode, query).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input' })
  }
})

test('no name makes a spreadsheet run a formula, whatever it takes for the end of a cell', async () => {
  const starts = ['=1+1', '+CMD', '-2+3', '@SUM(A1)', '＝2+2', '＋2', '－2', '＠SUM(A1)']
  const befores = ['', ' ', '\t', '\r', '\n', '; ', ' ;', 'A;', 'A\t', 'A; "', '"', ';;']
  const names = befores.flatMap((before) => starts.map((start) => before + start))
  for (const firstName of names) await insertUser(shop.db, { firstName, lastName: 'Evil' })
  const response = await admin.get('/api/admin/users.csv?q=Evil&sort=createdAt')
  const firstNames = [...response.body.matchAll(/^"((?:[^"]|"")*)","Evil"/gm)].map(([, name = '']) => name)
  expect(firstNames).toHaveLength(names.length)
  for (const written of firstNames) {
    for (const part of written.split(/[;\t\r\n]/)) {
      expect.soft(part, JSON.stringify(written)).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }
  }
})

test('every cell is quoted: text keeps its commas, quotes and lines, and numbers stay numbers', async () => {
  for (const firstName of ['\tTab', '\rReturn', '\nLine', 'Anne-Marie', 'a; b'])
    await insertUser(shop.db, { firstName, lastName: 'Odd', company: 'A "B", C\nD' })
  const body = (await admin.get('/api/admin/users.csv?q=Odd&sort=createdAt')).body
  for (const name of ["'\tTab", "'\rReturn", "'\nLine", 'Anne-Marie', 'a; b']) {
    expect(body).toContain(`"${name}","Odd"`)
  }
  expect(body).toContain(`,"A ""B"", C\nD",`)
  // A phone number in the international form begins like a formula.
  expect(body).toContain(`,"'+44 20 7946 0158",`)
  await insertCoupon(shop.db, { code: 'PLAIN', discountHundredths: 1250 })
  expect((await download('/api/admin/coupons.csv'))[1]).toMatch(
    /^"PLAIN","12\.5","percentage","active","0","","","no","",/,
  )
  // An amount keeps its decimals.
  await insertCoupon(shop.db, { code: 'ROUND', discountType: 'fixed', discountHundredths: 5000 })
  expect((await download('/api/admin/coupons.csv?q=ROUND'))[1]).toMatch(/^"ROUND","50\.00","fixed",/)
})

test('it has all orders that match the filter, and no others, sorted as in the list', async () => {
  const cloud = await insertPackage(shop.db, { name: 'Cloud, migrated', priceCents: 5000 })
  const buyer = await insertUser(shop.db, { firstName: 'Mei', lastName: 'Tanaka', email: 'mei@teas.example' })
  await insertOrder(shop.db, { status: 'completed' })
  const first = await insertOrder(shop.db, { packageId: cloud.id, userId: buyer.id, status: 'processing' })
  const second = await insertOrder(shop.db, {
    packageId: cloud.id,
    userId: buyer.id,
    status: 'processing',
    paymentStatus: 'refunded',
  })
  const attempt = { packageId: cloud.id, userId: buyer.id, status: 'processing' } as const
  await insertOrder(shop.db, { ...attempt, paymentStatus: 'unpaid' })
  await insertInvoice(shop.db, { orderId: first.id, series: '26-27', number: 60, serial: '26-27-000060' })
  const lines = await download('/api/admin/orders.csv?status=processing&q=tanaka&sort=createdAt&limit=1')
  expect(lines[0]?.replaceAll('"', '')).toBe(
    'Invoice number,Tax invoice,Customer,Email,Company,Package,Amount,Discount,Refunded,Coupon,Status,Payment status,Provider payment ID,Ordered,Paid,Promised by,Bought at (claimed),Customer reference,Currency',
  )
  expect(lines[1]).toMatch(
    new RegExp(
      `^"INV-${first.id}","26-27-000060","Mei Tanaka","mei@teas\\.example","Whitfield Interiors","Cloud, migrated","50\\.00","0\\.00","0\\.00","","processing","paid","","\\d{4}-.*\\+05:30","\\d{4}-.*\\+05:30","\\d{4}-.*\\+05:30","","","USD"$`,
    ),
  )
  expect(lines[2]).toMatch(new RegExp(`^"INV-${second.id}",.*,"refunded","",`))
  expect(lines).toHaveLength(3)
})

test('an unpaid attempt is no order: it is in the file only where it is asked for, without an invoice number', async () => {
  await insertOrder(shop.db, { paymentStatus: 'unpaid' })
  const paid = await insertOrder(shop.db)
  expect(await download('/api/admin/orders.csv')).toEqual([
    expect.any(String),
    expect.stringContaining(`"INV-${paid.id}"`),
  ])
  expect(await download('/api/admin/orders.csv?paymentStatus=unpaid')).toEqual([
    expect.any(String),
    expect.stringMatching(/^"","","Clara Whitfield",.*,"unpaid",/),
  ])
})

test('a list of several batches holds each row once', async () => {
  await shop.db.raw(
    `INSERT INTO users (first_name, last_name, email, password_hash)
     SELECT 'Clara', 'Whitfield', 'clara' || n || '@example.com', 'unusable' FROM generate_series(1, 1499) n`,
  )
  const lines = await download('/api/admin/users.csv?sort=email')
  expect(lines).toHaveLength(1501)
  expect(new Set(lines).size).toBe(1501)
  expect(lines.join('\n')).not.toMatch(/unusable|argon2/)
})

test('registrations carry their package, and no password', async () => {
  const { id } = await insertPackage(shop.db)
  await insertRegistration(shop.db, id)
  const [, line] = await download('/api/admin/registrations.csv')
  expect(line).toContain('"Grace","Holm","grace@example.com"')
  expect(line).toContain('Business Website')
  expect(line).not.toContain('argon2')
})

describe('a client that goes away', () => {
  test('frees its connection, and more than two exports at once are refused for now', async () => {
    await shop.db.raw(
      `INSERT INTO users (first_name, last_name, email, password_hash, company)
       SELECT 'Clara', 'Whitfield', 'clara' || n || '@example.com', 'unusable', repeat('x', 2000)
       FROM generate_series(1, 8000) n`,
    )
    const readers = await Promise.all([1, 2].map(() => openSlowReader('/api/admin/users.csv')))
    const third = await admin.get('/api/admin/users.csv')
    expect([third.statusCode, third.json()]).toMatchObject([503, { code: 'export_busy' }])
    expect(third.headers['retry-after']).toBeDefined()
    for (const reader of readers) reader.destroy()
    await expect.poll(countOpenTransactions).toBe(0)
    await expect.poll(async () => (await admin.get('/api/admin/coupons.csv')).statusCode).toBe(200)
  })

  test('before the first batch was read frees its connection, too', async () => {
    await insertCoupon(shop.db)
    await shop.db.transaction(async (trx) => {
      await trx.raw('LOCK TABLE coupons IN ACCESS EXCLUSIVE MODE')
      const calls = [1, 2].map(() => send('/api/admin/coupons.csv'))
      for (const call of calls) call.on('error', () => undefined)
      await expect.poll(() => countAwaitedLocks(shop.db)).toBe(2)
      for (const call of calls) call.destroy()
      await expect.poll(countRunningCalls).toBe(0)
    })
    await expect.poll(countOpenTransactions).toBe(0)
    await expect.poll(async () => (await admin.get('/api/admin/coupons.csv')).statusCode).toBe(200)
  })
})

function send(path: string) {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  return request(`${shop.url}${path}`, { headers: { cookie } }).end()
}

/** Reads the head of the response and then nothing. */
function openSlowReader(path: string) {
  return new Promise<{ destroy: () => void }>((done, fail) => {
    const call = send(path).on('response', (response) => {
      response.pause()
      if (response.statusCode === 200) done({ destroy: () => call.destroy() })
      else fail(new Error(`${path}: ${response.statusCode}`))
    })
    call.on('error', fail)
  })
}

async function countOpenTransactions(): Promise<number> {
  const found = await shop.db.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  )
  return found.rows.length
}

async function countRunningCalls(): Promise<number> {
  const running = await shop.app.metrics.getSingleMetric('http_requests_running')?.get()
  return running?.values[0]?.value ?? Number.NaN
}
