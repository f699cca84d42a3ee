/** A whole list, piece by piece, as it was at one moment: a cursor of the database, so that no list is ever in memory. */
import type { Knex } from 'knex'
import { type Model, type QueryBuilder, snakeCaseMappers } from 'objection'
import { Unavailable } from '../errors.ts'

const ROWS_A_PIECE = 500
/** Each holds a connection of the pool as long as the reader takes. */
const MOST_AT_ONCE = 2
/** A reader who stops reading gives the connection back after this. */
const LONGEST_PAUSE = '15s'

const { parse } = snakeCaseMappers()
let running = 0

interface StreamedList<M extends Model, Wire> {
  /** The list, sorted, not limited. */
  find: (trx: Knex.Transaction) => QueryBuilder<M, M[]>
  /** A piece as it is sent; what belongs to its rows is fetched here, for all of them at once. */
  toWire: (trx: Knex.Transaction, rows: M[]) => Promise<Wire[]>
}

/** @throws Unavailable export_busy, with the first piece */
export async function* streamRows<M extends Model, Wire>(
  db: Knex,
  { find, toWire }: StreamedList<M, Wire>,
): AsyncGenerator<Wire[]> {
  if (running >= MOST_AT_ONCE) {
    throw new Unavailable('export_busy', 'Other exports are running. Please try again in a moment.')
  }
  running += 1
  let trx: Knex.Transaction | undefined
  try {
    trx = await db.transaction({ isolationLevel: 'repeatable read', readOnly: true })
    await trx.raw(`SET LOCAL idle_in_transaction_session_timeout = '${LONGEST_PAUSE}'`)
    const query = find(trx)
    const { sql, bindings } = query.toKnexQuery().toSQL()
    await trx.raw(`DECLARE listed NO SCROLL CURSOR FOR ${sql}`, [...bindings] as Knex.RawBinding[])
    const model = query.modelClass()
    for (;;) {
      const { rows } = await trx.raw<{ rows: object[] }>(`FETCH ${ROWS_A_PIECE} FROM listed`)
      if (rows.length > 0) {
        yield await toWire(
          trx,
          rows.map((row) => model.fromDatabaseJson(parse(row as never)) as M),
        )
      }
      if (rows.length < ROWS_A_PIECE) return
    }
  } finally {
    running -= 1
    // Read only: nothing to keep. The connection may be gone already.
    await trx?.rollback().catch(() => undefined)
  }
}
