import { LookedAtBody, StrayMoney } from '#api/contract/money/payments.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { strayMoneyList } from './queries.ts'
import { markLookedAt } from './stray-money.ts'

export function moneyRoutes(app: App, { db }: Services): void {
  listCall(app, db, 'GET /admin/money-without-order', strayMoneyList, {
    operationId: 'listStrayPayments',
    summary: 'Payments that fulfil no order, or that somebody should look at',
    description: 'Captured money with an unknown order, another amount or currency, or a second payment.',
  })

  call(app, 'POST /admin/money-without-order/:id/looked-at', {
    access: 'admin',
    operationId: 'markPaymentLookedAt',
    summary: 'Note that somebody has looked at a payment',
    description: 'It stays in the list.',
    params: IdParams,
    body: LookedAtBody,
    response: StrayMoney,
    handler: (request) => {
      const note = request.body.note || null
      return markLookedAt(db, { ...request.params, adminId: getUser(request).id, note })
    },
  })
}
