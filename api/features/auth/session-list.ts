import type { Knex } from 'knex'
import type { Session as WireSession } from '../../contract/sessions.ts'
import { NotFound } from '../../errors.ts'
import { describeDevice } from './describe-device.ts'
import { findLiveSessions, NOW } from './session-store.ts'

/** The one that asks first, then the last seen. */
export async function listSessions(db: Knex, userId: number, currentId?: number): Promise<WireSession[]> {
  const sessions = await findLiveSessions(db, userId).orderBy('lastSeenAt', 'desc').orderBy('id')
  const listed = sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: describeDevice(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === currentId,
  }))
  return listed.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** @throws NotFound, also for another user's */
export async function endSession(db: Knex, userId: number, id: number): Promise<void> {
  const ended = await findLiveSessions(db, userId).where({ id }).patch({ revokedAt: NOW })
  if (ended === 0) throw new NotFound('Session')
}
