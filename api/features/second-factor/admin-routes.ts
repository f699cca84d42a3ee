import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import { call } from '../../http/call.ts'
import { readCaller } from '../../http/caller.ts'
import { getUser } from '../../plugins/guards.ts'
import { resetFactors } from './factors.ts'

export function factorAdminRoutes(app: App, services: Services): void {
  call(app, 'DELETE /admin/users/:id/second-factor', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'resetSecondFactor',
    summary: 'Take all second factors from a user who has lost them; signs the user out everywhere',
    description: 'Passkeys, authenticator app and recovery codes. The owner hears of it by mail.',
    refusals: { 409: 'The own account (own_account)' },
    params: IdParams,
    handler: (request) => {
      const by = { adminId: getUser(request).id, caller: readCaller(request) }
      return resetFactors(services, request.params.id, by)
    },
  })
}
