import type { Knex } from 'knex'
import * as z from 'zod'
import { Order } from '../../../db/models/order.ts'
import { Package, PackageQuestion as QuestionModel } from '../../../db/models/package.ts'
import type { User } from '../../../db/models/user.ts'
import type { App, Services } from '../../app-type.ts'
import { getFound, NotFound } from '../../base/errors.ts'
import { PackageQuestion } from '../../contract/catalogue.ts'
import { IdFilter, IdParams } from '../../contract/lists.ts'
import { call } from '../../http/call.ts'

export function questionRoutes(app: App, { db }: Services): void {
  call(app, 'GET /packages/:id/questions', {
    access: 'optional',
    tag: 'Catalogue',
    operationId: 'listPackageQuestions',
    summary: 'What a buyer of the package is asked; of an inactive package for its buyers alone',
    description: 'In their order; answers are given by these ids.',
    params: IdParams,
    querystring: z.object({
      orderId: IdFilter.optional().describe('of an own order: with what it alone is asked'),
    }),
    response: z.array(PackageQuestion),
    handler: async ({ params, query, user }) => {
      const packageId = params.id
      const found = await getFound(Package.query(db).findById(packageId), 'Package')
      const bought = await listBought(db, packageId, user)
      if (!found.isActive && bought.length === 0) throw new NotFound('Package')
      const orderId = bought.find((id) => id === query.orderId)
      return await QuestionModel.query(db)
        .where({ packageId })
        .where((asked) => {
          asked.whereNull('retiredAt')
          if (orderId !== undefined) asked.orWhere({ onlyOrderId: orderId })
        })
        .orderBy(['position', 'id'])
    },
  })
}

/** Buyers of an inactive package may still have to answer its questions. */
async function listBought(db: Knex, packageId: number, user: User | null): Promise<number[]> {
  if (!user) return []
  const orders = await Order.query(db)
    .where({ packageId, userId: user.id })
    .whereNot({ paymentStatus: 'unpaid' })
    .select('id')
  return orders.map(({ id }) => id)
}
