/** One page of an admin list, sorted and counted by the database. */
import type { FastifyReply } from 'fastify'
import type { Knex } from 'knex'
import type { Model, QueryBuilder } from 'objection'
import { type CountedTable, countTallied, type TallyKey } from '../../db/tallies.ts'
import { type ListQuery, TOTAL_COUNT_HEADER } from '../contract/paging.ts'

export interface Page<Row> {
  rows: Row[]
  /** Of the whole list, not of the page. */
  total: number
}

/**
 * What a list may be sorted by: the wire's name and the SQL behind it, which an index serves.
 * The last expression is unique, so that a page never depends on the database's mood.
 */
export type SortExpressions<Column extends string> = Record<Column, readonly string[]>

/** What narrows a list down, without its page. */
export type Narrowed<List extends ListQuery<string>> = Omit<List, 'limit' | 'offset'>

/**
 * The rows before the page are passed over by their ids alone, which an index has; whole rows are read for the page only.
 * @param query the list with its filters, neither sorted nor limited
 * @param knownTotal how many there are, where that is known without counting them
 */
export async function fetchPage<M extends Model, Column extends string>(
  query: QueryBuilder<M, M[]>,
  { limit, offset, sort }: ListQuery<Column>,
  expressions: SortExpressions<Column>,
  knownTotal?: number,
): Promise<Page<M>> {
  const total = knownTotal ?? (await query.clone().resultSize())
  const count = Math.min(limit, total - offset)
  if (count <= 0) return { rows: [], total }
  const id = `${query.modelClass().tableName}.id`
  const ids = query.clone().clearWithGraph().clearSelect().select(id).limit(count)
  // A page of the second half is nearer to the end: the last one is as quick as the first.
  if (offset <= total / 2) orderRows(ids, sort, expressions).offset(offset)
  else orderRows(ids, reverse(sort), expressions).offset(total - offset - count)
  const page = orderRows(query.clearWhere().whereIn(id, ids), sort, expressions)
  return { rows: (await page) as M[], total }
}

/**
 * How many rows a list has, without counting them: counting takes as long as the table is.
 * @param filters all that may narrow the list down besides `key`
 * @returns undefined where it is narrowed down by one of them
 */
export async function findTotal<Column extends string>(
  db: Knex,
  counted: CountedTable,
  { limit: _, offset: __, sort: ___, ...filters }: ListQuery<Column>,
  key: TallyKey = {},
): Promise<number | undefined> {
  if (Object.values(filters).some((filter) => filter !== undefined && filter !== '')) return undefined
  return countTallied(db, counted, key)
}

function reverse<Column extends string>(sort: Column | `-${Column}`): Column | `-${Column}` {
  return sort.startsWith('-') ? (sort.slice(1) as Column) : (`-${sort as Column}` as const)
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

/** Sends the rows as a plain array, the full count in its header. */
export function sendPage<Row>(reply: FastifyReply, { rows, total }: Page<Row>): Row[] {
  reply.header(TOTAL_COUNT_HEADER, total)
  return rows
}
