/** One page of an admin list, sorted and counted by the database. */
import type { Model, QueryBuilder } from 'objection'
import type { ListQuery } from '#api/contract/platform/lists.ts'
import { LARGEST_TOTAL } from '#api/rules/list-total.ts'
import { fetchChanges, isFollowing } from './follow.ts'

export interface Page<Row> {
  rows: Row[]
  /** The number of rows in the whole list. A number above `LARGEST_TOTAL` only says that there are more than that. */
  total: number
  /** Where a program follows the list. */
  nextCursor?: string
}

/**
 * The columns that a list may be sorted by: the name in the API and its SQL, for which there is an index.
 * The last expression is unique, so that the order of rows is always the same.
 */
export type SortExpressions<Column extends string> = Record<Column, readonly string[]>

/** SQL: a column of texts as people sort them: accents and case decide only where all else is equal. */
export const byAlphabet = (column: string) => `${column} COLLATE "und-x-icu"`

/** A list's query without its page. */
export type Unpaged<List extends ListQuery<string>> = Omit<List, 'limit' | 'offset'>

/** Of a list without a search, up to this many rows are found first and then sorted. */
const FEW = 1_000

/**
 * Skips the rows before the page by their ids alone, and reads whole rows for the page only.
 * @param query the list with its filters, without an order and a limit
 * @param fewFound of a search, up to this many rows are found first and then sorted; more are read in the order of an index
 */
export async function fetchPage<M extends Model, Column extends string>(
  query: QueryBuilder<M, M[]>,
  list: ListQuery<Column>,
  expressions: SortExpressions<Column>,
  fewFound = LARGEST_TOTAL,
): Promise<Page<M>> {
  if (isFollowing(list)) return fetchChanges(query, list)
  const { limit, offset, sort, q } = list
  const few = q === undefined ? FEW : fewFound
  const id = `${query.modelClass().tableName}.id`
  const matches = query.clone().clearWithGraph().clearSelect()
  const total = await countMatches(matches.clone().select(id), Math.max(few, LARGEST_TOTAL))
  if (total === 0) return { rows: [], total }
  const ids = orderRows(total <= few ? findFirst(matches) : matches, sort, expressions)
    .select(id)
    .limit(limit)
    .offset(offset)
  const rows = (await orderRows(query.clearWhere().whereIn(id, ids), sort, expressions)) as M[]
  return { rows, total }
}

/**
 * Makes PostgreSQL find all rows by the index of the search or of a filter, and sort them afterwards. Otherwise it may read
 * the table in its order until a page is full, because it expects a word to be more common than it is: that took ten seconds
 * for a million rows, and this takes 50 ms.
 */
function findFirst<M extends Model>(matches: QueryBuilder<M, M[]>): QueryBuilder<M, M[]> {
  const { tableName } = matches.modelClass()
  // PostgreSQL plans a subquery with an OFFSET apart from the query around it.
  const found = matches.select(`${tableName}.*`).offset(matches.knex().raw('0') as never)
  return matches.modelClass().query(matches.knex()).from(found.as(tableName)) as unknown as QueryBuilder<
    M,
    M[]
  >
}

/** Counts rows up to one above `most`, because counting all of them could take long. */
export async function countMatches<M extends Model>(
  matches: QueryBuilder<M, M[]>,
  most = LARGEST_TOTAL,
): Promise<number> {
  const counted = matches.limit(most + 1).toKnexQuery()
  const [found] = await matches.knex().from(counted.as('matches')).count({ total: '*' })
  return Number(found?.total ?? 0)
}

export function orderRows<M extends Model, Column extends string>(
  query: QueryBuilder<M, M[]>,
  sort: Column | `-${Column}`,
  expressions: SortExpressions<Column>,
): QueryBuilder<M, M[]> {
  const isDescending = sort.startsWith('-')
  const column = (isDescending ? sort.slice(1) : sort) as Column
  // Every expression in the same direction: an index then serves both, read forwards or backwards.
  const order = expressions[column].map((expression) => `${expression} ${isDescending ? 'DESC' : 'ASC'}`)
  return query.orderByRaw(order.join(', '))
}

/** Narrows a list down to the rows with these values. An undefined value does not narrow it. */
export function whereGiven<M extends Model>(
  query: QueryBuilder<M, M[]>,
  values: Record<string, unknown>,
): void {
  for (const [column, value] of Object.entries(values))
    if (value !== undefined) query.where(column, value as never)
}
