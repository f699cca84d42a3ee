/** A shop with years of data: the query plan of every statement that the lists send, and the overview's sums. */
import { expect, test } from 'vitest'
import { calendar } from '#api/content/content.ts'
import { getOverview } from '#api/operations/overview/overview.ts'
import { User } from '#db/models/people/user.ts'
import { seedLarge } from '#db/seeds/large.ts'
import { signInAs, signInAsAdmin } from './back-office.ts'
import { openTestApp } from './test-app.ts'

const shop = openTestApp({
  variables: { RATE_LIMIT: 'off' },
  seed: (db) => seedLarge(db, { hasWork: false }),
})

interface Statement {
  sql: string
  bindings: readonly unknown[]
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const LISTS = [
  '/api/admin/orders',
  '/api/admin/orders?limit=200&offset=50000',
  ...['createdAt', 'invoiceNumber', 'packageName', 'amount', 'status', 'paymentStatus', 'promisedBy'].flatMap(
    (sort) => [`/api/admin/orders?sort=${sort}`, `/api/admin/orders?sort=-${sort}`],
  ),
  '/api/admin/orders?status=processing',
  '/api/admin/orders?paymentStatus=unpaid',
  '/api/admin/orders?packageId=3',
  '/api/admin/orders?attention=unassigned&sort=createdAt',
  '/api/admin/orders?q=inv-73211',
  '/api/admin/orders?q=73211',
  '/api/admin/orders?q=person1234@',
  '/api/admin/orders?q=guest47',
  '/api/admin/orders?q=emma+kapoor&sort=-amount',
  ...['createdAt', 'firstName', 'lastName', 'email', 'company'].flatMap((sort) => [
    `/api/admin/users?sort=${sort}`,
    `/api/admin/users?sort=-${sort}`,
    `/api/admin/registrations?sort=${sort}`,
    `/api/admin/registrations?sort=-${sort}`,
  ]),
  '/api/admin/users?role=admin',
  '/api/admin/users?role=staff',
  '/api/admin/users?q=person1234@',
  '/api/admin/registrations?q=guest47',
  '/api/admin/registrations?packageId=3',
]

/** Words in so many orders that no index helps: reading must stop once the page is full and the count has reached its limit. */
const COMMON_WORDS = ['a', 'an', 'example'].map((word) => `/api/admin/orders?q=${word}`)
const MOST_ROWS_READ = 80_000

/** Records the statements that `work` sends. @returns its result and the statements */
async function record<Result>(work: () => Promise<Result>): Promise<[Result, Statement[]]> {
  const statements: Statement[] = []
  const listener = (statement: Statement) => statements.push(statement)
  shop.db.on('query', listener)
  const result = await work()
  shop.db.off('query', listener)
  return [result, statements]
}

test('no list reads a whole table at 100,000 orders of 20,000 users', async () => {
  const { browser } = await signInAsAdmin(shop)
  const scanned: string[] = []
  for (const url of [...LISTS, ...COMMON_WORDS]) {
    const [response, statements] = await record(() => browser.get(url))
    expect(response.statusCode, url).toBe(200)
    expect(response.json<unknown[]>().length, url).toBeGreaterThan(0)
    const findScans = COMMON_WORDS.includes(url) ? findLongReads : findTableScans
    for (const { sql, bindings } of statements) {
      for (const table of await findScans({ sql, bindings })) scanned.push(`${url}: ${table} in ${sql}`)
    }
  }
  expect(scanned).toEqual([])
  expect(await User.query(shop.db).resultSize()).toBe(20_001)
})

test('a word of few orders is looked up before they are sorted, and a common one is not', async () => {
  const { browser } = await signInAs(shop, { isAdmin: true })
  const isFoundFirst = async (url: string) => {
    const [, statements] = await record(() => browser.get(url))
    const plans = await Promise.all(
      statements.map((statement) => explain('EXPLAIN (FORMAT JSON)', statement)),
    )
    return plans.flat().some((node) => node['Node Type'] === 'Subquery Scan')
  }
  for (const url of ['orders?q=inv-73', 'orders?q=person123@&sort=-amount', 'search?q=person123@']) {
    expect(await isFoundFirst(`/api/admin/${url}`), url).toBe(true)
  }
  expect(await isFoundFirst('/api/admin/orders?q=example')).toBe(false)
})

test('the search of the whole area reads no whole table either', async () => {
  const { browser } = await signInAs(shop, { isAdmin: true })
  const scanned: string[] = []
  for (const q of ['INV-73211', 'person1234@', 'emma kapoor', 'pay_unknown', 'a']) {
    const [response, statements] = await record(() =>
      browser.get(`/api/admin/search?q=${encodeURIComponent(q)}`),
    )
    expect(response.statusCode, q).toBe(200)
    for (const statement of statements) {
      const scans = await (q === 'a' ? findLongReads(statement) : findTableScans(statement))
      for (const table of scans) scanned.push(`${q}: ${table} in ${statement.sql}`)
    }
  }
  expect(scanned).toEqual([])
})

test('a person’s own data are found without reading a whole table', async () => {
  const { browser } = await signInAs(shop, { isAdmin: true })
  await shop.db.raw(`INSERT INTO outbox (kind, payload)
    SELECT 'order_confirmation', jsonb_build_object('orderId', n) FROM generate_series(1, 50000) n`)
  await shop.db.raw('ANALYZE outbox')
  const { userId } = await shop.db('orders').whereNotNull('userId').orderBy('id', 'desc').first('userId')
  const [response, statements] = await record(() => browser.get(`/api/admin/users/${userId}/data`))
  expect(response.statusCode).toBe(200)
  const scans = await Promise.all(statements.map(findTableScans))
  expect(scans.flat()).toEqual([])
})

test('the overview’s figures are the tables’ own sums, and reading them is one statement', async () => {
  const counted = await getOverview(shop.db)
  const figures = `SELECT
    (SELECT sum(amount_cents) FROM payments WHERE fulfils_order AND status IN ('captured', 'refunded'))
      - (SELECT sum(refunds.amount_cents) FROM refunds JOIN payments ON payments.id = payment_id
         WHERE fulfils_order AND refunds.status = 'processed') AS "revenueCents",
    (SELECT count(*) FROM payments WHERE fulfils_order AND status = 'captured'
       AND captured_at >= (date_trunc('month', now() AT TIME ZONE :zone) - interval '11 months') AT TIME ZONE :zone)
      AS "paymentsOfYear",
    (SELECT count(*) FROM users WHERE NOT is_admin) AS customers,
    (SELECT count(*) FROM registrations) AS registrations,
    (SELECT count(*) FROM orders WHERE payment_status <> 'unpaid') AS orders`
  const { rows } = await shop.db.raw(figures, { zone: calendar.timeZone })
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  expect(Math.round(Number(counted.totalRevenue) * 100)).toBe(rows[0].revenueCents)
  expect(sum(counted.revenue.month.map(({ payments }) => payments))).toBe(rows[0].paymentsOfYear)
  expect(counted.revenue.month.every(({ payments }) => payments > 0)).toBe(true)
  expect(counted.totalCustomers).toBe(rows[0].customers)
  expect(counted.totalRegistrations).toBe(rows[0].registrations)
  expect(rows[0].orders).toBeGreaterThan(90_000)
  expect(counted.totalOrders).toBe(rows[0].orders)
  expect(sum(counted.ordersByStatus.map(({ orders }) => orders))).toBe(rows[0].orders)
  expect(sum(counted.ordersByPackage.map(({ orders }) => orders))).toBe(rows[0].orders)

  const [again, statements] = await record(() => getOverview(shop.db))
  expect(again).toEqual(counted)
  expect(statements).toMatchObject([{ sql: expect.stringContaining('from "overview_figures"') }])
})

/** Finds the large tables that the planner would scan completely. */
async function findTableScans(statement: Statement): Promise<string[]> {
  const nodes = await explain('EXPLAIN (FORMAT JSON)', statement)
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => ['orders', 'users', 'registrations', 'outbox'].includes(table))
}

/** Finds the tables of which a statement reads far more rows than a page and a count to 10,000 need. */
async function findLongReads(statement: Statement): Promise<string[]> {
  const nodes = await explain('EXPLAIN (ANALYZE, FORMAT JSON)', statement)
  const readBy = (node: Plan) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return nodes
    .filter((node) => readBy(node) > MOST_ROWS_READ)
    .map((node) => node['Relation Name'] ?? 'an index')
}

/** Lists every node of the plan. */
async function explain(command: string, { sql, bindings }: Statement): Promise<Plan[]> {
  if (!/^\s*select/i.test(sql)) return []
  const { rows } = await shop.db.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
    `${command} ${sql.replaceAll(/\$\d+/g, '?')}`,
    [...bindings] as string[],
  )
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!root) throw new Error(`No plan for ${sql}`)
  const withInner = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(withInner)]
  return withInner(root)
}
