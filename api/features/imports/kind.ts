/** What customers and past orders have in common as rows of a file. */
import type { Knex } from 'knex'
import type * as z from 'zod'

export interface Fault {
  /** Empty: the row as a whole. */
  column: string
  message: string
}

export interface ImportKindRules<Row> {
  /** Cells by the names of fields: `firstName`. */
  schema: z.ZodType<Row>
  /** Rows of the same key are one thing. */
  keyOf(row: Row): string
  /** Where a second row of the same key is told so. */
  keyColumn: string
  /** @returns the keys of those that the shop has already */
  findExisting(db: Knex, rows: Row[]): Promise<Set<string>>
  /** @returns what is wrong beside the row itself, by its key */
  findFaults?(db: Knex, rows: Row[]): Promise<Map<string, Fault>>
  /** Inserts those that are not there. @returns how many that were */
  insert(trx: Knex.Transaction, rows: Row[], importId: number): Promise<number>
}
