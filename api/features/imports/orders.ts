import type { Knex } from 'knex'
import { PastOrder } from '../../../db/models/import.ts'
import { Package } from '../../../db/models/package.ts'
import { ImportedOrder } from '../../contract/imports.ts'
import { findAccounts } from './customers.ts'
import type { Fault, ImportKindRules } from './kind.ts'

const NO_CUSTOMER: Fault = {
  column: 'email',
  message: 'No customer has this e-mail. Please import the customers first.',
}

const keyOf = ({ source, reference }: Pick<ImportedOrder, 'source' | 'reference'>) =>
  JSON.stringify([source, reference])
const emailsOf = (rows: ImportedOrder[]) => rows.map(({ email }) => email.toLowerCase())

/** Past orders have a table of their own, because they need no payment, invoice or work. */
export const ORDERS: ImportKindRules<ImportedOrder> = {
  schema: ImportedOrder,
  keyOf,
  keyColumn: 'reference',
  async findExisting(db, rows) {
    const keys = rows.map(({ source, reference }) => [source, reference])
    const found = await PastOrder.query(db)
      .select('source', 'reference')
      .whereIn(['source', 'reference'], keys)
    return new Set(found.map(keyOf))
  },
  async findFaults(db, rows) {
    const accounts = await findAccounts(db, emailsOf(rows))
    const lost = rows.filter(({ email }) => !accounts.has(email.toLowerCase()))
    return new Map(lost.map((row) => [keyOf(row), NO_CUSTOMER]))
  },
  async insert(trx, rows, importId) {
    const accounts = await findAccounts(trx, emailsOf(rows))
    const packages = await findPackages(trx, rows)
    const orders = rows.flatMap((row) => {
      const userId = accounts.get(row.email.toLowerCase())
      const pkg = packages.get(row.package.toLowerCase())
      return userId === undefined
        ? []
        : {
            ...{ importId, userId, source: row.source, reference: row.reference },
            ...{ packageId: pkg?.id ?? null, packageName: pkg?.name ?? row.package },
            ...{
              amountCents: row.amount.minor,
              currency: row.currency,
              status: row.status,
              orderedOn: row.orderedOn,
            },
          }
    })
    if (orders.length === 0) return 0
    const made = await trx('pastOrders')
      .insert(orders)
      .onConflict(['source', 'reference'])
      .ignore()
      .returning('id')
    return made.length
  },
}

/** @returns packages by their slug */
async function findPackages(db: Knex, rows: ImportedOrder[]): Promise<Map<string, Package>> {
  const slugs = rows.map((row) => row.package.toLowerCase())
  const found = await Package.query(db).select('id', 'slug', 'name').whereIn('slug', slugs)
  return new Map(found.map((pkg) => [pkg.slug, pkg]))
}
