/** One order with everything that the people who distribute its work look for. */
import type { Knex } from 'knex'
import { User } from '../../../db/models/user.ts'
import type { AdminOrderDetail } from '../../contract/admin-order.ts'
import { NotFound } from '../../errors.ts'
import { toWireUser } from '../auth/account.ts'
import { listQuestions } from '../orders/answers.ts'
import { DUE, nameMoments } from '../orders/attention.ts'
import { type OrderRow, selectOrders, toWireFields } from '../orders/order.ts'
import { READY_TO } from '../orders/ready.ts'
import { listOrderAssignments } from './assignment-list.ts'

type Row = OrderRow & Pick<AdminOrderDetail, 'due' | 'readyTo'>

/** @throws NotFound */
export async function getOrderPage(db: Knex, id: number): Promise<AdminOrderDetail> {
  const row = (await selectOrders(db)
    .findById(id)
    .select(db.raw(`${READY_TO} AS ready_to`), db.raw(`${DUE} AS due`, nameMoments()))) as Row | undefined
  if (!row) throw new NotFound('Order')
  const user = row.userId === null ? undefined : await User.query(db).findById(row.userId)
  return {
    ...toWireFields(row),
    user: user ? toWireUser(user) : null,
    embedOrigin: row.embedOrigin,
    due: row.due,
    readyTo: row.readyTo,
    acceptedPolicies: row.acceptedPolicies,
    questions: await listQuestions(db, row),
    assignments: await listOrderAssignments(db, id),
  }
}
