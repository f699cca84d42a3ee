/** The lists of a shop of some years: checks the database's plan of every statement they send. */
import { expect, test } from 'vitest'
import { User } from '../../db/models/user.ts'
import { seedLarge } from '../../db/seeds/large.ts'
import { signInAsAdmin } from '../testing/back-office.ts'
import { openTestApp } from '../testing/test-app.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })

interface Statement {
  sql: string
  bindings: readonly unknown[]
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

const LISTS = [
  '/api/admin/orders',
  '/api/admin/orders?limit=200&offset=50000',
  ...['createdAt', 'invoiceNumber', 'packageName', 'amount', 'status', 'paymentStatus'].flatMap((sort) => [
    `/api/admin/orders?sort=${sort}`,
    `/api/admin/orders?sort=-${sort}`,
  ]),
  '/api/admin/orders?status=processing',
  '/api/admin/orders?paymentStatus=unpaid',
  '/api/admin/orders?packageId=3',
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

test('no list reads a whole table at 100,000 orders of 20,000 users', { timeout: 120_000 }, async () => {
  await seedLarge(shop.db, { hasWork: false })
  const { browser } = await signInAsAdmin(shop)
  const scanned: string[] = []
  for (const url of LISTS) {
    const statements: Statement[] = []
    const listener = (statement: Statement) => statements.push(statement)
    shop.db.on('query', listener)
    const response = await browser.get(url)
    shop.db.off('query', listener)
    expect(response.statusCode, url).toBe(200)
    expect(response.json<unknown[]>().length, url).toBeGreaterThan(0)
    for (const { sql, bindings } of statements) {
      for (const table of await findTableScans({ sql, bindings })) scanned.push(`${url}: ${table} in ${sql}`)
    }
  }
  expect(scanned).toEqual([])
  expect(await User.query(shop.db).resultSize()).toBe(20_001)
})

/** The large tables that the planner would read from end to end. */
async function findTableScans({ sql, bindings }: Statement): Promise<string[]> {
  if (!/^\s*select/i.test(sql)) return []
  const explained = await shop.db.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
    `EXPLAIN (FORMAT JSON) ${sql.replaceAll(/\$\d+/g, '?')}`,
    [...bindings] as string[],
  )
  const scans: string[] = []
  const walk = (plan: Plan) => {
    const table = plan['Relation Name'] ?? ''
    if (plan['Node Type'] === 'Seq Scan' && ['orders', 'users', 'registrations'].includes(table))
      scans.push(table)
    for (const inner of plan.Plans ?? []) walk(inner)
  }
  const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error(`No plan for ${sql}`)
  walk(plan)
  return scans
}
