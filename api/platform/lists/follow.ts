/** Following a list: programs read its rows in the order of their changes, without gaps and without unchanged repeats (docs/api.md). */
import type { FastifyReply } from 'fastify'
import type { Model, QueryBuilder } from 'objection'
import type { FollowQuery } from '#api/contract/platform/lists.ts'
import { InvalidInput } from '#api/platform/errors.ts'

const NEXT_CURSOR_HEADER = 'x-next-cursor'

/**
 * Transactions commit in a different order than they begin. A row is listed only once all transactions older than the one
 * that changed it have ended; otherwise it could appear behind a cursor that was already handed out. `epoch` identifies the
 * database, because transaction ids differ between databases.
 */
const HORIZON = `SELECT system_identifier::text AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text AS horizon
  FROM pg_control_system()`

/** The smallest `integer`: copies of notes that are older than conversations have negative ids. */
const BEFORE_ALL = '-2147483648'

export const isFollowing = ({ cursor, updatedSince }: FollowQuery): boolean =>
  cursor !== undefined || updatedSince !== undefined

/** @param query the list with its filters. @throws InvalidInput for a cursor from another database */
export async function fetchChanges<M extends Model>(
  query: QueryBuilder<M, M[]>,
  { cursor, updatedSince, limit }: FollowQuery & { limit: number },
): Promise<{ rows: M[]; total: number; nextCursor: string }> {
  const { tableName } = query.modelClass()
  const knex = query.knex()
  const { rows: found } = await knex.raw<{ rows: [{ epoch: string; horizon: string }] }>(HORIZON)
  const [{ epoch, horizon }] = found
  const [, ofEpoch = epoch, moment = '0', id = BEFORE_ALL] = /^(\d+)-(\d+)-(-?\d+)$/.exec(cursor ?? '') ?? []
  if (ofEpoch !== epoch)
    throw new InvalidInput('cursor', 'The shop has moved to another database: begin without a cursor')
  const changedIn = `coalesce(${tableName}.changed_in, '0'::xid8)`
  query
    .whereRaw(`(${changedIn}, ${tableName}.id) > (?::xid8, ?::bigint)`, [moment, id])
    .whereRaw(`${changedIn} < ?::xid8`, horizon)
  if (updatedSince !== undefined)
    // Rows older than this column have no change time; always include them.
    query.whereRaw(`coalesce(${tableName}.changed_at, 'infinity') >= ?`, updatedSince)
  if (!query.hasSelects()) query.select(`${tableName}.*`)
  const rows = (await query
    .select(knex.raw(`${changedIn}::text AS "followedIn"`))
    .orderByRaw(`${changedIn}, ${tableName}.id`)
    .limit(limit)) as (M & { id: number; followedIn: string })[]
  const last = rows.at(-1)
  const place = last ? `${last.followedIn}-${last.id}` : `${moment}-${id}`
  return { rows, total: rows.length, nextCursor: `${epoch}-${place}` }
}

export function sendNextCursor(reply: FastifyReply, nextCursor: string): void {
  reply.header(NEXT_CURSOR_HEADER, nextCursor)
}
