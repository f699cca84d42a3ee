/** Edits a package's questions. Customers' answers refer to them, so a question is never deleted or reworded but retired. */
import type { Knex } from 'knex'
import * as z from 'zod'
import { PackageQuestion } from '#api/contract/catalogue/catalogue.ts'
import type { QuestionBody } from '#api/contract/catalogue/packages.ts'
import { IdFilter, IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { findOrThrow, InvalidInput, NotFound } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Package, PackageQuestion as QuestionModel } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import type { User } from '#db/models/people/user.ts'

/**
 * Makes `wanted` the package's questions, in this order. Questions are matched by text: an unchanged one keeps its id, a
 * missing one is retired, and a retired one whose text returns is used again.
 * @param field name of the list in the body, for error issues
 * @throws InvalidInput for a duplicate question, or an id of another package
 */
export async function replaceQuestions(
  trx: Knex.Transaction,
  { packageId, wanted, field }: { packageId: number; wanted: QuestionBody[]; field: string },
): Promise<void> {
  const known = await QuestionModel.query(trx).where({ packageId }).orderBy('id')
  assertValid(wanted, known, field)

  const wantedTexts = new Set(wanted.map(({ question }) => question))
  const gone = known.filter(({ question, retiredAt }) => retiredAt === null && !wantedTexts.has(question))
  if (gone.length > 0) {
    await QuestionModel.query(trx)
      .findByIds(gone.map(({ id }) => id))
      .patch({ retiredAt: new Date() })
  }
  for (const [position, { question, questionType, required }] of wanted.entries()) {
    const same = known.filter((candidate) => candidate.question === question)
    const existing = same.find(({ retiredAt }) => retiredAt === null) ?? same.at(-1)
    if (existing) {
      await existing.$query(trx).patch({ position, questionType, required, retiredAt: null })
    } else {
      await QuestionModel.query(trx).insert({ packageId, question, questionType, required, position })
    }
  }
}

function assertValid(wanted: QuestionBody[], known: QuestionModel[], field: string): void {
  const seen = new Set<string>()
  const knownIds = new Set(known.map(({ id }) => id))
  for (const [index, { id, question }] of wanted.entries()) {
    if (seen.has(question)) throw new InvalidInput(`${field}.${index}`, 'This question already exists')
    seen.add(question)
    if (id !== undefined && !knownIds.has(id)) {
      throw new InvalidInput(`${field}.${index}.id`, 'This question does not belong to the package')
    }
  }
}

export function questionRoutes(app: App, { db }: Services): void {
  call(app, 'GET /packages/:id/questions', {
    access: 'optional',
    tag: 'Catalogue',
    operationId: 'listPackageQuestions',
    summary: 'What a buyer of the package is asked; of an inactive package for its buyers alone',
    description: 'Answers name these ids.',
    params: IdParams,
    querystring: z.object({
      orderId: IdFilter.optional().describe('of an own order: with what it alone is asked'),
    }),
    response: z.array(PackageQuestion),
    handler: async ({ params, query, user }) => {
      const packageId = params.id
      const found = await findOrThrow(Package.query(db).findById(packageId), 'Package')
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

/** @returns ids of the user's paid orders of the package: even if it is inactive, its questions may still need answers */
async function listBought(db: Knex, packageId: number, user: User | null): Promise<number[]> {
  if (!user) return []
  const orders = await Order.query(db)
    .where({ packageId, userId: user.id })
    .whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
    .select('id')
  return orders.map(({ id }) => id)
}
