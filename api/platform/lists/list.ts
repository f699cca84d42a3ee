/** Reads one page of a list, sorted and counted by the database. */
import type { Model, QueryBuilder } from 'objection'
import type { ListQuery } from '#api/contract/platform/lists.ts'
import { LARGEST_TOTAL } from '#api/rules/list-total.ts'
import { fetchChanges, isFollowing } from './follow.ts'

export interface Page<Row> {
  rows: Row[]
  /** Number of rows in the whole list. Above `LARGEST_TOTAL` it only means "more than that". */
  total: number
  /** Where a program that follows the list continues. */
  nextCursor?: string
}

/** Sort names of the API with their SQL, for which there is an index. The last expression is unique, so that the order is stable. */
export type SortExpressions<Column extends string> = Record<Column, readonly string[]>

/** SQL for alphabetical order: accents and case only break ties. */
export const alphabeticalOrder = (column: string) => `${column} COLLATE "und-x-icu"`

export type Unpaged<List extends ListQuery<string>> = Omit<List, 'limit' | 'offset'>

/** Lists without a search: up to this many matches are found first and then sorted. */
const FEW = 1_000

/**
 * Skips earlier rows by their ids alone, and reads whole rows for the page only.
 * @param query the list with its filters, without order and limit
 * @param fewFound with a search, up to this many matches are found first and then sorted; more are read in index order
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
 * Makes PostgreSQL find all matches by the index of the search or filter, and sort them afterwards. Otherwise it may scan
 * the table in sort order until a page is full, because it overestimates how common a word is. For a million rows that took
 * ten seconds; this takes 50 ms.
 */
function findFirst<M extends Model>(matches: QueryBuilder<M, M[]>): QueryBuilder<M, M[]> {
  const { tableName } = matches.modelClass()
  // OFFSET keeps PostgreSQL from merging the subquery into the outer query.
  const found = matches.select(`${tableName}.*`).offset(matches.knex().raw('0') as never)
  return matches.modelClass().query(matches.knex()).from(found.as(tableName)) as unknown as QueryBuilder<
    M,
    M[]
  >
}

/** Counts rows up to one above `most`, because a full count can take long. */
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
  // All expressions have one direction, so that an index serves both orders, read forwards or backwards.
  const order = expressions[column].map((expression) => `${expression} ${isDescending ? 'DESC' : 'ASC'}`)
  return query.orderByRaw(order.join(', '))
}

/** Filters by these values. undefined does not filter. */
export function whereGiven<M extends Model>(
  query: QueryBuilder<M, M[]>,
  values: Record<string, unknown>,
): void {
  for (const [column, value] of Object.entries(values))
    if (value !== undefined) query.where(column, value as never)
}
