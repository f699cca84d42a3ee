import type { App, Services } from '../../app-type.ts'
import { ErasureBody, PersonalData } from '../../contract/profile.ts'
import { call } from '../../http/call.ts'
import { PASSWORD_LIMITS } from '../../http/limits.ts'
import { getUser } from '../../plugins/guards.ts'
import { signOut } from '../../plugins/session.ts'
import { eraseOwnAccount } from './erasure.ts'
import { collectPersonalData } from './personal-data.ts'

export function privacyRoutes(app: App, services: Services): void {
  const { db, env } = services
  call(app, 'GET /user/data', {
    access: 'customer',
    proof: 'with_factor',
    exposeHeadRoute: false,
    tag: 'Accounts',
    operationId: 'exportOwnData',
    summary: 'All that is stored about you, as a file',
    description: 'No password, hash, key or token is in it.',
    response: PersonalData,
    handler: async (request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="my-data.json"')
        .send(await collectPersonalData(db, getUser(request).id)),
  })

  call(app, 'POST /user/erasure', {
    access: 'customer',
    proof: 'with_factor',
    tag: 'Accounts',
    operationId: 'eraseOwnAccount',
    summary: 'Erase your account, at once and for good',
    description: 'With the password once more. Orders keep amounts and dates for the books.',
    limits: PASSWORD_LIMITS,
    refusals: {
      400: 'Invalid input, or a wrong current password (wrong_password)',
      409: 'Erased already (erased), staff or an admin (has_rights), or a paid order is worked on (order_open)',
    },
    body: ErasureBody,
    handler: async (request, reply) => {
      await eraseOwnAccount(services, getUser(request), request.body.currentPassword)
      await signOut(request, reply, env)
    },
  })
}
