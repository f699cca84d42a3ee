import type { Knex } from 'knex'
import * as z from 'zod'
import { Order } from '../../../db/models/order.ts'
import { Package, PackageQuestion as QuestionModel } from '../../../db/models/package.ts'
import type { User } from '../../../db/models/user.ts'
import type { App, Services } from '../../app-type.ts'
import { getFound, NotFound } from '../../base/errors.ts'
import { PackageQuestion } from '../../contract/catalogue.ts'
import { IdParams } from '../../contract/lists.ts'
import { call } from '../../http/call.ts'

export function questionRoutes(app: App, { db }: Services): void {
  call(app, 'GET /packages/:id/questions', {
    access: 'optional',
    tag: 'Catalogue',
    operationId: 'listPackageQuestions',
    summary: 'What a buyer of the package is asked; of an inactive package for its buyers alone',
    description: 'In their order; answers are given by these ids.',
    params: IdParams,
    response: z.array(PackageQuestion),
    handler: async ({ params, user }) => {
      const packageId = params.id
      const found = await getFound(Package.query(db).findById(packageId), 'Package')
      if (!found.isActive && !(await hasBought(db, packageId, user))) throw new NotFound('Package')
      return await QuestionModel.query(db)
        .where({ packageId })
        .whereNull('retiredAt')
        .orderBy(['position', 'id'])
    },
  })
}

/** Buyers of an inactive package may still have to answer its questions. */
async function hasBought(db: Knex, packageId: number, user: User | null): Promise<boolean> {
  if (!user) return false
  const order = await Order.query(db)
    .findOne({ packageId, userId: user.id })
    .whereNot({ paymentStatus: 'unpaid' })
    .select('id')
  return order !== undefined
}
