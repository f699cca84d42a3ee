/** A list of the API, said once beside its noun: its query, its rows, sorts, search and filters. */
import type { Knex } from 'knex'
import type { Model, QueryBuilder } from 'objection'
import type * as z from 'zod'
import type { ListQuery } from '#api/contract/platform/lists.ts'
import { fetchPage, orderRows, type Page, type SortExpressions, type Unpaged } from './list.ts'
import { whereWordsHeld } from './search.ts'
import { streamRows } from './stream-rows.ts'

export type ListSchema = z.ZodType<ListQuery<string>>
/** The names that the schema of a list's query sorts by. */
type SortOf<Query extends ListSchema> = Exclude<z.output<Query>['sort'], `-${string}`>

/** Each row of the response is made of one of the table, or all of a page at once where more is read for them. */
type ToRows<Row, Wire> =
  | { toRow: (row: Row) => Wire }
  | { toRows: (rows: Row[], db: Knex) => Promise<Wire[]> }

type ListDefinition<
  Query extends ListSchema,
  Wire extends z.ZodType,
  M extends Model,
  Row extends M,
> = ToRows<Row, z.output<Wire>> & {
  /** The contract's schema of the query. One with `FOLLOW_PARAMETERS` makes a list that programs follow. */
  query: Query
  /** The contract's schema of a row. */
  row: Wire
  /** All rows with their relations, without filters, order and limit. */
  select: (db: Knex) => QueryBuilder<M, M[]>
  /** SQL of every sort of the schema, and of none else. */
  sorts: SortExpressions<SortOf<Query>>
  /** SQL of `holdsWord`, or what narrows the list down to the rows that hold the words. */
  search?: string | ((query: QueryBuilder<M, M[]>, q: string) => void | Promise<void>)
  /** With a search, see fetchPage. */
  fewFound?: number
  /** Narrows the list down by the parameters of its own. */
  filter?: (query: QueryBuilder<M, M[]>, list: Unpaged<z.output<Query>>) => void
}

/** What `listCall` registers: what `defineList` makes, or a list that reads its pages by itself. */
export interface List<Query extends ListSchema, Wire extends z.ZodType> {
  query: Query
  row: Wire
  /** @param adminId who asks */
  page: (db: Knex, list: z.output<Query>, adminId: number) => Promise<Page<z.output<Wire>>>
}

export function defineList<Query extends ListSchema, Wire extends z.ZodType, M extends Model, Row extends M>(
  definition: ListDefinition<Query, Wire, M, Row>,
) {
  const { query: schema, row, select, sorts, search, fewFound, filter } = definition
  type Asked = Unpaged<z.output<Query>> & Pick<ListQuery<string>, 'q' | 'sort'>

  /** Changes the query. Never returns it, because whoever awaits a query runs it. */
  const narrow = async (query: QueryBuilder<M, M[]>, list: Asked): Promise<void> => {
    filter?.(query, list)
    if (typeof search === 'string') whereWordsHeld(query, search, list.q)
    else if (list.q) await search?.(query, list.q)
  }

  const toRows = async (rows: M[], db: Knex): Promise<z.output<Wire>[]> =>
    'toRows' in definition
      ? definition.toRows(rows as Row[], db)
      : rows.map((one) => definition.toRow(one as Row))

  return {
    query: schema,
    row,
    sorts,
    narrow,
    page: async (db: Knex, list: z.output<Query>): Promise<Page<z.output<Wire>>> => {
      const query = select(db)
      await narrow(query, list)
      const page = await fetchPage(query, list, sorts as SortExpressions<string>, fewFound)
      return { ...page, rows: await toRows(page.rows, db) }
    },
    /** All rows that the filters leave, sorted, for a file. */
    stream: (db: Knex, list: Asked): AsyncGenerator<z.output<Wire>[]> =>
      streamRows(db, {
        select,
        narrow: async (query) => {
          await narrow(query, list)
          orderRows(query, list.sort, sorts as SortExpressions<string>)
        },
        toRows,
      }),
  }
}
