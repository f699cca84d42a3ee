import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User as WireUser } from '#api/contract/people/auth.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordSignIn } from '#api/platform/audit/record.ts'
import { readCaller } from '#api/platform/http/caller.ts'
import { isKnownDevice } from '#api/platform/http/device.ts'
import { type SessionOrigin, signIn } from '#api/platform/plugins/session.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import type { User } from '#db/models/people/user.ts'
import { toWireUser } from './account.ts'
import { queueAccountNotice } from './account-notice.ts'

/**
 * Opens the session after all checks, and records the sign-in. Mails the owner if the browser is new to the account, except
 * at the first sign-in (docs/product/account.md, Notices).
 */
export async function completeSignIn(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  user: User,
  openedBy: SessionOrigin,
): Promise<WireUser> {
  const { db, env } = services
  const isKnown = isKnownDevice(request, env, user)
  await db.transaction(async (trx) => {
    const [before] = await AuditEntry.query(trx).where({ actorId: user.id, action: 'signed_in' }).limit(1)
    await recordSignIn(trx, 'signed_in', { userId: user.id, ipAddress: request.ip })
    if (before && !isKnown) {
      await queueAccountNotice(services.jobs, trx, user, 'new_device', readCaller(request))
    }
  })
  await signIn(request, reply, env, user, openedBy)
  return toWireUser(user)
}
