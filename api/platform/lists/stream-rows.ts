/** Streams a whole list from a database cursor: one consistent snapshot, with one batch in memory at a time. */
import type { Knex } from 'knex'
import { type Model, type PartialModelObject, type QueryBuilder, snakeCaseMappers } from 'objection'
import { Unavailable } from '#api/platform/errors.ts'

const ROWS_A_BATCH = 500
/** Most lists streamed at once. Each holds a pool connection until its client has read the whole list. */
const MOST_AT_ONCE = 2
/** If the client reads nothing for this long, PostgreSQL ends the transaction. */
const LONGEST_PAUSE = '15s'

const { parse } = snakeCaseMappers()
let running = 0

interface StreamedList<M extends Model, Row> {
  /** Relations are fetched batch by batch. They must not be changed by `modifyGraph`. */
  select: (trx: Knex.Transaction) => QueryBuilder<M, M[]>
  narrow: (query: QueryBuilder<M, M[]>) => void | Promise<void>
  toRows: (rows: M[], trx: Knex.Transaction) => Row[] | Promise<Row[]>
}

/** @throws Unavailable export_busy, before the first batch */
export async function* streamRows<M extends Model, Row>(
  db: Knex,
  { select, narrow, toRows }: StreamedList<M, Row>,
): AsyncGenerator<Row[]> {
  if (running >= MOST_AT_ONCE) {
    throw new Unavailable('export_busy', 'Other exports are running. Please try again in a moment.')
  }
  running += 1
  let trx: Knex.Transaction | undefined
  try {
    trx = await db.transaction({ isolationLevel: 'repeatable read', readOnly: true })
    await trx.raw(`SET LOCAL idle_in_transaction_session_timeout = '${LONGEST_PAUSE}'`)
    const query = select(trx)
    await narrow(query)
    const { sql, bindings } = query.toKnexQuery().toSQL()
    await trx.raw(`DECLARE listed NO SCROLL CURSOR FOR ${sql}`, [...bindings] as Knex.RawBinding[])
    const model = query.modelClass()
    for (;;) {
      const { rows } = await trx.raw<{ rows: object[] }>(`FETCH ${ROWS_A_BATCH} FROM listed`)
      if (rows.length > 0) {
        const batch = rows.map((row) => model.fromDatabaseJson(parse(row as never)) as M)
        if (query.hasWithGraph())
          await model.fetchGraph(batch as PartialModelObject<M>[], query.graphExpressionObject(), {
            transaction: trx,
          })
        yield await toRows(batch, trx)
      }
      if (rows.length < ROWS_A_BATCH) return
    }
  } finally {
    running -= 1
    // A failed rollback is harmless: the transaction is read-only, and its connection may be lost already.
    await trx?.rollback().catch(() => undefined)
  }
}
