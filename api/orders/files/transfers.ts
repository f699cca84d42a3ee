import type { FastifyReply } from 'fastify'
import { DomainError } from '#api/platform/errors.ts'

/** More than the six connections that a browser opens to a host. */
const MOST_TRANSFERS = 10

/** Running uploads and downloads of this process, by user. */
const running = new Map<number, number>()

/**
 * Counts the call as a transfer of the user until its response ends. This is the only limit on transfers: they take no place
 * among the running calls (api/platform/plugins/overload.ts).
 * @throws DomainError 429 too_many_transfers
 */
export function beginTransfer({ raw }: FastifyReply, userId: number): void {
  const count = running.get(userId) ?? 0
  if (count >= MOST_TRANSFERS)
    throw new DomainError(
      429,
      'too_many_transfers',
      'Too many uploads at once. Please wait for one to finish.',
    )
  running.set(userId, count + 1)
  raw.once('close', () => {
    const left = (running.get(userId) ?? 1) - 1
    if (left > 0) running.set(userId, left)
    else running.delete(userId)
  })
}
