/** Defines a list of the API: query, rows, sorts, search and filters. */
import type { Knex } from 'knex'
import type { Model, QueryBuilder } from 'objection'
import type * as z from 'zod'
import type { ListQuery } from '#api/contract/platform/lists.ts'
import { fetchPage, orderRows, type Page, type SortExpressions, type Unpaged } from './list.ts'
import { whereContainsWords } from './search.ts'
import { streamRows } from './stream-rows.ts'

export type ListSchema = z.ZodType<ListQuery<string>>
/** Sort names of a list's query schema. */
type SortOf<Query extends ListSchema> = Exclude<z.output<Query>['sort'], `-${string}`>

/** How response rows are made: one by one, or a whole page at once if they need further queries. */
type ToRows<Row, Wire> =
  | { toRow: (row: Row) => Wire }
  | { toRows: (rows: Row[], db: Knex) => Promise<Wire[]> }

type ListDefinition<
  Query extends ListSchema,
  Wire extends z.ZodType,
  M extends Model,
  Row extends M,
> = ToRows<Row, z.output<Wire>> & {
  /** Query schema of the contract. With `FOLLOW_PARAMETERS` programs can follow the list. */
  query: Query
  row: Wire
  /** All rows with their relations; no filters, order or limit. */
  select: (db: Knex) => QueryBuilder<M, M[]>
  /** SQL for exactly the sorts of the schema. */
  sorts: SortExpressions<SortOf<Query>>
  /** SQL from `containsWord`, or a function that adds the search conditions and may return `fewFound` (see fetchPage). */
  search?: string | ((query: QueryBuilder<M, M[]>, q: string) => void | Promise<void> | Promise<number>)
  filter?: (query: QueryBuilder<M, M[]>, list: Unpaged<z.output<Query>>) => void
}

/** A list to register with `listCall`, made by `defineList` or written by hand. */
export interface List<Query extends ListSchema, Wire extends z.ZodType> {
  query: Query
  row: Wire
  page: (db: Knex, list: z.output<Query>, adminId: number) => Promise<Page<z.output<Wire>>>
}

export function defineList<Query extends ListSchema, Wire extends z.ZodType, M extends Model, Row extends M>(
  definition: ListDefinition<Query, Wire, M, Row>,
) {
  const { query: schema, row, select, sorts, search, filter } = definition
  type Asked = Unpaged<z.output<Query>> & Pick<ListQuery<string>, 'q' | 'sort'>

  /** Changes the query in place. Never returns it, because awaiting a query runs it. @returns what a search has found, see fetchPage */
  const narrow = async (query: QueryBuilder<M, M[]>, list: Asked): Promise<number | undefined> => {
    filter?.(query, list)
    if (typeof search === 'string') whereContainsWords(query, search, list.q)
    else if (list.q) return (await search?.(query, list.q)) ?? undefined
    return undefined
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
      const fewFound = await narrow(query, list)
      const page = await fetchPage(query, list, sorts as SortExpressions<string>, fewFound)
      return { ...page, rows: await toRows(page.rows, db) }
    },
    /** All filtered rows, sorted, for a file. */
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
