/** The rules by which each kind of file, customers and past orders, is imported. */
import type { Knex } from 'knex'
import type * as z from 'zod'
import { nullEmptyFields } from '../../../db/models/buyer.ts'
import { PastOrder } from '../../../db/models/import.ts'
import { Package } from '../../../db/models/package.ts'
import { brand } from '../../content/content.ts'
import { ImportedCustomer, ImportedOrder } from '../../contract/imports.ts'
import { findStateFault } from '../../rules/money/indian-address.ts'
import { NO_PASSWORD } from '../auth/passwords/passwords.ts'

export interface Fault {
  /** Empty where the whole row is wrong. */
  column: string
  message: string
}

export interface ImportKindRules<Row> {
  /** Parses the cells of a row, by field names such as `firstName`. */
  schema: z.ZodType<Row>
  /** Rows with the same key are duplicates. */
  keyOf(row: Row): string
  /** The column in which a duplicate is reported. */
  keyColumn: string
  /** @returns the keys of rows that the shop has already */
  findExisting(db: Knex, rows: Row[]): Promise<Set<string>>
  /** Checks the rows against the database. @returns faults by key */
  findFaults?(db: Knex, rows: Row[]): Promise<Map<string, Fault>>
  /** Inserts the rows that do not exist yet. @returns their number */
  insert(trx: Knex.Transaction, rows: Row[], importId: number): Promise<number>
}

const emailOf = ({ email }: { email: string }) => email.toLowerCase()

/** Existing accounts are not changed. A new account has no password until its owner follows a mailed link. */
export const CUSTOMERS: ImportKindRules<ImportedCustomer> = {
  schema: ImportedCustomer,
  keyOf: emailOf,
  keyColumn: 'email',
  findExisting: async (db, rows) => new Set((await findAccounts(db, rows.map(emailOf))).keys()),
  async findFaults(_, rows) {
    const faults = rows.flatMap((row) => {
      const message = row.state && findStateFault(brand, row)
      return message ? [[emailOf(row), { column: 'state', message }] as const] : []
    })
    return new Map(faults)
  },
  async insert(trx, rows, importId) {
    const accounts = rows.map((row) => ({ ...nullEmptyFields(row), passwordHash: NO_PASSWORD }))
    const made = (await trx('users')
      .insert(accounts)
      .onConflict(trx.raw('(lower(email))'))
      .ignore()
      .returning('id')) as { id: number }[]
    if (made.length > 0) {
      await trx('importedUsers').insert(made.map(({ id }) => ({ userId: id, importId })))
    }
    return made.length
  },
}

/**
 * With a join, because PostgreSQL has no statistics about rows of the running transaction and would otherwise scan the table.
 * @param keys e-mails in lower case
 * @returns the ids of accounts by their keys
 */
export async function findAccounts(db: Knex, keys: string[]): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { id: number; email: string }[] }>(
    'SELECT users.id, users.email FROM unnest(?::text[]) AS keys (key) JOIN users ON lower(users.email) = key',
    [keys],
  )
  return new Map(rows.map((user) => [emailOf(user), user.id]))
}

const NO_CUSTOMER: Fault = {
  column: 'email',
  message: 'No customer has this e-mail. Please import the customers first.',
}

const orderKeyOf = ({ source, reference }: Pick<ImportedOrder, 'source' | 'reference'>) =>
  JSON.stringify([source, reference])

/** Past orders have a table of their own, because they need no payment, invoice or work. */
export const ORDERS: ImportKindRules<ImportedOrder> = {
  schema: ImportedOrder,
  keyOf: orderKeyOf,
  keyColumn: 'reference',
  async findExisting(db, rows) {
    const keys = rows.map(({ source, reference }) => [source, reference])
    const found = await PastOrder.query(db)
      .select('source', 'reference')
      .whereIn(['source', 'reference'], keys)
    return new Set(found.map(orderKeyOf))
  },
  async findFaults(db, rows) {
    const accounts = await findAccounts(db, rows.map(emailOf))
    const lost = rows.filter((row) => !accounts.has(emailOf(row)))
    return new Map(lost.map((row) => [orderKeyOf(row), NO_CUSTOMER]))
  },
  async insert(trx, rows, importId) {
    const accounts = await findAccounts(trx, rows.map(emailOf))
    const packages = await findPackages(trx, rows)
    const orders = rows.flatMap((row) => {
      const userId = accounts.get(emailOf(row))
      const pkg = packages.get(row.package.toLowerCase())
      return userId === undefined
        ? []
        : {
            importId,
            userId,
            source: row.source,
            reference: row.reference,
            packageId: pkg?.id ?? null,
            packageName: pkg?.name ?? row.package,
            amountCents: row.amount.minor,
            currency: row.currency,
            status: row.status,
            orderedOn: row.orderedOn,
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
