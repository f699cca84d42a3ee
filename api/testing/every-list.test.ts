/** Every list and every export: each sort and filter in its schema changes its SQL. */
import { beforeEach, expect, test } from 'vitest'
import { issueMissingInvoices } from '#api/money/invoices/issue.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { insertRegistration } from '#db/testing/builders.ts'
import { openTestApp, type Visitor } from './test-app.ts'
import { buildWorld, openBrowser } from './world.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: Visitor
beforeEach(async () => {
  const world = await buildWorld(shop.db, { dataDir: shop.env.dataDir })
  // An empty list is only counted and sends no statement that reads rows.
  await insertRegistration(shop.db, world.pkg.id)
  await Notification.query(shop.db).insert({
    kind: 'order_paid',
    key: 'a sale',
    title: 'A sale',
    path: '/admin',
  })
  await issueMissingInvoices(shop.db, (error) => {
    throw error
  })
  admin = await openBrowser(shop, world, 'admin')
})

interface Parameter {
  name: string
  schema: { enum?: string[]; default?: string }
}

/** Parameters that are not filters or sorts. */
const PAGING = ['limit', 'offset', 'cursor', 'updatedSince']
/** Values for parameters that are not an enum. */
const EXAMPLES: Record<string, string> = { q: 'grace', from: '2026-04-01', to: '2036-04-01', category: 'Web' }
/** The accountant's export is always sorted by number, even if its list is not. */
const IS_BY_NUMBER = '/api/accounts/invoices.csv'

interface Statement {
  sql: string
  bindings?: unknown[]
}

/** @returns the statements that read rows, as text */
async function read(url: string): Promise<string> {
  const statements: string[] = []
  const note = ({ sql, bindings = [] }: Statement) => {
    const values = bindings.map((value) => (value instanceof Date ? 'a moment' : value))
    statements.push(`${sql} ${JSON.stringify(values)}`)
  }
  shop.db.on('query', note)
  const { statusCode, body } = await admin.get(url).finally(() => shop.db.off('query', note))
  expect(statusCode, `${url}: ${body}`).toBe(200)
  return statements.filter((statement) => !/session|audit_log" \(|insert into/i.test(statement)).join('\n')
}

async function findLists(): Promise<[url: string, parameters: Parameter[]][]> {
  const { paths } = (await admin.get('/api/openapi.json')).json<{
    paths: Record<string, { get?: { parameters?: Parameter[] } }>
  }>()
  return Object.entries(paths).flatMap(([url, { get }]) => {
    const parameters = get?.parameters ?? []
    return parameters.some(({ name }) => name === 'sort') ? [[url, parameters]] : []
  })
}

test('every sort and every filter changes what is read', async () => {
  const lists = await findLists()
  expect(lists.length).toBeGreaterThanOrEqual(26)
  const idle: string[] = []
  for (const [url, parameters] of lists) {
    const plain = await read(url)
    for (const { name, schema } of parameters) {
      if (PAGING.includes(name) || (name === 'sort' && url === IS_BY_NUMBER)) continue
      const values = schema.enum ?? [EXAMPLES[name] ?? '1']
      const seen = new Set([plain])
      const others = values.filter((value) => value !== schema.default)
      for (const value of others) seen.add(await read(`${url}?${name}=${encodeURIComponent(value)}`))
      if (seen.size !== 1 + others.length) idle.push(`${url} by ${name}`)
    }
  }
  expect(idle).toEqual([])
})
