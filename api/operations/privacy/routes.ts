import { PersonalData } from '#api/contract/operations/personal-data.ts'
import { ErasureBody } from '#api/contract/people/profile.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { recordExport } from '#api/platform/audit/export.ts'
import { call } from '#api/platform/http/call.ts'
import { HOUR_MS, PASSWORD_LIMITS } from '#api/platform/http/limits.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { signOut } from '#api/platform/plugins/session.ts'
import { eraseOwnAccount, eraseUser } from './erasure.ts'
import { collectPersonalData } from './personal-data.ts'

export function privacyRoutes(app: App, services: Services): void {
  const { db, env } = services
  call(app, 'GET /user/data', {
    access: 'customer',
    proof: 'with_factor',
    exposeHeadRoute: false,
    tag: 'Accounts',
    operationId: 'exportOwnData',
    summary: 'All data stored about you, as a file',
    // Each call reads every table that knows of the customer.
    limits: [{ name: 'own-data', by: 'user', max: 20, windowMs: HOUR_MS }],
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
    summary: 'Erase your account immediately and permanently',
    description: 'Orders keep amounts and dates for the books.',
    limits: PASSWORD_LIMITS,
    refusals: {
      400: 'Invalid input, or a wrong current password (wrong_password)',
      409: 'Erased already (erased), staff or an admin (has_rights), or a paid order is worked on (order_open)',
    },
    body: ErasureBody,
    handler: async (request, reply) => {
      await eraseOwnAccount(services, getUser(request), request.body.currentPassword, getActor(request))
      await signOut(request, reply, env)
    },
  })
}

export function privacyAdminRoutes(app: App, services: Services): void {
  const { db } = services
  call(app, 'GET /admin/users/:id/data', {
    access: 'admin',
    proof: 'with_factor',
    exposeHeadRoute: false,
    operationId: 'exportUserData',
    summary: 'All that is stored about a user, as a file',
    description: 'The file that the user can download. The export is recorded in the audit log.',
    params: IdParams,
    response: PersonalData,
    handler: async (request, reply) => {
      const { id } = request.params
      const data = await collectPersonalData(db, id)
      const label = `user-${id}.json`
      await recordExport(db, request, { subject: 'user', subjectId: id, label })
      return reply.header('content-disposition', `attachment; filename="${label}"`).send(data)
    },
  })

  call(app, 'POST /admin/users/:id/erasure', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'eraseUser',
    summary: 'Erase a customer, immediately and permanently',
    description: 'Orders keep amounts and dates for the books.',
    refusals: {
      409: 'Erased already (erased), staff or an admin (has_rights), or a paid order is worked on (order_open)',
    },
    params: IdParams,
    handler: (request) => eraseUser(services, request.params.id, getActor(request)),
  })
}
