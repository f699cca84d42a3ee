import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import type { User } from '../../../db/models/user.ts'
import type { Services } from '../../app-type.ts'
import { readCaller } from '../../http/caller.ts'
import { isKnownDevice } from '../../http/device.ts'
import { type OpenedBy, signIn } from '../../plugins/session.ts'
import { recordSignIn } from '../audit/record.ts'
import { queueAccountNotice } from './account-notice.ts'

/**
 * Signs in whoever has proved to be the user, and records it. The owner hears of a browser that has not signed in to the
 * account before, unless nobody has (docs/product/account.md, Notices).
 */
export async function completeSignIn(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  user: User,
  openedBy: OpenedBy,
): Promise<void> {
  const { db, env } = services
  const isKnown = isKnownDevice(request, env, user.email)
  await db.transaction(async (trx) => {
    const [before] = await AuditEntry.query(trx).where({ actorId: user.id, action: 'signed_in' }).limit(1)
    await recordSignIn(trx, 'signed_in', { userId: user.id, ipAddress: request.ip })
    if (before && !isKnown) {
      await queueAccountNotice(services.jobs, trx, user, 'new_device', readCaller(request))
    }
  })
  await signIn(request, reply, env, user, openedBy)
}
