/** The rules by which a kind of file, customers or past orders, is imported. */
import type { Knex } from 'knex'
import type * as z from 'zod'

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
