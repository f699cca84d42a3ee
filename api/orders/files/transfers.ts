import type { FastifyReply } from 'fastify'
import { DomainError } from '#api/platform/errors.ts'

/** A browser opens six connections to a host. */
const MOST_TRANSFERS = 10

/** Uploads and downloads that are running in this process, by user. */
const running = new Map<number, number>()

/**
 * Counts the call as an upload or download of the user until its response has ended. Nothing else limits them: they take no
 * place among the running calls (api/platform/plugins/overload.ts).
 * @throws DomainError 429 too_many_transfers
 */
export function beginTransfer({ raw }: FastifyReply, userId: number): void {
  const count = running.get(userId) ?? 0
  if (count >= MOST_TRANSFERS)
    throw new DomainError(
      429,
      'too_many_transfers',
      'Too many of your files are on their way. Please wait for one.',
    )
  running.set(userId, count + 1)
  raw.once('close', () => {
    const left = (running.get(userId) ?? 1) - 1
    if (left > 0) running.set(userId, left)
    else running.delete(userId)
  })
}
